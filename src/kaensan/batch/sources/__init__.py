"""Kinds of input: how each is cut into chunks, by the parent, and how a chunk becomes records, in a worker."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol, cast

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, Record, Skipped, Unfinished
from kaensan.batch.shards import Shard

__all__ = ["Found", "Source", "source_of"]

Found = Record | Skipped | Loss | Unfinished
"""What a chunk holds."""

_RECORDS = "records"
"""The kind of a chunk whose records are there already."""


class Source(Protocol):
    """One kind of input. A module of this package is one."""

    PAGES_A_PART: int
    """pages after which finished work is put away for good"""

    def chunks(self, shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
        """Cut a shard from a place on where a chunk ended before."""
        ...

    def records(self, chunk: Chunk, options: Options) -> Iterator[Found]:
        """What a chunk holds, in order."""
        ...


def source_of(kind: str) -> Source:
    """The source of that kind."""
    return cast(Source, import_module(f"kaensan.batch.sources.{kind}"))


def only(chunk: Chunk, record: Record) -> Chunk:
    """A chunk with one record of another."""
    return Chunk(chunk.shard, chunk.source, _RECORDS, record.offset, chunk.end, [record])


def read(chunk: Chunk, options: Options) -> Iterator[Any]:
    """What a chunk of any kind holds."""
    return iter(chunk.payload) if chunk.kind == _RECORDS else source_of(chunk.kind).records(chunk, options)
