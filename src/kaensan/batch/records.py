"""What flows through a run: chunks of a shard, the records in them, and what became of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Chunk", "Loss", "Outcome", "ReadTo", "Record", "Skipped", "Unfinished"]


@dataclass(frozen=True)
class Record:
    """One page as a source holds it."""

    offset: int
    """its place in the source; what it counts depends on the kind of source"""
    content: bytes | str
    """markup, or plain text"""
    url: str | None = None
    id: str | None = None
    """what the source calls the record"""
    fetched: str | None = None
    """when it was fetched, as the source says"""
    charset: str | None = None
    """the encoding that the server named"""
    plain: bool = False
    """whether the content is text that was extracted already"""
    error: str | None = None
    """why there is no content, where the source has the page but cannot give it"""


@dataclass(frozen=True)
class Skipped:
    """A record that is no page."""

    offset: int
    reason: str


@dataclass(frozen=True)
class Loss:
    """A part of a source that cannot be read."""

    offset: int
    length: int
    reason: str


@dataclass(frozen=True)
class Unfinished:
    """A record that goes on after the end of its chunk."""

    offset: int


@dataclass(frozen=True)
class ReadTo:
    """Where a record ended that went on after the end of its chunk."""

    end: int


@dataclass(frozen=True)
class Chunk:
    """Some neighbouring records of one shard: what a worker gets at a time."""

    shard: int
    source: str
    kind: str
    start: int
    end: int
    """where the next chunk starts"""
    payload: Any
    """what the kind of source needs to find the records"""
    last: bool = False
    read: int = 0
    """bytes of the input that it took"""
    skip: int = 0
    """records at its start that are done already"""
    most: int | None = None
    """records to do after them; all where it is None"""
    peek: bool = False
    """whether to look at its records only, without extracting any"""


@dataclass
class Outcome:
    """What a worker made of a chunk."""

    rows: bytes | None = None
    """the rows to keep, as a batch in the Arrow format"""
    offsets: list[int] = field(default_factory=list)
    """of every page, in order"""
    fates: list[str] = field(default_factory=list)
    """of every page: `kept` or `failed`, which have a row, or why it has none"""
    failures: list[tuple[int, str | None, str]] = field(default_factory=list)
    """offset, URL and reason of every page that failed"""
    skipped: Counter[str] = field(default_factory=Counter)
    losses: list[Loss] = field(default_factory=list)
    unfinished: int | None = None
    """where the record starts that goes on after the end of the chunk"""
    read_to: int | None = None
    """where a record ended that goes on after the end of its chunk"""
    peeked: Record | None = None
    """the record that was looked at, without its content"""
    left: int | None = None
    """the record to go on with, where a worker stopped before the end of the chunk"""
    seconds: list[float] = field(default_factory=list)
    """that the extraction of every page took"""
    busy: float = 0.0
    """seconds that everything took in the worker"""
    markup: int = 0
    """bytes of markup"""
