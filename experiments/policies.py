"""What each policy does to the text, measured on WCXB: `python -m experiments.policies --data DIR --folds OUT`.

Every kind of text is kept and dropped in turn, by the model that left the fold of the page out. Printed are the share
of pages whose text changes, how many words come or go on these, and what that does to F1 over all pages: gold decides
for one of the two, people may decide otherwise.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kaensan.gold import datasets
from kaensan.gold.metrics import word_f1, words
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.method import Core, CoreOptions
from kaensan.methods.core.model import CoreModel, read_model
from kaensan.methods.core.policy import KINDS, Policy
from kaensan.page import Page, parse
from kaensan.render import render_text
from kaensan.train.sites import Sites

__all__ = ["main"]

Figures = NDArray[np.float64]


class _Remembering(CoreModel):
    """A model that works out the evidence of a page once for all policies."""

    def evidence(self, page: Page) -> Evidence:
        return _evidence(self, page)


_last: list[tuple[Page, Evidence]] = []


def _evidence(model: CoreModel, page: Page) -> Evidence:
    if not _last or _last[0][0] is not page:
        _last[:] = [(page, CoreModel.evidence(model, page))]
    return _last[0][1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of all policies."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--folds", type=Path, required=True, metavar="OUT", help="where fold-0.npz … fold-4.npz are")
    parser.add_argument("--every", type=int, default=8, metavar="N", help="take every Nth page only (8)")
    args = parser.parse_args(arguments)
    kinds = [{kind: choice} for kind in KINDS for choice in ("keep", "drop")]
    policies = [Policy(), *(Policy(**kind) for kind in kinds)]  # type: ignore[arg-type]
    policies += [Policy(lean="precision"), Policy(lean="recall")]
    sites = Sites()
    pages = islice(datasets.load(args.data, "wcxb.dev"), 0, None, args.every)
    known = (gold for gold in pages if gold.text)
    figures = np.array([_judged(gold, _model(args.folds, sites.fold(gold)), policies) for gold in known])
    print(f"{len(figures)} pages, F1 {figures[:, 0, 0].mean():.3f}\n")
    print("| policy | pages that change | words more or less on these | F1 over all |\n|---|--:|--:|--:|")
    for at, policy in enumerate(policies[1:], 1):
        print(_line(_name(policy), figures[:, at] - figures[:, 0], figures[:, 0]))
    return 0


@cache
def _model(folds: Path, fold: int) -> CoreModel:
    model = read_model(folds / f"fold-{fold}.npz")
    return _Remembering(**{name: getattr(model, name) for name in model.__dataclass_fields__})


def _judged(gold: datasets.GoldPage, model: CoreModel, policies: Sequence[Policy]) -> list[tuple[float, float]]:
    """The F1 and the words of a page under every policy."""
    page = parse(gold.html, gold.url)
    figures: list[tuple[float, float]] = []
    for policy in policies:
        text = render_text(page, Core(CoreOptions(policy, model)).label(page).kept)
        figures.append((word_f1(text, gold.text or "").f1, len(words(text))))
    return figures


def _name(policy: Policy) -> str:
    standard = Policy()
    changed = [name for name in policy.__dataclass_fields__ if getattr(policy, name) != getattr(standard, name)]
    return ", ".join(f"`{name}={getattr(policy, name)}`" for name in changed)


def _line(name: str, difference: Figures, before: Figures) -> str:
    changed = difference[:, 1] != 0
    share = difference[changed, 1].sum() / max(before[changed, 1].sum(), 1)
    return f"| {name} | {changed.mean():.0%} | {share:+.0%} | {difference[:, 0].mean():+.4f} |"


if __name__ == "__main__":
    raise SystemExit(main())
