"""Small archives of pages that were written for the tests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from kaensan.batch.events import Done, Ended, Engine, Event
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Record
from kaensan.batch.shards import Shard, find_shards
from kaensan.batch.sources import source_of


def page(number: int, words: str = "The river rose by a metre in the night") -> bytes:
    """A page with a title, a menu and an article that names its number."""
    article = "".join(f"<p>{words}, and page {number} has paragraph {place} about it.</p>" for place in range(3))
    menu = "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
    return f"<html lang=en><title>Page {number}</title>{menu}<article>{article}</article></html>".encode()


def warc_record(number: int, html: bytes | None = None, *, kind: str = "response", status: int = 200) -> bytes:
    """A WARC record, uncompressed."""
    body = page(number) if html is None else html
    content_type = "application/http; msgtype=response"
    if kind == "response":
        head = f"HTTP/1.1 {status} OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".encode()
        body = head + body
    elif kind == "conversion":
        content_type = "text/plain"
    return (
        (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
            f"WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: http://example.org/{number}\r\n"
            f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode()
        + body
        + b"\r\n\r\n"
    )


def write_warc(path: Path, pages: Iterable[bytes]) -> Path:
    """An archive with every record compressed by itself."""
    path.write_bytes(b"".join(gzip.compress(warc_record(number, html), 1) for number, html in enumerate(pages)))
    return path


def write_jsonl(path: Path, rows: Iterable[Any]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def shard_of(path: Path) -> Shard:
    (shard,) = find_shards([str(path)])
    return shard


def chunks_of(path: Path, options: Options | None = None, start: int = 0) -> list[Chunk]:
    shard = shard_of(path)
    return list(source_of(shard.kind).chunks(shard, start, options or Options()))


def found_in(path: Path, options: Options | None = None, start: int = 0) -> list[Any]:
    """Everything that an input holds, in order."""
    options = options or Options()
    return [
        found for chunk in chunks_of(path, options, start) for found in source_of(chunk.kind).records(chunk, options)
    ]


def pages_in(path: Path, options: Options | None = None, start: int = 0) -> list[Record]:
    return [found for found in found_in(path, options, start) if isinstance(found, Record)]


def inline(extractor: Extractor, stop: Callable[[Chunk], bool] = lambda chunk: False) -> Engine:
    """An engine without processes, which can be stopped as by a power cut."""

    def engine(shards: Sequence[tuple[Shard, int]]) -> Generator[Event, None, None]:
        for shard, start in shards:
            for chunk in source_of(shard.kind).chunks(shard, start, extractor.options):
                if stop(chunk):
                    raise KeyboardInterrupt
                yield Done(shard, chunk, extractor(chunk))
            yield Ended(shard)

    return engine


class InlinePool:
    """A pool without processes, for work that a test has changed."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def __enter__(self) -> InlinePool:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, task: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(self._work(task))
        except Exception as error:
            done.set_exception(error)
        return done


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows
