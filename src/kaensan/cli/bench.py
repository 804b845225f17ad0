"""`kaensan bench`: methods and peers over the reference pages."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterable
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path

from kaensan.bench.answers import AnswerStore
from kaensan.bench.html_report import STUDIO
from kaensan.bench.measure import Outcome
from kaensan.bench.peers import PEERS
from kaensan.bench.report import put_into, to_markdown, write
from kaensan.bench.run import Plan, pages_of
from kaensan.bench.run import run as run_plan
from kaensan.bench.summary import summarise
from kaensan.bench.systems import NODE, choose, install_node
from kaensan.bench.timing import Timing, time_pages
from kaensan.errors import InputError, UsageError
from kaensan.gold import datasets
from kaensan.methods import names
from kaensan.progress import progress

__all__ = ["configure", "run"]

_WHAT = {
    "run": "one report over all datasets (the default)",
    "reproduce": "the figures of the papers beside ours",
    "fetch": "download public datasets by name; without a name, list them with their licences",
    "node": "install the peers that run in Node, by npm",
    "page": "write the page of that ID to standard output, to look at it in the studio",
}


def configure(parser: argparse.ArgumentParser) -> None:
    said = "; ".join(f"{name}: {what}" for name, what in _WHAT.items())
    parser.add_argument("what", nargs="?", choices=list(_WHAT), default="run", help=said)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the datasets to fetch, or the page to write")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    parser.add_argument("--datasets", nargs="+", metavar="NAME", help="such as wcxb or cleaneval.test (all)")
    parser.add_argument("--methods", nargs="*", metavar="NAME", help="our methods to run (all)")
    parser.add_argument(
        "--peers", nargs="*", metavar="NAME", help=f"other extractors: {', '.join(PEERS)}; no name: all"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="at most N pages of each dataset")
    parser.add_argument("--seed", type=int, default=0, help="for samples and intervals (0)")
    parser.add_argument("--jobs", type=int, default=2, help="pages under way at once (2)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that a system may take for a page (60)")
    parser.add_argument(
        "--time",
        nargs="?",
        type=int,
        const=100,
        metavar="N",
        help="measure time per page too, on N pages of each dataset (100), all systems in turn",
    )
    parser.add_argument("--answers", type=Path, help="file of answers, kept between runs (answers.sqlite in --out)")
    parser.add_argument("--retry", action="store_true", help="ask again where the answer that is kept is a failure")
    parser.add_argument("--node", type=Path, default=NODE, help=f"folder of the peers that run in Node ({NODE})")
    parser.add_argument("--studio", default=STUDIO, help=f"address of the studio, for links ({STUDIO})")
    parser.add_argument("--into", type=Path, metavar="FILE", help="put the tables into a Markdown file, at its marks")
    parser.add_argument("--out", type=Path, default=Path("out/bench"), help="folder for the report (./out/bench)")


def run(args: argparse.Namespace) -> int:
    if args.what == "run":
        return _run(args)
    if args.what == "node":
        install_node(args.node)
    elif args.what == "page":
        _write_page(args)
    elif args.what == "fetch":
        _fetch(args)
    else:
        from kaensan.bench.reproduce import reproduce

        reproduction = reproduce(args.data, args.sample, args.seed)
        print(reproduction.text)
        _tell(reproduction.write(args.out))
    return 0


def _run(args: argparse.Namespace) -> int:
    peers = list(PEERS) if args.peers == [] else args.peers or []
    systems, skipped = choose(args.methods, peers, args.node)
    for each in skipped:
        print(f"kaensan: {each.name} does not run: {each.why}", file=sys.stderr)
    plan = Plan(args.data, _datasets(args), tuple(systems), args.sample, args.seed, args.jobs, args.limit, args.retry)
    with AnswerStore(args.answers or args.out / "answers.sqlite") as store:
        outcomes = run_plan(plan, store, _watch)
        timings = _timings(plan, args.time, store) if args.time else []
    summary = summarise(
        outcomes,
        systems=[system.name for system in systems],
        versions={system.name: system.version for system in systems},
        skipped=skipped,
        timings=timings,
        command=_command(args),
        sample=args.sample,
        seed=args.seed,
    )
    print(to_markdown(summary), end="")
    _tell(write(summary, outcomes, args.out, args.studio))
    if args.into is not None:
        _tell([put_into(args.into, summary)])
    return 1 if any(failure.system in names() for failure in summary.failures) else 0


def _fetch(args: argparse.Namespace) -> None:
    from kaensan.bench.downloads import SOURCES, fetch, listed

    if not args.names:
        print(listed())
    for name in args.names:
        if name in SOURCES:
            print(f"{name}: {SOURCES[name].licence}", file=sys.stderr)
        _tell([fetch(name, args.data)])


def _write_page(args: argparse.Namespace) -> None:
    if len(args.names) != 1:
        raise UsageError("name one page, such as wcxb/dev-0001")
    wanted = args.names[0]
    for page in datasets.load(args.data, wanted.partition("/")[0]):
        if page.id == wanted:
            sys.stdout.buffer.write(page.html)
            return
    raise InputError(f"there is no page {wanted!r} in {args.data}")


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


def _timings(plan: Plan, pages: int, store: AnswerStore) -> list[Timing]:
    """Times of this run, or those that are kept of one with the same systems and pages."""
    timed = replace(plan, sample=pages)
    chosen = [page for name in plan.datasets for page in pages_of(timed, name)]
    named = [system.identity for system in plan.systems] + [page.id for page in chosen] + [str(plan.seed)]
    run = hashlib.sha256("\n".join(named).encode()).hexdigest()
    kept = store.timings(run)
    if kept is not None:
        return [Timing(**timing) for timing in kept]
    timings = time_pages(progress(chosen, len(chosen), "times"), plan.systems, seed=plan.seed, limit=plan.limit)
    store.put_timings(run, [asdict(timing) for timing in timings])
    return timings


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
