"""An adversary that thinks: pages on which two or three sizes grow together, and how much faster the work grows.

Random changes do not find a loop over one size inside a loop over another. Here every pair of sizes of `sizes.py` is
put on one page, half of its characters to each, and the page is made larger while the shares stay. Each stage is timed
(CPU time) and the memory of the process is read; the exponent e says that a page of twice the size costs 2 to the power
of e times as much. Linear is 1, a product of the two sizes is 2.

    python fuzz/products.py --seconds 240
    python fuzz/products.py --seconds 240 --groups 10
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
from multiprocessing.pool import ThreadPool
from pathlib import Path

import kaensan
from kaensan.errors import KaensanError
from sizes import SIZES, compose
from stages import PAGE_STAGES, TEXT_STAGES

__all__ = ["Growth", "exponent", "measure", "page_of"]

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


def measure(sizes: tuple[str, ...], kilobytes: Iterable[int] = KILOBYTES) -> list[Growth]:
    """How every stage grows with a page made of some sizes, and the memory of the process with all of them."""
    _warm_up([THREADED])
    pages = [page_of(sizes, 1024 * size) for size in sorted(kilobytes)]
    memory: list[tuple[int, float]] = []
    times: dict[str, list[tuple[int, float]]] = {name: [] for name in (*TEXT_STAGES, *PAGE_STAGES)}
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


def groups(size: int, draw: random.Random) -> Iterator[tuple[str, ...]]:
    """Groups of many sizes without end: a product of any two of them shows, and a group holds many pairs."""
    while True:
        yield tuple(draw.sample(list(SIZES), size))


def _task(task: tuple[tuple[str, ...], tuple[int, ...]]) -> list[Growth]:
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


def _send(sending: multiprocessing.connection.Connection, sizes: tuple[str, ...], kilobytes: tuple[int, ...]) -> None:
    sending.send(measure(sizes, kilobytes))
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
        "--groups", type=int, metavar="N", help="random groups of N sizes at once, to screen many pairs"
    )
    parser.add_argument("--out", type=Path, default=Path("out/products.json"))
    options = parser.parse_args(arguments)
    _warm_up(stage for stage in (*TEXT_STAGES, *PAGE_STAGES) if stage != THREADED)
    chosen = combinations(options.triples, random.Random(0))
    if options.pairs:
        chosen = iter([tuple(options.pairs)])
    elif options.groups:
        chosen = groups(options.groups, random.Random(0))
    tasks = ((sizes, tuple(options.kilobytes)) for sizes in chosen)
    grown: list[Growth] = []
    count = 0
    began = time.monotonic()
    with ThreadPool(options.processes) as pool:
        ahead = itertools.takewhile(lambda task: time.monotonic() - began < options.seconds, tasks)
        for measured in pool.imap_unordered(_task, ahead):
            count += 1
            grown += measured
            for one in measured:
                if _matters(one) and one.exponent > BOUND:
                    print(f"{' × '.join(one.sizes)}: {one.stage} {one.exponent:.2f}, {one.largest:.2f}", flush=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps([asdict(one) for one in grown if _matters(one)], indent=1))
    pairs = {pair for one in grown for pair in itertools.combinations(sorted(one.sizes), 2)}
    print(
        f"{count} combinations, {len(pairs)} pairs of {len(SIZES)} sizes, {len(TEXT_STAGES) + len(PAGE_STAGES)} stages"
    )
    print(report(grown))
    return int(any(one.exponent > BOUND for one in grown if _matters(one)))


if __name__ == "__main__":
    sys.exit(main())
