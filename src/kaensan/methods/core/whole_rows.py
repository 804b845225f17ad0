"""Tables, code, lists and sections are kept whole once they are part of the content.

A method decides text by text, so it may drop a cell that holds a number, a line of code, an item of two words. A
reader misses these: a table without its first column says nothing.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.finishing import (
    CODE,
    HEADING,
    LIST,
    TABLE,
    Limits,
    Wholes,
    eligible_rows,
    whole_elements,
    with_elements,
)
from kaensan.page import Page
from kaensan.page.tables import data_tables
from kaensan.page.tags import family, tag_id
from kaensan.page.texts import Context

__all__ = ["keep_whole"]

_KIND = (
    LIST * family("ul ol dl") + CODE * family("pre") + TABLE * family("table") + HEADING * family("h2 h3 h4 h5 h6")
).astype(np.int8)
"""what is kept whole, by tag"""
_TABLE = tag_id("table")
_CELL = family("td th")
_CONTROL = family("form button select textarea input")
_KEPT_OF_TABLE = 0.3
"""The share of a table's characters that must be kept for all of it to be: the first column may be links, which methods
drop, and no column of a table is much wider than the others together."""
_KEPT_OF_LIST = 0.8
"""Likewise of a list, but higher: lists of links beside a story are kept in part by mistake."""
_LONGEST_CELL = 60
"""Characters of a cell, on average: tables of longer ones lay out posts or products rather than data."""
_CELLS_OF_CONTROL = 10
"""Cells of a table for each of its fields and buttons: a form has fewer, a table with a button that sorts it more."""
_FEWEST_ROWS = 3
"""Rows of a table that ends the content: one of fewer is a bar of links to the next page."""
_MOST_BLOCKS = 2
"""Blocks of an item under another item, on average: those of more are answers in a discussion, with all that is
around them."""
_LONGEST_HEADING = 120
"""Characters of a heading of a section."""
_NEAR = 4
"""Rows between a table or code and the kept rows before and after it, for it to stand inside the content."""
_WRAPPERS, _HELD = 4, 0.6
"""Elements around code that may only wrap it, and the share of the next one that is content, for the code to be."""
_WHOLES = Wholes(
    kind=_KIND,
    item=family("li dd").view(np.uint8),
    row_tag=tag_id("tr"),
    item_tag=tag_id("li"),
    limits=Limits(
        *(_KEPT_OF_LIST, _KEPT_OF_TABLE, _HELD), *(_LONGEST_HEADING, _NEAR, _WRAPPERS, _FEWEST_ROWS, _MOST_BLOCKS)
    ),
)
_REPEATED = 3
"""Links of one text in a table from which on they are buttons (“view”, “reply”) and no data."""
_DROPPED = np.array([Context.INVISIBLE, Context.CONTROL, Context.NAV, Context.FOOTER, Context.ASIDE], np.int32)
"""Places whose text is no part of a whole, unless most of the content stands in such a place."""


def keep_whole(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The kept rows, and the rest of the tables, code, lists and sections that are part of the content, if any.

    >>> from kaensan.page import parse
    >>> page = parse("<table><tr><th>Year<th>Bridges<tr><td>2019<td>12<tr><td>2020<td>15</table>")
    >>> bool(keep_whole(page, np.array([True, True, False, True, True, True])).all())
    True
    """
    elements, texts = page.elements, page.texts
    if np.count_nonzero(kept) in (0, len(kept)):
        return kept
    eligible = eligible_rows(texts.context, kept, texts.length, _DROPPED)
    whole = whole_elements(elements, texts.block, texts.anchor, kept, eligible, texts.length, _WHOLES)
    if not len(whole):
        return kept
    is_table = elements.tag[whole] == _TABLE
    if np.count_nonzero(is_table):
        whole = whole[~is_table | _is_data(page)[whole]]
        eligible &= ~_buttons(page, whole[elements.tag[whole] == _TABLE])
    return with_elements(whole, elements.first_text, elements.end_text, kept, eligible)


def _is_data(page: Page) -> NDArray[np.bool_]:
    """True for the tables of short cells, or with a head in every row, that are no forms."""
    elements, texts = page.elements, page.texts
    is_data = data_tables(page, elements.end_text > elements.first_text, headings=True)
    rows = np.flatnonzero(is_data)
    cells = _between(_CELL[elements.tag], rows, elements.end[rows])
    controls = _between(_CONTROL[elements.tag], rows, elements.end[rows])
    size = _between(texts.length, elements.first_text[rows], elements.end_text[rows])
    heads = _between(elements.tag == tag_id("th"), rows, elements.end[rows])
    headed = heads >= _between(elements.tag == tag_id("tr"), rows, elements.end[rows])
    is_data[rows] = ((size <= _LONGEST_CELL * cells) | headed) & (_CELLS_OF_CONTROL * controls <= cells)
    return is_data


def _buttons(page: Page, tables: NDArray[np.int32]) -> NDArray[np.bool_]:
    """The rows of tables that are links of the same words over and over; numbers are data."""
    texts, elements = page.texts, page.elements
    buttons = np.zeros(len(texts), np.bool_)
    for table in tables.tolist():
        linked = [row for row in range(elements.first_text[table], elements.end_text[table]) if texts.anchor[row] >= 0]
        linked = [row for row in linked if any(map(str.isalpha, texts.strings[row]))]
        count = Counter(texts.strings[row].strip() for row in linked)
        buttons[[row for row in linked if count[texts.strings[row].strip()] >= _REPEATED]] = True
    return buttons


def _between(
    weight: NDArray[np.generic], first: NDArray[np.signedinteger], end: NDArray[np.signedinteger]
) -> NDArray[np.int64]:
    """Sums over the ranges `first … end`."""
    total = np.zeros(len(weight) + 1, np.int64)
    np.cumsum(weight, out=total[1:])
    summed: NDArray[np.int64] = total[end] - total[first]
    return summed
