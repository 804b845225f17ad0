"""The rows that every format renders, and how they follow one another.

All formats start from the same `Reading`, so none can render a text that another leaves out.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.page import Page
from kaensan.page.inline_rows import BROKEN, GLUED, SPACED
from kaensan.page.row_spaces import HAS_UNSEEN, UNSEEN, chosen, collapse_loose, row_states
from kaensan.page.tags import PREFORMATTED, tag_id
from kaensan.page.texts import Context
from kaensan.page.white_space import collapse_all
from kaensan.render.listings import find_listings
from kaensan.render.ornaments import without_ornaments

__all__ = ["UNSEEN", "Joint", "Reading", "read"]

_MATH = tag_id("math")
_UNSEEN = dict.fromkeys(map(ord, UNSEEN))
_PREFORMATTED = np.int32(Context.PREFORMATTED)
_AS_WRITTEN = int(Context.PREFORMATTED | Context.CODE | Context.FOREIGN)
"""Where no style sheet sets texts apart."""


class Joint(IntEnum):
    """How a row follows the rendered row before it."""

    GLUED = GLUED
    SPACED = SPACED
    BROKEN = BROKEN
    """in another block"""


@record
class Reading:
    """The rendered rows, in document order."""

    rows: NDArray[np.int64]
    """rows of `page.texts`"""
    words: list[str]
    """the text of each row: white space collapsed and trimmed, or kept as it is where it is preformatted"""
    joint: NDArray[np.int8]
    """a `Joint` per row; the first is broken"""
    preformatted: NDArray[np.bool_]
    listings: frozenset[int] = frozenset()
    """elements that are code set as a block, though they are no `pre`"""

    def __len__(self) -> int:
        return len(self.words)


def read(page: Page, kept: NDArray[np.bool_]) -> Reading:
    """The kept rows as they are read; a formula that is there twice is read once, as LaTeX."""
    texts = page.texts
    shown = without_ornaments(page, _without_doubles(page, kept))
    rows = shown.nonzero()[0]
    strings = chosen(texts.strings, rows)
    spaced = texts.spaced
    states = row_states(texts, rows)
    unseen = np.count_nonzero(states & HAS_UNSEEN) > 0
    if unseen:
        spaced, strings, seen = _without_unseen(spaced, rows, strings, (states & HAS_UNSEEN).nonzero()[0].tolist())
        rows, strings = rows[seen], [string for string, shown in zip(strings, seen.tolist(), strict=True) if shown]
    preformatted = np.zeros(len(rows), np.bool_)
    if np.count_nonzero(PREFORMATTED & page.elements.tags_held):
        preformatted = texts.within(Context.PREFORMATTED)[rows]
    listings = find_listings(page)
    context = texts.context
    if listings:
        listed = _within(page, listings)
        preformatted |= listed[rows]
        context = context | (listed * _PREFORMATTED)
    joint = texts.inline.joints(rows, strings, spaced, context, _AS_WRITTEN)
    words = collapse_all(strings) if unseen else collapse_loose(strings, states)
    if np.count_nonzero(preformatted):
        _keep_white_space(page, rows, strings, words, joint, preformatted)
    return Reading(rows, words, joint, preformatted, listings)


def _within(page: Page, elements: frozenset[int]) -> NDArray[np.bool_]:
    """For every row of `texts` whether it stands in one of the elements."""
    marked = np.zeros(len(page.elements), np.bool_)
    marked[list(elements)] = True
    within: NDArray[np.bool_] = page.elements.inherit(marked)[page.texts.parent]
    return within


def _without_unseen(
    spaced: NDArray[np.bool_], rows: NDArray[np.int64], strings: list[str], places: list[int]
) -> tuple[NDArray[np.bool_], list[str], NDArray[np.bool_]]:
    """The strings without `UNSEEN`, which stand at some places of them, and which of all strings are left.

    First comes which rows are spaced when white space comes to light at their ends.
    """
    spaced, cleaned, seen = spaced.copy(), strings.copy(), np.ones(len(strings), np.bool_)
    for place in places:
        row, shown = int(rows[place]), strings[place].translate(_UNSEEN)
        if shown[:1].isspace():
            spaced[row] = True
        if shown[-1:].isspace() and row + 1 < len(spaced):
            spaced[row + 1] = True
        cleaned[place] = shown
        seen[place] = bool(shown) and not shown.isspace()
    return spaced, cleaned, seen


def _keep_white_space(
    page: Page,
    rows: NDArray[np.int64],
    strings: list[str],
    words: list[str],
    joint: NDArray[np.int8],
    preformatted: NDArray[np.bool_],
) -> None:
    """Put the white space of preformatted rows back, apart from blank lines around a block."""
    block = page.texts.block
    gaps: dict[int, str] = {}
    places = np.searchsorted(rows, np.fromiter(page.texts.gaps, np.int64, len(page.texts.gaps))).tolist()
    of_row, of_kept = block.tolist(), block[rows].tolist()
    for at, (row, gap) in zip(places, page.texts.gaps.items(), strict=True):
        if at < len(rows) and of_kept[at] == of_row[row]:
            gaps[at] = gaps.get(at, "") + gap
    glued, spaced, broken = int(Joint.GLUED), int(Joint.SPACED), int(Joint.BROKEN)
    joints = [*joint.tolist(), broken]
    for at in preformatted.nonzero()[0].tolist():
        gap = gaps.get(at, "")
        text = gap + strings[at]
        if joints[at] == broken:
            text = text.lstrip("\n")
        elif joints[at] == spaced and (gap or strings[at - 1][-1].isspace() or strings[at][0].isspace()):
            joint[at] = glued
        if joints[at + 1] == broken:
            text = text.rstrip()
        words[at] = text


def _without_doubles(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Leave out how a formula is drawn where its LaTeX is kept."""
    elements = page.elements
    if not elements.tags_held[_MATH]:
        return kept
    formulas = (elements.tag == _MATH).nonzero()[0]
    chosen = kept.copy()
    done = 0
    for formula in formulas.tolist():
        if formula < done:
            continue
        done = int(elements.end[formula])
        sources = [
            (int(elements.first_text[row]), int(elements.end_text[row]))
            for row in range(formula, done)
            if elements.names[row] == "annotation" and "tex" in elements.get(row, "encoding").lower()
        ]
        if len(sources) == 1 and kept[slice(*sources[0])].any():
            whole = _drawing(page, formula)
            source = slice(*sources[0])
            chosen[elements.first_text[whole] : elements.end_text[whole]] = False
            chosen[source] = kept[source]
    return chosen


def _drawing(page: Page, formula: int) -> int:
    """The element that holds the formula and what KaTeX drew for browsers without MathML."""
    row = int(page.elements.parent[formula])
    for _ in range(2):
        if row < 0:
            break
        if "katex" in page.elements.get(row, "class").split():
            return row
        row = int(page.elements.parent[row])
    return formula
