"""Pages per second on an archive, against others in the simplest loop: `python -m experiments.throughput`.

Every system reads the same WARC file in a process of its own, once with all pages and once with very few; the
difference is what pages cost, without what it costs to start. Rounds are interleaved, so that a busy machine is busy
for all. CPU time says more than wall-clock time there: pages per second and core are pages per second of CPU
time, of the parent and its workers together.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from experiments.made_archives import write_archive
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options, Running
from kaensan.batch.records import Record
from kaensan.batch.run import run
from kaensan.gold import datasets

__all__ = ["SYSTEMS", "Cost", "main", "measure", "projection", "table"]

_FEW = 2
_CRAWL_PAGES, _CRAWL_BYTES = 2.9e9, 225 * 2.0**40
"""Common Crawl's archive of February 2019, as announced: pages, and bytes of uncompressed content."""
_AHEAD = 8


def payloads(path: str) -> Iterator[bytes]:
    """The simplest loop over an archive."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    for record in ArchiveIterator(path, record_types=WarcRecordType.response):
        yield record.reader.read()


def _read(path: str) -> None:
    for _ in payloads(path):
        pass


def _loop(extractor: str, path: str) -> None:
    for html in payloads(path):
        _extract(extractor, html)


def _loop_of_two(extractor: str, path: str) -> None:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for _ in pool.imap(partial(_extract, extractor), payloads(path), chunksize=_AHEAD):
            pass


class _Idle(Extractor):
    """Takes the start of the markup for the text: all that is left of a run is the engine."""

    def extract(self, record: Record, source: str) -> dict[str, Any]:
        text = bytes(record.content[:10_000], "utf-8") if isinstance(record.content, str) else record.content[:10_000]
        return {
            "source": source,
            "offset": record.offset,
            "text": text.decode("latin-1"),
            "error": None,
            "refused": None,
        }


def _batch(kind: type[Extractor], workers: int, path: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run([path], folder, kind(Options()), Running(workers=workers))


def _extract(extractor: str, html: bytes) -> object:
    """A page as each library's documentation shows it."""
    if extractor == "resiliparse":
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import detect_encoding
        from resiliparse.parse.html import HTMLTree

        return extract_plain_text(HTMLTree.parse_from_bytes(html, detect_encoding(html) or "utf-8"), main_content=True)
    if extractor == "trafilatura":
        import trafilatura

        return trafilatura.extract(html)
    from kaensan.api import extract

    return extract(html).to_dict(("text",))


SYSTEMS: dict[str, Callable[[str], None]] = {
    "reading alone": _read,
    "kaensan, loop": partial(_loop, "kaensan"),
    "kaensan batch, 1 worker": partial(_batch, Extractor, 1),
    "kaensan batch, 2 workers": partial(_batch, Extractor, 2),
    "the engine alone, 1 worker": partial(_batch, _Idle, 1),
    "the engine alone, 2 workers": partial(_batch, _Idle, 2),
    "resiliparse, loop": partial(_loop, "resiliparse"),
    "resiliparse, 2 processes": partial(_loop_of_two, "resiliparse"),
    "trafilatura, loop": partial(_loop, "trafilatura"),
    "trafilatura, 2 processes": partial(_loop_of_two, "trafilatura"),
}
"""What can be done with an archive, by name."""


@dataclass(frozen=True)
class Cost:
    """What a page costs a system, in milliseconds: the medians over rounds."""

    system: str
    wall: float
    cpu: float

    @property
    def pages_a_second(self) -> float:
        return 1000 / self.wall

    @property
    def pages_a_core_second(self) -> float:
        return 1000 / self.cpu


def measure(archive: Path, few: Path, pages: int, names: list[str], rounds: int, seed: int) -> list[Cost]:
    """Run every system in random order, round after round."""
    draw = random.Random(seed)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in draw.sample(names, len(names)):
            small, large = _costs(name, few), _costs(name, archive)
            scale = 1000 / (pages - _FEW)
            taken[name].append(((large[0] - small[0]) * scale, (large[1] - small[1]) * scale))
    return [
        Cost(
            name,
            max(1e-3, statistics.median(wall for wall, _ in costs)),
            max(1e-3, statistics.median(cpu for _, cpu in costs)),
        )
        for name, costs in taken.items()
    ]


