"""`kaensan bench`: methods and peers over the reference pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

from kaensan.bench import datasets
from kaensan.bench.measure import Outcome
from kaensan.bench.peers import PEERS
from kaensan.bench.progress import progress
from kaensan.bench.report import to_markdown, write
from kaensan.bench.run import Plan, pages_of
from kaensan.bench.run import run as run_plan
from kaensan.bench.summary import summarise
from kaensan.bench.systems import choose
from kaensan.bench.timing import Timing, time_pages
from kaensan.methods import names

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=["run", "reproduce"],
        default="run",
        help="run: one table over all datasets (default); reproduce: the figures of the papers beside ours",
    )
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    parser.add_argument("--datasets", nargs="+", metavar="NAME", help="such as wcxb or cleaneval.test (all)")
    parser.add_argument("--methods", nargs="*", metavar="NAME", help="our methods to run (all)")
    parser.add_argument(
        "--peers", nargs="*", metavar="NAME", help=f"other extractors: {', '.join(PEERS)}; no name: all"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="at most N pages of each dataset")
    parser.add_argument("--seed", type=int, default=0, help="for samples and intervals (0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument(
        "--time",
        nargs="?",
        type=int,
        const=100,
        metavar="N",
        help="measure time per page too, on N pages of each dataset (100), in one process",
    )
    parser.add_argument("--out", type=Path, default=Path("out/bench"), help="folder for the report (./out/bench)")


def run(args: argparse.Namespace) -> int:
    if args.what == "reproduce":
        from kaensan.bench.reproduce import reproduce

        reproduction = reproduce(args.data, args.sample, args.seed)
        print(reproduction.text)
        _tell(reproduction.write(args.out))
        return 0
    peers = list(PEERS) if args.peers == [] else args.peers or []
    systems, skipped = choose(args.methods, peers)
    for each in skipped:
        print(f"kaensan: {each.name} does not run: {each.why}", file=sys.stderr)
    plan = Plan(args.data, _datasets(args), tuple(systems), args.sample, args.seed, args.jobs)
    outcomes = run_plan(plan, _watch)
    summary = summarise(
        outcomes,
        systems=[system.name for system in systems],
        skipped=skipped,
        timings=_timings(plan, args.time) if args.time else [],
        command=_command(args),
        sample=args.sample,
        seed=args.seed,
    )
    print(to_markdown(summary), end="")
    _tell(write(summary, outcomes, args.out))
    return 1 if any(failure.system in names() for failure in summary.failures) else 0


def _tell(files: Iterable[Path]) -> None:
    print("written: " + ", ".join(map(str, files)), file=sys.stderr)


def _datasets(args: argparse.Namespace) -> tuple[str, ...]:
    """The datasets asked for, as `NAME.SPLIT`, each once."""
    if args.datasets is None:
        return tuple(datasets.names(args.data))
    splits = chain.from_iterable(datasets.splits(args.data, name) for name in args.datasets)
    return tuple(dict.fromkeys(splits))


def _watch(outcomes: Iterable[list[Outcome]], total: int) -> Iterable[list[Outcome]]:
    return progress(outcomes, total, "pages")


def _timings(plan: Plan, pages: int) -> list[Timing]:
    timed = replace(plan, sample=pages)
    chosen = [page for name in plan.datasets for page in pages_of(timed, name)]
    return time_pages(progress(chosen, len(chosen), "times"), plan.systems, seed=plan.seed)


def _command(args: argparse.Namespace) -> str:
    """The command that prints the report again."""
    parts = ["kaensan bench --data DIR"]
    for option in ("datasets", "methods", "peers"):
        chosen = getattr(args, option)
        if chosen is not None:
            parts.append(" ".join([f"--{option}", *chosen]))
    if args.sample is not None:
        parts.append(f"--sample {args.sample}")
    if args.seed:
        parts.append(f"--seed {args.seed}")
    if args.time:
        parts.append(f"--time {args.time}")
    return " ".join(parts)
