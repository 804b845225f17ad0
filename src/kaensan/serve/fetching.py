"""Pages from the web for clients of the service, through the safe client."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kaensan.errors import BadStatus, FetchError, NotAPage, Refused, TooLarge, Unreachable, UsageError
from kaensan.extras import from_extra
from kaensan.serve.monitoring import Metrics
from kaensan.serve.problems import Problem
from kaensan.serve.settings import Settings
from kaensan.serve.work.task import Sent
from kaensan.workers import Pool, WorkerDied

if TYPE_CHECKING:
    from kaensan.web.client import Client

__all__ = ["Fetcher"]

_AT_A_TIME = 16
"""Pages that are fetched at a time."""
_BROWSERS = 2
"""Pages that run in a browser at a time; each browser may take 1.5 GB."""
_NET = 5.0
"""Seconds after which a fetch is given up though the client, which keeps the time itself, has not ended it."""
_STATUS: tuple[tuple[type[FetchError], int, str], ...] = (
    (Refused, 403, "refused"),
    (TooLarge, 422, "too_large"),
    (NotAPage, 422, "not_a_page"),
    (BadStatus, 502, "bad_status"),
    (Unreachable, 502, "unreachable"),
    (FetchError, 502, "unreachable"),
)
_LATE = ("in time", "did not come within")
"""How the client says that a server was too slow."""


class _Access(NamedTuple):
    """What a client of the web may do."""

    allow_private: bool
    timeout: float
    max_bytes: int


class Fetcher:
    """Fetches a few pages at a time; more wait. Pages that run in a browser are read in processes of their own."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        limits = settings.limits
        self._access = _Access(settings.allow_private, limits.page, limits.body)
        self._metrics = metrics
        self._turn = asyncio.Semaphore(_AT_A_TIME)
        self._lock = threading.Lock()
        self._client: Client | None = None
        self._browsers: Pool[str, Sent] | None = None

    async def fetch(self, url: str, *, render: bool = False) -> Sent:
        """Fetch a page; what goes wrong is a `Problem` in the client's words."""
        seconds = self._access.timeout
        try:
            async with self._turn, asyncio.timeout(seconds + (2 * _NET if render else _NET)):
                sent = await (self._rendered(url) if render else asyncio.to_thread(self._plain, url))
        except FetchError as error:
            self._metrics.fetches.labels(type(error).__name__).inc()
            raise _problem(error) from error
        except (TimeoutError, WorkerDied):
            self._metrics.fetches.labels("timeout").inc()
            raise Problem(504, "unreachable", f"{url}: the page did not come within {seconds:g} seconds") from None
        except UsageError as error:
            raise Problem(422, "usage", str(error)) from error
        self._metrics.fetches.labels("ok").inc()
        return sent

    def _plain(self, url: str) -> Sent:
        with self._lock:
            if self._client is None:
                self._client = _open(self._access)
        response = self._client.get(url)
        return Sent(response.body, response.url, response.charset, response.warnings, fetched=True)

    async def _rendered(self, url: str) -> Sent:
        if self._browsers is None:  # a browser needs more address space than a worker may have, so no limit on memory
            self._browsers = Pool(
                partial(_render, self._access), _BROWSERS, time_limit=self._access.timeout + _NET, memory_limit=None
            )
        return await asyncio.wrap_future(self._browsers.submit(url))

    async def close(self) -> None:
        if self._client is not None:
            self._client.close()
        if self._browsers is not None:
            await asyncio.to_thread(self._browsers.close, finish=False)


def _render(access: _Access, url: str) -> Sent:
    """In a process of its own: the page as a browser shows it."""
    with _open(access) as client:
        from kaensan.web.render import render_page

        page = render_page(client, url)
        return Sent(page.source, page.url or url, warnings=page.warnings)


def _open(access: _Access) -> Client:
    with from_extra("fetch", "fetching pages"):
        from kaensan.web.client import Client
    return Client(**access._asdict())


def _problem(error: FetchError) -> Problem:
    status, kind = next((status, kind) for cls, status, kind in _STATUS if isinstance(error, cls))
    if status == 502 and any(words in str(error) for words in _LATE):
        status = 504
    return Problem(status, kind, str(error), [("url", str(error))])
