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
    "fill_gaps",
    "fill_names",
    "fill_shares",
    "fill_sizes",
    "fill_surplus",
    "fill_tags",
    "known_elements",
    "sum_groups",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

_KNOWN = 12  # what is known of every element with text, see `_know_elements`
_LEAF = cython.declare(cython.int, 128)  # numbers that NumPy adds up in eight sums side by side; more are halved
_DEPTH = 48  # halves of halves: more than any count of members has
_LOGS = 1 << 12  # whole numbers whose logarithms are kept
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


def _whole_logs() -> Floats:
    """The logarithms of whole numbers, each with one added."""
    logs = np.empty(_LOGS)
    filled: cython.double[::1] = view(logs)
    number: cython.Py_ssize_t
    for number in range(len(filled)):
        filled[number] = log1p(number)
    return logs


_WHOLE_LOGS = _whole_logs()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _log_of(number: cython.longlong, logs: cython.const[cython.double][::1]) -> cython.double:
    """The logarithm of a whole number with one added; most are small."""
    return logs[number] if number < len(logs) else log1p(number)


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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_few_rows(
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    work: cython.double[:, ::1],
) -> cython.int:
    """`_sum_few` of all that is known of some members at once, into the ninth row of `work`."""
    at: cython.Py_ssize_t = first
    end: cython.Py_ssize_t = first + size
    lane: cython.Py_ssize_t
    column: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for column in range(12):
        work[8, column] = 0.0
    if size >= 8:
        for lane in range(8):
            for column in range(12):
                work[lane, column] = 0.0
        while at + 8 <= end:
            for lane in range(8):
                row = members[at + lane]
                for column in range(12):
                    work[lane, column] += known[row, column]
            at += 8
        for column in range(12):
            work[8, column] = ((work[0, column] + work[1, column]) + (work[2, column] + work[3, column])) + (
                (work[4, column] + work[5, column]) + (work[6, column] + work[7, column])
            )
    while at < end:
        row = members[at]
        for column in range(12):
            work[8, column] += known[row, column]
        at += 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_rows(
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    begin: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    halves: cython.double[:, ::1],
    work: cython.double[:, ::1],
) -> cython.int:
    """`_sum` of all that is known of some members at once, into the ninth row of `work`; the next hold first halves."""
    first: cython.Py_ssize_t = begin + 1
    count: cython.Py_ssize_t = size - 1
    depth: cython.Py_ssize_t = 0
    column: cython.Py_ssize_t
    while True:
        while count > _LEAF:
            halves[depth, 0] = first
            halves[depth, 1] = count
            halves[depth, 3] = 0.0
            depth += 1
            count = count // 2 - count // 2 % 8
        _sum_few_rows(known, members, first, count, work)
        while depth > 0 and halves[depth - 1, 3] > 0:
            depth -= 1
            for column in range(12):
                work[8, column] = work[9 + depth, column] + work[8, column]
        if depth == 0:
            for column in range(12):
                work[8, column] = known[members[begin], column] + work[8, column]
            return 0
        for column in range(12):
            work[8 + depth, column] = work[8, column]
        halves[depth - 1, 3] = 1.0
        first = cython.cast(cython.Py_ssize_t, halves[depth - 1, 0])
        count = cython.cast(cython.Py_ssize_t, halves[depth - 1, 1])
        first += count // 2 - count // 2 % 8
        count -= count // 2 - count // 2 % 8


