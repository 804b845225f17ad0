"""`kaensan train confidence`: how far the expectations of the method can be trusted, learned from its own judgements.

A logistic curve over a few facts about the choice (`kaensan.methods.core.expected_f1`) is fitted to the F1 that pages
and copies of them had, by models that have not seen their sites. It is fitted anew for the model of every fold, without
the pages of that fold. `kaensan train core` does the same at its end; alone it takes minutes, and serves a change of
the rules after the forest.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from kaensan.methods.core.expected_f1 import Confidence
from kaensan.methods.core.model import read_model
from kaensan.train.judged import Judged, judge_pages
from kaensan.train.learned_sets import learned_sets
from kaensan.train.left_out import fold_file
from kaensan.train.sites import FOLDS

__all__ = ["configure", "fitted", "learn_confidence", "run"]

_POWER = 0.5
"""the pages of a set weigh as the number of pages to this power: between all pages alike and all sets alike"""
_STRENGTH = 1.0
"""of the pull of weights towards 0, as scikit-learn counts it"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kaensan train confidence`."""
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder of NAME.SPLIT.jsonl.zst files")
    parser.add_argument(
        "--folds", type=Path, required=True, metavar="OUT", help="output folder of `kaensan train core`; written anew"
    )
    parser.add_argument("--model", type=Path, metavar="FILE", help="another copy of core.npz that is written anew, too")
    parser.add_argument("--jobs", type=int, default=2, help="processes for judging pages (2)")


def run(args: argparse.Namespace) -> int:
    """Learn the confidence as asked."""
    learn_confidence(args.data, args.folds, args.jobs, others=[args.model] if args.model else [])
    return 0


def learn_confidence(
    data: Path, out: Path, jobs: int, tell: Callable[[str], None] = print, others: Sequence[Path] = ()
) -> list[Judged]:
    """Give the models of a training their confidence; the pages with the one of the model that left their fold out.

    These are written to `judged.jsonl`, too.
    """
    judged = judge_pages(data, learned_sets(data), out, jobs, tell)
    expected: list[Judged] = []
    for fold in range(FOLDS):
        confidence = fitted([page for page in judged if page.fold != fold])
        _write(fold_file(out, fold), confidence)
        expected += [replace(page, confidence=confidence(page.facts)) for page in judged if page.fold == fold]
    confidence = fitted(judged)
    for path in (out / "core.npz", *others):
        _write(path, confidence)
    lines = (json.dumps(asdict(page)) + "\n" for page in expected)
    (out / "judged.jsonl").write_text("".join(lines), encoding="utf-8")
    tell(f"learned the confidence from {len(judged):,} pages and copies")
    return expected


def _write(path: Path, confidence: Confidence) -> None:
    replace(read_model(path), confidence=confidence).save(path)


def fitted(judged: Sequence[Judged]) -> Confidence:
    """The confidence that fits what became of pages; what nothing was learned from is left as it is."""
    if not judged:
        return Confidence()
    facts = np.array([page.facts for page in judged])
    f1, weight = np.array([page.f1 for page in judged]), _weights(judged)
    became = np.repeat([1, 0], len(judged))  # a page of F1 .9 is nine parts of a success and one of a failure
    curve = LogisticRegression(C=_STRENGTH, tol=1e-8, max_iter=1000)
    curve.fit(np.concatenate([facts, facts]), became, np.concatenate([weight * f1, weight * (1 - f1)]))
    return Confidence(tuple(curve.coef_[0].tolist()), float(curve.intercept_[0]))


def _weights(judged: Sequence[Judged]) -> NDArray[np.float64]:
    """What every page and copy weighs: the copies of a page together as much as the page."""
    pages = Counter(page.dataset for page in judged if not page.is_copy)
    copies = Counter(page.id for page in judged if page.is_copy)
    alone = [max(pages[page.dataset], 1) ** (_POWER - 1) / (copies[page.id] if page.is_copy else 1) for page in judged]
    weight = np.array(alone, np.float64)
    weight *= len(judged) / weight.sum()
    return weight
