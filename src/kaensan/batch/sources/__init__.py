"""Kinds of input: how each is cut into chunks, in one process, and how a chunk becomes records, in others."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, ReadTo, Record, Skipped, Unfinished
from kaensan.batch.shards import Shard

__all__ = ["Entry", "Source", "source_of"]

Entry = Record | Skipped | Loss | Unfinished | ReadTo
"""What a chunk holds."""


class Source(Protocol):
    """One kind of input. A module of this package is one."""

    PAGES_A_PART: int
    """pages after which finished work is put away for good"""

    def chunks(self, shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
        """Cut a shard from a place on where a chunk ended before."""
        ...

    def records(self, chunk: Chunk, options: Options) -> Iterator[Entry]:
        """What a chunk holds, in order."""
        ...

    def long_record(self, shard: Shard, start: int, options: Options) -> Chunk:
        """A record that was found unfinished at the end of its chunk; only kinds that say `Unfinished` have it."""
        ...


_MODULES = {"html": "html_files", "jsonl": "jsonl", "parquet": "parquet", "urls": "url_lists", "warc": "warc"}
"""The module of this package that reads each kind of input."""


def source_of(kind: str) -> Source:
    """The source of that kind."""
    return cast(Source, import_module(f"kaensan.batch.sources.{_MODULES[kind]}"))
