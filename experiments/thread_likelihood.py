"""Fitting `JOINT` of `kaensan.threads.likelihood`: `python -m experiments.thread_likelihood --data DIR --folds OUT`.

Threads are the pages of thaiboards and the forum pages of WCXB dev, each as a post model sees them that has not seen
their software (`kaensan train core` writes these models to OUT); what is no thread are all other pages of WCXB dev and
the pages of article sets and recipes. Made pages of either kind weigh little. Printed are the weights of the two
opinions, and by five-fold cross-validation how many pages of each kind are called threads.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.boards import Held
from kaensan.gold.datasets import load
from kaensan.methods.boards.candidates import Candidates, declared_kind, page_evidence
from kaensan.methods.boards.model import PostModel
from kaensan.methods.boards.ranking import rank_groups
from kaensan.page import Page, parse
from kaensan.threads.finder import LIKELY
from kaensan.threads.likelihood import discussion_odds
from kaensan.threads.posts import place_posts, read_posts
from kaensan.train.made.boards.pages import make_pages
from kaensan.train.made.boards.templates import read_templates
from kaensan.train.made_examples import fold_of_template
from kaensan.train.thread_examples import THREAD_SETS, is_thread

__all__ = ["main"]

_BOARD_WEIGHT = 0.5
"""of a page of thaiboards: ten layouts in two hundred pages"""
_MADE = "made thread", "made, no thread"
_MADE_PAGES = 2
"""of each template"""
_MADE_WEIGHT = 0.2
"""of a made page"""
_SEED = 2
"""other pages than those that the models learn from"""
_FOLDS = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights and how well they separate."""
    parser = argparse.ArgumentParser(prog="python -m experiments.thread_likelihood", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    parser.add_argument("--folds", type=Path, default=Path("out"), help="what `kaensan train core` wrote (./out)")
    args = parser.parse_args(arguments)
    seen = list(_evidence(args.data, Held(args.data, args.folds)))
    kinds = np.array([kind for kind, _, _ in seen])
    matrix = np.array([odds for _, _, odds in seen])
    thread = np.array([known for _, known, _ in seen])
    fold = np.random.default_rng(0).permutation(len(kinds)) % _FOLDS
    likely = np.zeros(len(kinds))
    for held in range(_FOLDS):
        bias, weights = _fit(matrix[fold != held], thread[fold != held], kinds[fold != held])
        likely[fold == held] = 1 / (1 + np.exp(-bias - matrix[fold == held] @ weights))
    for kind in dict.fromkeys(kinds.tolist()):
        chosen = kinds == kind
        print(f"{kind}: {int((likely[chosen] >= LIKELY).sum())} of {int(chosen.sum())} called threads")
    bias, (discussion, candidate) = _fit(matrix, thread, kinds)
    print(f'JOINT = {{"bias": {bias:.2f}, "discussion": {discussion:.2f}, "candidate": {candidate:.2f}}}')
    return 0


def _evidence(data: Path, held: Held) -> Iterator[tuple[str, bool, tuple[float, float]]]:
    """The kind of every page, whether it is a thread, and the two opinions about it."""
    for name in ("thaiboards.test", *THREAD_SETS):
        for gold in load(data, name):
            page = parse(gold.html, gold.url)
            thread = is_thread(gold, page)
            odds = _opinions(page, held.for_page(gold)) if thread is not None else None
            if thread is not None and odds is not None:
                yield gold.page_type or gold.dataset, thread, odds
    for template in read_templates():
        model = held.without(fold_of_template(template))
        for made in make_pages(template, _MADE_PAGES, _SEED):
            if odds := _opinions(made.page, model):
                yield _MADE[template.kind == "none"], template.kind != "none", odds


def _opinions(page: Page, model: PostModel) -> tuple[float, float] | None:
    ranking = rank_groups(page, model.body)
    if not len(ranking):
        return None
    best = int(ranking.order[0])
    posts = read_posts(ranking, place_posts(ranking, ranking.members(best)), model)
    discussion = discussion_odds(page_evidence(page), posts, float(ranking.score[best]), declared_kind(page))
    return discussion, float(model.thread(Candidates(ranking, ranking.order[:12].tolist()).features)[0])


def _fit(
    matrix: NDArray[np.float64], thread: NDArray[np.bool_], kinds: NDArray[np.str_]
) -> tuple[float, NDArray[np.float64]]:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(max_iter=1000)
    weight = np.where(kinds == "thaiboards", _BOARD_WEIGHT, np.where(np.isin(kinds, _MADE), _MADE_WEIGHT, 1.0))
    model.fit(matrix, thread, sample_weight=weight)
    return float(model.intercept_[0]), model.coef_[0]


if __name__ == "__main__":
    raise SystemExit(main())
