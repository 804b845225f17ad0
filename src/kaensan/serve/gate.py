"""How many requests, and how many bytes of them, are in the house at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kaensan.serve.problems import Problem
from kaensan.serve.settings import Limits

__all__ = ["Gate", "Ticket"]


class Gate:
    """Lets requests in as long as there is room; used from the event loop alone."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.inside = 0
        self.held = 0

    @contextmanager
    def enter(self) -> Iterator[Ticket]:
        """Be inside, or a 429 that says when to come back."""
        if self.inside >= self._limits.concurrent:
            raise _full(f"the service works on {self.inside} requests already")
        self.inside += 1
        ticket = Ticket(self)
        try:
            yield ticket
        finally:
            self.inside -= 1
            self.held -= ticket.held

    def hold(self, size: int) -> None:
        if self.held + size > self._limits.held:
            raise _full("the requests in work are too large together")
        self.held += size


class Ticket:
    """One request inside."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self.held = 0

    def hold(self, size: int) -> None:
        """Count bytes that the request brings."""
        self._gate.hold(size)
        self.held += size

    def let_go(self, size: int) -> None:
        """Bytes that are no longer needed."""
        self._gate.held -= size
        self.held -= size


def _full(why: str) -> Problem:
    return Problem(429, "busy", f"{why}; try again in a second", headers={"Retry-After": "1"})
