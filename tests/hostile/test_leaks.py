"""Memory does not grow with the number of pages."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from pathlib import Path

import kaensan
from kaensan.bench.leaks import extract_all

SEEDS = sorted((Path(__file__).parents[2] / "fuzz" / "seeds").iterdir())


def test_extracting_the_same_pages_again_keeps_no_memory() -> None:
    pages = [path.read_bytes() for path in SEEDS[::9]]
    extract_all(pages)  # dictionaries, models and Python's own caches fill up first
    gc.collect()
    tracemalloc.start()
    try:
        extract_all(pages)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(3):
            extract_all(pages)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 1000 * 3 * len(pages)  # any page that was kept would be several thousand bytes


def test_a_document_lets_go_of_its_page() -> None:
    document = kaensan.extract("<p>Some text that is long enough to stay.")
    page = weakref.ref(document.page)
    assert document.text
    assert page() is not None
    del document
    gc.collect()
    assert page() is None
