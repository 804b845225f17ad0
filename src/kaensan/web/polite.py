"""Many pages at once for an event loop: through one client, and politely to each host."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TypeVar

from kaensan.errors import FetchError
from kaensan.web.client import Client
from kaensan.web.response import Response
from kaensan.web.timeouts import Deadline
from kaensan.web.urls import parse_url

__all__ = ["PoliteClient"]

_Result = TypeVar("_Result")

LONGEST_DELAY = 60.0
"""Seconds; a robots.txt that asks for a longer delay than this gets this one."""

_MOST_HOSTS = 10_000
"""Hosts whose last request is remembered; the longest unused are forgotten."""


class PoliteClient:
    """Lets an event loop fetch through a client: so many requests at once, and to one host only some, with a pause.

    The client does the work in threads, so that one implementation of the rules about addresses, time and size holds
    everywhere. A fetch that is cancelled is given up at once, and its connection closed.
    """

    def __init__(self, client: Client, *, at_once: int = 8, per_host: int = 1, delay: float = 1.0) -> None:
        self.client = client
        self._per_host, self._delay = per_host, delay
        self._threads = ThreadPoolExecutor(at_once, "fetch")
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    async def __aenter__(self) -> PoliteClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def get(self, url: str) -> Response:
        """Fetch an address when it is its host's turn; a `FetchError` says why it cannot be had."""
        async with self.turn(_host(url)):
            return await self.run(lambda deadline: self.client.get(url, deadline=deadline))

    async def run(self, fetch: Callable[[Deadline], _Result], seconds: float | None = None) -> _Result:
        """Do something with the client in a thread, in so many seconds; if it is cancelled, its deadline is."""
        deadline = Deadline(self.client.timeouts.total if seconds is None else seconds)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, fetch, deadline)
        except asyncio.CancelledError:
            deadline.cancel()
            raise

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait until a request to a host may be made, and count it as under way as long as the context lasts."""
        known = self._known(host)
        async with known.seats:
            async with known.order:
                await asyncio.sleep(known.next_start - time.monotonic())
                known.next_start = time.monotonic() + max(self._delay, known.delay)
            yield

    def slow_down(self, host: str, delay: float) -> None:
        """Make at least so many seconds pass between two requests to a host, as its robots.txt asks."""
        known = self._known(host)
        longer = min(delay, LONGEST_DELAY)
        if longer > max(self._delay, known.delay):
            known.delay = longer
            known.next_start = max(known.next_start, time.monotonic() + longer)

    def _known(self, host: str) -> _Host:
        known = self._hosts.setdefault(host, _Host(self._per_host))
        self._hosts.move_to_end(host)
        if len(self._hosts) > _MOST_HOSTS:
            self._hosts.popitem(last=False)
        return known


class _Host:
    """What is known of the requests to one host."""

    def __init__(self, seats: int) -> None:
        self.seats = asyncio.Semaphore(seats)
        self.order = asyncio.Lock()
        self.next_start = 0.0
        self.delay = 0.0


def _host(url: str) -> str:
    try:
        return parse_url(url).authority
    except FetchError:
        return ""  # the client will say what is wrong with it
