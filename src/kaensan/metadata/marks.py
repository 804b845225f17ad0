"""What attributes and places say about the elements of a page: of an author, a date, a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.metadata.mark_columns import inside_marked, kinds_by_element
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.stems import stem_bits, stem_table
from kaensan.page.texts import Context

__all__ = ["NAMES", "PLACES", "Called", "Marks", "Words"]

_FAR, _NEAR = 1500, 300
"""Characters of text from the headline that are far, and near."""
PLACES = frozenset(
    {
        *("far before headline", "just before headline", "just after headline", "after headline", "far after headline"),
        *("in footer, aside or nav", "aside", "in figure", "hidden", "in a sentence"),
    }
)
"""Evidence that says where something stands."""
_BESIDE = int(Context.FOOTER | Context.ASIDE | Context.NAV)


class Words:
    """Kinds of words to look for in attributes, each a pattern in lower case.

    Every alternative starts with plain letters, by which values without any of the words are told at one look. Where
    one cannot, `stems` are what a match of the patterns must hold.
    """

    def __init__(self, stems: Iterable[str] = (), /, **kinds: str) -> None:
        words = [pattern.split("|") for pattern in kinds.values()]
        of_kinds = [stems or list(map(_opening, some)) for some in words]
        self.stems = stem_table([stem for some in of_kinds for stem in some])
        plain = [[spelling for word in some for spelling in _spellings(word)] for some in words]
        others = [stems or [_opening(word) for word in some if not _spellings(word)] for some in words]
        self.bits = stem_bits([*plain, *others])
        """tells the kinds apart: a bit each in their order where a word of the kind is there, and above those, in the
        same order, a bit each where one may be"""
        self.bit_of = {kind: 1 << number for number, kind in enumerate(kinds)}
        self.kinds = {kind: re.compile(pattern) for kind, pattern in kinds.items()}


def _opening(pattern: str) -> str:
    """The plain letters that a pattern starts with, without one that may be missing."""
    letters = _PLAIN.match(pattern)
    if not letters:
        raise ValueError(f"no letters at the start of {pattern!r}: give Words the stems")
    return letters.group()


def _spellings(pattern: str) -> list[str]:
    """All that a pattern of letters, and signs that may be missing, stands for; nothing for any other pattern.

    >>> _spellings("by-?_?line"), _spellings("respon[sd]")
    (['byline', 'by_line', 'by-line', 'by-_line'], [])
    """
    if not _LOOSE.fullmatch(pattern):
        return []
    parts = [("", part[0]) if part.endswith("?") else (part,) for part in _PARTS.findall(pattern)]
    return ["".join(chosen) for chosen in product(*parts)]


_PLAIN = re.compile(r"[a-z]+(?![a-z?*{])")
_LOOSE = re.compile(r"(?:[a-z]|[-_]\?)+")
_PARTS = re.compile(r"[a-z]+|[-_]\?")


NAMES = Words(
    author="author|autor|auteur|verfasser",
    byline="by-?_?line",
    writer="writer|journalist|reporter|columnist|redakteur|contributor",
    user="user-?_?name|nick-?_?name|screen-?_?name|display-?_?name|profile-?_?name|member-?_?name|poster|topic-?starter",
    credit="vcard|creator|posted-?_?by|written-?_?by|submitted-?_?by|credit|post-?_?meta|entry-?_?meta",
    creator="author|creator",
    published="publi|pub-?_?date|posted|created|issued",
    modified="modif|updat|edited|revis",
    date="date|datum|fecha|time(?!line)(?!r)|post-?_?meta|entry-?_?meta|byline|meta",
    aside="comment|reply|replies|respons|respond|related|recommend|sidebar|widget|footer|popular|trending|read-?next|teaser",
)
"""All that the names of elements are searched for: they are looked at once."""
_WORDS = [(NAMES.bit_of[kind], word) for kind, word in NAMES.kinds.items()]
_ALL = (1 << len(_WORDS)) - 1
_ASIDE = NAMES.bit_of["aside"]


class Called:
    """Some kinds of `NAMES` with what is said of an element that has them: `author class` of one called an author.

    `others` are what else is said of elements, a bit each above those of the names: `bit_of` has all of them.
    """

    def __init__(self, *kinds: str, others: Iterable[str] = ()) -> None:
        self.mask = sum(NAMES.bit_of[kind] for kind in kinds)
        """the bits of the kinds"""
        self.bit_of = {f"{kind} class": NAMES.bit_of[kind] for kind in kinds}
        self.bit_of |= {other: 1 << number for number, other in enumerate(others, len(_WORDS))}
        self._said: dict[int, dict[str, float]] = {}

    def evidence(self, held: int) -> dict[str, float]:
        """What is said of an element with these bits, by name."""
        said = self._said.get(held)
        if said is None:
            said = self._said[held] = {name: 1.0 for name, bit in sorted(self.bit_of.items()) if held & bit}
        return said.copy()


@record
class Marks:
    """The attributes of one page, ready to be searched several times."""

    page: Page

    def find(self, attribute: str, words: Words) -> Iterator[tuple[int, str]]:
        """The elements whose attribute, in lower case, contains one of the words, once for each kind of word."""
        for value, rows in self.page.elements.with_stems(attribute, words.stems):
            lowered = value.lower()
            for kind, word in words.kinds.items():
                if word.search(lowered):
                    for row in rows:
                        yield row, kind

    @cached_property
    def named(self) -> NDArray[np.int32]:
        """Per element the kinds of `NAMES` that its class or id speaks of, as in `NAMES.bit_of`."""
        return kinds_by_element(self.page.elements, self._kinds_of_names, "class", "id")

    @cached_property
    def properties(self) -> NDArray[np.int32]:
        """Per element the kinds of `NAMES` that its itemprop speaks of."""
        return kinds_by_element(self.page.elements, self._kinds_of_names, "itemprop")

    @cached_property
    def _kinds_of_names(self) -> NDArray[np.int32]:
        """Per distinct name the kinds of `NAMES` that it speaks of, as in `NAMES.bit_of`."""
        elements = self.page.elements
        held = elements.stem_kinds(NAMES.bits)
        kinds = held & _ALL
        may_be = held >> len(_WORDS)
        for number in ((may_be & ~kinds) | (held < 0)).nonzero()[0].tolist():
            lowered, worth = elements.name_text(number).lower(), int(kinds[number] | may_be[number])
            kinds[number] = sum(bit for bit, word in _WORDS if worth & bit and word.search(lowered))
        return kinds

    @property
    def text_size(self) -> NDArray[np.int64]:
        """Characters of text before each row of `texts`, and all of them at the end."""
        return self.page.texts.length_before

    @cached_property
    def aside(self) -> NDArray[np.bool_]:
        """For every element whether it lies in comments, related stories, side bars and the like.

        Names are given loosely, so an element that holds half of the page's text or more is never an aside.
        """
        return inside_marked(self.page.elements, self.named, _ASIDE, self.text_size)

    def line(self, first: int, end: int) -> str:
        """Rows of `texts` as one line; elements in elements often are the same rows."""
        line = self._lines.get((first, end))
        if line is None:
            line = self._lines[first, end] = inline_text(self.page.texts, first, end)
        return line

    @cached_property
    def _lines(self) -> dict[tuple[int, int], str]:
        return {}

    def place(self, row: int, headline: int) -> dict[str, float]:
        """Where a row of `texts` stands: the kind of section, and how far from the headline; not to be changed."""
        evidence = self._places.get((row, headline))
        if evidence is None:
            evidence = self._places[row, headline] = self._place(row, headline)
        return evidence

    @cached_property
    def _places(self) -> dict[tuple[int, int], dict[str, float]]:
        return {}

    def _place(self, row: int, headline: int) -> dict[str, float]:
        texts = self.page.texts
        evidence: dict[str, float] = {}
        if texts.context.item(row) & _BESIDE:
            evidence["in footer, aside or nav"] = 1.0
        if headline >= 0:
            evidence[_distance(texts.start.item(row) - texts.start.item(headline))] = 1.0
        return evidence


def _distance(characters: int) -> str:
    if characters < -_NEAR:
        return "far before headline"
    if characters <= 0:
        return "just before headline"
    if characters <= _NEAR:
        return "just after headline"
    return "after headline" if characters <= _FAR else "far after headline"
