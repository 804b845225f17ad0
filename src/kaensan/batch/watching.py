"""Those who follow a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kaensan.batch.local import Event
from kaensan.batch.shards import Shard

__all__ = ["Watcher"]


class Watcher(Protocol):
    """Hears of everything that happens in a run."""

    def begin(self, shards: Sequence[Shard], finished: int) -> None: ...
    def see(self, event: Event) -> None: ...
    def end(self) -> None: ...
