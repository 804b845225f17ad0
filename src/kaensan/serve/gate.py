"""How many requests, and how many bytes of them, are in the service at a time, and who makes room for whom."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kaensan.serve.intake import Intake
from kaensan.serve.problems import Problem
from kaensan.serve.settings import Limits

__all__ = ["Gate", "Ticket"]

_STEP = 16 << 10
"""Bytes that a client must have moved for it to count as progress; less may be a trickle that only keeps a place."""
_STALE = 1.0
"""Seconds without progress after which a transfer may be ended to make room for another."""


class Gate:
    """Lets requests in as long as there is room; used from the event loop alone.

    A request takes one of `concurrent` places only while it waits for a worker or is worked on: clients that send or
    read slowly take none. When the room for bytes is used up, transfers without progress end first; then the client
    that uses the most makes room for one that uses less.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.inside = 0
        """requests that wait for a worker or are worked on"""
        self.held = 0
        """bytes of requests and answers"""
        self.intake = Intake()
        self._peak = 0
        self._tickets: dict[Ticket, None] = {}

    def take_peak(self) -> int:
        """The most bytes that were held since this was asked last."""
        peak, self._peak = max(self._peak, self.held), self.held
        return peak

    def enter(self, client: str) -> Ticket:
        """A ticket for a request, to be closed when its answer is sent; a 429 where there is no room."""
        if len(self._tickets) >= self.limits.transfers and not self._end_stale():
            raise _full(f"the service serves {len(self._tickets)} requests already")
        self.intake.see(client)
        ticket = Ticket(self, client)
        self._tickets[ticket] = None
        return ticket

    def leave(self, ticket: Ticket) -> None:
        self._tickets.pop(ticket, None)
        self.held -= ticket.held
        ticket.held = 0

    def hold(self, ticket: Ticket, size: int) -> None:
        """Count bytes; a 429 where there is no room for them and none can be made."""
        while self.held + size > self.limits.held:
            if not (self._end_stale(ticket) or self._end_greediest(ticket, lambda other: other.held, size)):
                raise _full("the requests in work are too large together")
        self.held += size
        self._peak = max(self._peak, self.held)
        ticket.held += size

    def begin_work(self, ticket: Ticket) -> None:
        """Take a place; a 429 where all are taken and the client has as many as any other."""
        full = self.inside >= self.limits.concurrent
        if full and not self._end_greediest(ticket, lambda other: int(other.working), 1):
            raise _full(f"the service works on {self.inside} requests already")
        self.inside += 1
        ticket.working = True

    def end_work(self, ticket: Ticket) -> None:
        if ticket.working:
            ticket.working = False
            self.inside -= 1

    def _end_stale(self, but: Ticket | None = None) -> bool:
        """End the transfer that has made no progress for the longest time; whether there was one."""
        before = time.monotonic() - _STALE
        stale = [one for one in self._tickets if one.transferring and one.moved_at < before and one is not but]
        if not stale:
            return False
        self._end(min(stale, key=lambda one: one.moved_at))
        return True

    def _end_greediest(self, newcomer: Ticket, use: Callable[[Ticket], int], more: int) -> bool:
        """End a request of the client that uses the most, if that is more than the newcomer's would be; whether so."""
        uses = Counter[str]()
        for ticket in self._tickets:
            uses[ticket.client] += use(ticket)
        client, most = max(uses.items(), key=lambda item: item[1], default=("", 0))
        if most <= uses[newcomer.client] + more or client == newcomer.client:
            return False
        theirs = [one for one in self._tickets if one.client == client and one.interrupt is not None and use(one)]
        if not theirs:
            return False
        self._end(theirs[-1])
        return True

    def _end(self, ticket: Ticket) -> None:
        interrupt, ticket.interrupt = ticket.interrupt, None
        ticket.ended = True
        self.end_work(ticket)
        self.leave(ticket)
        if interrupt is not None:
            interrupt()


class Ticket:
    """One request inside, from its head to the end of its answer."""

    def __init__(self, gate: Gate, client: str) -> None:
        self.client = client
        self.held = 0
        self.working = False
        self.transferring = False
        """whether the service waits for the client to send or to read"""
        self.ended = False
        """whether the request was ended to make room for others"""
        self.moved_at = time.monotonic()
        """when the client last made progress"""
        self.interrupt: Callable[[], None] | None = None
        """ends what the request waits for; None while it cannot be ended"""
        self._gate = gate
        self._moved = 0

    @property
    def limits(self) -> Limits:
        return self._gate.limits

    def __enter__(self) -> Ticket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The request is over."""
        self._gate.end_work(self)
        self._gate.leave(self)

    def hold(self, size: int) -> None:
        """Count bytes that the request brings, or that its answer has."""
        if self.ended:
            raise make_room_problem()
        self._gate.hold(self, size)

    def let_go(self, size: int) -> None:
        """Bytes that are no longer needed."""
        size = min(size, self.held)
        self._gate.held -= size
        self.held -= size

    def took(self, size: int) -> None:
        """Bytes of the client have been taken in."""
        self._gate.intake.took(self.client, size)

    def turn_to_send(self) -> asyncio.Future[None] | None:
        """What to wait for before more of the client is taken in; None where it has not sent more than its share."""
        return self._gate.intake.turn(self.client)

    def moved(self, size: int) -> None:
        """The client has sent or read some bytes."""
        self._moved += size
        if self._moved >= _STEP:
            self._moved = 0
            self.moved_at = time.monotonic()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Take one of the places for requests in work."""
        if self.ended:
            raise make_room_problem()
        self._gate.begin_work(self)
        try:
            yield
        finally:
            self._gate.end_work(self)

    @contextmanager
    def interruptible(self, interrupt: Callable[[], None], *, transferring: bool = False) -> Iterator[None]:
        """While it waits, the request may be ended by calling `interrupt`."""
        before = self.interrupt, self.transferring
        self.interrupt, self.transferring = interrupt, transferring
        try:
            yield
        finally:
            self.interrupt, self.transferring = (None, False) if self.ended else before


def make_room_problem() -> Problem:
    """What a request hears that was ended to make room."""
    return _full("the request was ended to make room for others")


def _full(why: str) -> Problem:
    return Problem(429, "busy", f"{why}; try again in a second", headers={"Retry-After": "1"})
