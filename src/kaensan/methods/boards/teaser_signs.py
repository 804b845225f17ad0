"""Does each member of a group have a title of its own, or break off, as results of a search and links to read do?

Posts of one thread have none, or all the same one: what is beside them is who wrote them when. So the longest link or
heading that stands once on the page, from the end of one member to the end of the next, is measured in units (two to a
Latin letter). Links and headings that say what the page's own title says, dates and signatures do not count.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.rows import Rows
from kaensan.page import Page

__all__ = ["TEASER_SIGNS", "breaks_off", "teaser_signs"]

Floats = NDArray[np.float64]

TEASER_SIGNS = ("titled", "title_units", "cut_off")
"""The features: the share of the members with a title of their own, the mean logarithm of its units, and the share of
the members whose last words break off."""

_LOOKED = 25
"""members whose last words are looked at"""
_A_TITLE = 40
"""units, 20 Latin letters, from which a link is rather a title than a name: of 150 threads of thaiboards and 95 of WCXB
one in ten has such links beside half of its posts, of lists and collections of WCXB more than half"""


def breaks_off(text: str) -> bool:
    """Whether a text ends with dots, in brackets or not.

    >>> breaks_off("The ladder was [...]"), breaks_off("It was left in the yard.")
    (True, False)
    """
    return text.rstrip("]) \n").endswith(("...", "…"))


def teaser_signs(page: Page, rows: Rows, groups: Iterable[NDArray[np.integer]]) -> Floats:
    """A row for each of `TEASER_SIGNS`, a column per group of elements."""
    ends, titles, strings = page.elements.end_text, _titles(page, rows), page.texts.strings
    signs = []
    for members in groups:
        end = ends[members]
        last = (end[:_LOOKED] - 1).tolist()
        cut = sum(breaks_off(strings[row]) for row in last) / len(last)
        signs.append((*_of_group(titles, end), cut))
    return np.array(signs).T


def _titles(page: Page, rows: Rows) -> NDArray[np.int32]:
    """Per row its units if it may be a title of something, else 0; and a 0 for what follows the last row."""
    texts = page.texts
    once = np.bincount(rows.text)[rows.text] == 1
    titles = np.zeros(len(rows.text) + 1, np.int32)
    may_be = rows.shown & once & ~rows.date & ((texts.anchor >= 0) | (texts.heading > 0))
    titles[:-1][may_be] = rows.units[may_be]
    return titles


def _of_group(titles: NDArray[np.int32], end: NDArray[np.integer]) -> tuple[float, float]:
    """The features of a group, given where its members end; what stands before the first is not looked at."""
    begin, stop = end[:-1], end[1:]
    if not len(begin):
        return 0.0, 0.0
    longest = np.maximum.reduceat(titles, np.column_stack([begin, np.maximum(begin, stop)]).ravel())[::2]
    longest[stop <= begin] = 0
    return float(np.mean(longest >= _A_TITLE)), float(np.mean(np.log1p(longest)))
