"""A request as a worker sees it, and its answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kaensan.document import Document
from kaensan.many import extract_page
from kaensan.methods import Method, Policy, load
from kaensan.page import Page, parse
from kaensan.serve.taught import TaughtRules
from kaensan.sites import RuledMethod, SiteOptions, Store, UserRules, post_elements, read_rules, with_site

__all__ = [
    "FETCH",
    "JSON",
    "Answer",
    "Body",
    "Sent",
    "Stores",
    "Task",
    "json_answer",
    "open_store",
    "problem",
]

JSON = "application/json"
FETCH = "kaensan/fetch"
"""The media type of an answer that asks for the page at an address: `{"url", "render"}`."""


class Sent(NamedTuple):
    """A page as it came to the service."""

    html: str | bytes
    url: str | None = None
    charset: str | None = None
    warnings: tuple[str, ...] = ()
    """what was odd on the way"""
    fetched: bool = False
    """whether the service fetched it, without running its scripts"""


class Body(NamedTuple):
    """A request that nobody has read yet."""

    data: bytes
    media: str = JSON
    """its content type"""
    query: tuple[tuple[str, str], ...] = ()


class Stores(NamedTuple):
    """Where the service keeps what it was taught."""

    gold: str | None = None
    """the folder of corrected pages"""
    site: str | None = None
    """the store of what is known of sites"""
    rules: str | None = None
    """the file of rules that a user wrote"""
    taught: str | None = None
    """the file of rules that were taught in the studio"""


@dataclass(frozen=True)
class Task:
    """One thing to do with one page.

    A task comes with a `body` that says which page and how, or with the page and the options themselves.
    """

    kind: str
    sent: Sent | None = None
    options: dict[str, Any] = field(default_factory=dict)
    body: Body | None = None
    stores: Stores = field(default_factory=Stores)
    most: int = 64 << 20
    """bytes that the answer may have"""

    @property
    def size(self) -> int:
        """How much came with the task: bytes, or letters."""
        return len(self.sent.html if self.sent else self.body.data if self.body else b"")

    def page(self) -> Page:
        """The page, parsed."""
        sent = self.sent or Sent("")
        page = parse(sent.html, sent.url, charset=sent.charset)
        warnings = [*sent.warnings, *page.warnings]
        if sent.fetched:
            from kaensan.web.scripted import needs_scripts

            warnings += filter(None, [needs_scripts(page)])
        return replace(page, warnings=tuple(dict.fromkeys(warnings)))

    def document(self, page: Page | None = None) -> Document:
        """The page, decided by the method and the policy that the options name."""
        policy = self.options.get("policy")
        method = load(self.options.get("method"), Policy(**policy) if policy else None)
        if self.options.get("site") and self.sent and self.sent.url:
            method = self._with_site(method, self.sent.url, with_policy=bool(policy))
        return extract_page(page or self.page(), method)

    def _with_site(self, method: Method, url: str, *, with_policy: bool) -> Method:
        """A method that tries what is known of the page's site first; a policy goes before rules that a method made."""
        options = SiteOptions(own_rules=not with_policy)
        store = open_store(self.stores.site)
        method = with_site(method, store, _read(self.stores.rules) if self.stores.rules else None, options)
        taught = self._taught_rules(url)
        return RuledMethod(method, taught) if taught else method

    def taught_posts(self, page: Page) -> tuple[int, ...]:
        """The elements that rules, taught or written, call the posts of the page."""
        if not self.options.get("site") or not page.url:
            return ()
        written = _read(self.stores.rules) if self.stores.rules else None
        known = (rules for rules in (self._taught_rules(page.url), written) if rules)
        return next(filter(None, (post_elements(page, rules) for rules in known)), ())

    def _taught_rules(self, url: str) -> UserRules | None:
        return TaughtRules(self.stores.taught).user_rules(url) if self.stores.taught else None


def open_store(path: str | None) -> Store | None:
    """The store of sites, opened once in a worker; None where there is none yet."""
    return _opened(path) if path and Path(path).exists() else None


@lru_cache(maxsize=1)
def _opened(path: str) -> Store:
    return Store(path, read_only=True)


@lru_cache(maxsize=1)
def _read(path: str) -> UserRules:
    return read_rules(path)


@dataclass(frozen=True)
class Answer:
    """What goes back to the client."""

    body: bytes
    media: str = JSON
    status: int = 200


def json_answer(data: Any, status: int = 200) -> Answer:
    """Plain data as JSON, Thai and all other letters as they are."""
    return Answer(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), JSON, status)


def problem(status: int, kind: str, message: str, fields: Sequence[tuple[str, str]] = ()) -> Answer:
    """What is wrong, in one sentence, and with which fields of the request."""
    error: dict[str, Any] = {"kind": kind, "message": message}
    if fields:
        error["fields"] = [{"field": name, "problem": what} for name, what in fields]
    return json_answer({"error": error}, status)
