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
from kaensan.page.tags import TAGS, tag_id
from kaensan.render.content_elements import INLINE
from kaensan.render.images import content_images
from kaensan.render.links import Links
from kaensan.render.node import Node
from kaensan.render.notes import Notes, find_notes
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Reading
from kaensan.render.shown_elements import find_shown, find_visits, mark_pictured
from kaensan.render.tree_writer import Surroundings, TreeWriter

__all__ = ["Tree", "build_tree"]

_MATH = tag_id("math")
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
    shown = find_shown(page.texts, reading.rows)
    links = Links(page)
    images = content_images(page, shown, links) if options.images else {}
    notes = find_notes(page, shown.has) if options.links else Notes()
    mark_pictured(elements, shown.has, list(images))
    data = data_tables(page, shown.has)
    visits = find_visits(elements, shown.has, data)
    _add_rare(page, reading, shown.has, notes, visits.wanted)
    around = Surroundings(
        shown=shown.rows,
        visited=visits.wanted.nonzero()[0].astype(np.int32),
        data=data,
        box=visits.box,
        images=images,
        notes=notes,
        links=links if options.links else None,
        vocabulary=vocabulary,
    )
    body: Node = TreeWriter(page, reading, around).write()
    return Tree(body, bool(data.any()), bool(notes.bodies))


def _add_rare(page: Page, reading: Reading, has: NDArray[np.bool_], notes: Notes, wanted: NDArray[np.bool_]) -> None:
    """Mark the elements to visit that few pages have: notes, listings and the LaTeX of formulas."""
    elements = page.elements
    if notes.bodies:
        wanted[list(notes.bodies)] = True
    if reading.listings:
        listings = list(reading.listings)
        wanted[listings] = has[listings]
    if elements.tags_held[_MATH]:
        unknown = (has & (elements.tag == 0)).nonzero()[0].tolist()
        wanted[[row for row in unknown if elements.name_of(row) == "annotation"]] = True
