"""What a site's robots.txt allows (RFC 9309), read by Protego."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from threading import Lock

from protego import Protego

from kaensan.errors import BadStatus, FetchError, Refused
from kaensan.web.agent import product
from kaensan.web.response import Response
from kaensan.web.timeouts import Deadline
from kaensan.web.urls import Target

__all__ = ["Robots", "Rules"]

_MOST_BYTES = 512 * 1024
_MOST_SITES = 10_000
_DAY = 86_400.0
_SOON = 60.0  # a robots.txt that could not be read is asked for again after this


@dataclass(frozen=True)
class Rules:
    """What one site allows to one program."""

    agent: str
    parsed: Protego | None = None
    """None where everything is allowed, or nothing"""
    closed: FetchError | None = None
    """why nothing is allowed"""

    def allows(self, url: str) -> bool:
        if self.closed:
            return False
        return self.parsed is None or bool(self.parsed.can_fetch(url, self.agent))

    @property
    def delay(self) -> float:
        """Seconds that the site wants between two requests."""
        return float(self.parsed.crawl_delay(self.agent) or 0.0) if self.parsed else 0.0

    @property
    def sitemaps(self) -> list[str]:
        return list(self.parsed.sitemaps) if self.parsed else []


class Robots:
    """The rules of many sites, each read once a day; usable from many threads."""

    def __init__(self, fetch: Callable[[str, int, Deadline], Response], agent: str) -> None:
        self._fetch, self._agent = fetch, product(agent)
        self._lock = Lock()
        self._known: OrderedDict[str, _Entry] = OrderedDict()

    def require(self, target: Target, deadline: Deadline) -> Rules:
        """The rules of the site; `Refused` where it does not want the address fetched."""
        rules = self.rules(target, deadline)
        if rules.closed:
            raise copy(rules.closed)  # an exception remembers where it was raised, and rules are shared
        if not rules.allows(target.url):
            raise Refused(
                f"{target.url}: the robots.txt of {target.host} closes it to {self._agent}; "
                "--ignore-robots (robots=False) is for sites of your own"
            )
        return rules

    def rules(self, target: Target, deadline: Deadline) -> Rules:
        """The rules of the site that an address belongs to, asked for in the time that the page has."""
        with self._lock:
            entry = self._known.setdefault(target.origin, _Entry())
            self._known.move_to_end(target.origin)
            while len(self._known) > _MOST_SITES:
                self._known.popitem(last=False)
        with entry.lock:  # other threads that want the same site wait for the one answer
            if entry.rules is None or time.monotonic() >= entry.until:
                rules = self._read(target.origin, deadline)
                if rules.closed and not deadline.left:
                    raise rules.closed  # too little time for this page says nothing about the site
                entry.rules = rules
                entry.until = time.monotonic() + (_SOON if rules.closed else _DAY)
            return entry.rules

    def _read(self, origin: str, deadline: Deadline) -> Rules:
        """The rules of a site. One that cannot be asked is closed; one that has no robots.txt is open."""
        try:
            response = self._fetch(f"{origin}/robots.txt", _MOST_BYTES, deadline)
        except FetchError as error:
            return Rules(self._agent, closed=error)
        status = response.status
        if status == 429 or status >= 500:
            message = f"{origin}: the site cannot say what it allows (status {status} for robots.txt); try again later"
            return Rules(self._agent, closed=BadStatus(message, status, transient=True))
        if status >= 400:
            return Rules(self._agent)
        return Rules(self._agent, Protego.parse(response.body.decode("utf-8", "replace")))


class _Entry:
    def __init__(self) -> None:
        self.lock = Lock()
        self.rules: Rules | None = None
        self.until = 0.0
