"""An adversary that thinks: pages on which two or three sizes grow together, and how much faster the work grows.

Random changes do not find a loop over one size inside a loop over another. Here every pair of sizes of `sizes.py` is
put on one page, half of its characters to each, and the page is made larger while the shares stay. Each stage is timed
(CPU time) and the memory of the process is read; the exponent e says that a page of twice the size costs 2 to the power
of e times as much. Linear is 1, a product of the two sizes is 2.

All pairs one by one take hours. `--groups 12` puts twelve sizes on a page at once, chosen so that all pairs occur
together somewhere, and takes a group whose work grows too fast apart: its pairs are tried one by one on the stage that
was slow, and the worst pairs with every third size of the group.

    python fuzz/products.py --seconds 240 --groups 12
    python fuzz/products.py --seconds 240
    python fuzz/products.py --pairs "class words" "code blocks"
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import math
import multiprocessing
import multiprocessing.connection
import random
import resource
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path

import kaensan
from kaensan.errors import KaensanError
from sizes import HOLDING, SIZES, SWALLOWING, compose
from stages import PAGE_STAGES, TEXT_STAGES

__all__ = ["STAGES", "Growth", "covering_groups", "exponent", "measure", "page_of"]

STAGES = (*TEXT_STAGES, *PAGE_STAGES)
"""the names of all stages"""

KILOBYTES = (64, 256, 1024)
"""the sizes of the pages"""
FAINT_SECONDS = 0.1
"""what takes less on the largest page is quick, however it grows"""
FAINT_MEGABYTES = 16.0
"""memory that a process may take on any page before its growth is looked at"""
BOUND = 1.1
"""the exponent from which a stage is reported"""
ROUNDS = 3
"""times that a stage is timed again before it is reported; the least time counts"""
_TELL = 10
"""combinations after which it is said how far the run is"""
THREADED = "lstm"
"""the stage whose runtime has threads of its own, which a forked process would lack"""
SLOW_SECONDS = 20.0
"""a stage that takes longer is not tried on larger pages"""


@dataclass(frozen=True)
class Growth:
    """How one stage, or the memory of all, grows with a page made of some sizes."""

    sizes: tuple[str, ...]
    stage: str
    exponent: float
    largest: float
    """seconds, or megabytes for the stage `memory`, on the largest page"""


def page_of(sizes: Iterable[str], characters: int) -> str:
    """A page of about so many characters that are shared out equally among some sizes."""
    chosen = tuple(sizes)
    return compose(*(SIZES[name](characters // len(chosen)) for name in chosen))


def exponent(costs: list[tuple[int, float]]) -> float:
    """The slope of the cost over the size, both as logarithms, by least squares."""
    points = [(math.log(size), math.log(max(cost, 1e-6))) for size, cost in costs]
    if len({size for size, _ in points}) < 2:
        return 0.0
    mean_x, mean_y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    slope: float = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return slope


def measure(
    sizes: tuple[str, ...], kilobytes: Iterable[int] = KILOBYTES, stages: Iterable[str] = STAGES
) -> list[Growth]:
    """How stages grow with a page made of some sizes, and the memory of the process with all of them."""
    pages = [page_of(sizes, 1024 * size) for size in sorted(kilobytes)]
    memory: list[tuple[int, float]] = []
    times: dict[str, list[tuple[int, float]]] = {name: [] for name in stages}
    if THREADED in times:
        _warm_up([THREADED])
    before = _peak_megabytes()
    for html in pages:
        for stage, costs in times.items():
            if not costs or costs[-1][1] < SLOW_SECONDS:
                costs.append((len(html), _seconds(stage, html)))
        memory.append((len(html), max(_peak_megabytes() - before, FAINT_MEGABYTES)))
    grown = [Growth(sizes, "memory", exponent(memory), memory[-1][1])]
    for stage, costs in times.items():
        if costs[-1][1] >= FAINT_SECONDS and exponent(costs) > BOUND:
            costs[:] = _again(stage, costs, pages)
        grown.append(Growth(sizes, stage, exponent(_floored(costs)), costs[-1][1]))
    return grown


def _warm_up(stages: Iterable[str]) -> None:
    """Load models, dictionaries and fonts."""
    for stage in stages:
        for html in ("<p>text", "<p>ไทย"):
            _seconds(stage, html)


def _floored(costs: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """The costs without those too small to be told from noise: a hundredth of what is quick."""
    return [(size, max(cost, FAINT_SECONDS / 100)) for size, cost in costs]


def _again(stage: str, costs: list[tuple[int, float]], pages: list[str]) -> list[tuple[int, float]]:
    """The least times of further rounds, as long as these still say that the stage grows too fast."""
    for _ in range(ROUNDS):
        if exponent(_floored(costs)) <= BOUND or costs[-1][1] > SLOW_SECONDS / 2:
            break
        costs = [(size, min(cost, _seconds(stage, html))) for (size, cost), html in zip(costs, pages, strict=False)]
    return costs


def _seconds(stage: str, html: str) -> float:
    """The CPU time of a stage on a page that no stage has seen: columns are computed when first asked for."""
    page = None if stage in TEXT_STAGES else kaensan.parse(html, "https://example.org/a/b")
    began = time.process_time()
    with contextlib.suppress(KaensanError):  # an error with a name is an answer: a cloud may lack a font
        TEXT_STAGES[stage](html) if page is None else PAGE_STAGES[stage](page)
    return time.process_time() - began


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def combinations(triples: int, draw: random.Random) -> Iterator[tuple[str, ...]]:
    """Every size alone, every pair in random order, and some triples."""
    yield from ((name,) for name in SIZES)
    pairs = list(itertools.combinations(SIZES, 2))
    draw.shuffle(pairs)
    yield from pairs
    yield from (tuple(draw.sample(list(SIZES), 3)) for _ in range(triples))


def covering_groups(size: int, draw: random.Random) -> list[tuple[str, ...]]:
    """Groups of at most so many sizes in which every pair of sizes occurs.

    A product of any two of a group shows on its page, and a group has many pairs. What holds the rest in an element of
    its own, or swallows it, hides the others from each other: one such size is in a group with some others, and the
    pairs of those others do not count.
    """
    plain = [name for name in SIZES if name not in HOLDING | SWALLOWING]
    groups = _cover(plain, size, draw)
    for name in sorted(HOLDING):
        groups += [(name, *plain[at : at + size - 1]) for at in range(0, len(plain), size - 1)]
    for name in sorted(SWALLOWING):  # last on the page, and alone with what stands before
        groups += [(*plain[at : at + size - 1], name) for at in range(0, len(plain), size - 1)]
    return groups + list(itertools.combinations(sorted(HOLDING | SWALLOWING), 2))


def _cover(names: list[str], size: int, draw: random.Random) -> list[tuple[str, ...]]:
    """Groups that hold all pairs, each made greedily around a pair that no group before it holds."""
    open_pairs = {frozenset(pair) for pair in itertools.combinations(names, 2)}
    groups: list[tuple[str, ...]] = []
    while open_pairs:
        chosen = sorted(min(open_pairs, key=sorted))
        while len(chosen) < min(size, len(names)):
            others = [name for name in names if name not in chosen]
            draw.shuffle(others)
            chosen.append(max(others, key=lambda name: sum(frozenset((name, one)) in open_pairs for one in chosen)))
        open_pairs -= {frozenset(pair) for pair in itertools.combinations(chosen, 2)}
        groups.append(tuple(sorted(chosen, key=names.index)))
    return groups


def taken_apart(
    group: Iterable[Growth], pool: ThreadPool, kilobytes: tuple[int, ...], until: float = math.inf
) -> list[Growth]:
    """The pairs of a group on the stages that grow too fast with it, and its triples around the worst pair."""
    found = [one for one in group if one.exponent > BOUND and _matters(one)]
    if not found or len(found[0].sizes) < 3:
        return []
    sizes = found[0].sizes
    stages = tuple({one.stage for one in found if one.stage in STAGES}) or STAGES
    pairs = [(pair, kilobytes, stages) for pair in itertools.combinations(sizes, 2)]
    work = partial(_task_in_time, until=until)
    grown = [one for measured in pool.imap_unordered(work, pairs) for one in measured]
    worst = max(filter(_matters, grown), key=lambda one: one.exponent, default=None)
    if worst is not None:
        thirds = [(*worst.sizes, name) for name in sizes if name not in worst.sizes]
        triples = [(triple, kilobytes, (worst.stage,) if worst.stage in STAGES else stages) for triple in thirds]
        grown += [one for measured in pool.imap_unordered(work, triples) for one in measured]
    return grown


def _task_in_time(task: tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]], until: float) -> list[Growth]:
    """Measure, unless the time is over: a pool takes all its tasks at once."""
    return _task(task) if time.monotonic() < until else []


def _task(task: tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]) -> list[Growth]:
    """Measure in a process of its own, whose memory starts anew."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_send, args=(sending, *task))
    child.start()
    sending.close()
    try:
        grown: list[Growth] = receiving.recv()
    except EOFError:
        grown = [Growth(task[0], "death", math.inf, math.inf)]
    child.join()
    return grown


