"""What people disagree on, as options: comments, reviews, related items and the like.

A policy changes what is kept without training anything. `auto` leaves a kind to the model, `keep` and `drop` decide it
for the whole page. Kinds are recognised by how authors name their elements, which is much the same in every language,
and by the elements themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import UsageError
from kaensan.model.blocks import Blocks
from kaensan.page import Context
from kaensan.page.elements import Elements

__all__ = ["KINDS", "Choice", "Lean", "Policy", "decided"]

Choice = Literal["auto", "keep", "drop"]
Lean = Literal["precision", "balance", "recall"]

_NAMES: dict[str, str] = {
    "comments": r"comments?|commentlist|respond|disqus|replies",
    "faq": r"faqs?|accordion|questions",
    "related": r"related|recommend\w*|similar|trending|popular|readmore|suggested|upsells?|crosssells?",
    "grids": r"products?-?(?:grid|list|card|tile|item)s?|productcard|cards?|tiles?|grid-?items?",
    "reviews": r"reviews?|testimonials?|ratings?",
    "author_boxes": r"author-?(?:box|bio|info|card|profile)|bio|aboutauthor|byline",
}
_CONTEXTS: dict[str, Context] = {"tables": Context.TABLE, "captions": Context.FIGURE}
_SHARE = 0.8  # an element that holds more than this of the page's text is the page, whatever it is called
_BETA: dict[str, float] = {"precision": 0.5, "balance": 1.0, "recall": 2.0}


@dataclass(frozen=True)
class Policy:
    """What to do with the kinds of text that people disagree on, and which way to lean in doubt."""

    comments: Choice = "auto"
    """what readers wrote under the content"""
    faq: Choice = "auto"
    related: Choice = "auto"
    """teasers of other pages"""
    grids: Choice = "auto"
    """cards of products or articles"""
    reviews: Choice = "auto"
    tables: Choice = "auto"
    captions: Choice = "auto"
    """text under and in figures"""
    author_boxes: Choice = "auto"
    lean: Lean = "balance"
    """`precision` keeps less, `recall` keeps more"""

    def __post_init__(self) -> None:
        for field in fields(self):
            known = tuple(_BETA) if field.name == "lean" else ("auto", "keep", "drop")
            if getattr(self, field.name) not in known:
                wrong = getattr(self, field.name)
                raise UsageError(f"the policy for {field.name} is one of {', '.join(known)}, not {wrong!r}")

    @property
    def beta(self) -> float:
        """The weight of recall against precision in the measure that the choice maximises."""
        return _BETA[self.lean]


KINDS: tuple[str, ...] = (*_NAMES, *_CONTEXTS)
"""The kinds of text that a policy decides."""


def decided(policy: Policy, blocks: Blocks) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The blocks that the policy keeps and those that it drops, whatever the model says."""
    keep = np.zeros(len(blocks), np.bool_)
    drop = np.zeros(len(blocks), np.bool_)
    for kind in KINDS:
        choice = getattr(policy, kind)
        if choice != "auto":
            (keep if choice == "keep" else drop)[_of_kind(kind, blocks)] = True
    return keep & ~drop, drop


def _of_kind(kind: str, blocks: Blocks) -> NDArray[np.bool_]:
    if kind in _CONTEXTS:
        return blocks.within(_CONTEXTS[kind])
    elements = blocks.page.elements
    named = _named(elements, re.compile(rf"(?:^|[\s_-])(?:{_NAMES[kind]})(?=$|[\s_-])", re.I))
    rows = elements.end_text - elements.first_text
    named &= rows <= _SHARE * max(len(blocks.page.texts), 1)
    inside: NDArray[np.bool_] = elements.inherit(named)[blocks.parent]
    return inside


def _named(elements: Elements, pattern: re.Pattern[str]) -> NDArray[np.bool_]:
    found = np.zeros(len(elements), np.bool_)
    known: dict[str, bool] = {}
    for attribute in ("class", "id", "itemprop"):
        for row, value in elements.having(attribute):
            if value not in known:
                known[value] = bool(pattern.search(value[:500]))
            found[row] |= known[value]
    return found
