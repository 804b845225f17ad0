"""The most memory that each step of an extraction holds, as a multiple of the page, for pages of many shapes.

    python -m experiments.shapes [--size MB] [--shapes NAME …] [--data DIR]

makes pages of one shape each, reads each in a process of its own, and prints for every step the most memory that the
process held during it, above what it held before the page came, divided by the size of the page. Steps follow one
another on one page, so what an earlier one leaves behind counts; the other methods get a page of their own. With
`--data` the largest pages of `wcxb.dev` come last. Linux only: the highest mark is set back before every step.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import kaensan
from experiments.memory import peak_bytes, resident_bytes
from kaensan.demo import URL, read_demo_page

__all__ = ["SHAPES", "STEPS", "main", "make_page", "peaks"]

_PROSE = "The river rose in the night, and in the morning the lower fields were a lake. "
_ROW = "<tr><td>{0}</td><td><a href='/item/{0}'>Item {0}</a></td><td>{1}.50</td></tr>\n"

SHAPES: dict[str, Callable[[int], str]] = {
    "cells without end tags": lambda size: "<table><tr>" + "<td>a" * (size // 5),
    "cells": lambda size: "<table><tr>" + "<td>a</td>" * (size // 10),
    "rows of two cells": lambda size: "<table>" + "<tr><td>1<td>2" * (size // 14),
    "a table with links": lambda size: "<table>" + "".join(_ROW.format(row, row % 97) for row in range(size // 70)),
    "paragraphs": lambda size: "<p>a" * (size // 4),
    "items": lambda size: "<ul>" + "<li>a" * (size // 5),
    "lists in lists": lambda size: "<ul><li>a<ul><li>b</ul></ul>" * (size // 28),
    "bold": lambda size: "<b>a</b>" * (size // 8),
    "links": lambda size: "<a href=x>y</a>" * (size // 15),
    "line breaks": lambda size: "<br>" * (size // 4),
    "lines": lambda size: "a<br>" * (size // 5),
    "attributes": lambda size: "".join(f"<p a{n % 90}=1 b=2 c=3 d=4>a" for n in range(size // 26)),
    "classes": lambda size: "".join(f'<p class="c{n} d{n % 90}">a' for n in range(size // 25)),
    "prose": lambda size: ("<p>" + _PROSE * 8) * (size // (len(_PROSE) * 8 + 3)),
    "plain text": lambda size: _PROSE * (size // len(_PROSE)),
    "Thai text": lambda size: "<p>" + "น้ำขึ้นตั้งแต่กลางคืน " * (size // 64),
}
"""Shapes of pages, each made to about a size in bytes."""

_METHODS = ("boards", "xpath", "weight", "histogram", "lineblock")

STEPS: dict[str, Callable[[kaensan.Document], object]] = {
    "text": lambda document: document.text,
    "Markdown": lambda document: document.markdown,
    "HTML": lambda document: document.html,
    "metadata": lambda document: document.metadata,
    "thread": lambda document: document.thread,
}
"""What is asked of the document of a page, in this order."""


def make_page(shape: str, size: int) -> bytes:
    """A page of a shape, of about so many bytes."""
    return f"<!doctype html><title>A page of a shape</title>{SHAPES[shape](size)}".encode()


def peaks(html: bytes) -> dict[str, tuple[float, float]]:
    """For every step the most memory during it, as a multiple of the page, and its seconds of CPU time."""
    _warm_up()
    before = resident_bytes()
    found: dict[str, tuple[float, float]] = {}

    def watched(name: str, step: Callable[[], object]) -> object:
        Path("/proc/self/clear_refs").write_text("5")
        began = time.process_time()
        result = step()
        found[name] = ((peak_bytes() - before) / len(html), time.process_time() - began)
        return result

    document = _watched_document(html, watched)
    for name, step in STEPS.items():
        watched(name, partial(step, document))
    del document
    for method in _METHODS:
        watched(method, lambda method=method: kaensan.extract(html, method=method).text)  # type: ignore[misc]
    return found


def _watched_document(html: bytes, watched: Callable[[str, Callable[[], object]], object]) -> kaensan.Document:
    page = watched("parse", lambda: kaensan.parse(html))
    assert isinstance(page, kaensan.Page)
    document = watched("label", lambda: kaensan.extract(page))
    assert isinstance(document, kaensan.Document)
    return document


def _warm_up() -> None:
    """Load what every page needs."""
    for method in (None, *_METHODS):
        document = kaensan.extract(read_demo_page(), URL, method=method)
        for step in STEPS.values():
            step(document)


def largest_pages(data: Path, count: int) -> Iterator[tuple[str, bytes]]:
    """The largest pages of `wcxb.dev`."""
    from kaensan.gold.datasets import load

    pages = sorted(load(data, "wcxb.dev"), key=lambda page: -len(page.html))
    for page in pages[:count]:
        yield page.id, page.html


def _in_process(html: bytes) -> dict[str, tuple[float, float]]:
    child = subprocess.run(
        [sys.executable, "-m", "experiments.shapes", "--one"], input=html, capture_output=True, check=False
    )
    if child.returncode:
        raise RuntimeError(child.stderr.decode()[-2000:])
    found: dict[str, tuple[float, float]] = json.loads(child.stdout)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m experiments.shapes", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--size", type=float, default=2, metavar="MB", help="of each page (2)")
    parser.add_argument("--shapes", nargs="*", default=list(SHAPES), metavar="NAME")
    parser.add_argument("--data", type=Path, metavar="DIR", help="also the largest pages of wcxb.dev")
    parser.add_argument("--largest", type=int, default=10, metavar="N", help="how many of them (10)")
    parser.add_argument("--seconds", action="store_true", help="print CPU time behind each peak")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.one:
        print(json.dumps(peaks(sys.stdin.buffer.read())))
        return 0
    pages = [(shape, make_page(shape, int(args.size * 1e6))) for shape in args.shapes]
    if args.data:
        pages += largest_pages(args.data, args.largest)
    names = ("parse", "label", *STEPS, *_METHODS)
    print(f"| page | MB | {' | '.join(names)} |\n|---|--:|{'--:|' * len(names)}")
    for title, html in pages:
        found = _in_process(html)
        cells = [f"{found[name][0]:.0f}" + (f" ({found[name][1]:.2f})" if args.seconds else "") for name in names]
        print(f"| {title} | {len(html) / 1e6:.1f} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
