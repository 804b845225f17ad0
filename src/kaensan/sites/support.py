"""What the selectors of a rule rest on: on how many of the pages that are kept each of them fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kaensan.sites.address import ANY, place_of
from kaensan.sites.induce import agreement
from kaensan.sites.labelled import LabelledPage
from kaensan.sites.rules import Rule
from kaensan.sites.selector import match

__all__ = ["Support", "rule_lines", "support_of"]


@dataclass(frozen=True)
class Support:
    """How a rule does on labelled pages."""

    pages: int
    """of the rule's class"""
    fits: int
    """of them, those on which the rule gives a single result"""
    accuracy: float
    """F1 with the labels, mean over those"""
    selectors: dict[str, int]
    """pages on which each selector finds something"""


def support_of(rule: Rule, examples: Sequence[LabelledPage]) -> Support:
    """How a rule does on the labelled pages of its class."""
    members = [page for page in examples if _is_member(page, rule)]
    scores: list[float] = []
    for labelled in members:
        rows = rule.text.apply(labelled.page).rows if rule.text else None
        if rows is not None:
            scores.append(agreement(rows, labelled.kept, labelled.page.texts.length))
    return Support(
        pages=len(members),
        fits=len(scores),
        accuracy=float(np.mean(scores)) if scores else 0.0,
        selectors={name: sum(_is_on(name, labelled) for labelled in members) for name in _selectors(rule)},
    )


def rule_lines(rule: Rule, support: Support) -> list[str]:
    """A rule as a person reads it: each selector with the number of pages that it fits."""
    state = f"expired: {rule.expired}" if rule.expired else f"accuracy {rule.agreement:.3f}"
    lines = [f"{rule.name}   (learned from {rule.pages} pages labelled by {rule.by}, {state})"]
    if support.pages and rule.text:
        lines.append(
            f"  on the {support.pages} pages that are kept: support {support.fits}, accuracy {support.accuracy:.3f}"
        )

    def line(what: str, shown: str, selector: str) -> str:
        fits = f"   # on {support.selectors[selector]} of {support.pages} pages" if support.pages else ""
        return f"  {what:<8}{shown}{fits}"

    if rule.text:
        for number, clause in enumerate(rule.text.keep):
            lines.append(line("and" if number else "text", str(clause), clause.selector))
        lines += [line("without", selector, selector) for selector in rule.text.drop]
    return lines + [line(name, str(clause), clause.selector) for name, clause in rule.fields.items()]


def _is_member(labelled: LabelledPage, rule: Rule) -> bool:
    place = place_of(labelled.page)
    return rule.page_class == ANY or (place is not None and place.page_class == rule.page_class)


def _is_on(selector: str, labelled: LabelledPage) -> bool:
    return len(match(labelled.page.elements, selector)) > 0


def _selectors(rule: Rule) -> list[str]:
    text = [*(clause.selector for clause in rule.text.keep), *rule.text.drop] if rule.text else []
    return list(dict.fromkeys([*text, *(clause.selector for clause in rule.fields.values())]))
