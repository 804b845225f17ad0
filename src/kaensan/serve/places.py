"""Places that clients share fairly: for what takes long and costs the service little but the waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Places"]


class Places:
    """So many things at a time, of one client no more than half of them; used from the event loop alone.

    A client that asks for what takes long, such as pages of a server that answers a byte a second, must leave places to
    others: its own requests wait for each other. Of those that wait, the client with the fewest places is next.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._most = max(count // 2, 1)
        self._taken: Counter[str] = Counter()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def take(self, client: str) -> AsyncIterator[None]:
        """A place for as long as the context lasts, once there is one."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((client, turn))
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # called, but no longer there
                self._leave(client)
            raise
        try:
            yield
        finally:
            self._leave(client)

    def _leave(self, client: str) -> None:
        self._free += 1
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]
        self._call_next()

    def _call_next(self) -> None:
        self._waiting = [(client, turn) for client, turn in self._waiting if not turn.done()]
        while self._free:
            allowed = [waiting for waiting in self._waiting if self._taken[waiting[0]] < self._most]
            if not allowed:
                return
            chosen = min(allowed, key=lambda waiting: self._taken[waiting[0]])  # of equals the first
            self._waiting.remove(chosen)
            self._free -= 1
            self._taken[chosen[0]] += 1
            chosen[1].set_result(None)
