"""`kaensan batch`: archives, tables, folders and lists of pages, resumable."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kaensan.batch.filters import Filters
from kaensan.batch.options import DUPLICATES, ENGINES, EXTRAS, FORMATS, Limits, Options, Running
from kaensan.batch.shards import KINDS, Shard, find_shards
from kaensan.cli.values import language
from kaensan.methods.core.policy import KINDS as KINDS_OF_TEXT
from kaensan.methods.core.policy import Policy

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="a file, a folder, a pattern, or an fsspec URL")
    parser.add_argument("-o", "--out", required=True, metavar="DIR", help="where the output goes, a file per input")
    parser.add_argument("--work", metavar="DIR", help="a local folder for the ledger, where --out is an fsspec URL")
    parser.add_argument("--kind", choices=KINDS, help="what the inputs are, where their names do not tell")
    parser.add_argument(
        "--field", help="the field of JSONL and Parquet inputs with the markup (html, content, raw_html)"
    )
    parser.add_argument("--url-field", default="url", metavar="NAME", help="their field with the address (url)")
    parser.add_argument("--allow-private", action="store_true", help="let a list of URLs name private addresses")
    _configure_extraction(parser.add_argument_group("extraction"))
    _configure_choice(parser.add_argument_group("which pages"))
    _configure_running(parser.add_argument_group("running"))


def _configure_extraction(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-m", "--method", help="how to decide; see `kaensan methods`")
    for choice in ("keep", "drop"):
        group.add_argument(
            f"--{choice}", action="append", choices=KINDS_OF_TEXT, default=[], help=f"{choice} a kind of text"
        )
    group.add_argument("--lean", choices=("precision", "recall"), help="keep less, or more, where there is doubt")
    group.add_argument("-f", "--format", choices=FORMATS, default="parquet", help="of the output files (parquet)")
    group.add_argument("--with", dest="extras", action="append", choices=EXTRAS, default=[], help="fill a column more")
    group.add_argument("--time-limit", type=float, default=Limits.seconds, metavar="SECONDS", help="for a page (30)")
    group.add_argument("--memory-limit", type=int, default=2048, metavar="MB", help="of a worker (2048)")
    group.add_argument("--size-limit", type=int, default=64, metavar="MB", help="of a page (64)")


def _configure_choice(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--language", action="append", type=language, default=[], metavar="CODE", help="keep pages in this language"
    )
    group.add_argument("--min-length", type=int, default=0, metavar="N", help="keep pages with so many characters")
    group.add_argument("--page-type", action="append", default=[], metavar="TYPE", help="keep pages of this type")
    group.add_argument("--min-confidence", type=float, default=0.0, metavar="F1", help="keep pages as sure as this")
    group.add_argument("--url", metavar="REGEX", help="read only pages whose address matches")
    group.add_argument("--not-url", metavar="REGEX", help="read only pages whose address does not match")
    group.add_argument("--duplicates", choices=DUPLICATES, default="keep", help="exact, near: drop them (keep)")
    group.add_argument("--drop-failed", action="store_true", help="no rows for pages that failed")
    group.add_argument("--sample", type=float, default=1.0, metavar="SHARE", help="read only a share of the pages")
    group.add_argument("--seed", type=int, default=0, help="of the sample (0)")
    group.add_argument("--limit", type=int, metavar="N", help="read only so many pages")


def _configure_running(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-j", "--workers", type=int, metavar="N", help="processes (one per core)")
    group.add_argument("--engine", choices=ENGINES, default="local", help="what does the work (local)")
    group.add_argument("--address", help="of the Ray cluster; without it, one on this machine")
    group.add_argument("--dry-run", action="store_true", help="only say what would be done")
    group.add_argument("--restart", action="store_true", help="forget the run that the folder holds, and its output")
    group.add_argument("--log", metavar="FILE", help="a JSON object a line for each event; - for standard error")
    group.add_argument("--metrics", type=int, metavar="PORT", help="serve Prometheus metrics on this machine")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress and no statistics")


def run(args: argparse.Namespace) -> int:
    """Work through the inputs; 1 when any shard could not be read or any page failed."""
    options = _options(args)
    running = Running(
        workers=os.cpu_count() or 1 if args.workers is None else args.workers,
        engine=args.engine,
        address=args.address,
        work=Path(args.work) if args.work else None,
        restart=args.restart,
    )
    if args.dry_run:
        return _show_plan(find_shards(args.inputs, args.kind), options)
    from kaensan.batch.events import Watcher
    from kaensan.batch.logs import JsonLog, log_to
    from kaensan.batch.progress_line import Line
    from kaensan.batch.run import run as run_batch
    from kaensan.batch.run_metrics import Metrics

    watchers: list[Watcher] = [JsonLog()]
    with ExitStack() as stack:
        if args.log:
            stack.enter_context(log_to(args.log))
        if args.metrics is not None:
            metrics = Metrics(args.metrics)
            print(f"kaensan: metrics at {metrics.address}", file=sys.stderr)
            watchers.append(metrics)
        if not args.quiet and sys.stderr.isatty():
            watchers.append(Line(sys.stderr))
        statistics = run_batch(args.inputs, args.out, options, running, watchers)
    for note in statistics.notes:
        print(f"kaensan: {note}", file=sys.stderr)
    for location, reason in statistics.failed.items():
        print(f"kaensan: {location}: {reason}; run the same command again to go on", file=sys.stderr)
    if not args.quiet:
        print(statistics)
    return 0 if statistics.complete and not statistics.counts.get("failed") else 1


def _options(args: argparse.Namespace) -> Options:
    choices: dict[str, Any] = dict.fromkeys(args.keep, "keep") | dict.fromkeys(args.drop, "drop")
    policy = Policy(**choices, lean=args.lean or "balance") if choices or args.lean else None
    return Options(
        method=args.method,
        policy=policy,
        format=args.format,
        extras=tuple(extra for extra in EXTRAS if extra in args.extras),
        filters=Filters(
            languages=tuple(sorted(set(args.language))),
            min_length=args.min_length,
            page_types=tuple(sorted(set(args.page_type))),
            min_confidence=args.min_confidence,
            url=args.url,
            not_url=args.not_url,
        ),
        duplicates=args.duplicates,
        sample=args.sample,
        seed=args.seed,
        limit=args.limit,
        drop_failed=args.drop_failed,
        html_field=args.field,
        url_field=args.url_field,
        allow_private=args.allow_private,
        kind=args.kind,
        limits=Limits(args.time_limit, args.memory_limit << 20, args.size_limit << 20),
    )


def _show_plan(shards: list[Shard], options: Options) -> int:
    for shard in shards:
        size = "" if shard.size is None else f"{shard.size:,} bytes"
        print(f"{shard.kind:8} {size:>20}  {shard.location} -> {shard.name}.{options.format}")
    known = sum(shard.size or 0 for shard in shards)
    print(f"{len(shards):,} shards, {known:,} bytes; nothing was read or written")
    return 0
