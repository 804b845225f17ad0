"""JSON lines, Parquet files, folders and lists: what they hold, and what is wrong with it."""

from __future__ import annotations

import gzip
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from archives import chunks_of, found_in, page, pages_in, write_jsonl

from kaensan.batch.filters import Filters
from kaensan.batch.options import Limits, Options
from kaensan.batch.records import Loss
from kaensan.batch.sources import url_lists as urls
from kaensan.errors import InputError

ROWS = [{"url": f"http://e.org/{number}", "html": f"<p>หน้า {number}</p>", "id": number} for number in range(40)]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst"])
def test_lines_are_pages_and_reading_can_go_on_after_any_chunk(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = write_jsonl(tmp_path / "plain", ROWS).read_bytes()
    pack: Any = {"jsonl": bytes, "jsonl.gz": gzip.compress, "jsonl.zst": zstandard.compress}[ending]
    path = tmp_path / f"a.{ending}"
    path.write_bytes(pack(content))
    whole = pages_in(path)
    assert [record.content for record in whole] == [row["html"] for row in ROWS]
    assert (whole[3].url, whole[3].id) == ("http://e.org/3", "3")
    assert content[whole[3].offset :].startswith(b'{"url": "http://e.org/3"')
    for chunk in chunks_of(path, Options(chunk=75)):
        assert pages_in(path, start=chunk.end) == [record for record in whole if record.offset >= chunk.end]


def test_what_a_line_lacks_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [
        '{"content": "<p>a"}',
        "",
        "{broken",
        "[1]",
        '{"url": 5, "html": null}',
        '{"raw_html": 7}',
        '{"html": "<p>z"}',
    ]
    path.write_text("\n".join(lines))
    found = found_in(path)
    assert [one.reason if isinstance(one, Loss) else one.error for one in found] == [
        None,
        "the line is no JSON (Expecting property name enclosed in double quotes: line 1 column 2 (char 1))",
        "the line is no JSON object",
        "the row has nothing where markup is expected (html, content, raw_html)",
        "the row has int where markup is expected (html, content, raw_html)",
        None,
    ]
    assert pages_in(path, Options(html_field="content"))[0].content == "<p>a"


def test_a_broken_archive_of_lines_gives_what_comes_before(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    packed = gzip.compress("".join(json.dumps(row) + "\n" for row in ROWS * 200).encode())
    path.write_bytes(packed[: len(packed) // 2])
    found = found_in(path)
    assert isinstance(found[-1], Loss)
    assert len(found) > 1


def test_a_line_without_end_is_a_page_that_failed_and_not_a_load(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"html": "' + b"x" * 5000 + b'"}\n' + b'{"html": "<p>b"}\n')
    first, second = found_in(path, Options(limits=Limits(size=100)))
    assert first.error == "the line is far longer than a page may be"
    assert second.content == "<p>b"


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()])
def test_rows_of_parquet_are_pages(tmp_path: Path, kind: pa.DataType) -> None:
    path = tmp_path / "a.parquet"
    markup = pa.array([row["html"] for row in ROWS]).cast(kind)
    table = pa.table({"html": markup, "url": [row["url"] for row in ROWS], "other": list(range(40))})
    pq.write_table(table, path, row_group_size=7)
    whole = pages_in(path)
    texts = [one.content if isinstance(one.content, str) else one.content.decode() for one in whole]
    assert texts == [row["html"] for row in ROWS]
    assert [record.offset for record in whole] == list(range(40))
    for start in (0, 1, 7, 16, 39, 40):
        assert pages_in(path, start=start) == whole[start:]


def test_a_parquet_file_of_another_kind_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"body": ["<p>a"], "n": [1]}), path)
    with pytest.raises(InputError, match="no column html or content or raw_html, only body, n"):
        chunks_of(path)
    with pytest.raises(InputError, match="holds int64"):
        chunks_of(path, Options(html_field="n"))
    assert pages_in(path, Options(html_field="body"))[0].content == "<p>a"
    path.write_bytes(b"PAR1 nothing of the kind")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        chunks_of(path)


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b/2.html", "a/1.htm", "c.XHTML", "notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(page(0))
    (tmp_path / "d.html").symlink_to(tmp_path / "nowhere")
    found = pages_in(tmp_path)
    assert [Path(record.id or "").name for record in found] == ["c.XHTML", "d.html", "1.htm", "2.html"]
    assert found[1].error == "the file cannot be read (No such file or directory)"
    assert pages_in(tmp_path, start=2) == found[2:]


class _Pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path.startswith("/page")
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=tis-620")
        self.end_headers()
        self.wfile.write("<p>สวัสดี".encode("cp874"))

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_list_of_addresses_is_fetched_in_order(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urls, "_PAUSE", 0.0)
    path = tmp_path / "list.txt"
    path.write_text(
        f"# pages\n{address}/page/1\n\n{address}/gone\nhttp://[bad\n{address}/page/other\n{address}/page/2\n"
    )
    found = pages_in(path, Options(allow_private=True, filters=Filters(not_url="other")))
    assert [record.offset for record in found] == [1, 3, 4, 5, 6]
    assert (found[0].content, found[0].charset) == ("<p>สวัสดี".encode("cp874"), "tis-620")
    assert [record.error is None for record in found] == [True, False, False, True, True]
    assert "404" in (found[1].error or "")


def test_private_addresses_are_not_fetched_unless_allowed(tmp_path: Path, address: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{address}/page/1\n")
    assert pages_in(path)[0].error is not None
