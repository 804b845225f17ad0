"""What is done with each answer: kept, read for links, and noted in the job."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import Any

import scrapy
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response as ScrapyResponse
from twisted.python.failure import Failure

from kaensan.crawl.frontier import RANK, Entry, Found, Kind
from kaensan.crawl.job import Job
from kaensan.crawl.links import base_of, feeds_of, links_of, read_feed, read_sitemap, says_nofollow
from kaensan.crawl.options import CrawlOptions
from kaensan.crawl.pagination import continues
from kaensan.crawl.scope import Scope
from kaensan.errors import FetchError, InputError, KaensanError, NotAPage, Refused
from kaensan.many import extract_page
from kaensan.methods import Method
from kaensan.page import Page, parse
from kaensan.web.client import MAX_REDIRECTS, Client
from kaensan.web.limits import retry_after, wait_before
from kaensan.web.response import Response, require_readable_body
from kaensan.web.urls import Target, parse_url

__all__ = ["SiteSpider"]

_BUSY = frozenset({429, 500, 502, 503, 504})
_LONGEST_WAIT = 3600.0
_MOST_LINKS = 10_000
_MOST_LISTED = 50_000  # as the protocol of sitemaps has it
_REQUESTS_A_PAGE = 10
_REQUESTS_BESIDE = 1000


class SiteSpider(scrapy.Spider):
    """One site into one WARC file."""

    name = "site"

    def __init__(
        self,
        options: CrawlOptions,
        client: Client,
        scope: Scope,
        job: Job,
        method: Method | None,
        on_page: Callable[[str], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.options, self.client, self.scope, self.frontier = options, client, scope, job.frontier
        self._archive, self._lines, self._method = job.archive, job.lines, method
        self._on_page = on_page
        self.error: Exception | None = None
        """why the crawl had to end, if it had to"""

    async def start(self) -> AsyncIterator[Any]:
        """Nothing: the frontier has the first addresses already."""
        nothing: tuple[Any, ...] = ()
        for one in nothing:
            yield one

    @property
    def room(self) -> bool:
        """Whether more pages may be taken. Sites that answer without an end, but with few pages, end too."""
        most = _REQUESTS_A_PAGE * self.options.pages + _REQUESTS_BESIDE
        return self.error is None and self.frontier.pages < self.options.pages and self.frontier.settled < most

    @property
    def room_for_more(self) -> bool:
        """The same, when all that is under way turns out to be pages."""
        return self.room and self.frontier.pages + self.frontier.under_way < self.options.pages

    def fetch(self, entry: Entry) -> Response:
        """Ask for an address, in whatever thread this is called."""
        return self.client.exchange(entry.url, pages=entry.kind is not Kind.SITEMAP)

    def parse(self, response: ScrapyResponse, **_: Any) -> Iterator[Any]:
        """Deal with an answer. What goes wrong with a page is noted; what goes wrong with the files ends the crawl."""
        assert response.request is not None
        entry: Entry = response.request.meta["entry"]
        answer: Response = response.request.meta["answer"]
        try:
            self._deal_with(entry, answer)
        except (Refused, NotAPage) as error:
            self.frontier.close_to_us(entry, str(error))
        except (sqlite3.Error, InputError, OSError) as error:
            self.error = error
            raise CloseSpider("failed") from error
        except Exception as error:
            self.frontier.fail(entry, f"the page could not be read ({type(error).__name__}: {error})")
        self._on_page(entry.url)
        yield from ()

    def failed(self, failure: Failure) -> None:
        """Deal with a request that brought no answer."""
        entry: Entry = failure.request.meta["entry"]  # type: ignore[attr-defined]
        error = failure.value
        said = str(error).removeprefix(f"{entry.url}: ")
        if isinstance(error, IgnoreRequest | Refused | NotAPage):
            self.frontier.close_to_us(entry, said)
        elif isinstance(error, FetchError) and error.transient:
            self.frontier.postpone(entry, wait_before(entry.failures + 1, None), said)
        elif isinstance(error, KaensanError):
            self.frontier.fail(entry, said)
        else:
            self.frontier.fail(entry, f"{type(error).__name__}: {error}")
        self._on_page(entry.url)

    def _deal_with(self, entry: Entry, answer: Response) -> None:
        if answer.status in _BUSY:
            asked = retry_after(answer.headers.get("retry-after"))
            wait = min(wait_before(entry.failures + 1, asked), _LONGEST_WAIT)
            note = f"status {answer.status}"
            self.frontier.postpone(entry, wait, note, whole_host=asked is not None or answer.status == 429)
        elif answer.status >= 400 and entry.kind is not Kind.PAGE:
            self.frontier.close_to_us(entry, f"status {answer.status}")  # a sitemap is looked for, not promised
        elif answer.status >= 400:
            self.frontier.fail(entry, f"status {answer.status}", answer.status)
        elif answer.redirects_to is not None:
            self._keep(entry, answer, self._redirected(entry, answer.redirects_to), None)
            self.frontier.note(entry, f"leads to {''.join(filter(str.isprintable, answer.redirects_to))[:500]}")
        elif entry.kind is Kind.SITEMAP:
            self._keep(entry, answer, list(self._listed(*read_sitemap(answer))), None)
        elif entry.kind is Kind.FEED:
            self._keep(entry, answer, list(self._listed(read_feed(answer), [])), None)
        else:
            require_readable_body(answer.url, answer.content_type, answer.charset, answer.body)
            page = parse(answer.body, answer.url, charset=answer.charset)
            self._keep(entry, answer, list(self._linked(entry, page, answer)), page)

    def _keep(self, entry: Entry, answer: Response, found: list[Found], page: Page | None) -> None:
        extracted = _extracted(page, self._method) if page is not None and self._method is not None else None
        facts = {"warc": self._archive.add(answer)}
        if page is not None:
            facts["pages"] = self.frontier.pages + 1
        if extracted is not None and self._lines is not None:
            facts["lines"] = self._lines.add(extracted)
        self.frontier.finish(entry, answer.status, found, **facts)

    def _redirected(self, entry: Entry, location: str) -> list[Found]:
        here = parse_url(entry.url)
        target = self.scope.find(here, location)
        if target is None or not self.scope.wants(target, continues=True) or entry.hops >= MAX_REDIRECTS:
            return []
        return [Found(target.url, target.host, entry.kind, entry.depth, RANK["page"], entry.hops + 1)]

    def _linked(self, entry: Entry, page: Page, answer: Response) -> Iterator[Found]:
        if says_nofollow(page, answer):
            return
        here = parse_url(answer.url)
        base = base_of(page, here)
        if self.options.feeds and entry.depth == 0:
            for href in feeds_of(page):
                target = self.scope.find(base, href)
                if target is not None:
                    yield Found(target.url, target.host, Kind.FEED, 0, RANK["feed"])
        for link in islice(links_of(page), _MOST_LINKS):
            target = self.scope.find(base, link.href)
            if target is None:
                continue
            further = continues(here, target, link.text, link.rel)
            if self.scope.wants(target, continues=further):
                rank, depth = ("continues", entry.depth) if further else ("page", entry.depth + 1)
                yield Found(target.url, target.host, Kind.PAGE, depth, RANK[rank])

    def _listed(self, pages: list[str], sitemaps: list[str]) -> Iterator[Found]:
        start = self.scope.start
        for reference in sitemaps[:_MOST_LISTED]:
            target = _sitemap(self.scope, start, reference)
            if target is not None:
                yield Found(target.url, target.host, Kind.SITEMAP, 0, RANK["sitemap"])
        for reference in pages[:_MOST_LISTED]:
            target = self.scope.find(start, reference)
            if target is not None and self.scope.wants(target):
                yield Found(target.url, target.host)


def _sitemap(scope: Scope, start: Target, reference: str) -> Target | None:
    """A sitemap of the site; it may end in `.gz`, which a page may not."""
    try:
        target = parse_url(reference)
    except FetchError:
        return None
    return target if scope.on_site(target) else None


def _extracted(page: Page, method: Method) -> dict[str, Any]:
    """What a page holds; a page that defeats the method has a line that says so."""
    try:
        return extract_page(page, method).to_dict()
    except KaensanError as error:
        return {"url": page.url, "error": str(error)}
