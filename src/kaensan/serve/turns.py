"""The worker processes, seen from the event loop: whose turn it is, and what becomes of a task."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from kaensan.errors import KaensanError
from kaensan.serve.gate import Ticket, make_room_problem
from kaensan.serve.problems import UNFORESEEN, Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Settings
from kaensan.serve.work import FIRST, LONG_KINDS, Answer, Task, work
from kaensan.workers import OutOfMemory, Pool, TimedOut, WorkerDied

__all__ = ["Do", "Engine", "Turns"]

_log = logging.getLogger(__name__)

Do = Callable[[Task], Answer]
"""What a worker does; a function at the top of a module."""

_BURST = 1.0
"""Seconds of work that a client may have done at once, whoever else is there."""
_ACTIVE = 1.0
"""Seconds that a client counts as being there after it was last seen."""
_LONG_TASK = 0.25
"""Seconds from which on tasks are long: a client whose tasks are has no more than half of the workers beside others."""
_LOOK = 0.02
"""Seconds until it is looked again whether a client has gained enough."""
_MOST_CLIENTS = 4096
"""Clients that are remembered; then those who have gone and owe nothing are forgotten."""
_LONG_IDLE = 10.0
"""Seconds without work after which the process for long tasks ends: it takes as much memory as one for pages."""
_LONG_NICENESS = 10
"""How far the process for long tasks stands back behind those that work on pages: they share the same processors."""


class Engine:
    """Does tasks in processes that may die without harm to the rest."""

    def __init__(self, settings: Settings, metrics: Metrics, do: Do = work) -> None:
        self._settings = settings
        self._limits = settings.limits
        self._metrics = metrics
        self._do = do
        self._turns = Turns(settings.workers)
        self._long_turns = Turns(1)
        self._pool = self._start(settings.workers, settings.limits.page)
        self._long: Pool[Task, Answer] | None = None
        self._long_tasks = 0
        self._long_idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that work on pages."""
        return self._pool.processes

    async def do(self, task: Task, ticket: Ticket | None = None) -> Answer:
        """Do a task; it is done once more when its process dies for a reason that may not lie in the page.

        Long tasks have a process of their own, which runs only while there are any, and more time.
        """
        is_long = task.kind in LONG_KINDS
        patience = self._limits.long + self._limits.request if is_long else self._limits.request
        try:
            async with asyncio.timeout(patience):
                try:
                    return await self._attempt(task, ticket)
                except WorkerDied as death:
                    self._metrics.deaths.labels(type(death).__name__).inc()
                    if isinstance(death, TimedOut | OutOfMemory):
                        raise
                return await self._attempt(task, ticket)
        except TimedOut:
            limit = self._limits.long if is_long else self._limits.page
            raise Problem(504, "time", f"the page takes more than {limit:g} seconds of work") from None
        except TimeoutError:
            message = "the request waited too long for a worker; try again"
            raise Problem(503, "busy", message, headers={"Retry-After": "1"}) from None
        except OutOfMemory:
            message = f"the page takes more than {self._limits.memory >> 20} MiB of memory"
            raise Problem(422, "memory", message) from None
        except WorkerDied as death:
            message = f"{death}, twice; try again, or send another page"
            raise Problem(503, "died", message, headers={"Retry-After": "1"}) from None
        except KaensanError as error:
            raise Problem(500, "failed", str(error)) from error
        except Problem:
            raise
        except Exception:
            _log.exception("a %s task failed", task.kind)
            raise Problem(500, "failed", UNFORESEEN) from None

    async def _attempt(self, task: Task, ticket: Ticket | None) -> Answer:
        is_long = task.kind in LONG_KINDS
        turns = self._long_turns if is_long else self._turns
        loop = asyncio.get_running_loop()
        client = ticket.client if ticket else ""
        await turns.wait(client, ticket)
        began = time.monotonic()
        future = (self._begin_long() if is_long else self._pool).submit(task)

        def end() -> None:
            turns.end(client, began)
            if is_long:
                self._end_long()

        # The turn lasts as long as the worker is busy, even if the client goes away before.
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(end))
        return await asyncio.wrap_future(future)

    def _start(self, workers: int, seconds: float, niceness: int = 0) -> Pool[Task, Answer]:
        first = partial(_begin, self._do, niceness)
        return Pool(self._do, workers, setup=first, time_limit=seconds, memory_limit=self._limits.memory)

    def _begin_long(self) -> Pool[Task, Answer]:
        self._long_tasks += 1
        if self._long_idle is not None:
            self._long_idle.cancel()
            self._long_idle = None
        if self._long is None:
            self._long = self._start(1, self._limits.long, _LONG_NICENESS)
        return self._long

    def _end_long(self) -> None:
        self._long_tasks -= 1
        if not self._long_tasks:
            self._long_idle = asyncio.get_running_loop().call_later(_LONG_IDLE, self._rest)

    def _rest(self) -> None:
        """End the process for long tasks until there is one again."""
        pool, self._long, self._long_idle = self._long, None, None
        if pool is not None:
            ending = asyncio.create_task(asyncio.to_thread(pool.close))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Finish what waits, then end the processes."""
        if self._long_idle is not None:
            self._long_idle.cancel()
        for pool in (self._pool, self._long):
            if pool is not None:
                await asyncio.to_thread(pool.close)
        await asyncio.gather(*self._ending)


def _begin(do: Do, niceness: int) -> None:
    """What a process does first: it takes its place behind others, and loads what its tasks need."""
    if niceness and hasattr(os, "nice"):  # Windows has none
        os.nice(niceness)
    do(FIRST)


class _Waiting(NamedTuple):
    client: str
    turn: asyncio.Future[None]

    def give_up(self) -> None:
        if not self.turn.done():
            self.turn.set_exception(make_room_problem())


@dataclass
class _Account:
    """What a client may still use: it gains seconds as time goes by, and pays for the work done for it."""

    seconds: float = _BURST
    counted: float = 0.0
    """when the seconds were last counted"""
    active: float = 0.0
    """when the client last asked for something, or something was done for it"""
    usual: float = 0.0
    """seconds that its tasks take, the latest counting most"""
    running: int = 0
    """tasks in work"""


class Turns:
    """Whose turn it is: that of the client with the most seconds left; used from the event loop.

    Clients that want something share the time of the workers. One that sends expensive pages pays for them, and waits
    while others are there, even for a worker that is idle just then: else small requests, which come one by one, would
    find all workers taken by large ones each time.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._free = places
        self._waiting: list[_Waiting] = []
        self._accounts: dict[str, _Account] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, client: str, ticket: Ticket | None = None) -> None:
        """Wait for a turn; a request that must make room for others meanwhile is told so."""
        mine = _Waiting(client, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        self._account(client).active = time.monotonic()
        self._call_next()
        try:
            with ticket.interruptible(mine.give_up) if ticket else nullcontext():
                await mine.turn
        except BaseException:
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif not mine.turn.cancelled() and mine.turn.exception() is None:  # called, but no longer there
                self._account(client).running -= 1
                self._free += 1
                self._call_next()
            raise

    def end(self, client: str, began: float) -> None:
        """A turn is over."""
        account = self._account(client)
        now = account.active = time.monotonic()
        account.seconds -= now - began
        account.usual = (account.usual + now - began) / 2
        account.running -= 1
        self._free += 1
        self._forget(now)
        self._call_next()

    def _call_next(self) -> None:
        self._waiting = [waiting for waiting in self._waiting if not waiting.turn.done()]
        while self._free and self._waiting:
            now = time.monotonic()
            self._share_out(now)
            allowed = [waiting for waiting in self._waiting if self._may_go(waiting.client, now)]
            if not allowed:
                self._look_again()
                return
            chosen = max(allowed, key=lambda waiting: self._accounts[waiting.client].seconds)  # of equals the first
            self._waiting.remove(chosen)
            self._free -= 1
            self._accounts[chosen.client].running += 1
            chosen.turn.set_result(None)

    def _may_go(self, client: str, now: float) -> bool:
        """Whether a client has seconds left, and leaves others a worker if its tasks are long; alone it may always."""
        account = self._accounts[client]
        most = self._places if account.usual < _LONG_TASK else max(self._places // 2, 1)
        return (account.seconds > 0 and account.running < most) or not self._others(client, now)

    def _share_out(self, now: float) -> None:
        """Every active client gains its share of the time that has passed."""
        active = max(sum(now - account.active < _ACTIVE for account in self._accounts.values()), 1)
        rate = self._places / active
        for account in self._accounts.values():
            account.seconds = min(account.seconds + rate * (now - account.counted), _BURST)
            account.counted = now

    def _others(self, client: str, now: float) -> bool:
        """Whether other clients are there that may want a worker at any moment."""
        return any(now - account.active < _ACTIVE for name, account in self._accounts.items() if name != client)

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK, self._looked)

    def _looked(self) -> None:
        self._timer = None
        self._call_next()

    def _account(self, client: str) -> _Account:
        if client not in self._accounts:
            self._accounts[client] = _Account(counted=time.monotonic())
        return self._accounts[client]

    def _forget(self, now: float) -> None:
        if len(self._accounts) > _MOST_CLIENTS:
            waiting = {waiting.client for waiting in self._waiting}
            self._accounts = {
                name: account
                for name, account in self._accounts.items()
                if name in waiting or account.running or now - account.active < _ACTIVE or account.seconds < 0
            }
