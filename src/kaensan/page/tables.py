"""Which tables hold data and which only lay out a page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page.page import Page
from kaensan.page.tags import family, tag_id

__all__ = ["data_tables"]

_TABLE, _HEAD_CELL, _CODE = tag_id("table"), tag_id("th"), tag_id("pre")
_CELL = family("td th")
_HEADING = family("h1 h2 h3 h4 h5 h6")
_FOR_PAGES = family("table blockquote article section main")


def data_tables(page: Page, has: NDArray[np.bool_], *, headings: bool = False) -> NDArray[np.bool_]:
    """True for the tables that are rendered as tables, given which elements hold rendered text.

    A table that holds headings, lines of code, quotes or other tables, one cell only, or one column without a heading,
    is how a page was laid out before style sheets: its cells are read one after another. With `headings`, cells may
    hold some.
    """
    elements = page.elements
    if not elements.tags_held[_TABLE]:
        return np.zeros(len(elements), np.bool_)
    is_data: NDArray[np.bool_] = (elements.tag == _TABLE) & has
    if not is_data.any():
        return is_data
    rows = is_data.nonzero()[0]

    def inside(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
        total = np.concatenate([[0], np.cumsum(marked)])
        counted: NDArray[np.int64] = total[elements.end[rows]] - total[rows + 1]
        return counted

    is_cell = _CELL[elements.tag]
    cell_parents = np.zeros(len(elements), np.bool_)
    cell_parents[elements.parent[is_cell]] = True
    cells = inside(is_cell & has)
    wide = inside(is_cell) > inside(cell_parents)
    headed = inside(elements.tag == _HEAD_CELL) > 0
    laid_out = _FOR_PAGES if headings else _FOR_PAGES | _HEADING
    of_pages = (laid_out[elements.tag] & has) | _code_of_lines(page)
    listings = inside((elements.tag == _CODE) & has) >= cells  # numbers of lines beside the lines
    good = (inside(of_pages) == 0) & (cells > 1) & (wide | headed) & ~listings
    is_data[rows] = good
    for row in is_data.nonzero()[0].tolist():
        if elements.get(row, "role").lower() in ("presentation", "none"):
            is_data[row] = False
    return is_data


def _code_of_lines(page: Page) -> NDArray[np.bool_]:
    """True for code of more than one line, which no cell can hold."""
    elements, texts = page.elements, page.texts
    marked = np.zeros(len(elements), np.bool_)
    if not elements.tags_held[_CODE]:
        return marked
    rows = ((elements.tag == _CODE) & (elements.end_text > elements.first_text)).nonzero()[0]
    if len(rows):
        first, end = elements.first_text[rows], elements.end_text[rows]
        inside, before = _line_ends(page, first, end)
        several = texts.block[first] != texts.block[end - 1]
        marked[rows] = several | (inside[end] > inside[first]) | (before[end] > before[first + 1])
    return marked


def _line_ends(page: Page, first: NDArray[np.int32], end: NDArray[np.int32]) -> tuple[NDArray[np.int64], ...]:
    """How many texts up to each row of some ranges, which may lie in each other, have a line end in and before them."""
    texts = page.texts
    steps = np.bincount(first, minlength=len(texts) + 1) - np.bincount(end, minlength=len(texts) + 1)
    inside, before = np.zeros(len(texts) + 2, np.int64), np.zeros(len(texts) + 2, np.int64)
    for row in (np.cumsum(steps) > 0).nonzero()[0].tolist():
        text = texts.strings[row]
        solid = text.strip()
        start = text.find(solid[:1])
        inside[row + 1] = "\n" in solid
        before[row + 1] |= "\n" in texts.gaps.get(row, "") or "\n" in text[:start]
        before[row + 2] |= "\n" in text[start + len(solid) :]
    return np.cumsum(inside), np.cumsum(before)