def _costs(name: str, archive: Path) -> tuple[float, float]:
    """Seconds of a run, on the clock and of CPU time with all processes that it started."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-m", __spec__.name, "--only", name, str(archive)], check=True)
    after, wall = os.times(), time.perf_counter() - began
    used = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    return wall, used


def table(costs: list[Cost]) -> str:
    """The figures as Markdown, with what follows from them."""
    known = {cost.system: cost for cost in costs}
    lines = ["| system | pages/s | pages/s and core | ms CPU a page |", "|---|--:|--:|--:|"]
    lines += [
        f"| {cost.system} | {cost.pages_a_second:.1f} | {cost.pages_a_core_second:.1f} | {cost.cpu:.2f} |"
        for cost in costs
    ]
    one, two = known.get("kaensan batch, 1 worker"), known.get("kaensan batch, 2 workers")
    lines.append("")
    for peer in ("trafilatura, loop", "resiliparse, loop"):
        if one and peer in known:
            lines.append(f"kaensan batch per core to {peer}: {known[peer].cpu / one.cpu:.2f}")
    if one and two:
        lines.append(f"from 1 to 2 workers, on the clock: {one.wall / two.wall:.2f}")
        lines.append(
            f"from 1 to 2 workers, by CPU time (2 × cost with one / cost with two): {2 * one.cpu / two.cpu:.2f}"
        )
    for workers in ("1 worker", "2 workers"):
        whole, engine = known.get(f"kaensan batch, {workers}"), known.get(f"the engine alone, {workers}")
        if whole and engine:
            lines.append(f"share of CPU time that is not extraction, {workers}: {engine.cpu / whole.cpu:.1%}")
    return "\n".join(lines)


def projection(cost: Cost, mean_bytes: float, price: float) -> str:
    """What Common Crawl's archive of February 2019 would cost, if cost grows with the bytes of markup."""
    speed = mean_bytes / cost.cpu * 1000 / 1e6
    page = _CRAWL_BYTES / _CRAWL_PAGES
    million = page / speed / 3600  # a million pages, in core-hours: megabytes over megabytes a second
    whole = million * _CRAWL_PAGES / 1e6
    return "\n".join(
        [
            f"{cost.system}: {speed:.1f} MB of markup per second and core (mean page {mean_bytes / 1000:.0f} kB)",
            f"projected for pages of {page / 1000:.0f} kB: {speed * 1e6 / page:.0f} pages/s and core",
            f"a million such pages: {million:.2f} core-hours, {million * price:.2f} at {price} per core-hour",
            f"{_CRAWL_PAGES / 1e9:.1f} billion: {whole:,.0f} core-hours, {whole / 24 / 7:,.0f} cores for a week, "
            f"{whole * price:,.0f} at that price",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="pages per second on an archive of reference pages")
    parser.add_argument("--data", default="../shared/data", help="the folder of reference pages")
    parser.add_argument("--dataset", default="wcxb.dev")
    parser.add_argument("--pages", type=int, default=200, help="how many of them, evenly spread")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--systems", nargs="*", choices=list(SYSTEMS), default=list(SYSTEMS))
    parser.add_argument("--price", type=float, default=0.04, help="of a core-hour, for the projection")
    parser.add_argument("--only", nargs=2, metavar=("SYSTEM", "ARCHIVE"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.only:
        SYSTEMS[args.only[0]](args.only[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        step = max(1, datasets.count(args.data, args.dataset) // args.pages)
        pages = islice(datasets.load(args.data, args.dataset), 0, step * args.pages, step)
        chosen = [(page.url or "http://example.org/", page.html) for page in pages]
        archive = write_archive(Path(folder) / "pages.warc.gz", chosen)
        few = write_archive(Path(folder) / "few.warc.gz", chosen[:_FEW])
        costs = measure(archive, few, len(chosen), args.systems, args.rounds, args.seed)
    print(f"{len(chosen)} pages of {args.dataset}, {args.rounds} rounds, {os.cpu_count()} cores\n")
    print(table(costs))
    mean = sum(len(html) for _, html in chosen) / len(chosen)
    for cost in costs:
        if cost.system == "kaensan batch, 2 workers":
            print(f"\n{projection(cost, mean, args.price)}")


if __name__ == "__main__":
    main()
