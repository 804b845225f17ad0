"""What attributes and places say about the elements of a page: of an author, a date, a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.texts import Context

__all__ = ["Marks", "Words"]

_FAR, _NEAR = 1500, 300
"""Characters of text from the headline that are far, and near."""


class Words:
    """Kinds of words to look for in attributes, each a pattern in lower case.

    Alternatives that start with a plain letter are found fastest: `reply|replies`, not `repl(?:y|ies)`.
    """

    def __init__(self, **kinds: str) -> None:
        self.any = re.compile("|".join(kinds.values()))
        self.kinds = {kind: re.compile(pattern) for kind, pattern in kinds.items()}


_ASIDE = Words(
    aside="comment|reply|replies|respon[sd]|related|recommend|sidebar|widget|footer|popular|trending|read-?next|teaser"
)


@dataclass(frozen=True)
class Marks:
    """The attributes of one page, ready to be searched several times."""

    page: Page

    def find(self, attribute: str, words: Words) -> Iterator[tuple[int, str]]:
        """The elements whose attribute, in lower case, contains one of the words, once for each kind of word."""
        rows, values, distinct = self._column(attribute)
        lowered = [value.lower() for value in distinct]
        starts = np.zeros(len(lowered) + 1, np.int64)
        np.cumsum([len(value) + 1 for value in lowered], out=starts[1:])
        hits = [match.start() for match in words.any.finditer("\n".join(lowered))]
        if not hits:
            return
        kinds: dict[str, list[str]] = {}
        for number in np.unique(np.searchsorted(starts, hits, side="right") - 1).tolist():
            kinds[distinct[number]] = [kind for kind, word in words.kinds.items() if word.search(lowered[number])]
        for at in [at for at, value in enumerate(values) if value in kinds]:
            for kind in kinds[values[at]]:
                yield int(rows[at]), kind

    def _column(self, attribute: str) -> tuple[NDArray[np.int32], list[str], list[str]]:
        """The elements with an attribute, its values, and the distinct ones: pages repeat a few classes many times."""
        if attribute not in self._columns:
            rows, values = self.page.elements.attrs.columns([attribute])
            self._columns[attribute] = rows, values, list(dict.fromkeys(values))
        return self._columns[attribute]

    @cached_property
    def _columns(self) -> dict[str, tuple[NDArray[np.int32], list[str], list[str]]]:
        """The attributes that were asked for so far."""
        return {}

    @cached_property
    def text_size(self) -> NDArray[np.int64]:
        """Characters of text before each row of `texts`, and all of them at the end."""
        return np.concatenate([[0], np.cumsum(self.page.texts.length)])

    @cached_property
    def block_size(self) -> NDArray[np.int64]:
        """Characters of text in each block."""
        sizes: NDArray[np.int64] = np.diff(self.text_size[self.page.texts.block_start])
        return sizes

    @cached_property
    def block_start(self) -> list[int]:
        """The first row of each block, and one past the last row, as plain numbers, which are quicker one by one."""
        starts: list[int] = self.page.texts.block_start.tolist()
        return starts

    @cached_property
    def aside(self) -> NDArray[np.bool_]:
        """For every element whether it lies in comments, related stories, side bars and the like.

        Names are given loosely, so an element that holds most of the page's text is never an aside.
        """
        elements = self.page.elements
        named = np.zeros(len(elements), np.bool_)
        for attribute in ("class", "id"):
            for row, _ in self.find(attribute, _ASIDE):
                named[row] = True
        own = self.text_size[elements.end_text] - self.text_size[elements.first_text]
        return elements.inherit(named & (own * 2 < self.text_size[-1]))

    def place(self, row: int, headline: int) -> dict[str, float]:
        """Where a row of `texts` stands: the kind of section, and how far from the headline."""
        texts = self.page.texts
        evidence: dict[str, float] = {}
        if int(texts.context[row]) & int(Context.FOOTER | Context.ASIDE | Context.NAV):
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
