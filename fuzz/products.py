"""An adversary that thinks: pages on which two or three sizes grow together, and how much faster the work grows.

Random changes do not find a loop over one size inside a loop over another. Here every pair of sizes of `sizes.py` is
put on one page, half of its characters to each, and the page is made larger while the shares stay. Each stage is timed
(CPU time) and the memory of the process is read; the exponent e says that a page of twice the size costs 2 to the power
of e times as much. Linear is 1, a product of the two sizes is 2.

All pairs one by one take hours. `--groups 24` puts 24 sizes on a page at once, chosen so that all pairs occur together
somewhere, and takes a group whose work grows too fast apart: its pairs are tried one by one on the stage that was slow,
and the worst pairs with every third size of the group. A group goes through all stages one after another on one parsed
page, so what several need is timed in the first; a suspect is timed again alone. For the same time a group of few sizes
on a small page shows a product as clearly as one of many on a large page: what counts is how much there is of each.

What is done is written to `--out`, a line for each combination; a run that was stopped goes on where it was.

    python fuzz/products.py --groups 24
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
from typing import NamedTuple

import kaensan
from kaensan.errors import KaensanError
from kaensan.page import Page
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
_FEW = 6
"""sizes of a group that is taken apart into its pairs at once"""
_TELL = 10
"""combinations after which it is said how far the run is"""
THREADED = "lstm"
"""the stage whose runtime has threads of its own, which a forked process would lack"""
_ADDRESS = "https://example.org/a/b"
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
    sizes: tuple[str, ...],
    kilobytes: Iterable[int] = KILOBYTES,
    stages: Iterable[str] = STAGES,
    *,
    one_page: bool = False,
) -> list[Growth]:
    """How stages grow with a page made of some sizes, and the memory of the process with all of them.

    With `one_page` the stages follow each other on one parsed page; else each parses it anew.
    """
    pages = [page_of(sizes, 1024 * size) for size in sorted(kilobytes)]
    memory: list[tuple[int, float]] = []
    times: dict[str, list[tuple[int, float]]] = {name: [] for name in stages}
    if THREADED in times:
        _warm_up([THREADED])
    before = _peak_megabytes()
    for html in pages:
        parsed = kaensan.parse(html, _ADDRESS) if one_page else None
        for stage, costs in times.items():
            if not costs or costs[-1][1] < SLOW_SECONDS:
                costs.append((len(html), _seconds(stage, html, parsed)))
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


def _seconds(stage: str, html: str, page: Page | None = None) -> float:
    """The CPU time of a stage, on a page that no stage has seen unless one is given: columns are computed once."""
    if page is None and stage not in TEXT_STAGES:
        page = kaensan.parse(html, _ADDRESS)
    began = time.process_time()
    with contextlib.suppress(KaensanError):  # an error with a name is an answer: a cloud may lack a font
        if page is None or stage in TEXT_STAGES:
            TEXT_STAGES[stage](html)
        else:
            PAGE_STAGES[stage](page)
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

    A product of any two of a group shows on its page, and a group has many pairs. The first size that says what the
    element around the rest is has its way, so each of them leads groups with all others; what swallows the rest stands
    last, and no pairs of those before it count.
    """
    plain = [name for name in SIZES if name not in HOLDING | SWALLOWING]
    holding, swallowing = sorted(HOLDING), sorted(SWALLOWING)
    groups = _cover(plain, size, draw)
    for number, name in enumerate(holding):
        others = [*plain, *holding[number + 1 :]]
        groups += [(name, *others[at : at + size - 1]) for at in range(0, len(others), size - 1)]
    for number, name in enumerate(swallowing):
        others = [*swallowing[number + 1 :], *plain, *holding]
        groups += [(*others[at : at + size - 1], name) for at in range(0, len(others), size - 1)]
    return groups


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


