"""`weight`: right, deviating and missed pages of Wang & Liu, and their whole system with learned rules first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.bench.papers.reference import RIGHT, ParsedPage, percent, right_cells, score_cells, sites, table
from kaensan.gold.coverage import rows_in_text
from kaensan.gold.metrics import Score
from kaensan.methods.weight import Weight
from kaensan.page import Context
from kaensan.sites import InduceOptions, LabelledPage, Rule
from kaensan.sites.address import ANY, place_of
from kaensan.sites.learn import learn_rules

__all__ = ["WangLiu"]

_RIGHT, _NOTHING = 0.9, 0.1
"""F1 from which on a page is right, recall under which it came out without content; between them it deviates"""
_MOST = 0.5  # of the gold's characters


@dataclass(frozen=True)
class _Outcome:
    """How `weight` did on one page."""

    score: Score
    right_block: bool
    """the subtree that holds most of the gold is the one that was chosen"""
    in_form: bool
    """most of the gold stands in a `form`, which the paper prunes"""


class WangLiu:
    """Outcomes by dataset; pages of sites are kept, to learn rules from."""

    datasets = ("l3s-gn1", "scrapinghub-aeb", "dragnet", "cleaneval-zh", "thai-news", "jp-news", "cleanportaleval")
    _with_rules = ("l3s-gn1", "dragnet", "cleanportaleval")

    def __init__(self) -> None:
        self._outcomes: dict[str, list[_Outcome]] = defaultdict(list)
        self._pages: dict[str, list[ParsedPage]] = defaultdict(list)

    def add(self, dataset: str, page: ParsedPage) -> None:
        self._outcomes[dataset].append(_outcome(page))
        if dataset in self._with_rules and page.site:
            self._pages[dataset].append(page)

    def sections(self) -> list[str]:
        return [self._right(), self._judged(), self._rules_first()]

    def _right(self) -> str:
        rows: list[list[str]] = []
        for name, outcomes in self._outcomes.items():
            scores = [outcome.score for outcome in outcomes]
            rows.append([name, str(len(scores)), *score_cells(scores), *right_cells(scores)])
        columns = ["pages of", "pages", "precision", "recall", "F1", *RIGHT]
        return f"### weight, right pages\n\n{table(columns, rows)}"

    def _judged(self) -> str:
        rows: list[list[str]] = []
        for name, outcomes in self._outcomes.items():
            right = sum(outcome.score.f1 >= _RIGHT for outcome in outcomes)
            nothing = sum(outcome.score.recall < _NOTHING for outcome in outcomes)
            blocks = sum(outcome.right_block for outcome in outcomes)
            shares = (part / len(outcomes) for part in (right, len(outcomes) - right - nothing, nothing, blocks))
            rows.append([name, *map(percent, shares), str(sum(outcome.in_form for outcome in outcomes))])
        columns = ["pages of", "right", "deviation", "without content", "right block", "pages with content in a form"]
        return f"### weight, as the paper's tables count\n\n{table(columns, rows)}"

    def _rules_first(self) -> str:
        """Rules of a site learned from half its pages and used on the other half, and the other way round."""
        rows: list[list[str]] = []
        for dataset, pages in self._pages.items():
            scores: dict[str, list[Score]] = defaultdict(list)
            by_rule = 0
            for members in sites(pages).values():
                for taught, tried in ((members[::2], members[1::2]), (members[1::2], members[::2])):
                    own = learn_rules(members[0].site or "", [_own(page) for page in taught], InduceOptions())
                    gold = learn_rules(members[0].site or "", [_gold(page) for page in taught], InduceOptions())
                    for page in tried:
                        usual = Weight().label(page.page).kept
                        ruled = _by_rule(gold, page)
                        by_rule += ruled is not None
                        scores["weight alone"].append(page.overlap(page.kept(usual)))
                        kept = _by_rule(own, page)
                        scores["rules from its own labels first"].append(
                            page.overlap(page.kept(usual if kept is None else kept))
                        )
                        scores["rules from labelled pages first"].append(
                            page.overlap(page.kept(usual if ruled is None else ruled))
                        )
            for name, found in scores.items():
                rows.append([dataset, str(len(found)), name, *score_cells(found), *right_cells(found)])
            if scores:
                rows[-1][2] += f" ({by_rule} pages by rule)"
        columns = ["pages of", "pages of sites with 5 or more", "system", "precision", "recall", "F1", *RIGHT]
        return f"### weight, the whole system\n\n{table(columns, rows)}"


def _outcome(page: ParsedPage) -> _Outcome:
    subtrees = Weight().label(page.page).evidence
    score = page.overlap(page.kept(Weight().label(page.page).kept))
    texts = page.page.texts
    gold = np.where(rows_in_text(page.page, page.gold), texts.length, 0)
    leaf = subtrees.row_leaf
    held = np.bincount(subtrees.leaf_subtree[leaf[leaf >= 0]], gold[leaf >= 0], minlength=max(len(subtrees.weight), 1))
    right_block = bool(gold.sum()) and subtrees.body >= 0 and int(held.argmax()) == subtrees.body
    in_form = bool(gold[texts.within(Context.FORM)].sum() > _MOST * gold.sum())
    return _Outcome(score, right_block, in_form)


def _own(page: ParsedPage) -> LabelledPage:
    """A page as `weight` labels it: how the paper induces rules for a site without any."""
    return LabelledPage(page.page, Weight().label(page.page).kept, by="weight")


def _gold(page: ParsedPage) -> LabelledPage:
    return LabelledPage.from_text(page.page, page.gold)


def _by_rule(rules: Sequence[Rule], page: ParsedPage) -> NDArray[np.bool_] | None:
    """What the rule for this class of pages keeps; None where there is none, or it does not give a single result."""
    by_class = {rule.page_class: rule for rule in rules}
    place = place_of(page.page)
    rule = by_class.get(place.page_class if place else ANY) or by_class.get(ANY)
    return rule.text.apply(page.page).rows if rule and rule.text else None
