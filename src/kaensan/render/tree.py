"""The rendered rows as a tree: headings, paragraphs, lists, tables, quotes, code and figures, nothing else.

Here it is decided which elements of the page are visited; `tree_writer` then writes the tree row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tables import data_tables
from kaensan.page.tags import BLOCK, TAGS, family, tag_id
from kaensan.render.content_elements import BLOCKS, INLINE
from kaensan.render.images import content_images
from kaensan.render.links import Links
from kaensan.render.node import Node
from kaensan.render.notes import Notes, find_notes
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Reading
from kaensan.render.tree_writer import Surroundings, TreeWriter

__all__ = ["Tree", "build_tree"]

_CELL = family("td th")
_MATH = tag_id("math")
_BREAKS = family("br hr")
_BOXES = BLOCK & ~_BREAKS
"""Block elements that part paragraphs."""
_MEANT = np.array([name in BLOCKS or name in INLINE or name in ("br", "hr", "img") for name in TAGS])
"""Elements that are written, or say where a line ends."""
_ALL_INLINE = tuple(INLINE.get(name, "") for name in TAGS)


class Tree(NamedTuple):
    """A `body` of content."""

    body: Node
    has_tables: bool
    """it may hold tables"""
    has_notes: bool
    """it may hold footnotes"""


def build_tree(page: Page, reading: Reading, options: RenderOptions, vocabulary: Sequence[str] = _ALL_INLINE) -> Tree:
    """The rows of a reading as a tree of content.

    `vocabulary` is what inline elements are written as, by the numbers of their names, "" for those that are not.
    """
    elements = page.elements
    shown = np.zeros(len(page.texts), np.bool_)
    shown[reading.rows] = True
    total = np.zeros(len(shown) + 1, np.int32)
    np.cumsum(shown, out=total[1:])
    has = total[elements.end_text] > total[elements.first_text]
    links = Links(page)
    images = content_images(page, total, links) if options.images else {}
    notes = find_notes(page, has) if options.links else Notes()
    data, visited = _visited(page, reading, has, list(images), notes)
    around = Surroundings(
        shown=shown,
        visited=visited,
        data=data,
        box=elements.nearest(_BOXES[elements.tag]),
        images=images,
        notes=notes,
        links=links if options.links else None,
        vocabulary=vocabulary,
    )
    body: Node = TreeWriter(page, reading, around).write()
    return Tree(body, bool(data.any()), bool(notes.bodies))


def _visited(
    page: Page, reading: Reading, has: NDArray[np.bool_], images: list[int], notes: Notes
) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Which tables hold data, and the elements to visit, in document order; `has` tells which hold rendered text."""
    elements = page.elements
    tag = elements.tag
    if images:
        pictured = np.zeros(len(elements) + 1, np.int64)
        pictured[np.array(images) + 1] = 1
        np.cumsum(pictured, out=pictured)
        has = has | (pictured[elements.end] > pictured[:-1])
    data = data_tables(page, has)
    wanted = has & _MEANT[tag]
    inside = np.concatenate([[False], has])[elements.parent + 1]  # the parent is rendered
    wanted |= inside & _BREAKS[tag]
    if data.any():
        wanted |= inside & _CELL[tag] & elements.inherit(data)
    if notes.bodies:
        wanted[list(notes.bodies)] = True
    if reading.listings:
        listings = list(reading.listings)
        wanted[listings] = has[listings]
    if elements.tags_held[_MATH]:
        unknown = (has & (tag == 0)).nonzero()[0].tolist()
        wanted[[row for row in unknown if elements.name_of(row) == "annotation"]] = True
    return data, wanted.nonzero()[0].astype(np.int32)
