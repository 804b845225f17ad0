"""Folders and patterns of HTML files. `Record.offset` is the number of the file, from 0, `Record.id` its path."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Record
from kaensan.batch.shards import Shard, html_files, open_input

__all__ = ["PAGES_A_PART", "chunks", "records"]

PAGES_A_PART = 1000

_FILES = 16


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """Some files at a time; the workers read them."""
    paths = islice(html_files(shard.location), start, None)
    while some := list(islice(paths, _FILES)):
        yield Chunk(shard.number, shard.location, "html", start, start + len(some), some)
        start += len(some)


def records(chunk: Chunk, options: Options) -> Iterator[Record]:
    """A record a file; one that cannot be read is a page that failed."""
    longest = options.limits.size
    for place, path in enumerate(chunk.payload, chunk.start):
        try:
            with open_input(path) as file:
                content = file.read(longest + 1)
        except OSError as error:
            yield Record(place, b"", id=path, error=f"the file cannot be read ({error.strerror or error})")
            continue
        if len(content) > longest:
            yield Record(place, b"", id=path, error=f"the page is longer than {longest:,} bytes")
        else:
            yield Record(place, content, id=path)
