"""Fit the weights of titles, authors and dates to gold, and print them.

    python -m experiments.metadata_weights --data DIR

The model is the simplest that can weigh evidence: a page's candidates compete, the chance of each grows with the sum
of its weights (a conditional logit). It is fitted to half of the pages of the datasets whose licences allow it;
`python -m kaensan.bench.metadata` shows both halves. Nothing is random: the same pages give the same weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kaensan.bench.metadata import in_fitted_half
from kaensan.gold import datasets
from kaensan.gold.datasets import GoldPage
from kaensan.gold.fields import days_of, gold_of, is_right
from kaensan.metadata.authors import author_candidates
from kaensan.metadata.evidence import Candidate, choose
from kaensan.metadata.languages import date_style, find_language
from kaensan.metadata.marks import Marks
from kaensan.metadata.published import date_candidates, publishable
from kaensan.metadata.site_name import find_site
from kaensan.metadata.titles import TITLE_WEIGHTS, title_candidates
from kaensan.methods import Labels, load
from kaensan.page import Page, parse

__all__ = ["fit", "main"]

_DATASETS = (
    "readability.dev",
    "trafilatura-eval.dev",
    "wcxb.dev",
    "fundus.dev",
    "mercury.dev",
    "htmldate.dev",
    "recipes.dev",
)
_EMPTY_GOLD = {"wcxb.dev": 0.3}
"""How much a page counts whose gold has no value: little, for it may only not have been looked for."""

_IMPORTANCE = {"fundus.dev": 2.0, "mercury.dev": 2.0, "recipes.dev": 0.5}
"""How much a page of a dataset counts: few news pages of many sites stand beside many recipes and blogs.

Chosen by comparing fits on both halves of the pages, so the other half is not wholly new to the weights.
"""

_NONE = "(none)"
_SMALLEST = 0.15
"""Weights below it are left out: they decide nothing."""
_PENALTY, _STEPS = 5e-4, 1200
"""How strongly weights are drawn to zero, and steps of the descent.

Of three penalties the one with the best fits, on the other half of the pages too: that half is no test of this choice.
"""


@dataclass(frozen=True)
class _Example:
    candidates: list[Candidate]
    right: NDArray[np.bool_]
    weight: float


def fit(
    examples: Sequence[tuple[NDArray[np.float64], NDArray[np.bool_], float]],
    penalty: float = _PENALTY,
    steps: int = _STEPS,
) -> NDArray[np.float64]:
    """Weights that make the right rows of each example the likeliest; each has at least one right row."""
    rows = np.concatenate([matrix for matrix, _, _ in examples])
    right = np.concatenate([good for _, good, _ in examples]).astype(np.float64)
    sizes = np.array([len(good) for _, good, _ in examples])
    start = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    importance = np.array([weight for _, _, weight in examples])
    weights = np.zeros(rows.shape[1])
    momentum, scale = np.zeros_like(weights), np.zeros_like(weights)

    def share(values: NDArray[np.float64]) -> NDArray[np.float64]:
        whole = np.maximum(np.add.reduceat(values, start), 1e-12)
        shares: NDArray[np.float64] = values / np.repeat(whole, sizes)
        return shares

    for _ in range(steps):
        score = rows @ weights
        chance = share(np.exp(score - np.repeat(np.maximum.reduceat(score, start), sizes)))
        pull = (share(chance * right) - chance) * np.repeat(importance, sizes)
        slope = rows.T @ pull / importance.sum() - penalty * weights
        momentum = 0.9 * momentum + 0.1 * slope
        scale = 0.99 * scale + 0.01 * slope**2
        weights += 0.05 * momentum / (np.sqrt(scale) + 1e-8)
    return weights


def _examples(field: str, folder: Path) -> Iterator[_Example]:
    method = load("histogram")  # what is kept matters to the language only
    for name in sorted({*_DATASETS} & {*datasets.names(folder)}):
        for gold in datasets.load(folder, name):
            weight = _IMPORTANCE.get(name, 1.0) * (1.0 if gold_of(gold)[field] else _EMPTY_GOLD.get(name, 0.0))
            if weight and in_fitted_half(gold.id):
                page = parse(gold.html, gold.url)
                example = _example(field, gold, page, method.label(page), weight)
                if example.right.any():
                    yield example


def _example(field: str, gold: GoldPage, page: Page, labels: Labels, weight: float) -> _Example:
    candidates, optional = _CANDIDATES[field](page, labels)
    value = gold_of(gold)[field]
    days = days_of(gold)
    right = [bool(value) and is_right(field, value or "", one.value, days) for one in candidates]
    if optional:
        candidates = [*candidates, Candidate("", _NONE, {_NONE: 1.0})]
        right.append(not value)
    return _Example(candidates, np.array(right, np.bool_), weight)


def _titles(page: Page, labels: Labels) -> tuple[list[Candidate], bool]:
    site = find_site(page)
    return title_candidates(page, site.value if site else None), False


def _headline(page: Page, labels: Labels) -> int:
    chosen = choose(_titles(page, labels)[0], TITLE_WEIGHTS)
    return chosen.row if chosen else -1


def _authors(page: Page, labels: Labels) -> tuple[list[Candidate], bool]:
    site = find_site(page)
    return author_candidates(Marks(page), _headline(page, labels), site.value if site else None), True


def _dates(page: Page, labels: Labels) -> tuple[list[Candidate], bool]:
    language = find_language(page, labels)
    style = date_style(page, language.value if language else None)
    pool, threshold = publishable(date_candidates(Marks(page), _headline(page, labels), style))
    return list(pool), threshold > float("-inf")


_CANDIDATES: dict[str, Callable[[Page, Labels], tuple[list[Candidate], bool]]] = {
    "title": _titles,
    "author": _authors,
    "date": _dates,
}


def _weights(examples: list[_Example]) -> dict[str, float]:
    names = sorted({name for example in examples for one in example.candidates for name in one.evidence})
    number = {name: column for column, name in enumerate(names)}
    tables = []
    for example in examples:
        matrix = np.zeros((len(example.candidates), len(names)))
        for row, one in enumerate(example.candidates):
            for name, value in one.evidence.items():
                matrix[row, number[name]] = value
        tables.append((matrix, example.right, example.weight))
    fitted = zip(names, fit(tables).round(1).tolist(), strict=True)
    return {name: weight for name, weight in fitted if abs(weight) > _SMALLEST}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights of each field; the threshold of a field is the weight of giving no answer."""
    parser = argparse.ArgumentParser(prog="python -m experiments.metadata_weights", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the reference pages")
    parser.add_argument("--fields", nargs="+", choices=list(_CANDIDATES), default=list(_CANDIDATES))
    args = parser.parse_args(arguments)
    for field in args.fields:
        weights = _weights(list(_examples(field, args.data)))
        threshold = weights.pop(_NONE, None)
        print(f"{field}: threshold {threshold}")
        for name, weight in weights.items():
            print(f'    "{name}": {weight},')
    return 0


if __name__ == "__main__":
    sys.exit(main())
