"""What a crawl is asked to do."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kaensan.errors import UsageError

__all__ = ["CrawlOptions"]


@dataclass(frozen=True)
class CrawlOptions:
    """The site, what of it to take, how fast, and where it goes."""

    site: str
    """the address to begin at"""
    out: Path
    """the WARC file: `.warc.gz`, or `.warc` for one that is not compressed"""
    job: Path | None = None
    """the folder that remembers how far the crawl is; beside `out` where none is named"""
    extract: bool = False
    """write what is extracted from the pages too, as JSON lines beside the WARC file"""
    method: str | None = None
    """how to decide, where content is extracted too"""
    pages: int = 1000
    """taken at the most"""
    depth: int = 10
    """how many links away from the start, sitemap or feed; the next page of a thread is no further than its first"""
    delay: float = 1.0
    """seconds between two requests to one host; a longer one in robots.txt counts"""
    concurrency: int = 2
    """requests that may be under way at once with one host"""
    subdomains: bool = False
    """take hosts below the site's own too"""
    include: tuple[str, ...] = ()
    """patterns such as `/news/*`, one of which an address has to match"""
    exclude: tuple[str, ...] = ()
    """patterns that no address may match"""
    sitemaps: bool = True
    """read the sitemaps of the site"""
    feeds: bool = True
    """read the feeds that its pages name"""
    since: datetime | None = None
    """take only pages that feeds and sitemaps list as changed since then, or list without a date"""
    store: Path | None = None
    """with `extract`: a store of what is known of sites, to be used and kept up to date"""

    def __post_init__(self) -> None:
        if not self.out.name.endswith((".warc.gz", ".warc")):
            raise UsageError(f"{self.out} is no name for a WARC file; end it in .warc.gz")
        for name, least in (("pages", 1), ("depth", 0), ("concurrency", 1), ("delay", 0)):
            if not getattr(self, name) >= least:
                raise UsageError(f"{name} is a number from {least}")

    @property
    def folder(self) -> Path:
        """The folder of the job."""
        return self.job or self.out.with_name(self.out.name + ".job")

    @property
    def lines(self) -> Path:
        """The file of what is extracted."""
        return self.out.with_name(self.out.name.removesuffix(".gz").removesuffix(".warc") + ".jsonl")

    @property
    def fixed(self) -> str:
        """What may not change when a job goes on, as JSON."""
        names = ("site", "extract", "subdomains", "include", "exclude")
        return json.dumps({name: getattr(self, name) for name in names}, ensure_ascii=False)
