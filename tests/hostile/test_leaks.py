"""Memory does not grow with the number of pages."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from pathlib import Path

import kaensan
from experiments.leaks import extract_all

SEEDS = sorted((Path(__file__).parents[2] / "fuzz" / "seeds").iterdir())


def test_extracting_the_same_pages_again_keeps_no_memory() -> None:
    pages = [path.read_bytes() for path in SEEDS[:: 9 if kaensan.compiled else 36]]
    extract_all(pages)  # dictionaries, models and Python's own caches fill up first
    gc.collect()
    tracemalloc.start()
    try:
        extract_all(pages)
        grown = [_growth(pages) for _ in range(4)]
    finally:
        tracemalloc.stop()
    # A page that was kept would be several thousand bytes every time; what other threads of the tests do is not.
    assert min(grown) < 1000 * len(pages)


def _growth(pages: list[bytes]) -> int:
    """The memory that is still held after extracting the pages once more."""
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    extract_all(pages)
    gc.collect()
    return tracemalloc.get_traced_memory()[0] - before


def test_a_document_lets_go_of_its_page() -> None:
    document = kaensan.extract("<p>Some text that is long enough to stay.")
    page = weakref.ref(document.page)
    assert document.text
    assert page() is not None
    del document
    gc.collect()
    assert page() is None
