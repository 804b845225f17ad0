"""A page as a browser shows it, after its scripts have run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from kaensan.errors import BadStatus, FetchError, KaensanError, NotAPage, TooLarge, Unreachable
from kaensan.page import Page, parse
from kaensan.web.chromium import Chromium, Event
from kaensan.web.client import Client
from kaensan.web.proxy import PinningProxy
from kaensan.web.response import require_readable_type
from kaensan.web.timeouts import Deadline

__all__ = ["MAX_MEMORY", "render_page"]

MAX_MEMORY = 1_500_000_000
_SETTLE = 5.0  # seconds that a page may go on asking for more after it has loaded
_NOT_READ = frozenset({"Image", "Media", "Font", "Ping", "CSPViolationReport", "Prefetch"})
_INSIDE = frozenset({"data", "blob", "about"})
_MARKUP = "document.documentElement ? ('<!DOCTYPE html>' + document.documentElement.outerHTML).slice(0, {most}) : ''"


def render_page(client: Client, url: str, *, max_memory: int = MAX_MEMORY, deadline: Deadline | None = None) -> Page:
    """Fetch a page with an installed Chromium, under the rules and limits of the client.

    Pictures, sound and fonts are not loaded.
    """
    with client.deadline(deadline) as held:
        return _render(client, url, max_memory, held)


def _render(client: Client, url: str, max_memory: int, deadline: Deadline) -> Page:
    target = client.guard.target(url)
    if client.robots is not None:
        client.robots.require(target, deadline)
    client.guard.addresses(target.host, target.port, min(client.timeouts.connect, deadline.left))
    with (
        PinningProxy(client.guard, deadline, 5 * client.max_bytes) as proxy,
        Chromium(proxy.port, deadline, user_agent=_agent(client), most_memory=max_memory) as browser,
    ):
        visit = _Visit(client, browser, proxy, deadline)
        visit.open(target.url)
        markup = visit.markup()
        page = parse(markup, visit.address)
        return replace(page, warnings=(*visit.warnings, *page.warnings))


def _agent(client: Client) -> str:
    """Sites send old browsers a page of their own, so we look like a new one, and say who we are."""
    return f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 {client.user_agent}"


@dataclass
class _Visit:
    """One page in one tab."""

    client: Client
    browser: Chromium
    proxy: PinningProxy
    deadline: Deadline
    address: str = ""
    warnings: list[str] = field(default_factory=list)
    _session: str = ""
    _frame: str = ""
    _loaded: float | None = None
    _idle: bool = False
    _hops: int = 0
    _failure: FetchError | None = None

    def open(self, url: str) -> None:
        """Go to an address and wait until the page has come to rest."""
        self.address = url
        made = self.browser.call("Target.createTarget", url="about:blank")
        attached = self.browser.call("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        self._session, self._frame = attached["sessionId"], made["targetId"]
        self.browser.call("Browser.setDownloadBehavior", behavior="deny")
        for name in ("Page.enable", "Network.enable"):
            self.browser.call(name, self._session)
        self.browser.call("Page.setLifecycleEventsEnabled", self._session, enabled=True)
        self.browser.call("Fetch.enable", self._session, patterns=[{"urlPattern": "*"}])
        self.browser.on_event = self._hear
        begun = self.browser.call("Page.navigate", self._session, url=url)
        self._raise()
        if begun.get("errorText"):
            raise self._unreachable(str(begun["errorText"]))
        self._wait()

    def markup(self) -> str:
        """The page as it stands, no longer than the client allows.

        It is read and cut in a world of its own, whose objects no script of the page has touched, and its length is
        counted here: what the page says of its own length is not believed.
        """
        markup = self._evaluate(_MARKUP.format(most=self.client.max_bytes + 1))
        if not isinstance(markup, str) or len(markup.encode("utf-8", "replace")) > self.client.max_bytes:
            raise TooLarge(f"{self.address}: the page is larger than {self.client.max_bytes:,} bytes in a browser")
        self._raise()
        return markup

    def _evaluate(self, expression: str) -> object:
        world = self.browser.call("Page.createIsolatedWorld", self._session, frameId=self._frame)
        done = self.browser.call(
            "Runtime.evaluate",
            self._session,
            expression=expression,
            returnByValue=True,
            contextId=world["executionContextId"],
        )
        return done.get("result", {}).get("value")

    def _wait(self) -> None:
        while not self._idle:
            try:
                message = self.browser.next_message()
            except Unreachable:
                if self._loaded is None:
                    raise
                break
            if message is not None and "method" in message:
                self._hear(message)
            self._raise()
            if self._loaded is not None and time.monotonic() - self._loaded > _SETTLE:
                self.warnings.append(
                    f"the page was still loading {_SETTLE:g} seconds after its start; it may be incomplete"
                )
                return

    def _raise(self) -> None:
        if self._failure is not None:
            raise self._failure
        if self.proxy.exceeded:
            raise TooLarge(f"{self.address}: the page loads more than {5 * self.client.max_bytes:,} bytes in a browser")

    def _unreachable(self, said: str) -> FetchError:
        if self.proxy.refused:
            return self.proxy.refused[0]
        if "ABORTED" in said:
            return NotAPage(f"{self.address}: this is a file to save, not a web page")
        return Unreachable(f"{self.address}: the browser could not reach it ({said}); try again later")

    def _hear(self, event: Event) -> None:
        name, said = event["method"], event.get("params", {})
        if event.get("sessionId") != self._session:
            return
        if name == "Fetch.requestPaused":
            self._permit(said)
        elif name == "Network.responseReceived":
            self._answered(said)
        elif name == "Page.javascriptDialogOpening":
            self.browser.send("Page.handleJavaScriptDialog", self._session, accept=False)
        elif name == "Page.frameNavigated" and said["frame"]["id"] == self._frame:
            self.address = said["frame"]["url"] or self.address
            self._idle, self._loaded = False, None
        elif name == "Page.loadEventFired":
            self._loaded = time.monotonic()
        elif name == "Page.lifecycleEvent" and said.get("name") == "networkIdle" and said["frameId"] == self._frame:
            self._idle = self._loaded is not None
        elif name == "Inspector.targetCrashed":
            self._failure = TooLarge(f"{self.address}: the page made the browser's tab crash")

    def _permit(self, said: Event) -> None:
        """Let a request of the page go on, or not."""
        url, kind = said["request"]["url"], said.get("resourceType", "")
        allowed = kind not in _NOT_READ
        if urlsplit(url).scheme not in _INSIDE:
            try:
                target = self.client.guard.target(url)
                if kind == "Document" and said.get("frameId") == self._frame:
                    self._hops += 1
                    if self._hops > 20:
                        raise Unreachable(f"{url}: the page leads on without an end; it is given up")
                    if self.client.robots is not None:
                        self.client.robots.require(target, self.deadline)
            except KaensanError as error:
                allowed = False
                if kind == "Document" and said.get("frameId") == self._frame and isinstance(error, FetchError):
                    self._failure = error
        if allowed:
            self.browser.send("Fetch.continueRequest", self._session, requestId=said["requestId"])
        else:
            self.browser.send(
                "Fetch.failRequest", self._session, requestId=said["requestId"], errorReason="BlockedByClient"
            )

    def _answered(self, said: Event) -> None:
        """What the server says of the page itself."""
        if said.get("type") != "Document" or said.get("frameId") != self._frame:
            return
        answer = said["response"]
        status = int(answer["status"])
        if status == 403 and self.proxy.refused:
            self._failure = self.proxy.refused[0]
        elif status >= 400:
            self._failure = BadStatus(f"{answer['url']}: the page cannot be had (status {status})", status)
        else:
            try:
                require_readable_type(answer["url"], str(answer.get("mimeType", "")).lower())
            except NotAPage as error:
                self._failure = error
