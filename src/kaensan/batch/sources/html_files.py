"""Folders and patterns of HTML files. `Record.offset` is the number of the file, from 0, `Record.id` its path."""

from __future__ import annotations

from collections.abc import Iterator

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Record
from kaensan.batch.shards import Shard, is_url, open_input

__all__ = ["PAGES_A_PART", "chunks", "records"]

PAGES_A_PART = 1000

_FILES = 16
"""Files of a chunk."""


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """Some files at a time. Workers read local ones; those behind URLs are read here, for workers hold no keys."""
    longest = options.limits.size
    for first in range(start, len(shard.files), _FILES):
        paths = shard.files[first : first + _FILES]
        payload = [(path, _read(path, longest) if is_url(path) else None) for path in paths]
        yield Chunk(shard.number, shard.location, "html", first, first + len(paths), payload)


def records(chunk: Chunk, options: Options) -> Iterator[Record]:
    """A record a file; one that cannot be read is a page that failed."""
    longest = options.limits.size
    for place, (path, given) in enumerate(chunk.payload, chunk.start):
        content = _read(path, longest) if given is None else given
        if isinstance(content, str):
            yield Record(place, b"", id=path, error=content)
        elif len(content) > longest:
            yield Record(place, b"", id=path, error=f"the page is longer than {longest:,} bytes")
        else:
            yield Record(place, content, id=path)


def _read(path: str, longest: int) -> bytes | str:
    """The bytes of a file, or why it cannot be read."""
    try:
        with open_input(path) as file:
            content: bytes = file.read(longest + 1)
    except OSError as error:
        return f"the file cannot be read ({error.strerror or error})"
    return content
