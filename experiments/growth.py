"""How time and memory of the whole extraction grow with the size of a page.

    python -m experiments.growth [--largest MB] [--repeats N] [--out DIR]

makes pages of several kinds from 20 KB up to 20 MB, extracts each in a process of its own (text, Markdown and metadata
by the default method), and prints CPU time and peak memory, with the slope of each on logarithmic axes: 1 is linear, 2
is quadratic. `--out` gets `growth.svg` and `growth.json`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import kaensan
from experiments.growth_plot import draw_growth
from experiments.memory import peak_bytes
from kaensan.document import Document

__all__ = ["KINDS", "Point", "main", "make_page", "measure", "slope"]

_SMALLEST = 20_000
_FITTED_FROM = 200_000
"""the slope is fitted to pages from this size on: below, what every page costs alike would flatter it"""

_STORY = (
    '<article class="post"><h2><a href="/a?b=1&amp;c=2">A headline with a link</a></h2>\n'
    '<p class="lead">Some <b>bold</b> words, some <i>others</i> and a <a href="/x" rel="nofollow">link</a>.</p>\n'
    "<ul><li>one thing</li><li>another thing</li></ul><p>ภาษาไทยไม่มีช่องว่างระหว่างคำ จึงต้องตัดคำก่อน</p>\n"
    '<div style="margin:0"><span>a caption</span><br>more words in a longer line of plain text</div></article>\n'
)
_PROSE = (
    "<p>The river rose in the night, and in the morning the lower fields were a lake with the tops of the fences "
    "showing; nobody in the village was surprised, as it had happened in the year of the great flood too.</p>\n"
    "<p>น้ำขึ้นตั้งแต่กลางคืน พอรุ่งเช้าทุ่งนาด้านล่างก็กลายเป็นทะเลสาบ เห็นเพียงยอดรั้วโผล่พ้นน้ำ แต่ไม่มีใครในหมู่บ้านแปลกใจเลย</p>\n"
)
_POST = (
    '<div class="post" id="p{0}"><div class="author"><a href="/user/{0}">reader{0}</a></div><time>{1} Jan 2020</time>'
    '<div class="body"><p>Answer number {0}: I would wait until the water is gone, then mend it.</p></div></div>\n'
)
_ROW = "<tr><td>{0}</td><td><a href='/item/{0}'>Item {0}</a></td><td>{1}.50</td></tr>\n"

KINDS: dict[str, Callable[[int], str]] = {
    "stories": lambda size: "<main>" + _STORY * (size // len(_STORY.encode())),
    "prose": lambda size: "<main><h1>The river</h1>" + _PROSE * (size // len(_PROSE.encode())),
    "posts": lambda size: "".join(_POST.format(number, number % 28 + 1) for number in range(size // 210)),
    "table": lambda size: "<table>" + "".join(_ROW.format(number, number % 97) for number in range(size // 70)),
}
"""kinds of pages, each made to about a size in bytes"""


@dataclass(frozen=True)
class Point:
    """One page, extracted."""

    kind: str
    size: int
    """bytes of markup"""
    seconds: float
    """CPU time, the fastest of the repeats"""
    memory: int
    """bytes that the process grew by, at its highest"""


def make_page(kind: str, size: int) -> bytes:
    """A page of a kind, of about so many bytes."""
    return f"<!doctype html><title>A page that grows</title>{KINDS[kind](size)}".encode()


def measure(kind: str, size: int, repeats: int) -> Point:
    """Extract a page in a fresh process."""
    child = [sys.executable, "-m", "experiments.growth", "--one", kind, str(size), "--repeats", str(repeats)]
    told = json.loads(subprocess.run(child, capture_output=True, check=True).stdout)
    return Point(kind, told["size"], told["seconds"], told["memory"])


def _measure_here(kind: str, size: int, repeats: int) -> dict[str, float]:
    _use(kaensan.extract(make_page(kind, _SMALLEST)))  # what is loaded once for all pages is not the page's
    html = make_page(kind, size)
    before = peak_bytes()
    seconds = []
    for _ in range(repeats):
        began = time.process_time()
        _use(kaensan.extract(html))
        seconds.append(time.process_time() - began)
    return {"size": len(html), "seconds": min(seconds), "memory": peak_bytes() - before}


def _use(document: Document) -> None:
    _ = document.text, document.markdown, document.metadata


def slope(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the straight line nearest to the points on logarithmic axes.

    >>> round(slope([1, 10, 100], [3, 30, 300]), 6), round(slope([1, 10, 100], [3, 300, 30000]), 6)
    (1.0, 2.0)
    """
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def slopes(points: Sequence[Point]) -> tuple[float, float]:
    """The slopes of time and of memory over the pages that are large enough to tell."""
    large = [point for point in points if point.size >= 0.95 * _FITTED_FROM]
    sizes = [point.size for point in large]
    return slope(sizes, [point.seconds for point in large]), slope(sizes, [max(1, point.memory) for point in large])


def main(argv: Sequence[str] | None = None) -> int:
    """Measure all kinds and sizes and print a table."""
    parser = argparse.ArgumentParser(prog="python -m experiments.growth", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--largest", type=float, default=20, metavar="MB", help="the largest page (20)")
    parser.add_argument("--repeats", type=int, default=3, help="times for pages below 1 MB, larger ones half (3)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND")
    parser.add_argument("--out", type=Path, metavar="DIR", help="also write growth.svg and growth.json there")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.one:
        print(json.dumps(_measure_here(args.one[0], int(args.one[1]), args.repeats)))
        return 0
    largest = int(args.largest * 1_000_000)
    steps = max(2, round(2 * np.log10(largest / _SMALLEST)) + 1)
    sizes = [int(size) for size in np.geomspace(_SMALLEST, largest, steps)]
    points: list[Point] = []
    print("| page | MB | seconds | seconds/MB | peak memory, MB | × the page |\n|---|--:|--:|--:|--:|--:|")
    for kind in args.kinds:
        for size in sizes:
            repeats = args.repeats if size < 1_000_000 else max(1, args.repeats // 2)
            point = measure(kind, size, repeats)
            points.append(point)
            megabytes = point.size / 1e6
            row = f"| {kind} | {megabytes:.2f} | {point.seconds:.3f} | {point.seconds / megabytes:.2f}"
            print(f"{row} | {point.memory / 1e6:.0f} | {point.memory / point.size:.0f} |", flush=True)
    fitted = {kind: slopes([point for point in points if point.kind == kind]) for kind in args.kinds}
    print(f"\nSlopes on logarithmic axes, pages from {_FITTED_FROM / 1e6:g} MB on\n")
    print("| page | time | memory |\n|---|--:|--:|")
    for kind, (of_time, of_memory) in fitted.items():
        print(f"| {kind} | {of_time:.3f} | {of_memory:.3f} |")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        kept = {"points": [asdict(point) for point in points], "slopes": fitted}
        (args.out / "growth.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        series = {kind: [(p.size, p.seconds, p.memory) for p in points if p.kind == kind] for kind in args.kinds}
        (args.out / "growth.svg").write_text(draw_growth(series), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
