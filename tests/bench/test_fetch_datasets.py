"""Datasets come over HTTP, go on where they stopped, and must stay what they were."""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kaensan.bench.downloads import SOURCES, fetch, listed
from kaensan.errors import InputError, UsageError
from kaensan.gold import datasets

HTML = b"<title>Tea</title><article><p>Tea is a drink.</p></article>"


def packed(files: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(f"top-folder/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return held.getvalue()


WCXB = {
    "dev/ground-truth/0007.json": json.dumps(
        {
            "url": "https://a.test/tea",
            "file_id": "0007",
            "_internal": {"page_type": {"primary": "article"}},
            "ground_truth": {
                "title": "Tea",
                "author": None,
                "publish_date": "2024-01-02",
                "main_content": "ชาเป็นเครื่องดื่ม",
            },
        }
    ).encode(),
    "dev/html/0007.html.gz": gzip.compress(HTML),
    "README.md": b"not wanted",
}
AEB = {
    "ground-truth.json": json.dumps({"abc": {"url": "https://a.test/", "articleBody": "Tea is a drink."}}).encode(),
    "html/abc.html.gz": gzip.compress(HTML),
}
READABILITY = {
    "test/test-pages/tea/source.html": HTML,
    "test/test-pages/tea/expected.html": b"<div><p>Tea is a drink.</p></div>",
    "test/test-pages/tea/expected-metadata.json": json.dumps({"title": "Tea", "siteName": "Leaves"}).encode(),
}


class Shelf(ThreadingHTTPServer):
    """Archives by repository; the first answer may break off."""

    archives: dict[str, bytes]
    break_after: int | None = None
    ranges: list[str | None]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        shelf = self.server
        assert isinstance(shelf, Shelf)
        data = next((data for name, data in shelf.archives.items() if self.path.startswith(f"/{name}/")), None)
        if data is None:
            self.send_error(404)
            return
        asked = self.headers.get("Range")
        shelf.ranges.append(asked)
        start = int(re.findall(r"\d+", asked)[0]) if asked else 0
        self.send_response(206 if asked else 200)
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        end = len(data) if shelf.break_after is None else shelf.break_after
        shelf.break_after = None
        self.wfile.write(data[start:end])

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: tests have no log."""


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    server = Shelf(("127.0.0.1", 0), Handler)
    server.archives = {
        SOURCES["wcxb"].repository: packed(WCXB),
        SOURCES["scrapinghub-aeb"].repository: packed(AEB),
        SOURCES["readability"].repository: packed(READABILITY),
    }
    server.ranges = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def address(shelf: Shelf) -> str:
    return f"http://127.0.0.1:{shelf.server_address[1]}"


def test_every_source_becomes_pages_that_bench_reads(shelf: Shelf, tmp_path: Path) -> None:
    for name in SOURCES:
        assert fetch(name, tmp_path, address(shelf)) == tmp_path / f"{name}.dev.jsonl.zst"
    assert datasets.names(tmp_path) == ["readability.dev", "scrapinghub-aeb.dev", "wcxb.dev"]
    (wcxb,) = datasets.load(tmp_path, "wcxb")
    assert (wcxb.id, wcxb.html, wcxb.page_type, wcxb.date, wcxb.lang) == (
        "wcxb/dev-0007",
        HTML,
        "article",
        "2024-01-02",
        "th",
    )
    (article,) = datasets.load(tmp_path, "scrapinghub-aeb")
    assert (article.id, article.text, article.lang) == ("scrapinghub-aeb/abc", "Tea is a drink.", None)
    (readable,) = datasets.load(tmp_path, "readability")
    assert (readable.text, readable.title, readable.extra["siteName"]) == ("Tea is a drink.", "Tea", "Leaves")
    assert {path.suffix for path in tmp_path.iterdir()} == {".zst", ".json"}


def test_a_download_that_broke_off_goes_on_where_it_stopped(shelf: Shelf, tmp_path: Path) -> None:
    shelf.break_after = 100
    with pytest.raises(InputError, match="run the command again to go on from there"):
        fetch("wcxb", tmp_path, address(shelf))
    fetch("wcxb", tmp_path, address(shelf))
    assert shelf.ranges == [None, "bytes=100-"]
    assert datasets.count(tmp_path, "wcxb") == 1


def test_what_differs_from_the_first_download_is_refused(shelf: Shelf, tmp_path: Path) -> None:
    fetch("wcxb", tmp_path, address(shelf))
    fetch("wcxb", tmp_path, address(shelf))
    repository = SOURCES["wcxb"].repository
    shelf.archives[repository] = packed(WCXB | {"dev/html/0007.html.gz": gzip.compress(b"another page")})
    with pytest.raises(InputError, match="differs from the first download"):
        fetch("wcxb", tmp_path, address(shelf))
    (page,) = datasets.load(tmp_path, "wcxb")
    assert page.html == HTML


def test_a_damaged_archive_is_removed(shelf: Shelf, tmp_path: Path) -> None:
    shelf.archives[SOURCES["wcxb"].repository] = b"this is no archive"
    with pytest.raises(InputError, match=r"is damaged .* fetch wcxb again"):
        fetch("wcxb", tmp_path, address(shelf))
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_had_is_told(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no public dataset 'dragnet' to fetch; choose one of wcxb"):
        fetch("dragnet", tmp_path, address(shelf))
    shelf.archives = {}
    with pytest.raises(InputError, match="answers 404"):
        fetch("wcxb", tmp_path, address(shelf))


def test_licences_are_shown() -> None:
    assert all(source.licence in listed() for source in SOURCES.values())
