"""What a published method costs on a parsed page, next to turbohtml's bare parse of the same bytes.

    python -m kaensan.bench.method_cost --data DIR [--dataset wcxb.dev] [--sample N]

prints the time of each method as a multiple of the bare parse, measured in turn on each page: on a page of which
nothing has been asked yet, and on a page whose tables (the columns of its texts, their offsets, the index of its
attributes) are there, as they are for every method after the first.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import turbohtml

from kaensan.bench.cost import Cost, use_columns
from kaensan.bench.datasets import load as load_pages
from kaensan.methods import Method, load
from kaensan.page import Page, parse

__all__ = ["main", "time_methods"]

METHODS = ("xpath", "lineblock", "weight", "histogram")


def time_methods(pages: Iterable[bytes], methods: Sequence[Method], repeats: int = 5) -> list[Cost]:
    """Time the bare parse and each method on each page in turn; the fastest of the repeats counts."""
    seconds = np.array([np.min([_time_page(html, methods) for _ in range(repeats)], axis=0) for html in pages])
    bare = seconds[:, 0]
    parts = [f"{method.name}, {state}" for method in methods for state in ("first", "tables there")]
    return [
        Cost(part, float(np.median(taken / bare)), float(taken.sum() / bare.sum()))
        for part, taken in zip(parts, seconds[:, 1:].T, strict=True)
    ]


def _time_page(html: bytes, methods: Sequence[Method]) -> list[float]:
    taken = [_seconds(lambda: turbohtml.parse(html))]
    for method in methods:
        page = parse(html)
        taken.append(_seconds(lambda method=method, page=page: method.label(page)))  # type: ignore[misc]
        _fill(page)
        taken.append(_seconds(lambda method=method, page=page: method.label(page)))  # type: ignore[misc]
    return taken


def _fill(page: Page) -> None:
    use_columns(page)
    _ = page.texts.offset, page.elements.having("style"), page.head.title


def _seconds(task: Callable[[], object]) -> float:
    began = time.thread_time()
    task()
    return time.thread_time() - began


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", default="data", help="folder of the reference pages (./data)")
    parser.add_argument("--dataset", default="wcxb.dev")
    parser.add_argument("--sample", type=int, default=200, help="at most so many pages (200)")
    options = parser.parse_args(arguments)
    pages = [page.html for page in load_pages(options.data, options.dataset)]
    if len(pages) > options.sample:
        pages = random.Random(0).sample(pages, options.sample)
    costs = time_methods(pages, [load(name) for name in METHODS])
    print(f"multiples of turbohtml's bare parse, {len(pages)} pages of {options.dataset}")
    for cost in costs:
        print(f"{cost.part:24} median {cost.median:5.2f}   sum {cost.total:5.2f}")


if __name__ == "__main__":
    main()
