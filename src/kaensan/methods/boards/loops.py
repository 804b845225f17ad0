# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops of the search for posts: over characters, elements, groups and trees.

Part of the kernel (see `kaensan.kernel`). Rows, elements and members are below the lengths of their columns by
construction: see `Elements` and `Groups`. Numbers of 64 bits wrap around, which plain Python has to be told.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = [
    *("LEAVES", "add_trees", "combined", "find_members", "group_totals", "kinds_in", "largest_children"),
    *("may_say_when", "paths", "stem_table"),
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

LEAVES = 16
"""The most leaves that a tree can have: the bits of a number."""

_ALL = cython.declare(cython.int, (1 << LEAVES) - 1)
_LEAVES = cython.declare(cython.int, LEAVES)
_CASES = cython.declare(cython.int, 128)  # at a time: what is known of them stays in the processor's first cache
_WRAP = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_AGO = cython.declare(cython.uint, 1 << 10 | 7 << 5 | 15)  # as the last three letters, five bits each
_DAY = cython.declare(cython.uint, 4 << 10 | 1 << 5 | 25)
_MIX3 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(number: cython.ulonglong) -> cython.ulonglong:
    """A number scattered over 64 bits, as `groups.mixed` does it."""
    number = ((number + 1) * _MIX) & _WRAP
    number = ((number ^ (number >> 30)) * _MIX2) & _WRAP
    number = ((number ^ (number >> 27)) * _MIX3) & _WRAP
    return number ^ (number >> 31)


def stem_table(stems: str) -> NDArray[np.uint8]:
    """A table of all three-letter stems, 1 for those that are given."""
    table = np.zeros(1 << 15, np.uint8)
    for stem in stems.split():
        table[[(ord(stem[0]) & 31) << 10 | (ord(stem[1]) & 31) << 5 | (ord(stem[2]) & 31)]] = 1
    return table


def may_say_when(codes: NDArray[np.uint32], start: Longs, stems: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Texts that may hold a date or a word such as "yesterday": what they hold beside a digit is looked at roughly.

    A date of Latin letters has a digit before a sign that parts numbers, or one of the stems, which begin the names of
    months; words without a digit end in "ago" or "day". Of the scripts after Latin, Greek and Cyrillic only Han, kana
    and Hangul are known to have no further digits and words.
    """
    may = np.zeros(len(start) - 1, np.uint8)
    if len(codes):
        _may_say_when(memoryview(codes), memoryview(start), memoryview(stems), memoryview(may))
    return may.view(np.bool_)


@cython.cfunc
def _may_say_when(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    stems: cython.const[cython.uchar][::1],
    may: cython.uchar[::1],
) -> None:
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(may)):
            digits: cython.bint = False
            telling: cython.bint = False  # beside a digit
            after_digit: cython.bint = False
            last: cython.uint = 0  # the last three letters, five bits each
            for at in range(start[row], start[row + 1]):
                code: cython.uint = codes[at]
                if code >= 0x80:
                    last = 0
                    after_digit = False
                    telling = True
                    if code >= 0x660 and not (0x2000 <= code < 0xA600 or 0xAC00 <= code < 0xD7A4):
                        may[row] = 1
                        break
                elif 48 <= code <= 57:
                    digits = True
                    after_digit = True
                    last = 0
                elif 97 <= code | 32 <= 122:
                    after_digit = False
                    last = ((last & 0x3FF) << 5) | (code & 31)
                    if stems[last]:
                        telling = True
                    if last == _AGO or last == _DAY:  # noqa: SIM109 (a tuple would be made per letter)
                        may[row] = 1
                        break
                else:
                    last = 0
                    if after_digit and 45 <= code <= 58:  # one of - . / and :, digits apart
                        telling = True
                    after_digit = False
            if digits and telling:
                may[row] = 1


def kinds_in(text: str, kinds: dict[str, int]) -> int:
    """The kinds of all words of a text, bit by bit; words are runs of two or more of the letters a to z."""
    found: cython.int = 0
    size: cython.Py_ssize_t = len(text)
    first: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for at in range(size + 1):
        if at < size and "a" <= text[at] <= "z":
            continue
        if at - first > 1:
            kind: object = kinds.get(text[first:at])
            if kind is not None:
                found |= kind
        first = at + 1
    return found


def combined(one: Longs, other: Longs) -> Longs:
    """A number per pair of numbers, without collisions worth speaking of."""
    both = np.empty(len(one), np.int64)
    _combine(memoryview(one.view(np.uint64)), memoryview(other.view(np.uint64)), memoryview(both.view(np.uint64)))
    return both


@cython.cfunc
def _combine(
    one: cython.const[cython.ulonglong][::1],
    other: cython.const[cython.ulonglong][::1],
    both: cython.ulonglong[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(one)):
            both[at] = _mixed((_mixed(one[at]) + other[at]) & _WRAP) >> 1


def paths(tag: Longs, parent: Ints) -> Longs:
    """A number for the tags from the root down to each element."""
    path = np.empty(len(tag), np.int64)
    _paths(memoryview(tag), memoryview(parent), memoryview(path.view(np.uint64)))
    return path


@cython.cfunc
def _paths(
    tag: cython.const[cython.longlong][::1], parent: cython.const[cython.int][::1], path: cython.ulonglong[::1]
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(tag)):
            own: cython.ulonglong = tag[row]
            if parent[row] >= 0:
                own = _mixed((_mixed(path[parent[row]]) + own) & _WRAP) >> 1
            path[row] = own


def find_members(
    look: Longs, end: Ints, first_text: Ints, end_text: Ints
) -> tuple[Longs, Longs, Longs, NDArray[np.uint64]]:
    """The groups of elements with equal numbers in `look`, ordered by these: members, starts of groups, siblings.

    Members have text and lie in no other member of their group; siblings are all elements with the number. Last comes
    a name for the set of each group's members. Elements with a negative number are in no group.
    """
    size = len(look)
    number, siblings, begin = np.empty(size, np.int32), np.zeros(size, np.int64), np.zeros(size + 1, np.int64)
    groups = _number_looks(memoryview(look), memoryview(np.argsort(look)), memoryview(number), memoryview(siblings))
    reached = np.zeros(groups, np.int32)
    total = _count_members(
        memoryview(look),
        memoryview(end),
        memoryview(first_text),
        memoryview(end_text),
        memoryview(number),
        memoryview(reached),
        memoryview(begin),
    )
    members, name = np.empty(total, np.int64), np.zeros(groups, np.uint64)
    present = np.diff(begin[: groups + 1]) > 0
    following = begin[:groups].copy()
    _place_members(memoryview(number), memoryview(following), memoryview(members), memoryview(name))
    return members, np.append(begin[:groups][present], total), siblings[:groups][present], name[present]


@cython.cfunc
def _number_looks(
    look: cython.const[cython.longlong][::1],
    order: cython.const[cython.longlong][::1],
    number: cython.int[::1],
    siblings: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Number the distinct looks in their order; how many there are."""
    at: cython.Py_ssize_t
    group: cython.int = -1
    with cython.nogil:
        for at in range(len(order)):
            if at == 0 or look[order[at]] != look[order[at - 1]]:
                group += 1
            number[order[at]] = group
            siblings[group] += 1
    return group + 1


@cython.cfunc
def _count_members(
    look: cython.const[cython.longlong][::1],
    end: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    number: cython.int[::1],
    reached: cython.int[::1],
    begin: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Where the members of each group will begin, and their number; elements that are none lose theirs."""
    row: cython.Py_ssize_t
    groups: cython.Py_ssize_t = len(reached)
    with cython.nogil:
        for row in range(len(look)):
            group: cython.int = number[row]
            if look[row] >= 0 and end_text[row] > first_text[row] and row >= reached[group]:
                reached[group] = end[row]
                begin[group + 1] += 1
            else:
                number[row] = -1
        for row in range(groups):
            begin[row + 1] += begin[row]
    return begin[groups]


@cython.cfunc
def _place_members(
    number: cython.const[cython.int][::1],
    following: cython.longlong[::1],
    members: cython.longlong[::1],
    name: cython.ulonglong[::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(number)):
            group: cython.int = number[row]
            if group >= 0:
                members[following[group]] = row
                following[group] += 1
                name[group] = (name[group] + _mixed(row)) & _WRAP


def largest_children(parent: Ints, size: Floats) -> Longs:
    """For every element its largest child, the last one of equals; -1 for none. The root is a child of its own."""
    largest = np.full(len(parent), -1, np.int64)
    _largest_children(memoryview(parent), memoryview(size), memoryview(largest))
    return largest


@cython.cfunc
def _largest_children(
    parent: cython.const[cython.int][::1], size: cython.const[cython.double][::1], largest: cython.longlong[::1]
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(parent)):
            outer: cython.Py_ssize_t = max(parent[row], 0)
            if largest[outer] < 0 or size[row] >= size[largest[outer]]:
                largest[outer] = row


def group_totals(
    totals: Floats, first_text: Ints, end_text: Ints, inner: Longs, members: Longs, start: Longs
) -> tuple[Floats, Floats]:
    """Sums of whole numbers over the members of each group: a row per column of `totals`, which are running totals.

    The second table has the same of what the members hold beyond an element inside each, `inner`, or all for -1.
    """
    sums = np.zeros((len(totals), len(start) - 1))
    beyond = np.zeros((len(totals), len(start) - 1))
    _group_totals(
        memoryview(totals),
        memoryview(first_text),
        memoryview(end_text),
        memoryview(inner),
        memoryview(members),
        memoryview(start),
        memoryview(sums),
        memoryview(beyond),
    )
    return sums, beyond


@cython.cfunc
def _group_totals(
    totals: cython.const[cython.double][:, ::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    inner: cython.const[cython.longlong][::1],
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    sums: cython.double[:, ::1],
    beyond: cython.double[:, ::1],
) -> None:
    column: cython.Py_ssize_t
    group: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for column in range(totals.shape[0]):
            for group in range(len(start) - 1):
                whole: cython.double = 0.0
                less: cython.double = 0.0
                for at in range(start[group], start[group + 1]):
                    row: cython.Py_ssize_t = members[at]
                    child: cython.Py_ssize_t = inner[row]
                    whole += totals[column, end_text[row]] - totals[column, first_text[row]]
                    if child >= 0:
                        less += totals[column, end_text[child]] - totals[column, first_text[child]]
                sums[column, group] = whole
                beyond[column, group] = whole - less


def add_trees(
    columns: NDArray[np.float32],
    feature: NDArray[np.int16],
    border: NDArray[np.float32],
    ruled_out: NDArray[np.uint16],
    leaf: NDArray[np.float32],
    lowest: NDArray[np.uint8],
) -> NDArray[np.float32]:
    """The sums of the leaves that cases reach, tree by tree; features come as rows, cases as columns.

    `lowest` is the lowest bit that is set of every number of `LEAVES` bits.
    """
    total = np.zeros(columns.shape[1], np.float32)
    _add_trees(
        memoryview(columns),
        memoryview(feature),
        memoryview(border),
        memoryview(ruled_out),
        memoryview(leaf),
        memoryview(lowest),
        memoryview(total),
        memoryview(np.empty(_CASES, np.int32)),
    )
    return total


@cython.cfunc
def _add_trees(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.short][:, ::1],
    border: cython.const[cython.float][:, ::1],
    ruled_out: cython.const[cython.ushort][:, ::1],
    leaf: cython.const[cython.float][:, ::1],
    lowest: cython.const[cython.uchar][::1],
    total: cython.float[::1],
    alive: cython.int[::1],
) -> None:
    first: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    question: cython.Py_ssize_t
    cases: cython.Py_ssize_t = len(total)
    with cython.nogil:
        while first < cases:
            some: cython.Py_ssize_t = min(_CASES, cases - first)
            for tree in range(feature.shape[0]):
                for case in range(some):
                    alive[case] = _ALL
                for question in range(feature.shape[1]):
                    asked: cython.Py_ssize_t = feature[tree, question]
                    limit: cython.float = border[tree, question]
                    stay: cython.int = ruled_out[tree, question]
                    for case in range(some):
                        alive[case] = alive[case] & (stay if columns[asked, first + case] > limit else _ALL)
                for case in range(some):
                    total[first + case] += leaf[tree, lowest[alive[case]]]
            first += some
