"""Elements whose attributes speak: of an author, a date, a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.page.texts import Context

__all__ = ["aside", "marked", "place"]

_ASIDE = re.compile(
    r"comment|repl(?:y|ies)\b|respon[sd]|related|recommend|sidebar|widget|footer|popular|trending|read-?next|teaser"
)
_FAR, _NEAR = 1500, 300


def marked(elements: Elements, attribute: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """The elements whose attribute, in lower case, contains the pattern, with the name of the group that matched.

    Pages repeat a few classes many times, so every distinct value is searched once.
    """
    having = elements.having(attribute)
    kinds: dict[str, list[str]] = {}
    for value in {value for _, value in having}:
        if found := {match.lastgroup or "" for match in pattern.finditer(value.lower())}:
            kinds[value] = sorted(found)
    if kinds:
        for row, value in having:
            for kind in kinds.get(value, ()):
                yield row, kind


def aside(page: Page) -> NDArray[np.bool_]:
    """For every element whether it lies in comments, related stories, side bars and the like.

    Names are given loosely, so an element that holds most of the page's text is never an aside.
    """
    elements = page.elements
    named = np.zeros(len(elements), np.bool_)
    for attribute in ("class", "id"):
        for row, _ in marked(elements, attribute, _ASIDE):
            named[row] = True
    total = np.concatenate([[0], np.cumsum(page.texts.length)])
    own = total[elements.end_text] - total[elements.first_text]
    return elements.inherit(named & (own * 2 < total[-1]))


def place(page: Page, row: int, headline: int) -> dict[str, float]:
    """Where a row of `texts` stands: the kind of section, and how far from the headline."""
    texts = page.texts
    context = int(texts.context[row])
    evidence: dict[str, float] = {}
    if context & int(Context.FOOTER | Context.ASIDE | Context.NAV):
        evidence["in footer, aside or nav"] = 1.0
    if headline >= 0:
        evidence[_distance(int(texts.start[row] - texts.start[headline]))] = 1.0
    return evidence


def _distance(characters: int) -> str:
    if characters < -_NEAR:
        return "far before headline"
    if characters <= 0:
        return "just before headline"
    if characters <= _NEAR:
        return "just after headline"
    return "after headline" if characters <= _FAR else "far after headline"
