"""How to find the weights of names: what they tell on pages of other sites and other sources than they are from.

    python -m experiments.name_weights --data DIR

Prints for several ways to learn them (`WordFit`) how well the sum over the path to a text tells content from the rest,
on pages of prose: the area under the curve, and the log-loss of the best logistic function of the sum. One fold of
sites is held back, then the sources of `experiments.left_out`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score

from experiments.left_out import SOURCES
from kaensan.gold import datasets
from kaensan.methods.core.class_words import KINDS
from kaensan.train.example_pages import examples_of
from kaensan.train.examples import Example
from kaensan.train.learned_sets import learned_sets
from kaensan.train.learned_words import WordFit, WordTable, name_weights, word_table

__all__ = ["main"]

WAYS = (WordFit(), WordFit(0.003, 200), WordFit(0.001, 200), WordFit(0.0003, 200))
_PROSE = KINDS.index("prose")
_HELD = 1
"""the fold that pages are put into to be held back"""
_WITHOUT = ("recipes", "thaiboards")
"""sets that hold no prose with full gold"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m experiments.name_weights", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page only (1)")
    args = parser.parse_args(arguments)
    pages = list(_pages(args.data, args.every))
    table = word_table(pages)
    source = np.repeat([page.dataset for page in pages], [len(np.unique(page.block_parent)) for page in pages])
    held = {"one fold of sites": table.fold == 0}
    held |= {name: np.isin(source, list(sets)) for name, sets in SOURCES.items() if name != "wcxb"}
    print("| held back | C | steps at most | area under the curve | log-loss |\n|---|--:|--:|--:|--:|")
    for name, rows in held.items():
        for how in WAYS:
            area, loss = _told(replace(table, fold=np.where(rows, _HELD, 0)), how)
            print(f"| {name} | {how.c:g} | {how.steps} | {area:.4f} | {loss:.4f} |", flush=True)
    return 0


def _pages(data: Path, every: int) -> Iterator[Example]:
    """The pages that may be learned from, without their features."""
    for name in learned_sets(data):
        if not name.startswith(_WITHOUT):
            for number, gold in enumerate(datasets.load(data, name)):
                if number % every == 0:
                    yield from (replace(page, columns=page.columns[:0], block_words=()) for page in examples_of(gold))


def _told(table: WordTable, how: WordFit) -> tuple[float, float]:
    """Area and log-loss of what the weights tell about the rows held back."""
    rows = np.flatnonzero((table.fold == _HELD) & (table.kind == _PROSE))
    score = table.path[rows] @ name_weights(table, _PROSE, [_HELD], how)
    both = np.concatenate([score, score])
    target = np.repeat([1, 0], len(rows))
    weight: NDArray[np.float64] = np.concatenate([table.wanted[rows], table.unwanted[rows]])
    scaled = weight / weight.mean()
    fitted = LogisticRegression(C=1e6).fit(both[:, None], target, sample_weight=scaled)
    chance = fitted.predict_proba(both[:, None])[:, 1]
    return (
        float(roc_auc_score(target, both, sample_weight=weight)),
        float(log_loss(target, chance, sample_weight=weight)),
    )


if __name__ == "__main__":
    raise SystemExit(main())
