"""The client: one object that fetches pages for a whole program, from any number of threads.

It goes only where its guard lets it, asks robots.txt, keeps connections open, tries again when a server is busy, and
stops at bounds of time and size.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from types import TracebackType

from kaensan.errors import BadStatus, FetchError, Unreachable
from kaensan.page import Page, parse
from kaensan.web.addresses import Guard, Resolver, system_resolver
from kaensan.web.agent import user_agent as own_user_agent
from kaensan.web.cache import Cache
from kaensan.web.response import Response, require_readable_body, require_readable_type
from kaensan.web.robots import Robots
from kaensan.web.scripted import needs_scripts
from kaensan.web.timeouts import Deadline, Timeouts, retry_after, wait_before
from kaensan.web.urls import Target, join
from kaensan.web.wire import Wire, trusted_tls

__all__ = ["MAX_BYTES", "MAX_REDIRECTS", "Client"]

MAX_BYTES = 20_000_000
MAX_REDIRECTS = 10
_BUSY = frozenset({429, 500, 502, 503, 504})


class Client:
    """Fetches pages, safely by default; close it or use it in a `with`.

    `timeout` is a number of seconds for everything together, or `Timeouts`. `cache` is a file to keep pages in, made
    when it is missing. `resolver` and `tls` stand in for the system's name service and trusted certificates.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        timeout: float | Timeouts = Timeouts(),  # noqa: B008 (frozen)
        max_bytes: int = MAX_BYTES,
        robots: bool = True,
        cache: Cache | Path | str | None = None,
        user_agent: str | None = None,
        retries: int = 2,
        resolver: Resolver = system_resolver,
        tls: Callable[[], ssl.SSLContext] = trusted_tls,
    ) -> None:
        self.guard = Guard(allow_private, resolver)
        self.timeouts = Timeouts.of(timeout)
        self.max_bytes = max_bytes
        self.user_agent = user_agent or own_user_agent()
        self.cache = cache if cache is None or isinstance(cache, Cache) else Cache(Path(cache))
        self.robots = Robots(self._fetch_robots, self.user_agent) if robots else None
        self._retries = retries
        self._lock = Lock()
        self._under_way: set[Deadline] = set()
        self._closed = False
        self._wire = Wire(self.guard, self.timeouts, self.user_agent, tls)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give up what is being fetched, in whatever thread; close all connections, and the cache."""
        with self._lock:
            self._closed = True
            under_way = list(self._under_way)
        for deadline in under_way:
            deadline.cancel()
        self._wire.close()
        if self.cache is not None:
            self.cache.close()

    @contextmanager
    def deadline(self, given: Deadline | None = None) -> Iterator[Deadline]:
        """The deadline of a fetch, which is given up when the client is closed; by default the client's own."""
        deadline = given or Deadline(self.timeouts.total)
        with self._lock:
            if self._closed:
                deadline.cancel()
            self._under_way.add(deadline)
        try:
            yield deadline
        finally:
            with self._lock:
                self._under_way.discard(deadline)

    def get(self, url: str, *, pages: bool = True, deadline: Deadline | None = None) -> Response:
        """Fetch an address, through its redirects; a `FetchError` says why it cannot be had.

        With `pages=False` anything may come back, not only HTML, XML and text. One deadline holds for everything
        together, robots.txt included; whoever brings a deadline can give the fetch up by it.
        """
        with self.deadline(deadline) as held:
            return self._get(url, pages, held)

    def _get(self, url: str, pages: bool, deadline: Deadline) -> Response:
        target = self.guard.target(url)
        passed: list[str] = []
        while True:
            if self.robots is not None:
                self.robots.require(target, deadline)
            response = self._kept(target, deadline, pages)
            if response.redirects_to is None:
                break
            passed.append(target.url)
            target = self.next_hop(target, response.redirects_to, passed)
        if response.status >= 300:
            raise _bad_status(response)
        if pages:
            require_readable_type(response.url, response.content_type)  # one from the cache may have been anything
            require_readable_body(response.url, response.content_type, response.charset, response.body)
        return replace(response, redirects=tuple(passed))

    def page(self, url: str, *, deadline: Deadline | None = None) -> Page:
        """Fetch an address and parse the page; one that is empty without its scripts says so in its warnings."""
        response = self.get(url, deadline=deadline)
        page = parse(response.body, response.url, charset=response.charset)
        warnings = [*response.warnings, *page.warnings, *filter(None, [needs_scripts(page)])]
        return replace(page, warnings=tuple(warnings))

    def next_hop(self, target: Target, location: str, passed: list[str]) -> Target:
        """Where a redirect leads, checked like any other address."""
        onward = self.guard.target(join(target, location).url)
        if onward.url in passed:
            raise Unreachable(f"{passed[0]}: the address leads round in a circle; open it in a browser to see why")
        if len(passed) > MAX_REDIRECTS:
            raise Unreachable(f"{passed[0]}: the address leads on more than {MAX_REDIRECTS} times; it is given up")
        return onward

    def _kept(self, target: Target, deadline: Deadline, pages: bool) -> Response:
        """One hop, from the cache where it is fresh or the server says that nothing has changed."""
        if self.cache is None:
            return self._with_retries(target, deadline, pages)
        private = self.guard.allow_private  # what was fetched from inside is never shown to one who may not go there
        stored = self.cache.load(target.url, private)
        if stored is not None and stored.fresh:
            return stored.response
        conditions = stored.conditions if stored is not None else ()
        response = self._with_retries(target, deadline, pages, conditions)
        if response.status == 304 and stored is not None:
            return self.cache.renew(stored, response, private)
        self.cache.store(response, private)
        return response

    def _with_retries(
        self, target: Target, deadline: Deadline, pages: bool, extra: Iterable[tuple[str, str]] = ()
    ) -> Response:
        """One hop, tried again when the server is busy or the connection breaks."""
        for attempt in range(self._retries + 1):
            failure: FetchError | None = None
            asked: float | None = None
            try:
                response = self._wire.ask(target, deadline, self.max_bytes, pages=pages, extra=extra)
            except FetchError as error:
                failure = error
            else:
                if response.status not in _BUSY:
                    return response
                asked = retry_after(response.headers.get("retry-after"))
                failure = _bad_status(response, asked)
            wait = wait_before(attempt, asked)
            if not failure.transient or attempt == self._retries or wait >= deadline.left:
                raise failure
            deadline.wait(wait)
        raise AssertionError("the last attempt returns or raises")

    def exchange(
        self,
        url: str,
        *,
        pages: bool = True,
        extra: Iterable[tuple[str, str]] = (),
        deadline: Deadline | None = None,
    ) -> Response:
        """Ask once and give back the answer as it is: no redirects, no robots.txt, no cache, no second attempt."""
        with self.deadline(deadline) as held:
            return self._wire.ask(self.guard.target(url), held, self.max_bytes, pages=pages, extra=extra)

    def _fetch_robots(self, url: str, most: int, deadline: Deadline) -> Response:
        """A robots.txt, through its redirects, in the time that its page has."""
        target = self.guard.target(url)
        passed: list[str] = []
        while True:
            response = self._wire.ask(target, deadline, most, pages=False)
            if response.redirects_to is None:
                return response
            passed.append(target.url)
            target = self.next_hop(target, response.redirects_to, passed)


def _bad_status(response: Response, asked: float | None = None) -> BadStatus:
    wait = f", and asks to wait {asked:,.0f} seconds" if asked else ""
    meaning = {401: "needs a login", 403: "is closed to us", 404: "does not exist", 410: "is gone", 429: "is too busy"}
    state = meaning.get(response.status, "cannot be had now" if response.status >= 500 else "was not delivered")
    message = f"{response.url}: the page {state} (status {response.status}{wait})"
    return BadStatus(message, response.status, transient=response.status in _BUSY)
