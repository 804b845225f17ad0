# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that find look-alike elements: patterns of names, ways of looking alike, and the groups they make.

Part of the kernel (see `kaensan.kernel`). Elements come after their parents, rows and members are below the lengths of
their columns by construction: see `Elements` and `Groups`. Numbers of 64 bits wrap around, which plain Python has to be
told.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view

__all__ = ["LIKENESSES", "count_distinct", "fill_looks", "find_members", "number_names", "share_best", "text_extents"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]

LIKENESSES = 9
"""The number of ways to look alike, see `groups.looks`."""

_WRAP = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX2 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX3 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
_PRIME = cython.declare(cython.ulonglong, 0x100000001B3)  # of the hash of Fowler, Noll and Vo
_SALT = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8), "little"))  # no page can know it
_UNREAD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_NO_PATTERN = cython.declare(cython.ulonglong, 0)
_WORDS = cython.declare(cython.int, 64)  # of a name that are compared with each other: names of more are rare


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(number: cython.ulonglong) -> cython.ulonglong:
    """A number scattered over 64 bits, so that sums of different sets differ (the finaliser of SplitMix64)."""
    number = ((number + 1) * _MIX) & _WRAP
    number = ((number ^ (number >> 30)) * _MIX2) & _WRAP
    number = ((number ^ (number >> 27)) * _MIX3) & _WRAP
    return number ^ (number >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _combined(one: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
    """A number for a pair of numbers, without collisions worth speaking of."""
    return _mixed((_mixed(one) + other) & _WRAP) >> 1


def number_names(
    markup: bytes,
    begin: Ints,
    end: Ints,
    owner: Ints,
    value: Ints,
    sign: int,
    pattern: Callable[[int], bytes],
    size: int,
) -> Longs:
    """The patterns of the names of elements as numbers, in the order in which they occur; 0 for none.

    Of a name neither digits nor the order of its words count. Where a `sign` is given it stands for every run of
    digits, and names without any have no pattern. `pattern` gives the distinct words, apart by spaces, of a name that
    is not of plain letters.
    """
    column = np.zeros(size, np.int64)
    if len(value):
        _number_names(
            view(markup),
            view(begin),
            view(end),
            view(owner),
            view(value),
            sign,
            pattern,
            view(np.full(len(begin), -1, np.int64)),
            view(np.empty(_WORDS, np.uint64)),
            view(column),
        )
    return column


@cython.cfunc
def _number_names(
    markup: cython.const[cython.uchar][::1],
    begin: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    owner: cython.const[cython.int][::1],
    value: cython.const[cython.int][::1],
    sign: cython.int,
    pattern: Callable[[int], bytes],
    number_of: cython.longlong[::1],
    seen: cython.ulonglong[::1],
    column: cython.longlong[::1],
) -> None:
    at: cython.Py_ssize_t
    numbers: dict = {}
    for at in range(len(value)):
        name: cython.Py_ssize_t = value[at]
        if number_of[name] < 0:
            key: cython.ulonglong = _pattern_key(markup, begin[name], end[name], sign, seen, True)
            if key == _UNREAD:
                words: bytes = pattern(name)
                key = _NO_PATTERN
                if words:
                    key = _pattern_key(words, 0, len(words), 0, seen, False)
            number_of[name] = numbers.setdefault(key, len(numbers) + 1) if key != _NO_PATTERN else 0
        column[owner[at]] = number_of[name]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pattern_key(
    markup: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    sign: cython.int,
    seen: cython.ulonglong[::1],
    raw: cython.bint,
) -> cython.ulonglong:
    """A key for the set of words of a name; a `raw` one may repeat words, and be unreadable here."""
    at: cython.Py_ssize_t
    words: cython.int = 0
    letters: cython.int = 0
    digits: cython.bint = False
    after_digit: cython.bint = False
    key: cython.ulonglong = _NO_PATTERN
    code: cython.ulonglong = _SALT
    for at in range(begin, end + 1):
        byte: cython.int = 32
        if at < end:
            byte = markup[at]
        if raw and (byte >= 128 or byte == 38):  # & begins what is escaped
            return _UNREAD
        if 48 <= byte <= 57:
            digits = True
            if sign and not after_digit:
                code = ((code ^ sign) * _PRIME) & _WRAP
                letters += 1
            after_digit = True
            continue
        after_digit = False
        if not (byte == 32 or 9 <= byte <= 13 or 28 <= byte <= 31):
            code = ((code ^ byte) * _PRIME) & _WRAP
            letters += 1
        elif letters:
            code = _mixed(code)
            if not raw or _is_new(code, seen, words):
                if raw and words == _WORDS:
                    return _UNREAD
                if raw:
                    seen[words] = code
                words += 1
                key = (key + code) & _WRAP
            letters = 0
            code = _SALT
    if words == 0 or (raw and sign and not digits):
        return _NO_PATTERN
    return key if key != _NO_PATTERN and key != _UNREAD else 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_new(code: cython.ulonglong, seen: cython.ulonglong[::1], words: cython.int) -> cython.bint:
    at: cython.Py_ssize_t = 0
    while at < words and seen[at] != code:
        at += 1
    return at == words


def fill_looks(
    tag: NDArray[np.int16],
    parent: Ints,
    classes: Longs,
    itemprops: Longs,
    ids: Longs,
    exact: Longs,
    cells: tuple[int, int],
    tags: int,
) -> Longs:
    """A row for each way of looking alike, in it a number per element; `exact` numbers classes with their digits,
    `cells` are the tags of cells of tables, `tags` is how many different tags there are."""
    looks = np.empty((LIKENESSES, len(tag)), np.int64)
    _fill_looks(
        view(tag),
        view(parent),
        view(classes),
        view(itemprops),
        view(ids),
        view(exact),
        cells[0],
        cells[1],
        tags,
        view(np.zeros(len(tag), np.int32)),
        view(looks.view(np.uint64)),
    )
    return looks


@cython.cfunc
def _fill_looks(
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    classes: cython.const[cython.longlong][::1],
    itemprops: cython.const[cython.longlong][::1],
    ids: cython.const[cython.longlong][::1],
    exact: cython.const[cython.longlong][::1],
    cell: cython.int,
    head: cython.int,
    tags: cython.int,
    cells: cython.int[::1],
    looks: cython.ulonglong[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(tag)):
            above: cython.Py_ssize_t = parent[row]
            own: cython.ulonglong = classes[row] * tags + tag[row]
            outer: cython.ulonglong = _WRAP
            outermost: cython.ulonglong = _WRAP
            path: cython.ulonglong = tag[row]
            if above >= 0:
                outer = looks[0, above]
                path = _combined(looks[5, above], path)
                if parent[above] >= 0:
                    outermost = looks[0, parent[above]]
            looks[0, row] = own
            looks[1, row] = _combined(own, itemprops[row])
            looks[2, row] = _combined(own, outer)
            looks[3, row] = _combined(looks[2, row], outermost)
            looks[4, row] = ids[row] * tags + tag[row] if ids[row] > 0 else _WRAP
            looks[5, row] = path
            looks[8, row] = exact[row] * tags + tag[row] if exact[row] > 0 else _WRAP
            looks[6, row] = _WRAP
            looks[7, row] = _WRAP
            if above >= 0 and (tag[row] == cell or tag[row] == head):
                cells[above] += 1
                column: cython.ulonglong = cells[above]
                around: cython.ulonglong = looks[6, above] if looks[6, above] != _WRAP else looks[5, above]
                table: cython.ulonglong = cython.cast(cython.ulonglong, max(parent[above], 0))
                looks[6, row] = _combined(around, column)
                looks[7, row] = _combined(table, column)
            elif above >= 0 and looks[6, above] != _WRAP:
                looks[6, row] = _combined(looks[6, above], tag[row])
                looks[7, row] = _combined(looks[7, above], tag[row])


def find_members(looks: Longs, end: Ints, first_text: Ints, end_text: Ints) -> tuple[Longs, Longs, Longs, Longs]:
    """The groups of elements with equal numbers in a row of `looks`, row by row and in the order of the page.

    Given are the members, group by group, the starts of the groups and the end, the row of each group, and how many
    elements have its number. Members have text and lie in no other member of their group, no two groups have the same
    members, and elements with a negative number are in no group.
    """
    most = looks.size
    members, start, about = np.empty(most, np.int64), np.empty(most + 1, np.int64), np.empty((2, most), np.int64)
    name = np.empty(most, np.uint64)
    start[0] = 0
    work = np.empty((6, looks.shape[1]), np.int32)
    slots = view(np.empty(_slots_for(looks.shape[1]), np.int32))
    groups = 0
    for likeness, look in enumerate(looks):
        if look.max(initial=-1) < 0:
            continue  # nothing looks like anything in this way
        groups = _find_members(
            view(look),
            slots,
            view(end),
            view(first_text),
            view(end_text),
            view(work),
            likeness,
            groups,
            view(members),
            view(start),
            view(about),
            view(name),
        )
    if groups:
        slots = view(np.full(_slots_for(groups), -1, np.int32))
        groups = _drop_repeated(slots, groups, view(members), view(start), view(about), view(name))
    return members[: start[groups]], start[: groups + 1], about[0, :groups], about[1, :groups]


def _slots_for(most: int) -> int:
    """How large a table with open addressing is that stays at most half full."""
    return 1 << (2 * most + 1).bit_length()


@cython.cfunc
def _find_members(
    look: cython.const[cython.longlong][::1],
    slots: cython.int[::1],
    end: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    work: cython.int[:, ::1],
    likeness: cython.Py_ssize_t,
    groups: cython.Py_ssize_t,
    members: cython.longlong[::1],
    start: cython.longlong[::1],
    about: cython.longlong[:, ::1],
    name: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    """Add the groups of one way of looking alike to those found so far; how many there are now."""
    row: cython.Py_ssize_t
    number: cython.Py_ssize_t
    numbers: cython.Py_ssize_t
    with cython.nogil:
        numbers = _number_looks(look, slots, work)
        for row in range(len(look)):
            number = work[0, row]
            if look[row] >= 0 and end_text[row] > first_text[row] and row >= work[2, number]:
                work[2, number] = end[row]
                work[3, number] += 1
            else:
                work[0, row] = -1
        for number in range(numbers):
            work[4, number] = -1
            if work[3, number] > 0:
                work[4, number] = cython.cast(cython.int, start[groups])
                start[groups + 1] = start[groups] + work[3, number]
                work[3, number] = cython.cast(cython.int, groups)
                about[0, groups] = likeness
                about[1, groups] = work[1, number]
                name[groups] = 0
                groups += 1
        for row in range(len(look)):
            number = work[0, row]
            if number >= 0:
                members[work[4, number]] = row
                work[4, number] += 1
                name[work[3, number]] = (name[work[3, number]] + _mixed(row)) & _WRAP
    return groups


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number_looks(
    look: cython.const[cython.longlong][::1], slots: cython.int[::1], work: cython.int[:, ::1]
) -> cython.Py_ssize_t:
    """Number the distinct looks in the order in which they occur; how many there are.

    Written are the number of every element, and for each number how many elements have it, two zeros, and, in the last
    row, the first element that has it.
    """
    at: cython.Py_ssize_t
    numbers: cython.int = 0
    mask: cython.Py_ssize_t = len(slots) - 1
    for at in range(len(slots)):
        slots[at] = -1
    for at in range(len(look)):
        slot: cython.Py_ssize_t = _slot(cython.cast(cython.ulonglong, look[at]) & _WRAP, mask)
        while slots[slot] >= 0 and look[work[5, slots[slot]]] != look[at]:
            slot = (slot + 1) & mask
        number: cython.int = slots[slot]
        if number < 0:
            number = numbers
            slots[slot] = number
            work[1, number] = 0
            work[2, number] = 0
            work[3, number] = 0
            work[5, number] = cython.cast(cython.int, at)
            numbers += 1
        work[0, at] = number
        work[1, number] += 1
    return numbers


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(number: cython.ulonglong, mask: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where to look for a number first: no page can choose it."""
    return cython.cast(cython.Py_ssize_t, _mixed(number ^ _SALT) >> 8) & mask


@cython.cfunc
def _drop_repeated(
    slots: cython.int[::1],
    count: cython.Py_ssize_t,
    members: cython.longlong[::1],
    start: cython.longlong[::1],
    about: cython.longlong[:, ::1],
    name: cython.const[cython.ulonglong][::1],
) -> cython.Py_ssize_t:
    """Drop the groups with the name, and so the members, of an earlier one; how many of `count` are left."""
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t
    groups: cython.Py_ssize_t = 0
    filled: cython.Py_ssize_t = 0
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        for group in range(count):
            slot: cython.Py_ssize_t = _slot(name[group], mask)
            while slots[slot] >= 0 and name[slots[slot]] != name[group]:
                slot = (slot + 1) & mask
            if slots[slot] < 0:
                slots[slot] = cython.cast(cython.int, group)
                begin: cython.Py_ssize_t = start[group]
                stop: cython.Py_ssize_t = start[group + 1]
                start[groups] = filled
                about[0, groups] = about[0, group]
                about[1, groups] = about[1, group]
                groups += 1
                for at in range(begin, stop):
                    members[filled] = members[at]
                    filled += 1
        start[groups] = filled
    return groups


def share_best(text: Words, score: NDArray[np.float32]) -> NDArray[np.float32]:
    """The score of each group: the best of those that hold the same text."""
    shared = np.empty(len(text), np.float32)
    slots = np.full(_slots_for(len(text)), -1, np.int32)
    _share_best(view(text), view(score), view(slots), view(np.empty(len(text), np.int32)), view(shared))
    return shared


@cython.cfunc
def _share_best(
    text: cython.const[cython.ulonglong][::1],
    score: cython.const[cython.float][::1],
    slots: cython.int[::1],
    first: cython.int[::1],
    shared: cython.float[::1],
) -> None:
    """Keep the best score where the first group with a text stands, and give it to the others from there."""
    at: cython.Py_ssize_t
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        for at in range(len(text)):
            slot: cython.Py_ssize_t = _slot(text[at], mask)
            while slots[slot] >= 0 and text[slots[slot]] != text[at]:
                slot = (slot + 1) & mask
            if slots[slot] < 0:
                slots[slot] = cython.cast(cython.int, at)
                shared[at] = score[at]
            first[at] = slots[slot]
            shared[first[at]] = max(shared[first[at]], score[at])
        for at in range(len(text)):
            shared[at] = shared[first[at]]


def text_extents(members: Longs, start: Longs, first_text: Ints, end_text: Ints, shown: Bools) -> tuple[Words, Longs]:
    """A number for the text of each group, of rows that are shown, and how many rows it has in all."""
    text, width = np.empty(len(start) - 1, np.uint64), np.empty(len(start) - 1, np.int64)
    _text_extents(
        view(members),
        view(start),
        view(first_text),
        view(end_text),
        view(shown.view(np.uint8)),
        view(np.zeros(len(shown) + 1, np.uint64)),
        view(text),
        view(width),
    )
    return text, width


@cython.cfunc
def _text_extents(
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    shown: cython.const[cython.uchar][::1],
    total: cython.ulonglong[::1],
    text: cython.ulonglong[::1],
    width: cython.longlong[::1],
) -> None:
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(shown)):
            total[at + 1] = (total[at] + (_mixed(at) if shown[at] else 0)) & _WRAP
        for group in range(len(text)):
            rows: cython.longlong = 0
            sums: cython.ulonglong = 0
            for at in range(start[group], start[group + 1]):
                row: cython.Py_ssize_t = members[at]
                rows += end_text[row] - first_text[row]
                sums = (sums + total[end_text[row]] - total[first_text[row]]) & _WRAP
            text[group] = sums
            width[group] = rows


def count_distinct(members: Longs, start: Longs, most: int, first_text: Ints, end_text: Ints, text: Longs) -> Longs:
    """How many different texts the members of each group have, of which none has more than `most`.

    `text` is a number for the text of every row.
    """
    distinct = np.empty(len(start) - 1, np.int64)
    _count_distinct(
        view(members),
        view(start),
        view(first_text),
        view(end_text),
        view(text),
        view(np.empty(len(text) + 1, np.uint64)),
        view(np.empty(most, np.uint64)),
        view(np.full(_slots_for(most), -1, np.int32)),
        view(distinct),
    )
    return distinct


@cython.cfunc
def _count_distinct(
    members: cython.const[cython.longlong][::1],
    start: cython.const[cython.longlong][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    text: cython.const[cython.longlong][::1],
    total: cython.ulonglong[::1],
    said: cython.ulonglong[::1],
    slots: cython.int[::1],
    distinct: cython.longlong[::1],
) -> None:
    """Count the texts of each group in one table for all: slots that name a member of an earlier group are free."""
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        total[0] = 0
        for at in range(len(text)):
            total[at + 1] = (total[at] + _mixed(text[at])) & _WRAP
        for group in range(len(distinct)):
            first: cython.Py_ssize_t = start[group]
            distinct[group] = 0
            for at in range(first, start[group + 1]):
                row: cython.Py_ssize_t = members[at]
                texts: cython.ulonglong = (total[end_text[row]] - total[first_text[row]]) & _WRAP
                slot: cython.Py_ssize_t = _slot(texts, mask)
                while slots[slot] >= first and said[slots[slot] - first] != texts:
                    slot = (slot + 1) & mask
                if slots[slot] < first:
                    said[at - first] = texts
                    slots[slot] = cython.cast(cython.int, at)
                    distinct[group] += 1