def known_elements(
    totals: Ints, parent: Ints, first_text: Ints, end_text: Ints, end: Ints, depth: Ints, row_parent: Ints
) -> tuple[Floats, Longs]:
    """What is known of every element with text, a row each (the others have any numbers), and its largest child.

    These are the logarithms of its units and of the elements in it, the shares of its largest child and of the text
    directly in it, how much more text its parent has (as a logarithm, and whether it is more, and much more), and its
    grandparent, its depth, whether it holds dates and names, and the share beyond its largest child.
    """
    size = len(parent)
    units, direct = np.zeros((2, size), np.int64)
    largest = np.full(size, -1, np.int64)
    known = np.empty((size, _KNOWN))
    _known_elements(
        view(totals),
        view(parent),
        view(first_text),
        view(end_text),
        view(end),
        view(depth),
        view(row_parent),
        view(_WHOLE_LOGS),
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
    logs: cython.const[cython.double][::1],
    units: cython.longlong[::1],
    direct: cython.longlong[::1],
    largest: cython.longlong[::1],
    known: cython.double[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(row_parent)):
            direct[row_parent[row]] += totals[row + 1, _UNITS] - totals[row, _UNITS]
        for row in range(len(parent)):
            units[row] = totals[end_text[row], _UNITS] - totals[first_text[row], _UNITS]
            above: cython.Py_ssize_t = max(parent[row], 0)
            if largest[above] < 0 or units[row] >= units[largest[above]]:
                largest[above] = row
        for row in range(len(parent)):
            if end_text[row] <= first_text[row]:
                continue
            some: cython.double = max(units[row], 1)
            above = max(parent[row], 0)
            outer: cython.double = units[above] / some
            outermost: cython.double = units[max(parent[above], 0)] / some
            in_child: cython.double = units[largest[row]] if largest[row] >= 0 else 0
            known[row, 0] = _log_of(units[row], logs)
            known[row, 1] = _log_of(end[row] - row, logs)
            known[row, 2] = in_child / some
            known[row, 3] = direct[row] / some
            known[row, 4] = log(outer) if outer > 1.0 else 0.0
            known[row, 5] = 1.0 if outer > _MORE else 0.0
            known[row, 6] = 1.0 if outer > _SHARED else 0.0
            known[row, 7] = log(outermost) if outermost > 1.0 else 0.0
            known[row, 8] = depth[row]
            known[row, 9] = 1.0 if _between(totals, _DATES, first_text[row], end_text[row]) > 0 else 0.0
            known[row, 10] = 1.0 if _between(totals, _NAMES, first_text[row], end_text[row]) > 0 else 0.0
            known[row, 11] = (units[row] - in_child) / some


def sum_groups(totals: Ints, first_text: Ints, end_text: Ints, members: Longs, start: Longs) -> Ints:
    """Sums of whole numbers over the members of each group: a row per group, of columns with running `totals`."""
    sums = np.zeros((len(start) - 1, totals.shape[1]), np.int32)
    _sum_groups(view(totals), view(first_text), view(end_text), view(members), view(start), view(sums))
    return sums


@cython.cfunc
def _sum_groups(
    totals: cython.const[cython.int][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    sums: cython.int[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    width: cython.Py_ssize_t = totals.shape[1]
    with cython.nogil:
        for group in range(sums.shape[0]):
            for at in range(start[group], start[group + 1]):
                first: cython.Py_ssize_t = first_text[members[at]]
                end: cython.Py_ssize_t = end_text[members[at]]
                for column in range(width):
                    sums[group, column] += totals[end, column] - totals[first, column]


def fill_sizes(
    known: Floats,
    members: Longs,
    start: Longs,
    most: int,
    siblings: Longs,
    distinct: Longs,
    out: Floats,
    spread: Floats,
) -> None:
    """Write how many the members are, at most `most`, how long, how alike and how deep, and how much varies what they
    hold beyond their largest children.
    """
    _fill_sizes(
        view(known),
        view(members),
        view(start),
        view(siblings),
        view(distinct),
        view(_WHOLE_LOGS),
        view(np.zeros(len(members) + 1, np.int64)),
        view(np.empty(most)),
        view(np.empty((_DEPTH, 4))),
        view(np.empty((9 + _DEPTH, _KNOWN))),
        view(out),
        view(spread),
    )


@cython.cfunc
def _fill_sizes(
    known: cython.const[cython.double][:, ::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    siblings: cython.const[cython.longlong][::1],
    distinct: cython.const[cython.longlong][::1],
    logs: cython.const[cython.double][::1],
    of_size: cython.longlong[::1],
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    work: cython.double[:, ::1],
    out: cython.double[:, ::1],
    spread: cython.double[::1],
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
            out[0, group] = _log_of(count, logs)
            out[1, group] = 1.0 if count == 1 else 0.0
            out[2, group] = _log_of(of_size[count], logs)
            out[3, group] = size / max(siblings[group], 1)
            out[16, group] = distinct[group] / size
            _sum_rows(known, members, first, count, halves, work)
            out[4, group] = work[8, 0] / size
            for column in range(1, 9):
                out[7 + column, group] = work[8, column] / size
            out[17, group] = work[8, 9] / size
            out[18, group] = work[8, 10] / size
            most: cython.double = known[members[first], 0]
            least: cython.double = most
            for at in range(first + 1, first + count):
                most = max(most, known[members[at], 0])
                least = min(least, known[members[at], 0])
            out[6, group] = most
            out[7, group] = least
            out[5, group] = _spread(known, members, first, count, 0, out[4, group], value, halves)
            spread[group] = _spread(known, members, first, count, 11, work[8, 11] / size, value, halves)


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
    if count == 1:
        return 0.0
    for at in range(count):
        away: cython.double = known[members[first + at], column] - mean
        value[at] = away * away
    return sqrt(_sum(value, count, halves) / count)


def fill_shares(sums: Ints, of_page: Floats, start: Longs, shared: Ints, out: Floats) -> None:
    """Write what the text of each group is made of, and how much of the page it is.

    `sums` are those of the members, `of_page` those of the page, at least 1; `shared` are the columns whose shares of
    the units are written first.
    """
    _fill_shares(view(sums), view(of_page), view(start), view(shared), view(out))


@cython.cfunc
def _fill_shares(
    sums: cython.const[cython.int][:, ::1],
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
            units: cython.double = max(sums[group, _UNITS], 1)
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
    totals: Ints,
    tree: tuple[Ints, Ints, Longs],
    sums: Ints,
    members: Longs,
    start: Longs,
    shared: Ints,
    out: Floats,
) -> None:
    """Write what the members hold beyond their largest children: units, dates, and shares of columns after a row.

    `tree` has the first rows of elements, their ends, and their largest children.
    """
    first_text, end_text, largest = tree
    _fill_surplus(
        view(totals),
        view(first_text),
        view(end_text),
        view(largest),
        view(sums),
        view(members),
        view(start),
        view(shared),
        view(out),
    )


@cython.cfunc
def _fill_surplus(
    totals: cython.const[cython.int][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    largest: cython.const[cython.longlong][::1],
    sums: cython.const[cython.int][:, ::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    shared: cython.const[cython.int][::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for group in range(sums.shape[0]):
            first: cython.Py_ssize_t = start[group]
            count: cython.Py_ssize_t = start[group + 1] - first
            units: cython.double = sums[group, _UNITS]
            dates: cython.double = sums[group, _DATES]
            for column in range(len(shared)):
                out[3 + column, group] = sums[group, shared[column]]
            for at in range(first, first + count):
                child: cython.Py_ssize_t = largest[members[at]]
                if child >= 0:
                    begin: cython.Py_ssize_t = first_text[child]
                    end: cython.Py_ssize_t = end_text[child]
                    units -= _between(totals, _UNITS, begin, end)
                    dates -= _between(totals, _DATES, begin, end)
                    for column in range(len(shared)):
                        out[3 + column, group] -= _between(totals, shared[column], begin, end)
            out[0, group] = units / max(sums[group, _UNITS], 1)
            out[1, group] = dates / count
            for column in range(len(shared)):
                out[3 + column, group] = out[3 + column, group] / max(units, 1.0)


def fill_tags(tag: NDArray[np.int16], parent: Ints, first: Longs, families: Ints, parts: int, out: Floats) -> None:
    """Write the families of the tag of the first member of each group, a bit each, and of that of its parent."""
    _fill_tags(view(tag), view(parent), view(first), view(families), parts, view(out))


@cython.cfunc
def _fill_tags(
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    first: cython.const[cython.longlong][::1],
    families: cython.const[cython.int][::1],
    parts: cython.Py_ssize_t,
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    part: cython.Py_ssize_t
    with cython.nogil:
        for group in range(len(first)):
            own: cython.int = families[tag[first[group]]]
            above: cython.int = families[tag[max(parent[first[group]], 0)]]
            for part in range(parts):
                out[part, group] = (own >> part) & 1
                out[parts + part, group] = (above >> part) & 1


def fill_names(kinds: Ints, parent: Ints, members: Longs, start: Longs, parts: int, out: Floats) -> None:
    """Write how many of the members, and then how many of the two elements around each, have a name of each kind."""
    count = view(np.empty(2 * parts, np.int64))
    _fill_names(view(kinds), view(parent), view(members), view(start), parts, count, view(out))


@cython.cfunc
def _fill_names(
    kinds: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    parts: cython.Py_ssize_t,
    count: cython.longlong[::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    part: cython.Py_ssize_t
    with cython.nogil:
        for group in range(len(start) - 1):
            size: cython.double = start[group + 1] - start[group]
            for part in range(2 * parts):
                count[part] = 0
            for at in range(start[group], start[group + 1]):
                own: cython.int = kinds[members[at]]
                above: cython.Py_ssize_t = max(parent[members[at]], 0)
                around: cython.int = kinds[above] | kinds[max(parent[above], 0)]
                if own | around:
                    for part in range(parts):
                        count[part] += (own >> part) & 1
                        count[parts + part] += (around >> part) & 1
            for part in range(2 * parts):
                out[part, group] = count[part] / size


def fill_gaps(
    totals: Ints,
    of_page: Floats,
    sums: Ints,
    first_text: Ints,
    end_text: Ints,
    members: Longs,
    start: Longs,
    most: int,
    out: Floats,
) -> None:
    """Write what lies before, between and after the members of each group, of which one has `most`."""
    _fill_gaps(
        view(totals),
        view(of_page),
        view(sums),
        view(first_text),
        view(end_text),
        view(members),
        view(start),
        view(_WHOLE_LOGS),
        view(np.empty(most)),
        view(np.empty((_DEPTH, 4))),
        view(out),
    )


@cython.cfunc
def _fill_gaps(
    totals: cython.const[cython.int][:, ::1],
    of_page: cython.const[cython.double][::1],
    sums: cython.const[cython.int][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    logs: cython.const[cython.double][::1],
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    out: cython.double[:, ::1],
) -> None:
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
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
            out[5, group] = _log_of(totals[first, _DATES] - totals[0, _DATES], logs)
            out[6, group] = _log_of(totals[stop, _DATES] - totals[last, _DATES], logs)
            if start[group + 1] - start[group] == 1:
                for at in range(7, 16):
                    out[at, group] = 0.0
            else:
                _count_gaps(totals, first_text, end_text, members, start[group], start[group + 1], group, out)
                _measure_gaps(totals, first_text, end_text, members, start, group, logs, value, halves, out)
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
    logs: cython.const[cython.double][::1],
    value: cython.double[::1],
    halves: cython.double[:, ::1],
    out: cython.double[:, ::1],
) -> cython.int:
    """Write the mean and the spread of the units between the members of a group, and the mean of the names."""
    at: cython.Py_ssize_t
    first: cython.Py_ssize_t = start[group]
    last: cython.Py_ssize_t = start[group + 1] - 1 - first
    gaps: cython.double = max(last, 1)
    _log_gaps(totals, _NAMES, first_text, end_text, members, first, last, logs, value)
    out[13, group] = _sum(value, last + 1, halves) / gaps
    _log_gaps(totals, _UNITS, first_text, end_text, members, first, last, logs, value)
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
    logs: cython.const[cython.double][::1],
    value: cython.double[::1],
) -> cython.int:
    """Write the logarithms of the sums of a column between each member of a group and the next, and 0 at the end."""
    at: cython.Py_ssize_t
    for at in range(last):
        before: cython.Py_ssize_t = members[first + at]
        after: cython.Py_ssize_t = members[first + at + 1]
        value[at] = _log_of(totals[first_text[after], column] - totals[end_text[before], column], logs)
    value[last] = 0.0
    return 0
