"""Plain text: one block a line, words as the reader sees them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.inline_rows import join_words
from kaensan.page.tags import family
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Joint, Reading, read
from kaensan.render.superscripts import with_superscripts

__all__ = ["join_rows", "render_parts", "render_text"]

Ints = NDArray[np.int32]

_CELL = family("td th")
_NEXT_CELL = len(Joint)
_SEPARATORS = ("", " ", "\n", "\t")
"""What stands before a row, by its `Joint`; the last is for the next cell."""


def render_text(page: Page, kept: NDArray[np.bool_], options: RenderOptions | None = None) -> str:
    """The kept rows as text: a line per block, a tab between the cells of a table row.

    Every character comes from the page, in order and once; only white space is ours, and superscripts after a number
    or a unit are written as such.

    >>> from kaensan.page import parse
    >>> page = parse("<p>Inline <b>ele</b>ments<br>do not split words<table><tr><td>1<td>2</table>")
    >>> render_text(page, np.ones(len(page.texts), bool))
    'Inline elements\\ndo not split words\\n1\\t2'
    """
    content = join_rows(page, read(page, kept))
    if options is None:
        return content
    from kaensan.render.front_matter import front_matter

    title = " ".join((options.title or "").split())
    return "\n\n".join(part for part in (front_matter(options.front_matter), title, content) if part)


def render_parts(page: Page, kept: NDArray[np.bool_], first: Ints, end: Ints) -> list[str]:
    """The texts of ranges of rows, the kept ones of each, at the cost of one reading."""
    reading = read(page, kept)
    joint, words = _with_cells(page, reading), with_superscripts(page, reading)
    starts, stops = np.searchsorted(reading.rows, first).tolist(), np.searchsorted(reading.rows, end).tolist()
    return [
        join_words(words[start:stop], joint[start:stop], _SEPARATORS) for start, stop in zip(starts, stops, strict=True)
    ]


def join_rows(page: Page, reading: Reading) -> str:
    """The rows of a reading as text."""
    return join_words(with_superscripts(page, reading), _with_cells(page, reading), _SEPARATORS)


def _with_cells(page: Page, reading: Reading) -> NDArray[np.int8]:
    """The joints of the reading, with the steps from a cell to the next of its row told apart.

    Only cells of one block count: a table that lays out a whole page is read as the blocks in its cells.
    """
    elements, texts = page.elements, page.texts
    if len(reading) < 2 or not np.count_nonzero(_CELL & elements.tags_held):
        return reading.joint
    cell = elements.nearest(_CELL[elements.tag])[texts.parent[reading.rows]]
    if cell.max() < 0:
        return reading.joint
    around = np.maximum(cell, 0)
    first, last = elements.first_text[around], elements.end_text[around] - 1
    plain = (cell >= 0) & (texts.block[first] == texts.block[last])
    row = np.where(plain, elements.parent[around], -1)
    joint = reading.joint.copy()
    joint[1:][(row[1:] >= 0) & (row[1:] == row[:-1]) & (cell[1:] != cell[:-1])] = _NEXT_CELL
    return joint
