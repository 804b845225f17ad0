"""What an answer holds, read in a process of its own: links, lists of pages, and the content of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from kaensan.cached import cached_property
from kaensan.crawl.feeds import Listing, looks_like, read_feed, read_sitemap
from kaensan.crawl.frontier import Kind
from kaensan.crawl.page_links import PageLink, base_of, feeds_of, links_of, says_nofollow
from kaensan.errors import KaensanError
from kaensan.many import extract_page
from kaensan.methods import Method, load
from kaensan.page import Page, parse
from kaensan.web.response import Response, require_readable_body
from kaensan.web.urls import parse_url

__all__ = ["AnswerReader", "Reading"]

_MOST_LINKS = 10_000
"""Links of a page that are followed; what has more is a trap or a list that the site has elsewhere too."""


@dataclass(frozen=True)
class Reading:
    """What an answer holds."""

    is_page: bool = False
    """False for feeds and sitemaps, however they were come upon"""
    base: str | None = None
    """what the links are relative to"""
    links: tuple[PageLink, ...] = ()
    feeds: tuple[str, ...] = ()
    listing: Listing = field(default_factory=Listing)
    row: dict[str, Any] | None = None
    """what was extracted, where that was asked for"""


@dataclass
class AnswerReader:
    """Reads answers; picklable, and the same in every process."""

    method: str | None = None
    extract: bool = False
    site: str | None = None
    """a store of what is known of sites, to be used and kept up to date"""

    def prepare(self) -> None:
        """Load what the first page needs."""
        if self.extract:
            self._row(parse("<p>Warm</p>"))

    def __call__(self, task: tuple[Kind, Response]) -> Reading:
        """Read an answer; `NotAPage` for what is neither a page nor a list of pages."""
        kind, answer = task
        if kind is Kind.PAGE:
            kind = {"feed": Kind.FEED, "sitemap": Kind.SITEMAP}.get(looks_like(answer.body) or "", Kind.PAGE)
        if kind is not Kind.PAGE:
            return Reading(listing=read_sitemap(answer) if kind is Kind.SITEMAP else read_feed(answer))
        require_readable_body(answer.url, answer.content_type, answer.charset, answer.body)
        page = parse(answer.body, answer.url, charset=answer.charset)
        row = self._row(page) if self.extract else None
        if says_nofollow(page, answer):
            return Reading(is_page=True, row=row)
        base = base_of(page, parse_url(answer.url))
        links = tuple(islice(links_of(page), _MOST_LINKS))
        return Reading(True, base.url, links, tuple(feeds_of(page)), row=row)

    def _row(self, page: Page) -> dict[str, Any]:
        """What a page holds; a page that defeats the method has a line that says so."""
        try:
            document = extract_page(page, self._method)
            if self._learner is not None:
                document = self._learner(document)
            return document.to_dict()
        except KaensanError as error:
            return {"url": page.url, "error": str(error)}

    @cached_property
    def _method(self) -> Method:
        method = load(self.method)
        if self.site is None:
            return method
        from kaensan.sites import SiteMethod

        return SiteMethod(method, self._store)

    @cached_property
    def _learner(self) -> Any:
        if self.site is None:
            return None
        from kaensan.sites import Learner

        return Learner(load(self.method), self._store)

    @cached_property
    def _store(self) -> Any:
        from kaensan.sites import Store

        return Store(self.site or "")
