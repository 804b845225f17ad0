"""How fast the service takes in what clients send: whoever sends much waits while others are there.

Receiving is work of the one process that speaks HTTP, so it is shared out like that of the workers: a client may send a
burst at any time, and after it a steady rate. What is not taken in stays with the client, since its connection is not
read from meanwhile. A client that is alone never waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Intake"]

_BURST = 32 << 20
"""Bytes that a client may send at once: more than the largest request."""
_RATE = 16 << 20
"""Bytes a second that all clients that are there may send after their bursts, each the same share of them: a part of
what one process can receive, so that it has time for the others."""
_ACTIVE = 1.0
"""Seconds that a client counts as being there after it was last seen."""
_LOOK = 1 / 64
"""Seconds between two looks at who may go on: each lets one of a client's requests go, which then sends some 64 KiB."""
_AT_ONCE = 16
"""Requests of a client that go on between two looks, also while its burst lasts: what they send is received in one
turn of the event loop, up to 256 KiB of each, and everybody else waits until it is."""
_MOST_CLIENTS = 4096
"""Clients that are remembered; then those who have their whole burst again are forgotten."""


@dataclass
class _Account:
    left: float
    """bytes that the client may still send; below 0 it waits"""
    counted: float
    """when they were last counted"""
    seen: float
    """when the client last asked for something"""
    gone: int = 0
    """its requests that went on since …"""
    since: float = 0.0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)
    """its requests that wait, the first one first"""


class Intake:
    """What each client has sent lately, and which of their requests wait; used from the event loop alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._accounts: dict[str, _Account] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._there, self._looked = 1, clock()
        """how many clients are there, and when they were last counted"""

    def see(self, client: str) -> None:
        """A client asks for something."""
        self._account(client).seen = self._clock()

    def took(self, client: str, size: int) -> None:
        """Bytes of a client have been taken in."""
        account = self._account(client)
        account.left -= size
        account.seen = account.counted

    def turn(self, client: str) -> asyncio.Future[None] | None:
        """None where more of a client may be taken in at once, else what to wait for; to be cancelled when given up."""
        account = self._account(client)
        if account.counted - account.since >= _LOOK:
            account.gone, account.since = 0, account.counted
        if self._may_go(client, account):
            account.gone += 1
            return None
        waiting = asyncio.get_running_loop().create_future()
        account.waiting.append(waiting)
        self._look_again()
        return waiting

    def _may_go(self, client: str, account: _Account) -> bool:
        has_turn = account.left > 0 and not account.waiting and account.gone < _AT_ONCE
        return has_turn or self._is_alone(client, account.counted)

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK, self._look)

    def _look(self) -> None:
        """Let one request go of each client that may send again, some where it has not used up its burst.

        All of one that is alone go.
        """
        self._timer = None
        waiting = [name for name, account in self._accounts.items() if account.waiting]
        for name in waiting:
            account = self._account(name)
            alone = self._is_alone(name, account.counted)
            _let_go(account, len(account.waiting) if alone else _turns(account.left))
        if any(self._accounts[name].waiting for name in waiting):
            self._look_again()

    def _account(self, client: str) -> _Account:
        now = self._clock()
        account = self._accounts.get(client)
        if account is None:
            self._forget(now)
            account = self._accounts[client] = _Account(_BURST, now, now)
        account.left = self._left(account, now)
        account.counted = now
        return account

    def _left(self, account: _Account, now: float) -> float:
        """What a client may send now: since it was counted, it has gained its share."""
        return min(_BURST, account.left + _RATE / max(self._active(now), 1) * (now - account.counted))

    def _active(self, now: float) -> int:
        if now - self._looked > _ACTIVE / 10:
            self._looked = now
            self._there = sum(now - account.seen < _ACTIVE for account in self._accounts.values())
        return self._there

    def _is_alone(self, client: str, now: float) -> bool:
        return not any(now - other.seen < _ACTIVE for name, other in self._accounts.items() if name != client)

    def _forget(self, now: float) -> None:
        if len(self._accounts) >= _MOST_CLIENTS:
            self._accounts = {
                name: one for name, one in self._accounts.items() if one.waiting or self._left(one, now) < _BURST
            }


def _turns(left: float) -> int:
    """How many requests of a client that may send so many bytes may go on at once; few once half its burst is used."""
    return _AT_ONCE if left > _BURST / 2 else int(left > 0)


def _let_go(account: _Account, count: int) -> None:
    """Let so many requests go on, those that were given up aside."""
    while count and account.waiting:
        first = account.waiting.popleft()
        if not first.done():
            first.set_result(None)
            count -= 1
