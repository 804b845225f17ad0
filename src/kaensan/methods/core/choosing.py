# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops over blocks around the choice: what is never kept, the headline, and lists that are kept whole.

Part of the kernel (see `kaensan.kernel`). Results that are rounded to single precision on the way are stored in
between, so that compiled and plain Python give the same numbers. Groups are below the number of blocks by construction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import single, view
else:
    from kaensan.page.views import single, view

__all__ = ["LeftOut", "ListLimits", "complete_lists", "find_headline", "left_out"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

_LITTLE = cython.declare(cython.double, 1e-9)  # what nothing is divided by
_SAYS_IT = cython.declare(cython.double, 0.5)  # share of a heading in the title that makes it the headline …
_LOW_SAYS_IT = cython.declare(cython.double, float(np.float32(0.8)))  # … if it is below h2
_FIRST = cython.declare(cython.double, 0.25)  # what an h1 is worth more than other headings
_LEVEL = cython.declare(cython.double, 0.01)  # what each level down is worth less


class LeftOut(NamedTuple):
    """Blocks that are no content, by why."""

    footer: Bools
    template: Bools
    never: Bools
    """all of them, and others"""


def left_out(context: Ints, counted: Floats, bits: Ints, mostly: float) -> LeftOut:
    """The blocks that are in the footer of the page, those in templates, and all that are no part of any content.

    `bits` are those of a context for footers, for what is no footer of the page, for templates and for what is never
    content. Footers and templates with more than `mostly` of all text are none.
    """
    found = np.empty((3, len(context)), np.bool_)
    _left_out(
        view(context),
        view(counted),
        view(bits),
        mostly,
        view(found.view(np.uint8)),
    )
    return LeftOut(*found)


@cython.cfunc
def _left_out(
    context: cython.const[cython.int][::1],
    counted: cython.const[cython.float][:, ::1],
    bits: cython.const[cython.int][::1],
    mostly: cython.double,
    found: cython.uchar[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    total: cython.double = 0.0
    below: cython.double = 0.0
    inert: cython.double = 0.0
    with cython.nogil:
        for at in range(len(context)):
            units: cython.double = counted[at, 0]
            found[0, at] = 1 if context[at] & bits[0] and not context[at] & bits[1] else 0
            found[1, at] = 1 if context[at] & bits[2] else 0
            total += units
            below += units if found[0, at] else 0.0
            inert += units if found[1, at] else 0.0
        most: cython.double = single(single(mostly) * single(total))
        for at in range(len(context)):
            if below > most:
                found[0, at] = 0
            if inert > most:
                found[1, at] = 0
            found[2, at] = 1 if found[0, at] or found[1, at] or context[at] & bits[3] else 0


def find_headline(heading: NDArray[np.int8], start: Ints, in_title: Floats) -> int:
    """The block of the heading that says what the title says, or else of the only h1; -1 for none.

    `heading` is the level of every row, `start` the first row of each block, `in_title` how much of a block is in the
    title of the page.
    """
    block: int = _find_headline(view(heading), view(start), view(in_title))
    return block


@cython.cfunc
def _find_headline(
    heading: cython.const[cython.schar][::1],
    start: cython.const[cython.int][::1],
    in_title: cython.const[cython.float][::1],
) -> cython.Py_ssize_t:
    at: cython.Py_ssize_t
    best: cython.Py_ssize_t = -1
    first: cython.Py_ssize_t = -1
    firsts: cython.int = 0
    most: cython.double = 0.0
    with cython.nogil:
        for at in range(len(in_title)):
            level: cython.int = heading[start[at]]
            if level <= 0:
                continue
            if level == 1:
                firsts += 1
                if firsts == 1:
                    first = at
            share: cython.double = in_title[at]
            if share < _SAYS_IT or (level > 2 and share < _LOW_SAYS_IT):
                continue
            rank: cython.double = share + (_FIRST if level == 1 else 0.0) - level * _LEVEL
            if rank > most:
                most = rank
                best = at
        if best < 0 and firsts == 1:
            best = first
    return best


class ListLimits(NamedTuple):
    """What a list must be like to be kept whole, see `wholes`."""

    rowed: int
    """bits of the context of a row of a list"""
    elsewhere: int
    """bits of the context of what is no content"""
    fewest: int
    longest: float
    gap: int
    kept: float
    likely: float
    links: float
    near: int


def complete_lists(
    kept: Bools, chance: Floats, size: Floats, linked: Floats, group: Longs, context: Ints, limits: ListLimits
) -> Bools:
    """What is kept, and the rest of lists that are kept in part, or that are likely and next to what is kept.

    A list is a run of blocks of one `group` that are rows of lists, with few other blocks between two of them.
    """
    completed = kept.copy()
    if len(kept):
        lists = _Lists(size, linked, context, limits)
        if lists.order(group) >= limits.fewest:
            lists.find(view(kept.view(np.uint8)), view(chance), view(completed.view(np.uint8)))
            lists.add_likely(view(completed.view(np.uint8)))
    return completed


@cython.final
@cython.cclass
class _Lists:
    """The lists of a page, found one after another."""

    _size: cython.const[cython.float][::1]
    _linked: cython.const[cython.float][::1]
    _context: cython.const[cython.int][::1]
    _begin: cython.int[::1]
    _row: cython.int[::1]
    _start: cython.int[::1]
    _before: cython.int[::1]
    _rows: cython.Py_ssize_t
    _likely_lists: cython.Py_ssize_t
    _rowed: cython.int
    _elsewhere: cython.int
    _fewest: cython.int
    _gap: cython.int
    _near: cython.int
    _longest: cython.double
    _kept: cython.double
    _likely: cython.double
    _links: cython.double

    def __init__(self, size: Floats, linked: Floats, context: Ints, limits: ListLimits) -> None:
        self._size, self._linked, self._context = view(size), view(linked), view(context)
        count = len(size)
        room = np.zeros((4, 2 * count + 2), np.int32)
        self._begin, self._row = view(room[0]), view(room[1])
        self._start, self._before = view(room[2]), view(room[3])
        self._rows = self._likely_lists = 0
        self._rowed, self._elsewhere, self._fewest = limits.rowed, limits.elsewhere, limits.fewest
        self._gap, self._near, self._longest = limits.gap, limits.near, limits.longest
        self._kept, self._likely, self._links = limits.kept, limits.likely, limits.links

    def order(self, group: Longs) -> int:
        """Order the rows of lists by their groups; how many there are."""
        self._order(view(group))
        return self._rows

    @cython.cfunc
    def _order(self, group: cython.const[cython.longlong][::1]) -> None:
        at: cython.Py_ssize_t
        with cython.nogil:
            for at in range(len(group)):
                if self._context[at] & self._rowed:
                    self._begin[group[at] + 1] += 1
                    self._rows += 1
            for at in range(len(group)):
                self._begin[at + 1] += self._begin[at]
            for at in range(len(group)):
                if self._context[at] & self._rowed:
                    to: cython.Py_ssize_t = self._begin[group[at]]
                    self._row[to] = cython.cast(cython.int, at)
                    self._begin[group[at]] += 1

    def find(
        self,
        kept: cython.const[cython.uchar][::1],
        chance: cython.const[cython.float][::1],
        completed: cython.uchar[::1],
    ) -> None:
        """Complete the lists that are kept in part, and note those that are likely."""
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t
        at: cython.Py_ssize_t
        group: cython.Py_ssize_t = 0
        with cython.nogil:
            while first < self._rows:
                while self._begin[group] <= first:  # where the rows of a group end, by now
                    group += 1
                last = first + 1
                while last < self._begin[group] and self._row[last] - self._row[last - 1] <= self._gap:
                    last += 1
                if self._judge(first, last, kept, chance):
                    for at in range(first, last):
                        completed[self._row[at]] = 1
                first = last

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _judge(
        self,
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        kept: cython.const[cython.uchar][::1],
        chance: cython.const[cython.float][::1],
    ) -> cython.bint:
        """Whether a list of short rows is kept in part; where it is likely that is noted."""
        at: cython.Py_ssize_t
        words: cython.double = 0.0
        in_kept: cython.double = 0.0
        likely: cython.double = 0.0
        links: cython.double = 0.0
        elsewhere: cython.bint = False
        for at in range(first, last):
            block: cython.Py_ssize_t = self._row[at]
            size: cython.double = self._size[block]
            words += size
            in_kept += size if kept[block] else 0.0
            likely += single(size * chance[block])
            links += single(size * self._linked[block])
            if self._context[block] & self._elsewhere:
                elsewhere = True
        if last - first < self._fewest or words > self._longest * (last - first):
            return False
        some: cython.double = max(words, _LITTLE)
        if likely / some >= self._likely and links / some <= self._links and not elsewhere:
            self._start[2 * self._likely_lists] = cython.cast(cython.int, first)
            self._start[2 * self._likely_lists + 1] = cython.cast(cython.int, last)
            self._likely_lists += 1
        return in_kept / some >= self._kept

    def add_likely(self, completed: cython.uchar[::1]) -> None:
        """Complete the likely lists that begin or end close to a block that is kept."""
        at: cython.Py_ssize_t
        number: cython.Py_ssize_t
        size: cython.Py_ssize_t = len(completed)
        with cython.nogil:
            for at in range(size):
                self._before[at + 1] = self._before[at] + completed[at]
            for number in range(self._likely_lists):
                first: cython.Py_ssize_t = self._row[self._start[2 * number]]
                after: cython.Py_ssize_t = self._row[self._start[2 * number + 1] - 1] + 1
                near: cython.int = self._before[first] - self._before[max(first - self._near, 0)]
                near += self._before[min(after + self._near, size)] - self._before[after]
                if near > 0:
                    for at in range(self._start[2 * number], self._start[2 * number + 1]):
                        completed[self._row[at]] = 1
