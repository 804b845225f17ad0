"""Pages from the web for clients of the service, through the safe client."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from kaensan.errors import BadStatus, FetchError, NotAPage, Refused, TooLarge, Unreachable, UsageError
from kaensan.extras import from_extra
from kaensan.serve.metrics import Metrics
from kaensan.serve.problems import Problem
from kaensan.serve.settings import Settings
from kaensan.serve.work.task import Sent

if TYPE_CHECKING:
    from kaensan.web.client import Client

__all__ = ["Fetcher"]

_AT_A_TIME = 16
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


class Fetcher:
    """Fetches a few pages at a time; more wait."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._turn = asyncio.Semaphore(_AT_A_TIME)
        self._lock = threading.Lock()
        self._client: Client | None = None

    async def fetch(self, url: str, *, render: bool = False) -> Sent:
        """Fetch a page; what goes wrong is a `Problem` in the client's words."""
        get = self._rendered if render else self._plain
        seconds = self._settings.limits.page
        try:
            async with self._turn, asyncio.timeout(seconds + 5):  # the client keeps the time itself; this is the net
                fetched: Sent = await asyncio.to_thread(get, url)
        except FetchError as error:
            self._metrics.fetches.labels(type(error).__name__).inc()
            raise _problem(error) from error
        except TimeoutError:
            self._metrics.fetches.labels("timeout").inc()
            raise Problem(504, "unreachable", f"{url}: the page did not come within {seconds:g} seconds") from None
        except UsageError as error:
            raise Problem(422, "usage", str(error)) from error
        self._metrics.fetches.labels("ok").inc()
        return fetched

    def _plain(self, url: str) -> Sent:
        response = self._open().get(url)
        return Sent(response.body, response.url, response.charset, response.warnings, fetched=True)

    def _rendered(self, url: str) -> Sent:
        client = self._open()
        from kaensan.web.render import render_page

        page = render_page(client, url)
        return Sent(page.source, page.url or url, warnings=page.warnings)

    def _open(self) -> Client:
        with self._lock:
            if self._client is None:
                with from_extra("fetch", "fetching pages"):
                    from kaensan.web.client import Client
                limits = self._settings.limits
                self._client = Client(
                    allow_private=self._settings.allow_private, timeout=limits.page, max_bytes=limits.body
                )
            return self._client

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


def _problem(error: FetchError) -> Problem:
    status, kind = next((status, kind) for cls, status, kind in _STATUS if isinstance(error, cls))
    if status == 502 and any(words in str(error) for words in _LATE):
        status = 504
    return Problem(status, kind, str(error), [("url", str(error))])
