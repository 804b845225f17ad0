"""Lists of URLs, one a line, which are fetched politely. `Record.offset` is the number of the line, from 0."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Record
from kaensan.batch.shards import Shard, open_input
from kaensan.errors import KaensanError
from kaensan.extras import from_extra

if TYPE_CHECKING:
    from kaensan.web.polite import PoliteClient

__all__ = ["PAGES_A_PART", "chunks", "records"]

PAGES_A_PART = 50
"""Few, for a page that was fetched is dear."""

_AT_ONCE = 8
"""Pages that are fetched at the same time."""
_AHEAD = 32
"""Addresses that are taken ahead, so that one slow host does not hold up the others."""
_PAUSE = 1.0
"""Seconds between two requests to one host."""


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """One fetched page at a time, in the order of the list; several hosts are asked at once."""
    with from_extra("fetch", "fetching pages"):
        from kaensan.web.client import Client
        from kaensan.web.polite import PoliteClient
    under_way: deque[asyncio.Task[Chunk]] = deque()
    with Client(allow_private=options.allow_private) as client, asyncio.Runner() as runner:
        polite = PoliteClient(client, at_once=_AT_ONCE, delay=_PAUSE)
        lines = _read(shard.location, start)
        loop = runner.get_loop()
        more = True
        while more or under_way:
            while more and len(under_way) < _AHEAD:
                line = next(lines, None)
                more = line is not None
                if line is not None:
                    under_way.append(loop.create_task(_fetched(shard, *line, polite, options)))
            if under_way:
                yield runner.run(_wait_for(under_way.popleft()))


async def _wait_for(task: asyncio.Task[Chunk]) -> Chunk:
    return await task


async def _fetched(shard: Shard, number: int, url: str, polite: PoliteClient, options: Options) -> Chunk:
    record = await _record(number, url, polite, options)
    return Chunk(shard.number, shard.location, "urls", number, number + 1, [record], read=len(record.content))


async def _record(number: int, url: str, polite: PoliteClient, options: Options) -> Record:
    if options.filters.refuses_url(url):
        return Record(number, b"", url=url)
    fetched = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        response = await polite.get(url)
    except KaensanError as error:
        return Record(number, b"", url=url, fetched=fetched, error=str(error))
    return Record(number, response.body, url=response.url, fetched=fetched, charset=response.charset)


def records(chunk: Chunk, options: Options) -> Iterator[Record]:
    """The page, which is there already."""
    yield from chunk.payload


def _read(location: str, start: int) -> Iterator[tuple[int, str]]:
    with open_input(location) as file:
        for number, line in enumerate(file):
            url = line.decode("utf-8", "replace").strip()
            if number >= start and url and not url.startswith("#"):
                yield number, url
