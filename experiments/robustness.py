"""What is left of the accuracy when a page loses its names, its head, its boxes or its script.

    python -m experiments.robustness --data DIR --folds OUT

judges the pages of WCXB, as they are and changed, by the models that have not seen their sites: `kaensan train core`
leaves these in its output folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from experiments.table_layout import Fashion, in_tables
from kaensan.gold import datasets
from kaensan.methods.core.method import Core, CoreEvidence, CoreOptions
from kaensan.methods.core.model import read_model
from kaensan.page import Page, parse
from kaensan.train.example_pages import examples_of
from kaensan.train.examples import Example
from kaensan.train.rebuilt_pages import rebuilt
from kaensan.train.variants import headless, rescripted, stripped, unnamed

__all__ = ["REBUILT", "VARIANTS", "main"]

VARIANTS: dict[str, Callable[[Page], Page]] = {
    "as it is": lambda page: page,
    "without class, id, role and itemprop": unnamed,
    "without head, metadata and address": headless,
    "without either": stripped,
    "in Thai letters": partial(rescripted, script="thai"),
    "in Japanese letters": partial(rescripted, script="japanese"),
    "in Arabic letters": partial(rescripted, script="arabic"),
    "in Devanagari letters": partial(rescripted, script="hindi"),
}
"""What is done to the pages, block by block …"""
REBUILT: dict[str, Callable[[Page], bytes]] = {
    "rebuilt from its texts and the kinds of elements around them": partial(rebuilt, joined=True),
    "laid out by tables": partial(
        in_tables, fashion=Fashion(breaks=False, plain_lists=False, columns=True, names=False)
    ),
    "laid out by tables, paragraphs and items as lines": partial(
        in_tables, fashion=Fashion(breaks=True, plain_lists=True, columns=True, names=False)
    ),
}
"""… and what leaves other blocks."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of all variants."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--folds", type=Path, required=True, metavar="OUT", help="where fold-0.npz … fold-4.npz are")
    parser.add_argument("--dataset", default="wcxb.dev")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page only (1)")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    pages = list(datasets.load(args.data, args.dataset))[:: args.every]
    with Pool(args.jobs) as pool:
        judged = [row for row in pool.imap(partial(_judged, args.folds), pages, chunksize=4) if row]
    scores = np.array(judged)
    print(f"{args.dataset}, {len(scores)} pages\n")
    print("| pages | F1 | difference | 95 % interval of the difference |\n|---|--:|--:|---|")
    for row in _rows(scores):
        print(row)
    return 0


def _judged(folds: Path, gold: datasets.GoldPage) -> list[float] | None:
    """The F1 of every variant of a page; None for a page without text or gold."""
    example = next(examples_of(gold), None)
    if example is None or example.gold is None:
        return None
    method = Core(CoreOptions(model=read_model(folds / f"fold-{example.fold}.npz")))
    page = parse(gold.html, gold.url)
    scores = [_f1(example, change(page), method) for change in VARIANTS.values()]
    return scores + [_rebuilt_f1(replace(gold, html=change(page), url=None), method) for change in REBUILT.values()]


def _rebuilt_f1(gold: datasets.GoldPage, method: Core) -> float:
    """The F1 of what the method keeps of a page that was written anew."""
    example = next(examples_of(gold), None)
    return _f1(example, parse(gold.html), method) if example else 0.0


def _f1(example: Example, page: Page, method: Core) -> float:
    """The F1 of what the method keeps of a page, whose blocks are those of the example."""
    told = method.label(page).evidence
    assert isinstance(told, CoreEvidence)
    return example.f1(told.kept)


def _rows(scores: np.ndarray[tuple[int, int], np.dtype[np.float64]], resamples: int = 1000) -> Iterator[str]:
    random = np.random.default_rng(0)
    drawn = random.integers(0, len(scores), (resamples, len(scores)))
    for name, column in zip((*VARIANTS, *REBUILT), scores.T, strict=True):
        difference = column - scores[:, 0]
        low, high = np.quantile(difference[drawn].mean(axis=1), [0.025, 0.975])
        yield f"| {name} | {column.mean():.3f} | {difference.mean():+.3f} | {low:+.3f} … {high:+.3f} |"


if __name__ == "__main__":
    raise SystemExit(main())
