"""Blocks, the containers around them, and sums over both, all as arrays.

A *container* is a block-level element with text in it. Because elements are in preorder, the blocks of a container
are a range, and any sum over them is a difference of two entries of a cumulative sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED, LETTER, counts
from kaensan.page.tags import BLOCK, family

__all__ = ["LEVELS", "LONG", "Blocks", "Containers"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

LEVELS = 7
"""How many containers outwards from a block are looked at; wrappers that add no text do not count."""

LONG = 80 * LETTER
"""Units outside links that make a block long."""

_CONTAINER = BLOCK & ~family("br hr")
_COLUMN = {name: number for number, name in enumerate(COUNTED)}


def _outward(parent: Ints, same: NDArray[np.bool_]) -> Ints:
    """For every container the outermost one around it with the same text."""
    jump = np.where(same, parent, np.arange(len(parent), dtype=np.int32))
    while True:
        ahead = jump[jump]
        if np.array_equal(ahead, jump):
            return jump
        jump = ahead


@dataclass(frozen=True)
class Containers:
    """Block-level elements with text, in document order; number 0 is the root."""

    element: Ints
    """row of the element in `page.elements`"""
    parent: Ints
    """number of the next container outwards; the root is its own parent"""
    first: Ints
    """first block inside"""
    end: Ints
    """one past the last block inside"""

    def __len__(self) -> int:
        return len(self.element)

    @cached_property
    def wider(self) -> Ints:
        """The next container outwards that holds more text; the root is its own."""
        same = (self.first == self.first[self.parent]) & (self.end == self.end[self.parent])
        same[0] = False
        return self.parent[_outward(self.parent, same)]

    def over(self, per_block: Floats) -> Floats:
        """Sums over the blocks of every container; one column a column."""
        total = np.zeros((len(per_block) + 1, *per_block.shape[1:]), np.float64)
        np.cumsum(per_block, axis=0, out=total[1:])
        return (total[self.end] - total[self.first]).astype(np.float32)

    def onto(self, at: Ints, amount: NDArray[np.floating]) -> Floats:
        """Add amounts up at the given containers."""
        return np.bincount(at, amount, len(self)).astype(np.float32)


@dataclass(frozen=True)
class Blocks:
    """The blocks of a page with what is counted in each."""

    page: Page
    counted: Floats
    """a column per name of `COUNTED`"""
    linked: Floats
    """units inside links"""

    @classmethod
    def of(cls, page: Page) -> Blocks:
        texts = page.texts
        per_row = counts(texts)
        starts = texts.block_start[:-1]
        counted = np.add.reduceat(per_row, starts, axis=0) if len(starts) else per_row
        in_link = np.where(texts.anchor >= 0, per_row[:, 0], 0)
        linked = np.add.reduceat(in_link, starts).astype(np.float32) if len(starts) else in_link
        return cls(page, counted, linked)

    def __len__(self) -> int:
        return len(self.counted)

    def column(self, name: str) -> Floats:
        return self.counted[:, _COLUMN[name]]

    @cached_property
    def units(self) -> Floats:
        return self.column("units")

    @cached_property
    def prose(self) -> Floats:
        """Units outside links."""
        return self.units - self.linked

    @cached_property
    def row(self) -> Ints:
        """The first row of each block."""
        return self.page.texts.block_start[:-1]

    @cached_property
    def rows(self) -> Ints:
        """Number of rows in each block."""
        return np.diff(self.page.texts.block_start)

    @cached_property
    def context(self) -> Ints:
        """`Context` flags of the first row."""
        return self.page.texts.context[self.row]

    @cached_property
    def parent(self) -> Ints:
        """The element of the first row."""
        return self.page.texts.parent[self.row]

    def within(self, context: Context) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (self.context & int(context)) != 0
        return found

    @cached_property
    def containers(self) -> Containers:
        elements = self.page.elements
        is_container = _CONTAINER[elements.tag] & (elements.end_text > elements.first_text)
        is_container[:1] = True
        rows = np.flatnonzero(is_container).astype(np.int32)
        number = np.full(len(elements) + 1, -1, np.int32)
        number[rows] = np.arange(len(rows), dtype=np.int32)
        nearest = elements.nearest(is_container)
        outer = elements.parent[rows]
        outer[0] = rows[0]
        block = np.append(self.page.texts.block, self.page.texts.blocks)
        last = np.maximum(elements.end_text[rows] - 1, 0)
        first = block[elements.first_text[rows]]
        return Containers(
            element=rows,
            parent=number[nearest[outer]],
            first=first.astype(np.int32),
            end=(block[last] + 1).astype(np.int32),
        )

    @cached_property
    def container(self) -> Ints:
        """The innermost container of each block."""
        elements = self.page.elements
        number = np.full(len(elements), -1, np.int32)
        number[self.containers.element] = np.arange(len(self.containers), dtype=np.int32)
        mine = number >= 0
        return number[elements.nearest(mine)[self.parent]]

    @cached_property
    def chain(self) -> Ints:
        """Containers outwards from each block, a column per level; the root repeats at the end."""
        wider = self.containers.wider
        chain = np.empty((len(self), LEVELS), np.int32)
        chain[:, 0] = self.container
        for level in range(1, LEVELS):
            chain[:, level] = wider[chain[:, level - 1]]
        return chain

    @cached_property
    def links(self) -> Floats:
        """Number of `a` elements that start in each block."""
        anchors = self.page.texts.anchor
        new = np.diff(anchors, prepend=-1) != 0
        return np.add.reduceat(((anchors >= 0) & new).astype(np.float32), self.row)

    @cached_property
    def tag(self) -> NDArray[np.int16]:
        """Tag number of the innermost container."""
        return self.page.elements.tag[self.containers.element[self.container]]

    @cached_property
    def is_heading(self) -> NDArray[np.bool_]:
        return self.within(Context.HEADING)
