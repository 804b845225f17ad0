"""One library, many threads: the same answers as one after another."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kaensan
from kaensan.methods import load, names
from kaensan.page import Page

SEEDS = sorted((Path(__file__).parents[2] / "fuzz" / "seeds").iterdir())
THREADS = 32


def _answer(html: bytes) -> tuple[str, ...]:
    document = kaensan.extract(html, "https://example.org/")
    thread = document.thread.to_json() if document.thread else ""
    return document.to_json(), document.html, thread, "|".join(document.pieces)


def test_thirty_two_threads_give_what_one_gives() -> None:
    pages = [path.read_bytes() for path in SEEDS[::2]]
    alone = [_answer(page) for page in pages]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads change places far more often than they would
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            together = list(pool.map(_answer, pages * 2))
    finally:
        sys.setswitchinterval(switch)
    assert together == alone * 2


def test_one_page_and_one_method_may_be_shared() -> None:
    html = (SEEDS[0].parent / "board.html").read_bytes()
    for name in names():
        method = load(name)
        alone = method.label(kaensan.parse(html)).role.tolist()
        shared: Page = kaensan.parse(html)  # its columns are computed by whichever thread asks first
        with ThreadPoolExecutor(THREADS) as pool:
            together = [labels.role.tolist() for labels in pool.map(method.label, [shared] * THREADS)]
        assert together == [alone] * THREADS, name
