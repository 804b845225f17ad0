"""A request as a worker sees it, and its answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from kaensan.document import Document
from kaensan.many import extract_page
from kaensan.methods import Policy, load
from kaensan.page import Page, parse

__all__ = ["JSON", "Answer", "Sent", "Task", "json_answer", "problem"]

JSON = "application/json"


class Sent(NamedTuple):
    """A page as it came to the service."""

    html: str | bytes
    url: str | None = None
    charset: str | None = None
    warnings: tuple[str, ...] = ()
    """what was odd on the way"""
    fetched: bool = False
    """whether the service fetched it, without running its scripts"""


@dataclass(frozen=True)
class Task:
    """One thing to do with one page."""

    kind: str
    sent: Sent
    options: dict[str, Any] = field(default_factory=dict)

    def page(self) -> Page:
        """The page, parsed."""
        page = parse(self.sent.html, self.sent.url, charset=self.sent.charset)
        warnings = [*self.sent.warnings, *page.warnings]
        if self.sent.fetched:
            from kaensan.web.scripted import needs_scripts

            warnings += filter(None, [needs_scripts(page)])
        return replace(page, warnings=tuple(dict.fromkeys(warnings)))

    def document(self, page: Page | None = None) -> Document:
        """The page, decided by the method and the policy that the options name."""
        policy = self.options.get("policy")
        method = load(self.options.get("method"), Policy(**policy) if policy else None)
        sites = self.options.get("site")
        if sites and self.sent.url:
            from kaensan.serve.work.sites import helped

            method = helped(method, sites, with_policy=bool(policy))
        return extract_page(page or self.page(), method)


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
