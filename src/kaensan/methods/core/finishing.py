# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops after the choice: what is kept whole.

Part of the kernel (see `kaensan.kernel`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page.elements import Elements

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view

__all__ = [
    *("CODE", "HEADING", "LIST", "TABLE", "Limits", "Wholes", "eligible_rows", "whole_elements"),
    "with_elements",
]

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

LIST, CODE, TABLE, HEADING = 1, 2, 3, 4
"""Kinds of elements that are kept whole; 0 is for all others."""

_LIST = cython.declare(cython.int, LIST)
_CODE = cython.declare(cython.int, CODE)
_TABLE = cython.declare(cython.int, TABLE)
_HEADING = cython.declare(cython.int, HEADING)


class Limits:
    """What an element must be like to be kept whole, see `whole_rows`."""

    def __init__(
        self,
        of_list: float,
        of_table: float,
        held: float,
        longest_heading: int,
        near: int,
        wrappers: int,
        fewest_rows: int,
        most_blocks: int,
    ) -> None:
        self.shares = np.array([of_list, of_table, held])
        self.counts = np.array([longest_heading, near, wrappers, fewest_rows, most_blocks], np.int32)


class Wholes(NamedTuple):
    """Which elements are kept whole, by tag."""

    kind: NDArray[np.int8]
    """`LIST`, `CODE`, `TABLE` or `HEADING`, 0 for all others"""
    item: NDArray[np.uint8]
    """1 for what holds an item of a list and the list that hangs on it"""
    row_tag: int
    """the number of `tr` …"""
    item_tag: int
    """… and of `li`"""
    limits: Limits


def eligible_rows(context: Ints, kept: Bools, length: NDArray[np.int64], places: Ints) -> Bools:
    """The rows that may complete a whole: those outside each place in which no more than half of the kept text is."""
    eligible = np.empty(len(kept), np.bool_)
    _eligible_rows(
        view(context),
        view(kept.view(np.uint8)),
        view(length),
        view(places),
        view(np.zeros(len(places), np.int64)),
        view(eligible.view(np.uint8)),
    )
    return eligible


@cython.cfunc
def _eligible_rows(
    context: cython.const[cython.int][::1],
    kept: cython.const[cython.uchar][::1],
    length: cython.const[cython.longlong][::1],
    places: cython.const[cython.int][::1],
    within: cython.longlong[::1],
    eligible: cython.uchar[::1],
) -> None:
    row: cython.Py_ssize_t
    place: cython.Py_ssize_t
    total: cython.longlong = 0
    excluded: cython.int = 0
    with cython.nogil:
        for row in range(len(kept)):
            if kept[row]:
                total += length[row]
                for place in range(len(places)):
                    if context[row] & places[place]:
                        within[place] += length[row]
        for place in range(len(places)):
            if within[place] * 2 <= total:
                excluded |= places[place]
        for row in range(len(kept)):
            eligible[row] = (context[row] & excluded) == 0


def whole_elements(
    elements: Elements,
    block: Ints,
    anchor: Ints,
    kept: Bools,
    eligible: Bools,
    length: NDArray[np.int64],
    wholes: Wholes,
) -> Ints:
    """The elements of some kinds whose rows are kept in part and are all to be, in document order.

    Tables among them are still to be looked at.
    """
    rows = len(kept)
    found = np.empty(len(elements.tag), np.int32)
    finder = _WholeFinder(elements, wholes, rows)
    finder.add_up(kept, eligible, anchor, length)
    count = finder.find(kept, block, view(found))
    return found[:count]


def with_elements(whole: Ints, first_text: Ints, end_text: Ints, kept: Bools, eligible: Bools) -> Bools:
    """The kept rows, and the eligible ones in some elements."""
    completed = kept.copy()
    _add_wholes(
        view(whole),
        view(first_text),
        view(end_text),
        view(eligible.view(np.uint8)),
        view(np.zeros(len(kept) + 1, np.int32)),
        view(completed.view(np.uint8)),
    )
    return completed


@cython.cfunc
def _add_wholes(
    whole: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    eligible: cython.const[cython.uchar][::1],
    steps: cython.int[::1],
    completed: cython.uchar[::1],
) -> None:
    at: cython.Py_ssize_t
    inside: cython.int = 0
    with cython.nogil:
        for at in range(len(whole)):
            steps[first_text[whole[at]]] += 1
            steps[end_text[whole[at]]] -= 1
        for at in range(len(completed)):
            inside += steps[at]
            if inside > 0 and eligible[at]:
                completed[at] = 1


@cython.final
@cython.cclass
class _WholeFinder:
    """Looks at every element that may be kept whole."""

    _kinds: cython.const[cython.schar][::1]
    _items: cython.const[cython.uchar][::1]
    _row_tag: cython.int
    _item_tag: cython.int
    _tag: cython.const[cython.short][::1]
    _parent: cython.const[cython.int][::1]
    _end: cython.const[cython.int][::1]
    _first_text: cython.const[cython.int][::1]
    _end_text: cython.const[cython.int][::1]
    _totals: cython.longlong[:, ::1]
    """running totals: rows that are not kept, characters that are, that may be, and that may be outside links"""
    _near_kept: cython.int[:, ::1]
    """the last kept row before each, and the next one from it on"""
    _tag_totals: cython.int[:, ::1]
    """running totals over the elements: rows of tables, and items of lists"""
    _shares: cython.const[cython.double][::1]
    _counts: cython.const[cython.int][::1]

    def __init__(self, elements: Elements, wholes: Wholes, rows: int) -> None:
        self._kinds, self._items = view(wholes.kind), view(wholes.item)
        self._row_tag, self._item_tag = wholes.row_tag, wholes.item_tag
        self._tag, self._parent = view(elements.tag), view(elements.parent)
        self._end = view(elements.end)
        self._first_text, self._end_text = view(elements.first_text), view(elements.end_text)
        self._totals = view(np.zeros((4, rows + 1), np.int64))
        self._near_kept = view(np.empty((2, rows + 1), np.int32))
        self._tag_totals = view(np.zeros((2, len(elements.tag) + 1), np.int32))
        self._shares, self._counts = view(wholes.limits.shares), view(wholes.limits.counts)

    def add_up(self, kept: Bools, eligible: Bools, anchor: Ints, length: NDArray[np.int64]) -> None:
        """Add up over the rows and the elements, and note where the nearest kept rows are."""
        self._add_up(view(kept.view(np.uint8)), view(eligible.view(np.uint8)), view(anchor), view(length))

    @cython.cfunc
    def _add_up(
        self,
        kept: cython.const[cython.uchar][::1],
        eligible: cython.const[cython.uchar][::1],
        anchor: cython.const[cython.int][::1],
        length: cython.const[cython.longlong][::1],
    ) -> None:
        row: cython.Py_ssize_t
        rows: cython.Py_ssize_t = len(kept)
        near: cython.int = self._counts[1]
        with cython.nogil:
            last: cython.int = -near - 1  # before the first row, and too far from it
            for row in range(rows):
                self._near_kept[0, row] = last
                if kept[row]:
                    last = cython.cast(cython.int, row)
                may_be: cython.longlong = length[row] if eligible[row] else 0
                self._totals[0, row + 1] = self._totals[0, row] + (1 - kept[row])
                self._totals[1, row + 1] = self._totals[1, row] + (length[row] if kept[row] else 0)
                self._totals[2, row + 1] = self._totals[2, row] + may_be
                self._totals[3, row + 1] = self._totals[3, row] + (may_be if anchor[row] < 0 else 0)
            self._near_kept[0, rows] = last
            last = cython.cast(cython.int, rows) + near
            self._near_kept[1, rows] = last
            for row in range(rows - 1, -1, -1):
                if kept[row]:
                    last = cython.cast(cython.int, row)
                self._near_kept[1, row] = last
            for row in range(len(self._tag)):
                self._tag_totals[0, row + 1] = self._tag_totals[0, row] + (self._tag[row] == self._row_tag)
                self._tag_totals[1, row + 1] = self._tag_totals[1, row] + (self._tag[row] == self._item_tag)

    def find(self, kept: Bools, block: Ints, found: cython.int[::1]) -> int:
        """Write the elements that are kept whole; how many there are."""
        return self._find(view(kept.view(np.uint8)), view(block), found)

    @cython.cfunc
    def _find(
        self, kept: cython.const[cython.uchar][::1], block: cython.const[cython.int][::1], found: cython.int[::1]
    ) -> cython.Py_ssize_t:
        row: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        with cython.nogil:
            for row in range(len(self._tag)):
                kind: cython.int = self._kinds[self._tag[row]]
                if kind == 0 or self._totals[0, self._end_text[row]] == self._totals[0, self._first_text[row]]:
                    continue
                if self._is_whole(row, kind) or (
                    kind != _CODE and kind != _HEADING and self._follows(row, kind, kept, block)
                ):
                    found[count] = cython.cast(cython.int, row)
                    count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_whole(self, row: cython.Py_ssize_t, kind: cython.int) -> cython.bint:
        """Whether enough of an element is kept, or it stands inside what is."""
        first: cython.Py_ssize_t = self._first_text[row]
        end: cython.Py_ssize_t = self._end_text[row]
        near: cython.int = self._counts[1]
        own: cython.longlong = self._totals[1, end] - self._totals[1, first]
        total: cython.longlong = self._totals[2, end] - self._totals[2, first]
        inside: cython.bint = first - self._near_kept[0, first] <= near and self._near_kept[1, end] - end < near
        if kind == _LIST:
            return own >= self._shares[0] * total
        if kind == _CODE:
            return own > 0 or inside or self._is_held(row)
        if kind == _TABLE:
            return total > 0 and (inside or own >= self._shares[1] * total)
        return inside and self._near_kept[1, end] == end and total <= self._counts[0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follows(
        self,
        row: cython.Py_ssize_t,
        kind: cython.int,
        kept: cython.const[cython.uchar][::1],
        block: cython.const[cython.int][::1],
    ) -> cython.bint:
        """Whether a table ends an element of content, or a list hangs on a kept item of another.

        Either stands close behind kept text and is not made of links for the most part.
        """
        first: cython.Py_ssize_t = self._first_text[row]
        end: cython.Py_ssize_t = self._end_text[row]
        before: cython.Py_ssize_t = self._near_kept[0, first]
        if before < 0 or first - before > self._counts[1]:
            return False
        if 2 * (self._totals[3, end] - self._totals[3, first]) <= self._totals[2, end] - self._totals[2, first]:
            return False
        if kind == _TABLE:
            return self._inside(row, 0) >= self._counts[3] and self._is_held(row)
        parent: cython.Py_ssize_t = max(self._parent[row], 0)
        if not self._items[self._tag[parent]] or self._first_text[parent] >= first or not kept[first - 1]:
            return False
        last: cython.Py_ssize_t = end - 1
        many: cython.int = block[last] - block[min(first, last)]
        if many >= self._counts[4] * self._inside(row, 1):
            return False
        return self._is_held(max(self._parent[parent], 0))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _inside(self, row: cython.Py_ssize_t, kind: cython.int) -> cython.int:
        """How many rows of tables (0) or items of lists (1) stand in an element."""
        return self._tag_totals[kind, self._end[row]] - self._tag_totals[kind, row]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_held(self, row: cython.Py_ssize_t) -> cython.bint:
        """Whether the smallest element with more text around one is content for the most part."""
        around: cython.Py_ssize_t = row
        _: cython.int
        for _ in range(self._counts[2]):
            if self._first_text[around] == self._first_text[row] and self._end_text[around] == self._end_text[row]:
                around = max(self._parent[around], 0)
        first: cython.Py_ssize_t = self._first_text[around]
        end: cython.Py_ssize_t = self._end_text[around]
        kept: cython.longlong = self._totals[1, end] - self._totals[1, first]
        return kept >= self._shares[2] * (self._totals[2, end] - self._totals[2, first])
