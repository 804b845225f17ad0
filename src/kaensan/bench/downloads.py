"""Public datasets, downloaded from their own repositories and written in the format that `kaensan bench` reads.

A download that breaks off goes on where it stopped. The source's own archive is pinned to a commit. Nobody publishes a
checksum of these archives, so the first download is trusted, and its checksum is kept in `fetched.json` beside the
data: a later download that differs is refused.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import tarfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kaensan.bench.peers import whole_text
from kaensan.errors import InputError, UsageError
from kaensan.gold.datasets import write_pages

__all__ = ["ARCHIVES", "SOURCES", "Source", "fetch", "listed"]

ARCHIVES = "https://codeload.github.com"
_CHUNK = 1 << 16
_PATIENCE = 60

Files = dict[str, bytes]
"""the files of an archive that a dataset needs, by path"""


@dataclass(frozen=True)
class Source:
    """Where a dataset comes from, and how its files become pages."""

    repository: str
    commit: str
    licence: str
    about: str
    wanted: Callable[[str], bool]
    """which paths of the archive are needed"""
    pages: Callable[[Files], Iterator[dict[str, Any]]]

    def address(self, archives: str) -> str:
        return f"{archives}/{self.repository}/tar.gz/{self.commit}"


def _wcxb(files: Files) -> Iterator[dict[str, Any]]:
    for path in sorted(path for path in files if path.startswith("dev/ground-truth/")):
        record = json.loads(files[path])
        number = record["file_id"]
        html = files.get(f"dev/html/{number}.html.gz")
        gold = record["ground_truth"]
        if html is None:
            continue
        yield {
            "id": f"dev-{number}",
            "html": gzip.decompress(html),
            "url": record.get("url"),
            "page_type": record.get("_internal", {}).get("page_type", {}).get("primary"),
            "text": gold.get("main_content"),
            "title": gold.get("title"),
            "author": gold.get("author"),
            "date": gold.get("publish_date"),
            "with": gold.get("with") or [],
            "without": gold.get("without") or [],
        }


def _scrapinghub(files: Files) -> Iterator[dict[str, Any]]:
    for key, gold in sorted(json.loads(files["ground-truth.json"]).items()):
        html = files.get(f"html/{key}.html.gz")
        if html is not None:
            yield {"id": key, "html": gzip.decompress(html), "url": gold.get("url"), "text": gold.get("articleBody")}


def _readability(files: Files) -> Iterator[dict[str, Any]]:
    for path in sorted(path for path in files if path.endswith("/source.html")):
        folder = path.removesuffix("/source.html")
        expected = files.get(f"{folder}/expected.html")
        if expected is None:
            continue
        about = json.loads(files.get(f"{folder}/expected-metadata.json", b"{}"))
        yield {
            "id": folder.rpartition("/")[2],
            "html": files[path],
            "text": whole_text(expected.decode("utf-8", "replace")),
            "title": about.get("title"),
            "author": about.get("byline"),
            "date": about.get("publishedTime"),
            "extra": {name: about[name] for name in ("siteName", "lang") if about.get(name)},
        }


SOURCES: dict[str, Source] = {
    "wcxb": Source(
        "Murrough-Foley/web-content-extraction-benchmark",
        "62ff86d12ea72c80c31fb810ff1a724fad687bea",
        "CC-BY-4.0 (the annotations; the pages stay their publishers')",
        "pages of seven types with reviewed main text, development split",
        lambda path: path.startswith(("dev/ground-truth/", "dev/html/")),
        _wcxb,
    ),
    "scrapinghub-aeb": Source(
        "scrapinghub/article-extraction-benchmark",
        "11b407d43934becc20873bb3dcd5e3d2591746d3",
        "MIT (the repository; the pages stay their publishers')",
        "article bodies of news and blog pages",
        lambda path: path == "ground-truth.json" or path.startswith("html/"),
        _scrapinghub,
    ),
    "readability": Source(
        "mozilla/readability",
        "d9f8c2f96d0376815641f4160051ee1e58739975",
        "Apache-2.0 (the repository; the pages stay their publishers')",
        "the test pages of Readability.js: its own recorded output, not an annotation",
        lambda path: path.startswith("test/test-pages/"),
        _readability,
    ),
}


def listed() -> str:
    """The datasets that can be fetched, with licence and source."""
    return "\n".join(
        f"{name:16} {source.about}\n{'':16} licence: {source.licence}\n{'':16} https://github.com/{source.repository}"
        for name, source in SOURCES.items()
    )


def fetch(name: str, folder: Path, archives: str = ARCHIVES) -> Path:
    """Download a dataset into a folder; the file that `kaensan bench` reads."""
    source = SOURCES.get(name)
    if source is None:
        raise UsageError(f"there is no public dataset {name!r} to fetch; choose one of {', '.join(SOURCES)}")
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / f"{name}-{source.commit[:12]}.tar.gz"
    if not archive.exists():
        _download(source.address(archives), archive)
    try:
        files = _read(archive, source.wanted)
    except (tarfile.TarError, EOFError, OSError) as error:
        archive.unlink()
        raise InputError(f"{archive.name} is damaged ({error}) and was removed; fetch {name} again") from error
    _check(folder / "fetched.json", f"{name} {source.commit}", files)
    path = folder / f"{name}.dev.jsonl.zst"
    write_pages(path, ({"dataset": name, "split": "dev"} | page for page in source.pages(files)))
    archive.unlink()
    return path


def _download(address: str, path: Path) -> None:
    """Download to a `.part` file, from where an earlier download stopped if the server allows it, then rename it."""
    part = path.with_name(path.name + ".part")
    have = part.stat().st_size if part.exists() else 0
    request = urllib.request.Request(address, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as response:
            goes_on = response.status == 206
            length = response.headers.get("Content-Length")
            with part.open("ab" if goes_on else "wb") as file:
                begun = file.tell()
                while chunk := response.read(_CHUNK):
                    file.write(chunk)
                missing = int(length) - (file.tell() - begun) if length else 0
    except urllib.error.HTTPError as error:
        if error.code == 416:
            part.unlink()
            raise InputError(
                f"what was left of {path.name} does not fit {address} and was removed; try again"
            ) from error
        raise InputError(f"{address} answers {error.code}; is the network there?") from error
    except OSError as error:
        raise InputError(f"{address} cannot be read ({error}); run the command again to go on from there") from error
    if missing > 0:
        raise InputError(f"{address} broke off, {missing} bytes are missing; run the command again to go on from there")
    part.rename(path)


def _read(archive: Path, wanted: Callable[[str], bool]) -> Files:
    """The files of an archive, without its topmost folder."""
    files: Files = {}
    with tarfile.open(archive, "r:gz") as tar:
        for member in tar:
            path = member.name.partition("/")[2]
            if member.isfile() and wanted(path) and (file := tar.extractfile(member)) is not None:
                files[path] = file.read()
    return files


def _check(record: Path, name: str, files: Files) -> None:
    """Compare with the checksum of the first download, or keep it when this is the first.

    The checksum is over the files and not the archive, which a server may pack anew.
    """
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.encode() + b"\0" + hashlib.sha256(files[path]).digest())
    known: dict[str, str] = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    before = known.setdefault(name, digest.hexdigest())
    if before != digest.hexdigest():
        raise InputError(f"{name} differs from the first download ({record}); remove its line there to trust it anew")
    record.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
