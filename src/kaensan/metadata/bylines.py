"""Whom a reader sees named as the author: in elements marked as such, and in lines such as “By …” or “โดย …”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import Remembered
from kaensan.metadata.cleaning import clean
from kaensan.metadata.evidence import Candidate
from kaensan.metadata.mark_columns import marked_elements
from kaensan.metadata.marks import NAMES, Called, Marks, Words
from kaensan.metadata.metadata import SEPARATOR
from kaensan.metadata.opening_words import blocks_opening_with, numbered_openings
from kaensan.metadata.person_names import (
    BRACKETS,
    FIRST_WORDS,
    is_button,
    is_credit,
    looks_like_name,
    match_byline,
    names_in,
)
from kaensan.page.texts import Context

__all__ = ["visible_authors"]

_CALLED = Called(
    *("author", "byline", "writer", "user", "credit"), others=("rel author", "itemprop author", "profile link")
)
"""What the class or id of an element with a name of an author says, and its other attributes."""
_CREATOR = NAMES.bit_of["creator"]
_AUTHOR = Words(author="author|creator")
_OF_PEOPLE = (
    *("author", "authors", "autor", "autoren", "auteur", "auteurs", "user", "users", "userid", "member", "members"),
    *("profile", "profiles", "people", "person", "writer", "writers", "contributor", "contributors"),
    *("editor", "editors", "staff", "reporter", "reporters", "journalist", "journalists", "columnist", "columnists"),
    *("correspondent", "correspondents", "blogger", "bloggers"),
)
_PROFILE = Words(
    # In markup an ampersand is `&amp;`, so a name behind one stands behind a semicolon.
    {
        "/@",
        *(f"{name}{sign}" for name in _OF_PEOPLE for sign in "/-="),
        *(f"{mark}{name}{sign}" for mark in "/?;" for name in ("by", "u", "uid") for sign in "/-="),
    },
    profile=rf"[/?&](?:{'|'.join(_OF_PEOPLE)}|by|u|uid)[/\-=]|/@\w",
)
"""Addresses of the pages of people."""
_SOCIAL = re.compile(
    r"shar(?:e|er|ing)\b|/intent/|log-?in|sign-?in|//(?:www\.)?(?:facebook|twitter|x|tiktok|linkedin)\.com/"
)
"""Links that share a page or lead to a network: their text is a button, whatever they are called."""
_AROUND = sum(_CALLED.bit_of[said] for said in ("author class", "credit class", "profile link", "rel author"))
"""What may be said of an element around another for it to count."""
_OPENINGS = numbered_openings(FIRST_WORDS)
_SHORTEST_LINE = 3
"""Characters of a line that may be a byline."""
_LONGEST = 150
"""Characters of text in an element or line that may still be a byline."""
_MOST_MARKS, _MOST_LINES, _MOST_BYLINES = 200, 3000, 50
"""Elements and blocks that are looked at, and bylines that are kept: a bound on the work for hostile pages."""
_IN_CONTROL, _IN_FIGURE = int(Context.CONTROL), int(Context.FIGURE)
_GAP, _MOST_TOGETHER = 1, 8
"""Rows between the names of several authors (a comma, an “and”), and how many such neighbours are one byline."""


class _Range(NamedTuple):
    """Rows of `texts` that may name an author."""

    first: int
    end: int
    evidence: dict[str, float]
    look: str = ""
    """the class of the element"""


def visible_authors(marks: Marks, headline: int) -> Iterator[Candidate]:
    """Candidates in the text of the page; `headline` is the row of `texts` with the title, or -1."""
    texts = marks.page.texts
    if not len(texts):
        return
    shown = texts.visible & ((texts.context & _IN_CONTROL) == 0)  # what can be seen and is not the text of a button
    marked = [place for place in _marked(marks) if shown.item(place.first)]
    lines = [place for place in _bylines(marks) if shown.item(place.first)]
    read = Remembered(_names)  # an element and the one inside it often are one text
    for run in [*_together(marked), *([place] for place in (*marked, *lines))]:
        people = dict.fromkeys(name for place in run for name in read[marks.line(place.first, place.end)])
        if not people or (len(run) > 1 and not all(map(looks_like_name, people))):
            continue
        first = run[0].first
        evidence = run[0].evidence.copy()
        if marks.aside.item(texts.parent.item(first)):
            evidence["aside"] = 1.0
        if texts.context.item(first) & _IN_FIGURE:
            evidence["in figure"] = 1.0
        evidence |= marks.place(first, headline)
        yield Candidate(SEPARATOR.join(people), "byline", evidence, first)


def _names(text: str) -> tuple[str, ...]:
    text = clean(text)
    return () if is_credit(text) or is_button(text) else names_in(text)


def _marked(marks: Marks) -> list[_Range]:
    """The text ranges of short elements whose attributes speak of an author."""
    elements = marks.page.elements
    ranges: list[_Range] = []
    seen = 0
    marked = marked_elements(
        elements, _kinds(marks), marks.text_size, longest=_LONGEST, most=_MOST_MARKS, only_short=True
    )
    for row, first, end, _, held, around in marked:
        evidence = _CALLED.evidence(held)
        if not seen & held:
            evidence["first of its kind"] = 1.0
        seen |= held
        if around & _AROUND:
            evidence.update((f"in {said}", 1.0) for said in _CALLED.evidence(around & _AROUND))
        ranges.append(_Range(first, end, evidence, elements.get(row, "class")))
    return ranges


def _kinds(marks: Marks) -> NDArray[np.int32]:
    """Per element what its attributes say of an author, as in `_CALLED.bit_of`."""
    kinds: NDArray[np.int32] = marks.named & _CALLED.mask
    for row, _ in marks.find("rel", _AUTHOR):
        kinds[row] |= _CALLED.bit_of["rel author"]
    kinds[(marks.properties & _CREATOR) != 0] |= _CALLED.bit_of["itemprop author"]
    for value, rows in marks.page.elements.with_stems("href", _PROFILE.stems):
        address = value.lower()
        if _PROFILE.kinds["profile"].search(address):
            alone = not _SOCIAL.search(address)
            for row in rows:
                if alone or kinds[row]:
                    kinds[row] |= _CALLED.bit_of["profile link"]
    return kinds


def _together(ranges: list[_Range]) -> Iterator[list[_Range]]:
    """Runs of neighbouring elements that look the same: several authors, each in an element of its own."""
    runs: dict[str, list[_Range]] = {}
    for place in ranges:
        run = runs.setdefault(place.look, [])
        if run and not 0 <= place.first - run[-1].end <= _GAP:
            if 1 < len(run) <= _MOST_TOGETHER:
                yield run
            run = runs[place.look] = []
        run.append(place)
    yield from (run for run in runs.values() if 1 < len(run) <= _MOST_TOGETHER)


def _bylines(marks: Marks) -> Iterator[_Range]:
    """Blocks that start like a byline."""
    texts, starts = marks.page.texts, marks.page.texts.block_start
    bylines = 0
    for block in blocks_opening_with(texts, _OPENINGS, _SHORTEST_LINE, _LONGEST, _MOST_LINES):
        first, end = starts.item(block), starts.item(block + 1)
        opening = texts.strings[first].strip().lstrip(BRACKETS)
        match = match_byline(opening if end == first + 1 else f"{opening} …")
        if match:
            yield _Range(first, end, {f"byline {match.lastgroup}": 1.0})
            bylines += 1
            if bylines == _MOST_BYLINES:
                break
