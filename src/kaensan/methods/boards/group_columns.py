# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that fill the features of groups of look-alike elements, see `group_features`.

Part of the kernel (see `kaensan.kernel`). A feature is a row of `out`, a group a column. Elements, rows and members are
below the lengths of their columns by construction: see `Elements` and `Groups`; a group has at least one member. Sums
are taken in double precision and in the order of NumPy's `add.reduceat`, by which the forests were trained: a spread of
equal numbers is 0 in one order and almost 0 in another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.math import log, log1p, sqrt
else:
    from math import log, log1p, sqrt

    from kaensan.page.views import view

__all__ = [
    "KNOWN",
    "fill_gaps",
    "fill_names",
    "fill_shares",
    "fill_sizes",
    "fill_surplus",
    "known_elements",
    "sum_groups",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

KNOWN = 12
"""What is known of every element with text, see `known_elements`."""

_LEAF = cython.declare(cython.int, 128)  # numbers that NumPy adds up in eight sums side by side; more are halved
_DEPTH = 48  # halves of halves: more than any count of members has
_MORE = cython.declare(cython.double, 1.05)  # times the text of an element that its parent has, to have more …
_SHARED = cython.declare(cython.double, 2.5)  # … and to have that of others as well
_UNITS = cython.declare(cython.int, 1)  # columns of `rows.COLUMNS`
_LINK = cython.declare(cython.int, 2)
_DATES = cython.declare(cython.int, 7)
_NAMES = cython.declare(cython.int, 8)
_REPEATED = cython.declare(cython.int, 9)
_LONG = cython.declare(cython.int, 11)
_HEADING = cython.declare(cython.int, 12)
_CONTROL = cython.declare(cython.int, 13)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _between(
    totals: cython.const[cython.int][:, ::1], column: cython.int, first: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.double:
    return totals[end, column] - totals[first, column]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_few(
    value: cython.const[cython.double][::1], first: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.double:
    """The sum of up to `_LEAF` numbers."""
    at: cython.Py_ssize_t = first
    end: cython.Py_ssize_t = first + size
    total: cython.double = 0.0
    if size >= 8:
        a: cython.double = 0.0
        b: cython.double = 0.0
        c: cython.double = 0.0
        d: cython.double = 0.0
        e: cython.double = 0.0
        f: cython.double = 0.0
        g: cython.double = 0.0
        h: cython.double = 0.0
        while at + 8 <= end:
            a += value[at]
            b += value[at + 1]
            c += value[at + 2]
            d += value[at + 3]
            e += value[at + 4]
            f += value[at + 5]
            g += value[at + 6]
            h += value[at + 7]
            at += 8
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    while at < end:
        total += value[at]
        at += 1
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum(
    value: cython.const[cython.double][::1], size: cython.Py_ssize_t, halves: cython.double[:, ::1]
) -> cython.double:
    """The sum of the first numbers of a column, at least one: the first, and the rest in halves of halves.

    A row of `halves` is where a half begins, its size, and the sum of its own first half, once that is known.
    """
    first: cython.Py_ssize_t = 1
    count: cython.Py_ssize_t = size - 1
    depth: cython.Py_ssize_t = 0
    total: cython.double
    while True:
        while count > _LEAF:
            halves[depth, 0] = first
            halves[depth, 1] = count
            halves[depth, 2] = 0.0
            halves[depth, 3] = 0.0
            depth += 1
            count = count // 2 - count // 2 % 8
        total = _sum_few(value, first, count)
        while depth > 0 and halves[depth - 1, 3] > 0:
            depth -= 1
            total = halves[depth, 2] + total
        if depth == 0:
            return value[0] + total
        halves[depth - 1, 2] = total
        halves[depth - 1, 3] = 1.0
        first = cython.cast(cython.Py_ssize_t, halves[depth - 1, 0])
        count = cython.cast(cython.Py_ssize_t, halves[depth - 1, 1])
        first += count // 2 - count // 2 % 8
        count -= count // 2 - count // 2 % 8


def known_elements(
    totals: Ints, parent: Ints, first_text: Ints, end_text: Ints, end: Ints, depth: Ints, row_parent: Ints
) -> tuple[Floats, Longs]:
    """What is known of every element with text, a row each, and of every element its largest child.

    These are the logarithms of its units and of the elements in it, the shares of its largest child and of the text
    directly in it, how much more text its parent has (as a logarithm, and whether it is more, and much more), and its
    grandparent, its depth, whether it holds dates and names, and the share beyond its largest child.
    """
    size = len(parent)
    units, direct = np.zeros((2, size))
    largest = np.full(size, -1, np.int64)
    known = np.zeros((size, KNOWN))
    _known_elements(
        view(totals),
        view(parent),
        view(first_text),
        view(end_text),
        view(end),
        view(depth),
        view(row_parent),
        view(units),
        view(direct),
        view(largest),
        view(known),
    )
    return known, largest


@cython.cfunc
def _known_elements(
    totals: cython.const[cython.int][:, ::1],
    parent: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    depth: cython.const[cython.int][::1],
    row_parent: cython.const[cython.int][::1],
    units: cython.double[::1],
    direct: cython.double[::1],
    largest: cython.longlong[::1],
    known: cython.double[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(row_parent)):
            direct[row_parent[row]] += _between(totals, _UNITS, row, row + 1)
        for row in range(len(parent)):
            units[row] = _between(totals, _UNITS, first_text[row], end_text[row])
            above: cython.Py_ssize_t = max(parent[row], 0)
            if largest[above] < 0 or units[row] >= units[largest[above]]:
                largest[above] = row
        for row in range(len(parent)):
            if end_text[row] <= first_text[row]:
                continue
            some: cython.double = max(units[row], 1.0)
            above = max(parent[row], 0)
            outer: cython.double = units[above] / some
            outermost: cython.double = units[max(parent[above], 0)] / some
            in_child: cython.double = units[largest[row]] if largest[row] >= 0 else 0.0
            known[row, 0] = log1p(units[row])
            known[row, 1] = log1p(end[row] - row)
            known[row, 2] = in_child / some
            known[row, 3] = direct[row] / some
            known[row, 4] = log(max(outer, 1.0))
            known[row, 5] = 1.0 if outer > _MORE else 0.0
            known[row, 6] = 1.0 if outer > _SHARED else 0.0
            known[row, 7] = log(max(outermost, 1.0))
            known[row, 8] = depth[row]
            known[row, 9] = 1.0 if _between(totals, _DATES, first_text[row], end_text[row]) > 0 else 0.0
            known[row, 10] = 1.0 if _between(totals, _NAMES, first_text[row], end_text[row]) > 0 else 0.0
            known[row, 11] = (units[row] - in_child) / some


def sum_groups(
    totals: Ints, first_text: Ints, end_text: Ints, largest: Longs, members: Longs, start: Longs
) -> tuple[Floats, Floats]:
    """Sums of whole numbers over the members of each group: a row per group, of columns with running `totals`.

    The second table has the same of what the members hold beyond their largest children.
    """
    sums, beyond = np.zeros((2, len(start) - 1, totals.shape[1]))
    _sum_groups(
        view(totals),
        view(first_text),
        view(end_text),
        view(largest),
        view(members),
        view(start),
        view(sums),
        view(beyond),
    )
    return sums, beyond


@cython.cfunc
def _sum_groups(
    totals: cython.const[cython.int][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    largest: cython.const[cython.longlong][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    sums: cython.double[:, ::1],
    beyond: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    width: cython.Py_ssize_t = totals.shape[1]
    with cython.nogil:
        for group in range(sums.shape[0]):
            for at in range(start[group], start[group + 1]):
                row: cython.Py_ssize_t = members[at]
                first: cython.Py_ssize_t = first_text[row]
                end: cython.Py_ssize_t = end_text[row]
                for column in range(width):
                    sums[group, column] += totals[end, column] - totals[first, column]
                row = largest[row]
                if row >= 0:
                    first = first_text[row]
                    end = end_text[row]
                    for column in range(width):
                        beyond[group, column] -= totals[end, column] - totals[first, column]
            for column in range(width):
                beyond[group, column] += sums[group, column]


def fill_sizes(known: Floats, members: Longs, start: Longs, siblings: Longs, distinct: Longs, out: Floats) -> None:
    """Write how many the members are, how long, how alike and how deep."""
    _fill_sizes(
        view(known),
        view(members),
        view(start),
        view(siblings),
        view(distinct),
        view(np.zeros(len(members) + 1, np.int64)),
        view(np.empty(int(np.diff(start).max()))),
        view(np.empty((_DEPTH, 4))),
        view(out),
    )


@cython.cfunc
def _fill_sizes(
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    siblings: cython.const[cython.longlong][::1],
    distinct: cython.const[cython.longlong][::1],
    of_size: cython.longlong[::1],
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for group in range(len(siblings)):
            of_size[start[group + 1] - start[group]] += 1
        for group in range(len(siblings)):
            first: cython.Py_ssize_t = start[group]
            count: cython.Py_ssize_t = start[group + 1] - first
            size: cython.double = count
            out[0, group] = log1p(size)
            out[1, group] = 1.0 if count == 1 else 0.0
            out[2, group] = log1p(of_size[count])
            out[3, group] = size / max(siblings[group], 1)
            out[16, group] = distinct[group] / size
            for column in range(11):
                to: cython.Py_ssize_t = 4 if column == 0 else (8 + column if column > 8 else 7 + column)
                out[to, group] = _mean(known, members, first, count, column, value, halves)
            out[6, group] = known[members[first], 0]
            out[7, group] = known[members[first], 0]
            for at in range(first, first + count):
                out[6, group] = max(out[6, group], known[members[at], 0])
                out[7, group] = min(out[7, group], known[members[at], 0])
            out[5, group] = _spread(known, members, first, count, 0, out[4, group], value, halves)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mean(
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    value: cython.double[::1],
    halves: cython.double[:, ::1],
) -> cython.double:
    """The mean of something that is known of some members."""
    at: cython.Py_ssize_t
    for at in range(count):
        value[at] = known[members[first + at], column]
    return _sum(value, count, halves) / count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spread(
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    mean: cython.double,
    value: cython.double[::1],
    halves: cython.double[:, ::1],
) -> cython.double:
    """The standard deviation of something that is known of some members."""
    at: cython.Py_ssize_t
    for at in range(count):
        away: cython.double = known[members[first + at], column] - mean
        value[at] = away * away
    return sqrt(_sum(value, count, halves) / count)


def fill_shares(sums: Floats, of_page: Floats, start: Longs, shared: Ints, out: Floats) -> None:
    """Write what the text of each group is made of, and how much of the page it is.

    `sums` are those of the members, `of_page` those of the page, at least 1; `shared` are the columns whose shares of
    the units are written first.
    """
    _fill_shares(view(sums), view(of_page), view(start), view(shared), view(out))


@cython.cfunc
def _fill_shares(
    sums: cython.const[cython.double][:, ::1],
    of_page: cython.const[cython.double][::1],
    start: cython.const[cython.longlong][::1],
    shared: cython.const[cython.int][::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    column: cython.Py_ssize_t
    after: cython.Py_ssize_t = len(shared)
    own: cython.double = max(of_page[_UNITS] - of_page[_LINK], 1.0)
    most_long: cython.double = 0.0
    most_units: cython.double = 0.0
    with cython.nogil:
        for group in range(sums.shape[0]):
            size: cython.double = start[group + 1] - start[group]
            units: cython.double = max(sums[group, _UNITS], 1.0)
            for column in range(len(shared)):
                out[column, group] = sums[group, shared[column]] / units
            out[after, group] = log1p(sums[group, 0] / size)
            out[after + 1, group] = log1p(sums[group, _DATES] / size)
            out[after + 2, group] = log1p(sums[group, _NAMES] / size)
            out[after + 3, group] = log1p(sums[group, _CONTROL] / size)
            out[after + 4, group] = sums[group, _UNITS] / of_page[_UNITS]
            out[after + 5, group] = sums[group, _LONG] / of_page[_LONG]
            out[after + 6, group] = sums[group, _DATES] / of_page[_DATES]
            out[after + 7, group] = sums[group, _NAMES] / of_page[_NAMES]
            out[after + 8, group] = sums[group, _HEADING] / of_page[_HEADING]
            out[after + 11, group] = (sums[group, _UNITS] - sums[group, _LINK]) / own
            if size > 1:
                most_units = max(most_units, out[after + 4, group])
                most_long = max(most_long, out[after + 5, group])
        for group in range(sums.shape[0]):
            out[after + 9, group] = out[after + 5, group] - most_long
            out[after + 10, group] = out[after + 4, group] - most_units


def fill_surplus(
    sums: Floats, beyond: Floats, known: Floats, members: Longs, start: Longs, shared: Ints, out: Floats
) -> None:
    """Write what the members hold beyond their largest children: units, dates, spread, and shares of some columns."""
    _fill_surplus(
        view(sums),
        view(beyond),
        view(known),
        view(members),
        view(start),
        view(shared),
        view(np.empty(int(np.diff(start).max()))),
        view(np.empty((_DEPTH, 4))),
        view(out),
    )


@cython.cfunc
def _fill_surplus(
    sums: cython.const[cython.double][:, ::1],
    beyond: cython.const[cython.double][:, ::1],
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    shared: cython.const[cython.int][::1],
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    column: cython.Py_ssize_t
    last: cython.Py_ssize_t = known.shape[1] - 1
    with cython.nogil:
        for group in range(sums.shape[0]):
            first: cython.Py_ssize_t = start[group]
            count: cython.Py_ssize_t = start[group + 1] - first
            units: cython.double = beyond[group, _UNITS]
            mean: cython.double = _mean(known, members, first, count, last, value, halves)
            out[0, group] = units / max(sums[group, _UNITS], 1.0)
            out[1, group] = beyond[group, _DATES] / count
            out[2, group] = _spread(known, members, first, count, last, mean, value, halves)
            for column in range(len(shared)):
                out[3 + column, group] = beyond[group, shared[column]] / max(units, 1.0)


def fill_names(kinds: Ints, parent: Ints, members: Longs, start: Longs, parts: int, out: Floats) -> None:
    """Write how many of the members, and then how many of the two elements around each, have a name of each kind."""
    _fill_names(view(kinds), view(parent), view(members), view(start), parts, view(out))


@cython.cfunc
def _fill_names(
    kinds: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    parts: cython.Py_ssize_t,
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    part: cython.Py_ssize_t
    with cython.nogil:
        for group in range(len(start) - 1):
            size: cython.double = start[group + 1] - start[group]
            for part in range(2 * parts):
                out[part, group] = 0.0
            for at in range(start[group], start[group + 1]):
                own: cython.int = kinds[members[at]]
                above: cython.Py_ssize_t = max(parent[members[at]], 0)
                around: cython.int = kinds[above] | kinds[max(parent[above], 0)]
                if own | around:
                    for part in range(parts):
                        out[part, group] += (own >> part) & 1
                        out[parts + part, group] += (around >> part) & 1
            for part in range(2 * parts):
                out[part, group] = out[part, group] / size


def fill_gaps(
    totals: Ints,
    of_page: Floats,
    sums: Floats,
    first_text: Ints,
    end_text: Ints,
    members: Longs,
    start: Longs,
    out: Floats,
) -> None:
    """Write what lies before, between and after the members of each group."""
    _fill_gaps(
        view(totals),
        view(of_page),
        view(sums),
        view(first_text),
        view(end_text),
        view(members),
        view(start),
        view(np.empty(int(np.diff(start).max()))),
        view(np.empty((_DEPTH, 4))),
        view(out),
    )


@cython.cfunc
def _fill_gaps(
    totals: cython.const[cython.int][:, ::1],
    of_page: cython.const[cython.double][::1],
    sums: cython.const[cython.double][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    stop: cython.Py_ssize_t = totals.shape[0] - 1
    with cython.nogil:
        for group in range(sums.shape[0]):
            first: cython.Py_ssize_t = first_text[members[start[group]]]
            last: cython.Py_ssize_t = end_text[members[start[group + 1] - 1]]
            units: cython.double = _between(totals, _UNITS, first, last)
            gap_units: cython.double = max(units - sums[group, _UNITS], 1.0)
            out[0, group] = _between(totals, _UNITS, 0, first) / of_page[_UNITS]
            out[1, group] = _between(totals, _UNITS, last, stop) / of_page[_UNITS]
            out[2, group] = _between(totals, _LONG, 0, first) / of_page[_LONG]
            out[3, group] = _between(totals, _LONG, last, stop) / of_page[_LONG]
            out[4, group] = _between(totals, _HEADING, 0, first) / of_page[_HEADING]
            out[5, group] = log1p(_between(totals, _DATES, 0, first))
            out[6, group] = log1p(_between(totals, _DATES, last, stop))
            _count_gaps(totals, first_text, end_text, members, start[group], start[group + 1], group, out)
            _measure_gaps(totals, first_text, end_text, members, start, group, value, halves, out)
            out[16, group] = (_between(totals, _LONG, first, last) - sums[group, _LONG]) / of_page[_LONG]
            out[17, group] = (_between(totals, _REPEATED, first, last) - sums[group, _REPEATED]) / gap_units
            out[18, group] = (_between(totals, _LINK, first, last) - sums[group, _LINK]) / gap_units
            out[19, group] = sums[group, _UNITS] / max(units, 1.0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_gaps(
    totals: cython.const[cython.int][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    group: cython.Py_ssize_t,
    out: cython.double[:, ::1],
) -> cython.int:
    """Write how many of the gaps between the members of a group hold dates, names, controls or nothing."""
    at: cython.Py_ssize_t
    gaps: cython.double = max(stop - begin - 1, 1)
    dated: cython.double = 0.0
    once: cython.double = 0.0
    total: cython.double = 0.0
    named: cython.double = 0.0
    empty: cython.double = 0.0
    controls: cython.double = 0.0
    for at in range(begin, stop - 1):
        first: cython.Py_ssize_t = end_text[members[at]]
        end: cython.Py_ssize_t = first_text[members[at + 1]]
        dates: cython.double = _between(totals, _DATES, first, end)
        total += dates
        dated += 1.0 if dates > 0 else 0.0
        once += 1.0 if dates == 1 else 0.0
        named += 1.0 if _between(totals, _NAMES, first, end) > 0 else 0.0
        empty += 1.0 if _between(totals, _UNITS, first, end) == 0 else 0.0
        controls += 1.0 if _between(totals, _CONTROL, first, end) > 0 else 0.0
    out[9, group] = dated / gaps
    out[10, group] = once / gaps
    out[11, group] = total / gaps
    out[12, group] = named / gaps
    out[14, group] = empty / gaps
    out[15, group] = controls / gaps
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _measure_gaps(
    totals: cython.const[cython.int][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    group: cython.Py_ssize_t,
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    out: cython.double[:, ::1],
) -> cython.int:
    """Write the mean and the spread of the units between the members of a group, and the mean of the names."""
    at: cython.Py_ssize_t
    first: cython.Py_ssize_t = start[group]
    last: cython.Py_ssize_t = start[group + 1] - 1 - first
    gaps: cython.double = max(last, 1)
    _log_gaps(totals, _NAMES, first_text, end_text, members, first, last, value)
    out[13, group] = _sum(value, last + 1, halves) / gaps
    _log_gaps(totals, _UNITS, first_text, end_text, members, first, last, value)
    out[7, group] = _sum(value, last + 1, halves) / gaps
    for at in range(last):
        away: cython.double = value[at] - out[7, group]
        value[at] = away * away
    out[8, group] = sqrt(_sum(value, last + 1, halves) / gaps)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _log_gaps(
    totals: cython.const[cython.int][:, ::1],
    column: cython.int,
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    value: cython.double[::1],
) -> cython.int:
    """Write the logarithms of the sums of a column between each member of a group and the next, and 0 at the end."""
    at: cython.Py_ssize_t
    for at in range(last):
        before: cython.Py_ssize_t = members[first + at]
        after: cython.Py_ssize_t = members[first + at + 1]
        value[at] = log1p(_between(totals, column, end_text[before], first_text[after]))
    value[last] = 0.0
    return 0