def _send(
    sending: multiprocessing.connection.Connection,
    sizes: tuple[str, ...],
    kilobytes: tuple[int, ...],
    stages: tuple[str, ...],
) -> None:
    sending.send(measure(sizes, kilobytes, stages))
    sending.close()


def report(grown: list[Growth], worst: int = 25) -> str:
    """The worst combinations as a table."""
    lines = ["| sizes | stage | exponent | largest page |", "|---|---|--:|--:|"]
    for one in sorted(filter(_matters, grown), key=lambda one: -one.exponent)[:worst]:
        unit = "MB" if one.stage == "memory" else "s"
        lines.append(f"| {' × '.join(one.sizes)} | {one.stage} | {one.exponent:.2f} | {one.largest:.2f} {unit} |")
    return "\n".join(lines)


def _matters(one: Growth) -> bool:
    return one.largest >= (2 * FAINT_MEGABYTES if one.stage == "memory" else FAINT_SECONDS)


def main(arguments: list[str] | None = None) -> int:
    """Measure and print the worst; the exit status is 1 where a stage grows too fast."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=math.inf, help="when to stop")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--kilobytes", type=int, nargs="+", default=KILOBYTES, help="sizes of the pages")
    parser.add_argument("--triples", type=int, default=100, help="how many triples after the pairs")
    parser.add_argument("--pairs", nargs="+", metavar="SIZE", help="one combination only, by the names of its sizes")
    parser.add_argument(
        "--groups", type=int, metavar="N", help="N sizes at once until all pairs were tried; suspects are taken apart"
    )
    parser.add_argument("--out", type=Path, default=Path("out/products.json"))
    options = parser.parse_args(arguments)
    _warm_up(stage for stage in STAGES if stage != THREADED)
    chosen = combinations(options.triples, random.Random(0))
    if options.pairs:
        chosen = iter([tuple(options.pairs)])
    elif options.groups:
        chosen = iter(covering_groups(options.groups, random.Random(0)))
    kilobytes = tuple(options.kilobytes)
    tasks = ((sizes, kilobytes, STAGES) for sizes in chosen)
    grown: list[Growth] = []
    apart: list[Growth] = []
    count = 0
    until = time.monotonic() + options.seconds
    with ThreadPool(options.processes) as pool, ThreadPool(options.processes) as second:
        for measured in pool.imap_unordered(partial(_task_in_time, until=until), tasks):
            count += bool(measured)
            grown += measured
            if options.groups:
                pieces = taken_apart(measured, second, kilobytes, until)
                apart += pieces
                measured = measured + pieces
            for one in measured:
                if _matters(one) and one.exponent > BOUND:
                    print(f"{' × '.join(one.sizes)}: {one.stage} {one.exponent:.2f}, {one.largest:.2f}", flush=True)
            if count % _TELL == 0:
                print(_coverage(count, grown), file=sys.stderr, flush=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps([asdict(one) for one in [*grown, *apart] if _matters(one)], indent=1))
    print(_coverage(count, grown))
    print(report([*grown, *apart]))
    return int(any(one.exponent > BOUND for one in [*grown, *apart] if _matters(one)))


def _coverage(count: int, grown: list[Growth]) -> str:
    """How much was tried."""
    tried = {one.sizes for one in grown}
    pairs = {pair for sizes in tried for pair in itertools.combinations(sorted(sizes), 2)}
    every = math.comb(len(SIZES), 2)
    return f"{count} combinations, {len(pairs)} of {every} pairs of {len(SIZES)} sizes, {len(STAGES)} stages"


if __name__ == "__main__":
    sys.exit(main())
