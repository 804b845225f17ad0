"""`kaensan watch`: a folder of tables kept current with what a site publishes."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from kaensan.cli.crawl import ProgressLine, read_day
from kaensan.cli.fetching import add_fetching, open_client
from kaensan.errors import KaensanError, UsageError
from kaensan.extras import from_extra

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("site", metavar="SITE", help="an address of the site")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="DIR", help="the folder of tables (Parquet)")
    parser.add_argument("--every", type=float, default=60.0, metavar="MINUTES", help="between two looks (60)")
    parser.add_argument("--once", action="store_true", help="look once and end, for a clock of your own")
    parser.add_argument("--since", type=read_day, metavar="DATE", help="leave out what is older (2026-05-01)")
    parser.add_argument("--pages", type=int, default=1000, metavar="N", help="in one look at most (1000)")
    parser.add_argument("--delay", type=float, default=1.0, metavar="SECONDS", help="between requests (1)")
    parser.add_argument("-m", "--method", help="how the content is found; see `kaensan methods`")
    parser.add_argument("-q", "--quiet", action="store_true", help="say only what went wrong")
    add_fetching(parser, pages=False)


def run(args: argparse.Namespace) -> int:
    """Look at the site again and again, until interrupted; once, 1 when it could not be looked at."""
    if not args.every > 0:
        raise UsageError("--every is a number of minutes above 0")
    with from_extra("crawl,batch", "watching a site"):
        from kaensan.crawl.watching import WatchOptions, look
    options = WatchOptions(
        site=args.site if "://" in args.site else f"https://{args.site}",
        out=args.out,
        since=args.since,
        method=args.method,
        pages=args.pages,
        delay=args.delay,
    )
    while True:
        line = ProgressLine(args.quiet)
        try:
            with open_client(args, cached=False) as client:
                found = look(options, client, line.show)
        except UsageError:
            raise
        except KaensanError as error:
            if args.once:
                raise
            print(f"kaensan: {error}; the next look may succeed", file=sys.stderr)
        else:
            line.clear()
            if not args.quiet:
                rows = found.statistics.counts.get("rows", 0) if found.statistics else 0
                print(f"{found.crawled.tally.pages:,} new pages, {rows:,} rows in {options.out}", flush=True)
            if not found.crawled.finished:
                return 130
        if args.once:
            return 0
        time.sleep(args.every * 60)
