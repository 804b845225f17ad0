"""How long a fetch may take, and how long it waits before it tries again."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from kaensan.errors import Unreachable
from kaensan.page.safe_readers import read_http_date

__all__ = ["Deadline", "Timeouts", "retry_after", "wait_before"]


@dataclass(frozen=True)
class Timeouts:
    """Seconds: for a connection to be made, for the next bytes to come, and for everything together."""

    connect: float = 10.0
    """until a connection is made"""
    read: float = 20.0
    """until the next bytes come"""
    total: float = 60.0
    """for everything together, redirects and robots.txt too"""

    @classmethod
    def of(cls, timeout: float | Timeouts) -> Timeouts:
        """The timeouts themselves, or those in which everything together takes no more than so many seconds."""
        if isinstance(timeout, Timeouts):
            return timeout
        return cls(min(cls.connect, timeout), min(cls.read, timeout), timeout)


@dataclass(eq=False)
class Deadline:
    """The moment at which a fetch is given up, whatever is still trickling in; it can be brought forward to now."""

    seconds: float
    _end: float = field(init=False)
    _cancelled: threading.Event = field(init=False, default_factory=threading.Event, repr=False)
    _wake: Callable[[], None] | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        self._end = time.monotonic() + self.seconds

    def cancel(self) -> None:
        """Give the fetch up now, from any thread; what it waits for ends."""
        self._end = 0.0
        self._cancelled.set()
        wake = self._wake
        if wake is not None:
            wake()

    def wait(self, seconds: float) -> None:
        """Do nothing for some time, or until the fetch is given up."""
        self._cancelled.wait(seconds)

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """Have `wake` called if the fetch is given up while the context lasts."""
        self._wake = wake
        try:
            yield
        finally:
            self._wake = None

    @property
    def left(self) -> float:
        """Seconds that are left, none when it has passed."""
        return max(self._end - time.monotonic(), 0.0)

    def check(self) -> None:
        """Raise when the time is over."""
        if self._cancelled.is_set():
            raise Unreachable("the fetch was given up before the page had come")
        if time.monotonic() >= self._end:
            raise Unreachable(f"the page did not come within {self.seconds:g} seconds; try again or allow more time")


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """The seconds that a `Retry-After` header asks to wait; None where it says nothing to be understood.

    >>> retry_after("120"), retry_after("soon")
    (120.0, None)
    >>> retry_after("Sun, 06 Nov 1994 08:49:37 GMT", datetime(1994, 11, 6, 8, 49, 7, tzinfo=UTC))
    30.0
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    moment = read_http_date(text)
    return None if moment is None else max((moment - (now or datetime.now(UTC))).total_seconds(), 0.0)


def wait_before(attempt: int, asked: float | None) -> float:
    """How long to wait before another attempt: what the server asked for, else twice as long each time."""
    if asked is not None:
        return asked
    return 0.5 * (1 << attempt) * random.uniform(0.75, 1.25)  # not all clients at once
