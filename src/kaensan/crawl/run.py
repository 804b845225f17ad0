"""A crawl from its first request, or from where it was left, to its end."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from importlib import import_module

from kaensan.crawl.crawler import Job
from kaensan.crawl.frontier import RANK, Found, Frontier, Kind, Tally
from kaensan.crawl.options import CrawlOptions
from kaensan.crawl.scope import Scope
from kaensan.crawl.warc_files import Archive, Lines
from kaensan.errors import FetchError, InputError, KaensanError, UsageError
from kaensan.extras import from_extra
from kaensan.methods import load
from kaensan.web.client import Client
from kaensan.web.urls import Target

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
    options: CrawlOptions,
    client: Client,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    *,
    look_again: bool = False,
) -> Summary:
    """Crawl a site into a WARC file; called again with the same options after an interruption, it goes on.

    With `look_again` a job that was begun before asks for the site's feeds and sitemaps once more, and takes what they
    list that is new to it or has changed.
    """
    with from_extra("crawl", "crawling"):
        for module in ("feedparser", "usp.tree", "warcio.warcwriter"):
            import_module(module)
    from kaensan.crawl.crawler import Crawl

    begun = time.monotonic()
    start = client.guard.target(options.site)
    if options.extract:
        load(options.method)  # a wrong one is found here, not for every page
    with ExitStack() as files:
        job = _open_job(options, client, start, files)
        if look_again and job.resumed:
            job.frontier.look_again()

        def report(url: str) -> None:
            on_progress(Progress(job.frontier.tally(), time.monotonic() - begun, url))

        scope = Scope(start, options.subdomains, options.include, options.exclude)
        work = Crawl(options, client, scope, job, report)
        interrupted = False
        try:
            asyncio.run(work.run())
        except KeyboardInterrupt:
            interrupted = True
        except (KaensanError, sqlite3.Error, OSError) as error:
            raise _named(error) from error
        return Summary(
            tally=job.frontier.tally(),
            finished=not interrupted and (not work.room or not job.frontier.has_waiting(options.depth)),
            resumed=job.resumed,
            seconds=time.monotonic() - begun,
            size=job.archive.length,
            failures=tuple(job.frontier.failures()),
            start=job.frontier.note_of(start.url),
        )


def _open_job(options: CrawlOptions, client: Client, start: Target, files: ExitStack) -> Job:
    """The job as it was left; a new one once the site has said that it may be crawled."""
    path = options.folder / "job.sqlite"
    owned = path.exists()
    frontier = files.enter_context(closing(Frontier(path, options.fixed))) if owned else None
    resumed = frontier is not None and frontier.fact("begun") == "1"
    first: list[Found] = []
    if not resumed:
        if not owned:
            _refuse_strangers(options)
        first = _first(client, start, options.sitemaps)
    if frontier is None:
        frontier = files.enter_context(closing(Frontier(path, options.fixed)))
    archive = files.enter_context(
        closing(Archive(options.out, int(frontier.fact(f"warc {options.out.name}", "0")), client.user_agent))
    )
    lines = None
    if options.extract:
        lines = files.enter_context(
            closing(Lines(options.lines, int(frontier.fact(f"lines {options.lines.name}", "0"))))
        )
    if not resumed:
        frontier.add(first)
        frontier.remember({"begun": 1})
    if not archive.length:
        frontier.remember({f"warc {options.out.name}": archive.begin()})
    return Job(frontier, archive, lines, resumed)


def _refuse_strangers(options: CrawlOptions) -> None:
    for path in (options.out, *([options.lines] if options.extract else [])):
        if path.exists() and path.stat().st_size:
            raise UsageError(f"{path} exists and belongs to no job; choose another name, or delete it")


def _first(client: Client, start: Target, sitemaps: bool) -> list[Found]:
    """The start, the sitemaps that robots.txt names, and the one that most sites have."""
    named: list[str] = []
    if client.robots is not None:
        with client.deadline() as deadline:
            named = client.robots.require(start, deadline).sitemaps
    client.guard.addresses(start.host, start.port, client.timeouts.connect)
    found = [Found(start.url, start.host)]
    for url in dict.fromkeys([*named, f"{start.origin}/sitemap.xml"]) if sitemaps else ():
        with suppress(FetchError):
            target = client.guard.target(url)
            found.append(Found(target.url, target.host, Kind.SITEMAP, 0, RANK["sitemap"]))
    return found


def _named(error: Exception) -> KaensanError:
    if isinstance(error, KaensanError):
        return error
    return InputError(f"the crawl had to stop ({type(error).__name__}: {error}); run it again to go on")
