"""Training examples for "is this page a thread?": the best groups of a page, and which of them are its posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.coverage import block_texts, coverage
from kaensan.gold.datasets import GoldPage, load, names
from kaensan.methods.boards.candidates import Candidates, find_candidates
from kaensan.methods.boards.model import Scorer
from kaensan.methods.boards.post_places import Place
from kaensan.page import Page, parse
from kaensan.train.boards_pages import marks_of
from kaensan.train.made_gold import ARTICLES
from kaensan.train.sites import Sites
from kaensan.train.variants import stripped

__all__ = ["THREAD_SETS", "ThreadExample", "is_thread", "thread_example", "thread_examples", "weight_of"]

_ARTICLES = ("scrapinghub-aeb", "fundus", "mercury", "newspaper", "recipes")
"""datasets without any thread"""
THREAD_SETS = ("thaiboards.train", "wcxb.dev", *(f"{name}.dev" for name in _ARTICLES))
"""Datasets whose pages are known to be threads, or to be none."""

_RIGHT, _WRONG = 0.7, 0.3
"""F1 of a group's text from which it is the posts of a thread, and up to which it is not"""
_FEW_LAYOUTS_WEIGHT = 0.15
"""of a page of thaiboards and of made pages: ten layouts in 160 pages"""


@dataclass(frozen=True)
class ThreadExample:
    """The candidates of one page."""

    fold: int
    features: Mapping[str, NDArray[np.float64]]
    target: NDArray[np.float64]
    """1 for the posts of a thread"""
    weight: NDArray[np.float64]
    """0 where nobody knows"""


def is_thread(gold: GoldPage, page: Page) -> bool | None:
    """Whether a page is a thread; None where nobody knows."""
    if gold.board:
        return True
    if gold.page_type == "forum":
        return True if gold.dataset == "wcxb" and marks_of(page, gold.id) else None
    return False if gold.page_type or gold.dataset in _ARTICLES else None


def thread_examples(folder: Path, sites: Sites, bodies: Sequence[Scorer]) -> Iterator[ThreadExample]:
    """All pages that are known to be threads or none, as they are and without names."""
    known = names(folder)
    for name in (name for name in THREAD_SETS if name in known):
        for gold in load(folder, name):
            page, fold = parse(gold.html, gold.url), sites.software_fold(gold)
            thread = is_thread(gold, page)
            if thread is None:
                continue
            label, size = coverage(block_texts(page), gold.text or "") if thread else (None, None)
            for variant in (page, stripped(page)):
                candidates = find_candidates(variant, bodies[fold])
                if candidates.groups:
                    yield thread_example(candidates, fold, label, size, weight_of(gold))


def weight_of(gold: GoldPage) -> float:
    """What a page weighs."""
    return _FEW_LAYOUTS_WEIGHT if gold.board or gold.dataset == ARTICLES else 1.0


def thread_example(
    candidates: Candidates,
    fold: int,
    label: NDArray[np.float32] | None,
    size: NDArray[np.int32] | None,
    of_page: float = 1.0,
) -> ThreadExample:
    """The candidates of a page, which weighs `of_page`: of a thread with the label and the words of every block, of
    another page with None."""
    count = len(candidates.groups)
    target, weight = np.zeros(count), np.full(count, 1 / count)
    if label is not None and size is not None:
        right = np.array([_agreement(candidates, group, label, size) for group in candidates.groups])
        target = (right >= _RIGHT).astype(np.float64)
        weight = np.where((right >= _RIGHT) | (right <= _WRONG), 1.0, 0.0)
        for side in (target > 0, target == 0):
            weight[side] /= max(float(weight[side].sum()), 1.0)
    return ThreadExample(fold, candidates.features, target, weight * of_page)


def _agreement(candidates: Candidates, group: int, label: NDArray[np.float32], size: NDArray[np.int32]) -> float:
    """The F1 of the words in the members of a group against the content."""
    texts = candidates.ranking.page.texts
    place = candidates.places(group)[texts.block_start[:-1]]
    inside = (place == Place.OWN) | (place == Place.REPEATED)
    wanted = size * label
    return float(2 * wanted[inside].sum() / max(float(size[inside].sum() + wanted.sum()), 1.0))
