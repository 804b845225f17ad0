"""Pages to learn a site from: files, folders, lines of a dataset and WARC archives, labelled by hand or not."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import numpy as np

from kaensan.errors import InputError
from kaensan.extras import from_extra
from kaensan.gold.datasets import read_record
from kaensan.gold.marked import unmark
from kaensan.page import Page, parse
from kaensan.page.decode import decode
from kaensan.page.page import MAX_BYTES
from kaensan.sites.labelled import LabelledPage

__all__ = ["Offered", "read_pages"]

_PAGES = frozenset({".html", ".htm", ".xhtml"})
_LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst")
_ARCHIVES = (".warc", ".warc.gz", ".warc.zst")
_MARK = b"<<<C>>>"
_CONTENT = frozenset({"content", "post"})

Failure = Callable[[str], None]


@dataclass(frozen=True)
class Offered:
    """A page that a site may be learned from, not yet parsed."""

    name: str
    html: bytes | str
    url: str | None
    charset: str | None = None
    gold: dict[str, Any] | None = None
    """what a person said about it: `text` or `labels`, and `title`, `author`, `date`"""

    def parse(self) -> Page:
        return parse(self.html, self.url, charset=self.charset)

    def labelled(self) -> LabelledPage | None:
        """The page with the labels that a person gave; None where none did."""
        if self.gold is None:
            return None
        page, gold = self.parse(), self.gold
        fields: dict[str, Any] = {name: gold.get(name) or None for name in ("title", "author", "date")}
        labels = gold.get("labels")
        if isinstance(labels, list) and len(labels) == len(page.texts):
            return LabelledPage(page, np.array([label in _CONTENT for label in labels], np.bool_), **fields)
        return LabelledPage.from_text(page, str(gold["text"]), **fields)


def read_pages(sources: Iterable[str], host: str | None, failed: Failure) -> Iterator[Offered]:
    """The pages that the sources hold, one after another; for a source that cannot be read, `failed` is told why.

    `host` is the site of pages that do not say theirs: a file of a folder then has its path as address. A text file
    of the same name beside a page (`page.txt` beside `page.html`) is its gold, as are marks `<<<C>>>` in it.
    """
    for source in sources:
        path = Path(source)
        lower = source.lower()
        try:
            if path.is_dir():
                files = sorted(file for file in path.rglob("*") if file.suffix.lower() in _PAGES and file.is_file())
                if not files:
                    raise InputError(f"{source}: the folder holds no page (a file ending in .html, .htm or .xhtml)")
                for file in files:
                    yield _from_file(file, host, file.relative_to(path))
            elif lower.endswith(_LINES):
                yield from _from_lines(path, failed)
            elif lower.endswith(_ARCHIVES):
                yield from _from_archive(source)
            else:
                yield _from_file(path, host, Path(path.name))
        except OSError as error:
            failed(f"{source}: cannot be read ({error.strerror or error})")
        except InputError as error:
            failed(str(error))


def _from_file(path: Path, host: str | None, place: Path) -> Offered:
    with path.open("rb") as file:
        html = file.read(MAX_BYTES + 1)
    url = f"http://{host}/{quote(place.as_posix())}" if host else None
    gold: dict[str, Any] | None = None
    beside = path.with_suffix(".txt")
    if _MARK in html:
        html, gold = _unmarked(html)
    elif beside.is_file():
        gold = {"text": decode(beside.read_bytes()[:MAX_BYTES]).text}
    if url is not None:
        stated = parse(html).head.canonical
        url = stated or url
    return Offered(str(path), html, url, gold=gold)


def _unmarked(html: bytes) -> tuple[bytes, dict[str, Any]]:
    """A marked page without its marks, and what they say."""
    clean, marks = unmark(decode(html).text)
    page = parse(clean)
    labels, _ = marks.labels(page, as_posts=False)
    marked = list(zip(labels, page.texts.strings, strict=True))
    gold = {
        "labels": labels,
        "text": "\n".join(text for label, text in marked if label == "content"),
        "title": " ".join(word for label, text in marked if label == "title" for word in text.split()),
    }
    return b"\xef\xbb\xbf" + clean.encode("utf-8", "replace"), gold


def _from_lines(path: Path, failed: Failure) -> Iterator[Offered]:
    with path.open("rb") as raw:
        for number, line in enumerate(_opened(raw, path.name.lower()), start=1):
            name = f"{path}:{number}"
            try:
                record = read_record(line, plain=True)
            except InputError as error:
                failed(f"{name}: {error}")
                continue
            gold: dict[str, Any] | None = None
            if "dataset" in record and record.get("text"):
                extra = record.get("extra") or {}
                gold = {key: record.get(key) for key in ("text", "title", "author", "date")}
                gold["labels"] = extra.get("labels") if isinstance(extra, dict) else None
            url = record.get("url")
            yield Offered(name, record["html"], url if isinstance(url, str) else None, gold=gold)


def _opened(raw: IO[bytes], name: str) -> Iterable[bytes]:
    if name.endswith(".gz"):
        return gzip.GzipFile(fileobj=raw)
    if name.endswith(".zst"):
        with from_extra("batch", "reading .zst files"):
            import zstandard
        return io.BufferedReader(zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(raw), 1 << 20)
    return raw


def _from_archive(source: str) -> Iterator[Offered]:
    with from_extra("batch", "reading WARC files"):
        from kaensan.batch.options import Options
        from kaensan.batch.records import Record
        from kaensan.batch.shards import find_shards
        from kaensan.batch.sources import source_of

        shards = find_shards([source])
        options = Options()
        reader = source_of(shards[0].kind)
    for shard in shards:
        for chunk in reader.chunks(shard, 0, options):
            for found in reader.records(chunk, options):
                if isinstance(found, Record) and not found.plain and not found.error:
                    yield Offered(f"{source}:{found.offset}", found.content, found.url, found.charset)
