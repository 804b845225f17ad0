"""How far a run is, on one line of the terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TextIO

from kaensan.batch.events import Done, Ended, Event
from kaensan.batch.shards import Shard

__all__ = ["Line"]


class Line:
    """One line on the terminal that says how far a run is."""

    def __init__(self, stream: TextIO, every: float = 0.25) -> None:
        self._stream = stream
        self._every = every
        self._pages = self._failed = self._read = self._markup = self._shards = 0
        self._all = self._size = 0
        self._began = self._shown = time.monotonic()
        self._width = 0

    def begin(self, shards: Sequence[Shard], finished: int) -> None:
        """Take the measure of what lies ahead."""
        self._all, self._shards = len(shards) + finished, finished
        self._size = 0 if any(shard.size is None for shard in shards) else sum(shard.size or 0 for shard in shards)
        self._began = time.monotonic()

    def see(self, event: Event) -> None:
        """Count, and show it now and then."""
        if isinstance(event, Done):
            self._pages += len(event.outcome.fates)
            self._failed += len(event.outcome.failures)
            self._read += event.chunk.read
            self._markup += event.outcome.markup
        elif isinstance(event, Ended):
            self._shards += 1
        now = time.monotonic()
        if now - self._shown >= self._every:
            self._shown = now
            self._show(self.text(now - self._began))

    def end(self) -> None:
        """Leave the terminal clean."""
        self._show("")

    def text(self, seconds: float) -> str:
        """How far it is after so many seconds."""
        shown = (
            f"{self._shards:,}/{self._all:,} shards  {self._pages:,} pages  {self._pages / seconds:,.1f} pages/s  "
            f"{self._markup / 1e6 / seconds:,.1f} MB/s  {self._failed:,} failed"
        )
        if self._size and self._read:
            left = max(0.0, seconds * (self._size / self._read - 1))
            shown += f"  {_clock(left)} left"
        return shown

    def _show(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
        self._stream.flush()
        self._width = len(text)


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> _clock(3725)
    '1:02:05'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
