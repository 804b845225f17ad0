"""What happens in a run, in order, and those who follow it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol

from kaensan.batch.records import Chunk, Outcome
from kaensan.batch.shards import Shard

__all__ = ["Done", "Ended", "Engine", "Event", "Failed", "Watcher"]


@dataclass(frozen=True)
class Done:
    """A chunk is done."""

    shard: Shard
    chunk: Chunk
    outcome: Outcome


@dataclass(frozen=True)
class Ended:
    """A shard was read to its end."""

    shard: Shard


@dataclass(frozen=True)
class Failed:
    """A shard cannot be read, or not to its end."""

    shard: Shard
    reason: str


Event = Done | Ended | Failed

Engine = Callable[[Sequence[tuple[Shard, int]]], Generator[Event, None, None]]
"""What works through shards, each from a place on, and reports in order."""


class Watcher(Protocol):
    """Hears of everything that happens in a run."""

    def begin(self, shards: Sequence[Shard], finished: int) -> None: ...
    def see(self, event: Event) -> None: ...
    def end(self) -> None: ...
