"""A crawl from its first request, or from where it was left, to its end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass

from kaensan.crawl.frontier import Found, Frontier, Kind, Tally
from kaensan.crawl.options import CrawlOptions
from kaensan.crawl.scope import Scope
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.fetch.client import Client
from kaensan.fetch.urls import Target
from kaensan.methods import load

__all__ = ["Progress", "Summary", "crawl"]


@dataclass(frozen=True)
class Progress:
    """How far a crawl is."""

    tally: Tally
    seconds: float
    url: str


@dataclass(frozen=True)
class Summary:
    """What came of a crawl."""

    tally: Tally
    finished: bool
    """False when it was stopped and can go on"""
    resumed: bool
    seconds: float
    size: int
    """bytes of the WARC file"""
    failures: tuple[tuple[str, str], ...]
    start: str | None
    """what is to be said about the first address, if anything"""


def crawl(
    options: CrawlOptions, client: Client, on_progress: Callable[[Progress], None] = lambda progress: None
) -> Summary:
    """Crawl a site into a WARC file; called again with the same options after an interruption, it goes on."""
    try:
        from scrapy.crawler import AsyncCrawlerProcess

        from kaensan.crawl.archive import Archive, Lines
        from kaensan.crawl.engine import settings
        from kaensan.crawl.spider import SiteSpider
    except ImportError as error:
        raise UsageError("crawling needs an extra: pip install 'kaensan[crawl]'") from error
    begun = time.monotonic()
    start = client.guard.target(options.site)
    scope = Scope(start, options.subdomains, options.include, options.exclude)
    method = load(options.method) if options.extract else None
    with ExitStack() as files:
        fresh = not (options.folder / "job.sqlite").exists()
        if fresh:
            _refuse_strangers(options)
            sitemaps = _first_sitemaps(client, start) if options.sitemaps else []
            _require_start(client, start)
        frontier = files.enter_context(closing(Frontier(options.folder / "job.sqlite", options.fixed)))
        resumed = frontier.fact("begun") == "1"
        warc = int(frontier.fact("warc", "0")) if resumed else 0
        archive = files.enter_context(closing(Archive(options.out, warc, client.user_agent)))
        lines = None
        if options.extract:
            lines = files.enter_context(closing(Lines(options.lines, int(frontier.fact("lines", "0")))))
        if not resumed:
            frontier.add(_first(start, sitemaps if fresh else []))
            frontier.remember(warc=archive.begin(), begun=1)

        def tell(url: str) -> None:
            on_progress(Progress(frontier.tally(), time.monotonic() - begun, url))

        process = AsyncCrawlerProcess(settings(options.delay, options.concurrency))
        crawler = process.create_crawler(SiteSpider)
        process.crawl(
            crawler,
            options=options,
            client=client,
            scope=scope,
            frontier=frontier,
            archive=archive,
            lines=lines,
            method=method,
            on_page=tell,
        )
        process.start(install_signal_handlers=threading.current_thread() is threading.main_thread())
        spider = crawler.spider
        if not isinstance(spider, SiteSpider):
            raise InputError("the crawl could not be started; Scrapy gave no reason")
        if spider.error is not None:
            raise _named(spider.error) from spider.error
        done = not spider.room or not frontier.has_waiting(options.depth)
        failures = tuple(frontier.failures())
        return Summary(
            frontier.tally(),
            done,
            resumed,
            time.monotonic() - begun,
            archive.length,
            failures,
            frontier.note_of(start.url),
        )


def _refuse_strangers(options: CrawlOptions) -> None:
    for path in (options.out, *([options.lines] if options.extract else [])):
        if path.exists() and path.stat().st_size:
            raise UsageError(f"{path} exists and belongs to no job; choose another name, or delete it")


def _require_start(client: Client, start: Target) -> None:
    if client.robots is not None:
        client.robots.require(start)
    client.guard.addresses(start.host, start.port, client.timeouts.connect)


def _first_sitemaps(client: Client, start: Target) -> list[str]:
    """The sitemaps that robots.txt names, and the one that most sites have."""
    named = client.robots.rules(start).sitemaps if client.robots is not None else []
    return list(dict.fromkeys([*named, f"{start.origin}/sitemap.xml"]))


def _first(start: Target, sitemaps: list[str]) -> list[Found]:
    from kaensan.crawl.spider import RANK
    from kaensan.fetch.urls import parse_url

    found = [Found(start.url, start.host)]
    for url in sitemaps:
        try:
            target = parse_url(url)
        except KaensanError:
            continue
        found.append(Found(target.url, target.host, Kind.SITEMAP, 0, RANK["sitemap"]))
    return found


def _named(error: Exception) -> KaensanError:
    if isinstance(error, KaensanError):
        return error
    return InputError(f"the crawl had to stop ({type(error).__name__}: {error}); run it again to go on")
