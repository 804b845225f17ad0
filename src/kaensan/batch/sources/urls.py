"""Lists of URLs, one a line, which are fetched politely. `Record.offset` is the number of the line, from 0."""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Record
from kaensan.batch.shards import Shard, open_input
from kaensan.errors import KaensanError
from kaensan.extras import from_extra

__all__ = ["PAGES_A_PART", "chunks", "records"]

PAGES_A_PART = 50
"""Few, for a page that was fetched is dear."""

_AT_ONCE = 8
_AHEAD = 32
_PAUSE = 1.0
"""Seconds between two requests to one host."""


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """One fetched page at a time, in the order of the list; several hosts are asked at once."""
    with from_extra("fetch", "fetching pages"):
        from kaensan.web.client import Client
    under_way: deque[tuple[int, Future[Record]]] = deque()
    with Client(allow_private=options.allow_private) as client, ThreadPoolExecutor(_AT_ONCE) as threads:
        fetch = _Fetch(client, options)
        try:
            for number, url in _read(shard.location, start):
                under_way.append((number, threads.submit(fetch, number, url)))
                if len(under_way) >= _AHEAD:
                    yield _chunk(shard, *under_way.popleft())
            while under_way:
                yield _chunk(shard, *under_way.popleft())
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


def records(chunk: Chunk, options: Options) -> Iterator[Record]:
    """The page, which is there already."""
    yield from chunk.payload


class _Fetch:
    """Fetches pages, from one host only one at a time and with a pause between."""

    def __init__(self, client: Any, options: Options) -> None:
        self._client = client
        self._filters = options.filters
        self._hosts: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._last: dict[str, float] = {}

    def __call__(self, number: int, url: str) -> Record:
        if self._filters.refuses_url(url):
            return Record(number, b"", url=url)
        host = _host(url)
        with self._hosts[host]:
            time.sleep(max(0.0, self._last.get(host, -_PAUSE) + _PAUSE - time.monotonic()))
            fetched = datetime.now(UTC).isoformat(timespec="seconds")
            try:
                response = self._client.get(url)
            except KaensanError as error:
                return Record(number, b"", url=url, fetched=fetched, error=str(error))
            finally:
                self._last[host] = time.monotonic()
        return Record(number, response.body, url=response.url, fetched=fetched, charset=response.charset)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""  # the client will say what is wrong with it


def _read(location: str, start: int) -> Iterator[tuple[int, str]]:
    with open_input(location) as file:
        for number, line in enumerate(file):
            url = line.decode("utf-8", "replace").strip()
            if number >= start and url and not url.startswith("#"):
                yield number, url


def _chunk(shard: Shard, number: int, future: Future[Record]) -> Chunk:
    record = future.result()
    return Chunk(shard.number, shard.location, "urls", number, number + 1, [record], read=len(record.content))
