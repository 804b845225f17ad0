"""A folder of tables kept current: again and again, what a site lists as new is fetched and extracted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kaensan.batch import Options, Running, Statistics
from kaensan.batch import run as run_batch
from kaensan.crawl.options import CrawlOptions
from kaensan.crawl.run import Progress, Summary, crawl
from kaensan.errors import UsageError
from kaensan.web.client import Client

__all__ = ["Round", "WatchOptions", "look"]

_ANY_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Before anything was published: all that feeds and sitemaps list is new."""


@dataclass(frozen=True)
class WatchOptions:
    """The site, where its pages go, and how they are taken."""

    site: str
    """the address to begin at"""
    out: Path
    """the folder of tables"""
    since: datetime | None = None
    """leave out what was changed last before then"""
    method: str | None = None
    """how to decide; the learned method where none is named"""
    pages: int = CrawlOptions.pages
    """taken in one round at most"""
    delay: float = CrawlOptions.delay
    """seconds between two requests to one host"""
    concurrency: int = CrawlOptions.concurrency
    """requests that may be under way at once with one host"""


@dataclass(frozen=True)
class Round:
    """What one look at a site brought."""

    crawled: Summary
    statistics: Statistics | None
    """None where there was nothing new"""


def look(options: WatchOptions, client: Client, on_progress: Callable[[Progress], None]) -> Round:
    """Look once: fetch what the feeds and sitemaps of a site list that is new or has changed, and extract it.

    The pages of each round are one WARC file in the hidden folder of the tables, and one table.
    """
    folder = options.out / ".kaensan" / "watch"
    if options.out.exists() and not options.out.is_dir():
        raise UsageError(f"{options.out} is a file; name a folder")
    archive = folder / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}.warc.gz"
    taken = CrawlOptions(
        site=options.site,
        out=archive,
        job=folder / "job",
        pages=options.pages,
        delay=options.delay,
        concurrency=options.concurrency,
        since=options.since or _ANY_TIME,
    )
    crawled = crawl(taken, client, on_progress, look_again=True)
    if not crawled.tally.pages:
        archive.unlink(missing_ok=True)
        if not any(folder.glob("*.warc.gz")):
            return Round(crawled, None)
    archives = sorted(str(path) for path in folder.glob("*.warc.gz"))
    return Round(crawled, run_batch(archives, options.out, Options(method=options.method), Running(workers=1)))
