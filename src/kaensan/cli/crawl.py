"""`kaensan crawl`: a whole site into a WARC file."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kaensan.cli.fetching import add_fetching, open_client
from kaensan.cli.style import shorten
from kaensan.crawl.options import CrawlOptions
from kaensan.errors import UsageError
from kaensan.extras import from_extra

if TYPE_CHECKING:
    from kaensan.crawl.run import Progress, Summary

__all__ = ["ProgressLine", "configure", "read_day", "run"]

_OFTEN = 0.1
"""Seconds between two states of the line."""
_MOST_NAMED = 10
"""Addresses that failed which are named at the end."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("site", metavar="SITE", help="the address to start from")
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FILE", help="the WARC file (.warc.gz or .warc)"
    )
    parser.add_argument("--job", type=Path, metavar="FOLDER", help="where the crawl remembers how far it is (FILE.job)")
    parser.add_argument(
        "--extract", action="store_true", help="write the content of the pages too, beside FILE as .jsonl"
    )
    parser.add_argument("-m", "--method", help="how the content is found; see `kaensan methods`")
    parser.add_argument(
        "--site", dest="store", type=Path, metavar="STORE", help="use, and keep up to date, what is known of sites"
    )
    what = parser.add_argument_group("what to take")
    what.add_argument("--pages", type=int, default=CrawlOptions.pages, metavar="N", help="stop after N pages (1000)")
    what.add_argument(
        "--depth", type=int, default=CrawlOptions.depth, metavar="N", help="links away from the start (10)"
    )
    what.add_argument("--subdomains", action="store_true", help="take the hosts below the start's too")
    for name in ("include", "exclude"):
        what.add_argument(
            f"--{name}",
            action="append",
            default=[],
            metavar="PATTERN",
            help=f"{name} addresses, or paths where it begins with /; * is anything; may be repeated",
        )
    what.add_argument(
        "--since", type=read_day, metavar="DATE", help="only what feeds and sitemaps list as changed since (2026-05-01)"
    )
    what.add_argument("--no-sitemaps", action="store_true", help="do not look for sitemaps")
    what.add_argument("--no-feeds", action="store_true", help="do not look for feeds")
    pace = parser.add_argument_group("pace")
    pace.add_argument("--delay", type=float, default=CrawlOptions.delay, metavar="SECONDS", help="between requests (1)")
    pace.add_argument("--concurrency", type=int, default=CrawlOptions.concurrency, metavar="N", help="at once (2)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary")
    add_fetching(parser, pages=False)


def read_day(text: str) -> datetime:
    """A date, or a date with a time, as people write it in ISO 8601; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date such as 2026-05-01") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def run(args: argparse.Namespace) -> int:
    """Crawl, or go on with a crawl; 1 when no page could be had."""
    if (args.method or args.store) and not args.extract:
        raise UsageError("--method and --site say how --extract finds the content; give both")
    options = CrawlOptions(
        site=args.site if "://" in args.site else f"https://{args.site}",
        out=args.out,
        job=args.job,
        extract=args.extract,
        method=args.method,
        pages=args.pages,
        depth=args.depth,
        delay=args.delay,
        concurrency=args.concurrency,
        subdomains=args.subdomains,
        include=tuple(args.include),
        exclude=tuple(args.exclude),
        sitemaps=not args.no_sitemaps,
        feeds=not args.no_feeds,
        since=args.since,
        store=args.store,
    )
    with from_extra("crawl", "crawling"):
        from kaensan.crawl.run import crawl
    shown = ProgressLine(args.quiet)
    with open_client(args, cached=False) as client:
        summary = crawl(options, client, shown.show)
    shown.clear()
    if not args.quiet:
        _report(summary, options)
    if not summary.finished:
        return 130
    if not summary.tally.pages:
        reason = f" ({summary.start})" if summary.start else ""
        print(f"kaensan: {options.site}: no page could be had{reason}", file=sys.stderr)
    return 0 if summary.tally.pages else 1


class ProgressLine:
    """One line of a terminal that says how far the crawl is."""

    def __init__(self, quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet
        self._shown = 0.0

    def show(self, progress: Progress) -> None:
        if not self._on or time.monotonic() - self._shown < _OFTEN:
            return
        self._shown = time.monotonic()
        tally, minutes = progress.tally, int(progress.seconds) // 60
        text = f"{tally.pages:,} pages · {tally.waiting:,} waiting · {tally.failed:,} failed"
        text += f" · {minutes}:{int(progress.seconds) % 60:02d} · {progress.url}"
        sys.stderr.write(f"\r\x1b[K{shorten(text, 100)}")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _report(summary: Summary, options: CrawlOptions) -> None:
    tally = summary.tally
    print(f"{tally.pages:,} pages, {tally.failed:,} failed, {tally.closed:,} left out, {tally.waiting:,} not fetched")
    print(f"{options.out}: {summary.size:,} bytes")
    if options.extract:
        print(f"{options.lines}: the content of the pages")
    for url, note in summary.failures[:_MOST_NAMED]:
        print(f"kaensan: {url}: {note}", file=sys.stderr)
    if len(summary.failures) > _MOST_NAMED:
        print(f"kaensan: and {len(summary.failures) - _MOST_NAMED:,} more", file=sys.stderr)
    if not summary.finished:
        print("stopped; the same command goes on from here")
