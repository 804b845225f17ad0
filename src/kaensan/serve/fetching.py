"""Pages from the web for clients of the service, through the safe client."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kaensan.errors import BadStatus, FetchError, NotAPage, Refused, TooLarge, Unreachable, UsageError
from kaensan.extras import from_extra
from kaensan.serve.places import Places
from kaensan.serve.problems import Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Settings
from kaensan.serve.work.task import Sent
from kaensan.workers import Pool, WorkerDied

if TYPE_CHECKING:
    from kaensan.web.client import Client

__all__ = ["Fetcher", "image_type"]

Fetched = TypeVar("Fetched")

_AT_A_TIME = 16
"""Pages that are fetched at a time."""
_BROWSERS = 2
"""Pages that run in a browser at a time; each browser may take 1.5 GB."""
_NET = 5.0
"""Seconds after which a fetch is given up though the client, which keeps the time itself, has not ended it."""
_LARGEST_IMAGE = 8_000_000
"""Bytes of a picture that is handed on: photographs of news pages have some hundred thousand."""
_IMAGES = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF8", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (4, b"ftypavif", "image/avif"),
)
"""Pictures by the bytes that they have at a place. SVG is none of them: it is markup, not dots."""
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
    """Fetches a few pages at a time, for one client no more than half of them; more wait.

    Pages that run in a browser are read in processes of their own.
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        limits = settings.limits
        self._access = _Access(settings.allow_private, limits.page, limits.body)
        self._metrics = metrics
        self._places = Places(_AT_A_TIME)
        self._browser_places = Places(_BROWSERS)
        self._lock = threading.Lock()
        self._client: Client | None = None
        self._browsers: Pool[str, Sent] | None = None

    async def fetch(self, url: str, client: str, *, render: bool = False) -> Sent:
        """Fetch a page for a client; what goes wrong is a `Problem` in the client's words."""
        if render:
            async with self._browser_places.take(client):
                return await self._in_time(url, self._rendered(url), 2 * _NET)
        async with self._places.take(client):
            return await self._in_time(url, asyncio.to_thread(self._plain, url), _NET)

    async def fetch_image(self, url: str, client: str) -> tuple[bytes, str]:
        """The bytes and the media type of a picture; what is no picture that browsers draw from dots is refused."""
        async with self._places.take(client):
            body = await self._in_time(url, asyncio.to_thread(self._image, url), _NET)
        media = image_type(body)
        if media is None:
            raise Problem(
                422, "not_an_image", f"{url}: this is no PNG, JPEG, GIF, WebP or AVIF", [("url", "no picture")]
            )
        if len(body) > _LARGEST_IMAGE:
            raise Problem(422, "too_large", f"{url}: the picture is larger than {_LARGEST_IMAGE:,} bytes")
        return body, media

    async def _in_time(self, url: str, fetch: Awaitable[Fetched], grace: float) -> Fetched:
        """What is fetched, within the time of a page and some seconds of grace."""
        seconds = self._access.timeout
        try:
            async with asyncio.timeout(seconds + grace):
                fetched = await fetch
        except FetchError as error:
            self._metrics.fetches.labels(type(error).__name__).inc()
            raise _problem(error) from error
        except (TimeoutError, WorkerDied):
            self._metrics.fetches.labels("timeout").inc()
            raise Problem(504, "unreachable", f"{url}: the page did not come within {seconds:g} seconds") from None
        except UsageError as error:
            raise Problem(422, "usage", str(error)) from error
        self._metrics.fetches.labels("ok").inc()
        return fetched

    def _plain(self, url: str) -> Sent:
        response = self._opened().get(url)
        return Sent(response.body, response.url, response.charset, response.warnings, fetched=True)

    def _image(self, url: str) -> bytes:
        return self._opened().get(url, pages=False).body

    def _opened(self) -> Client:
        with self._lock:
            if self._client is None:
                self._client = _open(self._access)
            return self._client

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


def image_type(body: bytes) -> str | None:
    """The media type of a picture by its first bytes, whatever its server calls it.

    >>> image_type(b"GIF89a"), image_type(b"<svg>")
    ('image/gif', None)
    """
    return next((media for at, mark, media in _IMAGES if body.startswith(mark, at)), None)


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
