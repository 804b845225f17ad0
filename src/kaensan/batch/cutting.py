"""Inputs cut into chunks, in a process of its own.

Cutting unpacks archives and reads tables, and what is in them was made by strangers. So it is not done in the process
that keeps the ledger: if an input kills the one that cuts it, only that input fails.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk
from kaensan.batch.shards import Shard, is_url
from kaensan.batch.sources import source_of
from kaensan.errors import InputError
from kaensan.workers import NotStarted, Pool, WorkerDied

__all__ = ["Cutter", "Order", "cut", "cutting_pool"]

Order = tuple[Shard, int | None]
"""Cut the next chunk of a shard: the first one from a place on, or the one after the last."""

Cut = Chunk | str | None
"""A chunk, None at the end of the shard, or `LOST`."""

LOST = "lost"
"""The answer of a process that does not know what came before."""

_AHEAD = 3
"""Chunks that are cut before they are asked for."""

_TRIES = 3
"""How often an input may kill the process that cuts it at one place; it may also be killed from outside."""


@dataclass
class Cutter:
    """Cuts chunk after chunk; picklable while it has none open."""

    options: Options
    _open: Iterator[Chunk] | None = field(default=None, repr=False)
    _shard: int | None = None

    def __call__(self, order: Order) -> Cut:
        """The next chunk of a shard."""
        shard, start = order
        if start is not None:
            self._open, self._shard = source_of(shard.kind).chunks(shard, start, self.options), shard.number
        if self._open is None or self._shard != shard.number:
            return LOST
        try:
            chunk = next(self._open, None)
        except BaseException:
            self._open = None
            raise
        if chunk is None:
            self._open = None
        return chunk


def cutting_pool(options: Options, *, remote: bool) -> Pool[Order, Cut]:
    """The process that cuts; for inputs on other machines it keeps the environment, which may hold what opens them."""
    return Pool(
        Cutter(options), 1, memory_limit=options.limits.memory, environment=dict(os.environ) if remote else None
    )


def cut(shard: Shard, start: int, pool: Pool[Order, Cut]) -> Iterator[Chunk]:
    """The chunks of a shard from a place on, cut a little ahead; `InputError` where it cannot be cut."""
    place, deaths = start, 0
    ahead = _ordered(shard, place, pool)
    try:
        while True:
            try:
                chunk = ahead.popleft().result()
            except NotStarted:
                raise
            except WorkerDied as died:
                deaths += 1
                if deaths == _TRIES:
                    raise InputError(f"reading it on from {place:,} kills the process that does so ({died})") from None
                chunk = LOST
            if chunk is None:
                return
            if isinstance(chunk, str):
                ahead = _ordered(shard, place, pool)
                continue
            place, deaths = chunk.end, 0
            ahead.append(pool.submit((shard, None)))
            yield chunk
    finally:
        for future in ahead:
            future.cancel()


def _ordered(shard: Shard, place: int, pool: Pool[Order, Cut]) -> deque[Future[Cut]]:
    return deque([pool.submit((shard, place)), *(pool.submit((shard, None)) for _ in range(_AHEAD - 1))])


def has_remote(shards: list[Shard]) -> bool:
    """Whether any shard lies on another machine."""
    return any(is_url(shard.location) for shard in shards)
