"""What the way from bytes to tables costs, next to turbohtml's bare parse of the same bytes.

    python -m experiments.cost --data DIR [--dataset wcxb.dev] [--sample N]

prints the time as a multiple of the bare parse, measured in turn on each page, the peak memory as a multiple of the
page's size, each page in a process of its own, and how time grows when a page doubles.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import turbohtml

from kaensan.gold.datasets import load
from kaensan.page import Page, parse

__all__ = ["Cost", "doublings", "main", "peak_memory", "time_pages", "use_columns", "use_everything", "use_head"]

_MB = 1_000_000
_KEPT = 64 * 1024
"""Smaller pages say nothing about memory: a process grows in steps of that order for any reason."""

_ARTICLE = (
    '<article class="post" id="p1"><h2><a href="/a?b=1&amp;c=2">A headline with a link</a></h2>\n'
    '<p class="lead">Some <b>bold</b> words, some <i>others</i> and a <a href="/x" rel="nofollow">link</a>.</p>\n'
    "<ul><li>one thing</li><li>another thing</li></ul><p>ภาษาไทยไม่มีช่องว่างระหว่างคำ จึงต้องตัดคำก่อน</p>\n"
    '<div style="margin:0"><span>a caption</span><br>more words in a longer line of plain text</div></article>\n'
)


@dataclass(frozen=True)
class Cost:
    """Times of one part of the work over pages, as multiples of the bare parse."""

    part: str
    median: float
    total: float


def use_columns(page: Page) -> None:
    """Ask for every column of the texts but their offsets."""
    texts = page.texts
    _ = texts.depth, texts.context, texts.heading, texts.anchor, texts.visible, texts.spaced, texts.length
    _ = texts.block_start


def use_head(page: Page) -> None:
    """Ask for all that the head can say; it reads nothing before it is asked."""
    for name, value in vars(type(page.head)).items():
        if isinstance(value, cached_property):
            getattr(page.head, name)


def use_everything(page: Page) -> None:
    """Ask for every column of the texts but their offsets, and for all of the head."""
    use_columns(page)
    use_head(page)


def time_pages(pages: Iterable[bytes], repeats: int = 3) -> list[Cost]:
    """Time bare parse, the whole line, and the offsets on each page in turn; the fastest of the repeats counts."""
    rows: list[list[float]] = []
    for html in pages:
        rounds = [_time_page(html) for _ in range(repeats)]
        rows.append(np.min(rounds, axis=0).tolist())
    seconds = np.array(rows).reshape(-1, len(_PARTS) + 1)
    bare = seconds[:, 0]
    return [
        Cost(part, float(np.median(taken / bare)), float(taken.sum() / bare.sum()))
        for part, taken in zip(_PARTS, seconds[:, 1:].T, strict=True)
    ]


_PARTS = (
    "decode, parse, texts",
    "the same with all columns",
    "the same with all columns and all of head",
    "offsets alone",
)


def _time_page(html: bytes) -> list[float]:
    bare = _seconds(lambda: turbohtml.parse(html, positions=False))
    made: list[Page] = []
    parsed = _seconds(lambda: made.append(parse(html)))
    columns = _seconds(lambda: use_columns(made[0]))
    head = _seconds(lambda: use_head(made[0]))
    offsets = _seconds(lambda: made[0].texts.offset)
    return [bare, parsed, parsed + columns, parsed + columns + head, offsets]


def _seconds(task: Callable[[], object]) -> float:
    began = time.process_time()
    task()
    return time.process_time() - began


def peak_memory(html: bytes) -> float:
    """The most memory that the whole line needs for a page, beyond the page itself, in multiples of its size."""
    child = [sys.executable, "-m", "experiments.cost", "--peak"]
    grown = int(subprocess.run(child, input=html, capture_output=True, check=True).stdout)
    return grown / len(html)


def _print_peak() -> None:
    """In a fresh process: read a page from standard input and print by how many bytes parsing it grew the process."""
    html = sys.stdin.buffer.read()
    use_everything(parse(_ARTICLE))  # what is loaded once for all pages is not the page's
    before = _peak_bytes()
    use_everything(parse(html))
    print(_peak_bytes() - before)


def _peak_bytes() -> int:
    status = Path("/proc/self/status")
    if status.exists():  # Linux, where ru_maxrss of a child starts at what its parent had
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def doublings(make: Callable[[int], bytes], sizes: Sequence[int], repeats: int = 5) -> list[tuple[float, float]]:
    """Seconds of the bare parse and of the whole line for each size of a page that is made to measure."""
    pages = [make(size) for size in sizes]
    fastest = [(float("inf"), float("inf"))] * len(pages)
    for _ in range(repeats):  # sizes in turn, so that a busy moment does not fall on one of them
        for number, html in enumerate(pages):
            bare, _, _, line, _ = _time_page(html)
            fastest[number] = (min(fastest[number][0], bare), min(fastest[number][1], line))
    return fastest


def _articles(size: int) -> bytes:
    one = _ARTICLE.encode()
    return b"<!doctype html><title>t</title><main>" + one * (size // len(one))


def _nested(count: int) -> bytes:
    return b"<div>" * count + b"deep"


def _attributes(count: int) -> bytes:
    return b"<p " + b" ".join(b"a%d=v" % number for number in range(count)) + b">text"


_GROWTH: tuple[tuple[str, Callable[[int], bytes], tuple[int, ...]], ...] = (
    ("bytes of articles", _articles, tuple(20 * _MB // part for part in (16, 8, 4, 2, 1))),
    ("nested elements", _nested, (62_500, 125_000, 250_000, 500_000)),
    ("attributes of one element", _attributes, (125_000, 250_000, 500_000, 1_000_000)),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Print all figures."""
    parser = argparse.ArgumentParser(prog="python -m experiments.cost", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", metavar="DIR", help="folder of the reference pages")
    parser.add_argument("--dataset", default="wcxb.dev", metavar="NAME.SPLIT")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="take N pages, evenly drawn (default: all)")
    parser.add_argument("--memory", type=int, default=40, metavar="N", help="measure the memory of N pages")
    parser.add_argument("--peak", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.peak:
        _print_peak()
        return 0
    if args.data:
        pages = [page.html for page in load(args.data, args.dataset)]
        _report_pages(_drawn(pages, args.sample), args.dataset)
        _report_memory(_drawn([page for page in pages if len(page) >= _KEPT], args.memory))
    _report_growth()
    return 0


def _drawn(pages: list[bytes], sample: int) -> list[bytes]:
    return random.Random(0).sample(pages, sample) if 0 < sample < len(pages) else pages


def _report_pages(pages: list[bytes], dataset: str) -> None:
    print(f"Time over {len(pages)} pages of {dataset}, in multiples of turbohtml's bare parse of the same bytes\n")
    print("| part | median | total |\n|---|--:|--:|")
    for cost in time_pages(pages):
        print(f"| {cost.part} | {cost.median:.2f} | {cost.total:.2f} |")


def _report_memory(pages: list[bytes]) -> None:
    peaks = sorted(peak_memory(html) for html in pages)
    if peaks:
        print(f"\nPeak memory over {len(peaks)} pages of {_KEPT >> 10} KiB and more, in multiples of the page's size\n")
        print(f"median {np.median(peaks):.1f}, largest {peaks[-1]:.1f}")


def _report_growth() -> None:
    print("\nGrowth when a page doubles: decode, parse, texts with all columns and head\n")
    print("| page | size | seconds | × the half | bare parse, seconds | × the half | peak memory × bytes |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, make, sizes in _GROWTH:
        half: tuple[float, float] | None = None
        for size, (bare, line) in zip(sizes, doublings(make, sizes), strict=True):
            of_line, of_bare = (f"{line / half[1]:.2f}", f"{bare / half[0]:.2f}") if half else ("", "")
            peak = peak_memory(make(size))
            print(f"| {name} | {size:,} | {line:.3f} | {of_line} | {bare:.3f} | {of_bare} | {peak:.1f} |")
            half = bare, line


if __name__ == "__main__":
    raise SystemExit(main())
