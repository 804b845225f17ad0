"""Fitting the weights of `kaensan.threads.likelihood`: `python -m experiments.thread_likelihood --data DIR`.

Threads are the pages of thaiboards and the forum pages of WCXB dev, each as a post model sees them that was trained
without their engine; what is no thread are all other pages of WCXB dev. Every page is seen twice, with and without its
address. Printed are the weights, and by five-fold cross-validation how many pages of each kind are called threads.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.boards import Held
from kaensan.gold.datasets import load
from kaensan.methods.boards.method import rank_groups
from kaensan.methods.boards.model import PostModel
from kaensan.page import Page, parse
from kaensan.threads.described import data_kind
from kaensan.threads.finder import LIKELY
from kaensan.threads.likelihood import WEIGHTS, thread_evidence
from kaensan.threads.posts import read_posts
from kaensan.train.boards_pages import marks_of

__all__ = ["main"]

_NAMES = tuple(name for name in WEIGHTS if name != "bias")
_ADDRESS = [_NAMES.index(name) for name in ("address", "host")]
_BOARD_WEIGHT = 0.7
"""of a page of thaiboards: ten layouts in two hundred pages"""
_FOLDS = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights and how well they separate."""
    parser = argparse.ArgumentParser(prog="python -m experiments.thread_likelihood", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    data: Path = parser.parse_args(arguments).data
    seen = list(_evidence(data))
    kinds = np.array([kind for kind, _ in seen])
    matrix = np.array([[told[name] for name in _NAMES] for _, told in seen])
    thread = np.isin(kinds, ("thaiboards", "forum"))
    fold = np.random.default_rng(0).permutation(len(kinds)) % _FOLDS
    likely = np.zeros(len(kinds))
    for held in range(_FOLDS):
        bias, weights = _fit(matrix[fold != held], thread[fold != held], kinds[fold != held])
        likely[fold == held] = 1 / (1 + np.exp(-bias - matrix[fold == held] @ weights))
    for kind in dict.fromkeys(kinds.tolist()):
        chosen = kinds == kind
        print(f"{kind}: {int((likely[chosen] >= LIKELY).sum())} of {int(chosen.sum())} called threads")
    bias, weights = _fit(matrix, thread, kinds)
    for name, weight in [("bias", bias), *zip(_NAMES, weights.tolist(), strict=True)]:
        print(f'    "{name}": {weight:.2f},')
    return 0


def _evidence(data: Path) -> Iterator[tuple[str, dict[str, float]]]:
    held = Held(data)
    for gold in load(data, "thaiboards"):
        told = _told(parse(gold.html, gold.url), held.for_board(gold.board))
        if told:
            yield "thaiboards", told
    for gold in load(data, "wcxb.dev"):
        page = parse(gold.html, gold.url)
        forum = gold.page_type == "forum"
        marked = marks_of(page, gold.id) if forum else None
        if forum and not marked:
            continue  # no posts that anyone could mark
        told = _told(page, held.without(marked[0]) if marked else held.of_all)
        if told:
            yield gold.page_type or "", told


def _told(page: Page, model: PostModel) -> dict[str, float] | None:
    rows, groups, order, score = rank_groups(page, model)
    if not len(order):
        return None
    best = int(order[0])
    found = read_posts(page, rows, groups[best].tolist(), model)
    return thread_evidence(page, found, float(score[best]), data_kind(page))


def _fit(
    matrix: NDArray[np.float64], thread: NDArray[np.bool_], kinds: NDArray[np.str_]
) -> tuple[float, NDArray[np.float64]]:
    from sklearn.linear_model import LogisticRegression

    bare = matrix.copy()
    bare[:, _ADDRESS] = 0
    weight = np.where(kinds == "thaiboards", _BOARD_WEIGHT, 1.0)
    model = LogisticRegression(max_iter=5000)
    model.fit(np.concatenate([matrix, bare]), np.tile(thread, 2), sample_weight=np.tile(weight, 2))
    return float(model.intercept_[0]), model.coef_[0]


if __name__ == "__main__":
    raise SystemExit(main())