def taken_apart(group: Iterable[Growth], kilobytes: tuple[int, ...], until: float = math.inf) -> list[Growth]:
    """Smaller and smaller parts of a group on the stages that grow too fast with it, down to its pairs.

    Where a pair does too, the triples around the worst follow.
    """
    grown: list[Growth] = []
    ahead = [_suspects(group)]
    tried: set[tuple[str, ...]] = set()
    whole = ahead[0][0]
    while ahead:
        sizes, stages = ahead.pop()
        for part in _parts(sizes):
            if part not in tried:
                tried.add(part)
                measured = _task_in_time(Task(part, kilobytes, stages), until)
                grown += measured
                ahead.append(_suspects(measured))
    pairs = [one for one in grown if len(one.sizes) == 2 and _matters(one) and one.exponent > BOUND]
    if pairs:
        worst = max(pairs, key=lambda one: one.exponent)
        stages = (worst.stage,) if worst.stage in STAGES else STAGES
        triples = [(*worst.sizes, name) for name in whole if name not in worst.sizes]
        grown += [one for triple in triples for one in _task_in_time(Task(triple, kilobytes, stages), until)]
    return grown


def _suspects(grown: Iterable[Growth]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sizes of a combination and the stages that grow too fast with it; neither where none does."""
    found = [one for one in grown if one.exponent > BOUND and _matters(one)]
    stages = tuple(dict.fromkeys(one.stage for one in found if one.stage in STAGES))
    return (found[0].sizes, stages or STAGES) if found else ((), ())


def _parts(sizes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Combinations in which all pairs of some sizes occur: two of four quarters at a time, or the pairs of a few."""
    if len(sizes) <= _FEW:
        return list(itertools.combinations(sizes, 2)) if len(sizes) > 2 else []
    quarters = [sizes[number::4] for number in range(4)]
    return [tuple(sorted(one + other, key=sizes.index)) for one, other in itertools.combinations(quarters, 2)]


class Task(NamedTuple):
    """What is to be measured."""

    sizes: tuple[str, ...]
    kilobytes: tuple[int, ...]
    stages: tuple[str, ...] = STAGES
    one_page: bool = False


def _task_in_time(task: Task, until: float) -> list[Growth]:
    """Measure, unless the time is over: a pool takes all its tasks at once."""
    return _measured(task) if time.monotonic() < until else []


def _group_in_time(task: Task, until: float) -> list[Growth]:
    """Measure a group, and take it apart where it grows too fast."""
    measured = _task_in_time(task, until)
    return measured + taken_apart(measured, task.kilobytes, until)


def _measured(task: Task) -> list[Growth]:
    """Measure in a process of its own, whose memory starts anew."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_send, args=(sending, task))
    child.start()
    sending.close()
    try:
        grown: list[Growth] = receiving.recv()
    except EOFError:
        grown = [Growth(task.sizes, "death", math.inf, math.inf)]
    child.join()
    return grown


def _send(sending: multiprocessing.connection.Connection, task: Task) -> None:
    sending.send(measure(task.sizes, task.kilobytes, task.stages, one_page=task.one_page))
    sending.close()


class Record:
    """What was measured, in a file with a line for each combination."""

    def __init__(self, path: Path, kilobytes: tuple[int, ...]) -> None:
        self._path = path
        self._kilobytes = list(kilobytes)
        self.done: dict[tuple[str, ...], list[Growth]] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            entry = json.loads(line)
            if entry["kilobytes"] == self._kilobytes:
                grown = [
                    Growth(tuple(one["sizes"]), one["stage"], one["exponent"], one["largest"]) for one in entry["grown"]
                ]
                self.done[tuple(entry["sizes"])] = grown

    def add(self, sizes: tuple[str, ...], grown: list[Growth]) -> None:
        self.done[sizes] = grown
        self._path.parent.mkdir(parents=True, exist_ok=True)
        entry = {"sizes": sizes, "kilobytes": self._kilobytes, "grown": [asdict(one) for one in grown]}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    @property
    def grown(self) -> list[Growth]:
        return [one for grown in self.done.values() for one in grown]


def settle(record: Record, kilobytes: tuple[int, ...], until: float = math.inf) -> None:
    """Time what grew too fast once more, alone, when all else is done: the least exponent of a combination counts.

    What is costly by itself grows too fast at any time, unlike what was timed while the machine was busy with others.
    """
    for sizes, grown in list(record.done.items()):
        again = [_settled(one, kilobytes, until) for one in grown]
        if again != grown:
            record.add(sizes, again)


def _settled(one: Growth, kilobytes: tuple[int, ...], until: float) -> Growth:
    if one.stage not in STAGES or one.exponent <= BOUND or not _matters(one):
        return one
    measured = _task_in_time(Task(one.sizes, kilobytes, (one.stage,)), until)
    return min([one, *(other for other in measured if other.stage == one.stage)], key=lambda other: other.exponent)


def report(grown: list[Growth]) -> str:
    """For every stage, and for memory, the combination with which it grows fastest, as a table."""
    worst: dict[str, Growth] = {}
    for one in filter(_matters, grown):
        if one.stage not in worst or one.exponent > worst[one.stage].exponent:
            worst[one.stage] = one
    lines = ["| stage | exponent | largest page | sizes |", "|---|--:|--:|---|"]
    for one in sorted(worst.values(), key=lambda one: -one.exponent):
        unit = "MB" if one.stage == "memory" else "s"
        lines.append(f"| {one.stage} | {one.exponent:.2f} | {one.largest:.2f} {unit} | {_named(one.sizes)} |")
    return "\n".join(lines)


def _named(sizes: tuple[str, ...]) -> str:
    """The names of a few sizes, or how many there are."""
    return " × ".join(sizes) if len(sizes) <= 3 else f"{len(sizes)} sizes: {', '.join(sizes[:3])} …"


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
    parser.add_argument("--out", type=Path, default=Path("out/products.jsonl"))
    options = parser.parse_args(arguments)
    _warm_up(stage for stage in STAGES if stage != THREADED)
    chosen = combinations(options.triples, random.Random(0))
    if options.pairs:
        chosen = iter([tuple(options.pairs)])
    elif options.groups:
        chosen = iter(covering_groups(options.groups, random.Random(0)))
    kilobytes = tuple(options.kilobytes)
    record = Record(options.out, kilobytes)
    tasks = (Task(sizes, kilobytes, STAGES, bool(options.groups)) for sizes in chosen if sizes not in record.done)
    until = time.monotonic() + options.seconds
    work = partial(_group_in_time if options.groups else _task_in_time, until=until)
    with ThreadPool(options.processes) as pool:
        for grown in filter(None, pool.imap_unordered(work, tasks)):
            record.add(grown[0].sizes, grown)
            for one in grown:
                if _matters(one) and one.exponent > BOUND:
                    print(f"{_named(one.sizes)}: {one.stage} {one.exponent:.2f}, {one.largest:.2f}", flush=True)
            if len(record.done) % _TELL == 0:
                print(_coverage(record), file=sys.stderr, flush=True)
    if options.groups:
        settle(record, kilobytes, until)
    print(_coverage(record))
    print(report(record.grown))
    return int(any(one.exponent > BOUND for one in record.grown if _matters(one)))


def _coverage(record: Record) -> str:
    """How much was tried."""
    seen = [
        f"{len({some for sizes in record.done for some in itertools.combinations(sorted(sizes), count)}):,} of "
        f"{math.comb(len(SIZES), count):,} {name}"
        for count, name in ((2, "pairs"), (3, "triples"))
    ]
    return f"{len(record.done)} combinations, {' and '.join(seen)} of {len(SIZES)} sizes, {len(STAGES)} stages"


if __name__ == "__main__":
    sys.exit(main())
