# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops after the forest: agreement of blocks, the choice, and what is kept whole.

Part of the kernel (see `kaensan.kernel`). Results that are rounded to single precision on the way are stored in
between, so that compiled and plain Python give the same numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["CODE", "HEADING", "LIST", "TABLE", "Limits", "best_prefix", "moved_to_mean", "whole_elements"]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

LIST, CODE, TABLE, HEADING = 1, 2, 3, 4
"""Kinds of elements that are kept whole; 0 is for all others."""

_LIST = cython.declare(cython.int, LIST)
_CODE = cython.declare(cython.int, CODE)
_TABLE = cython.declare(cython.int, TABLE)
_LITTLE = cython.declare(cython.double, 1e-9)  # what nothing is divided by


class Limits:
    """What an element must be like to be kept whole, see `whole_rows`."""

    def __init__(
        self, of_list: float, of_table: float, held: float, longest_heading: int, near: int, wrappers: int
    ) -> None:
        self.shares = np.array([of_list, of_table, held])
        self.counts = np.array([longest_heading, near, wrappers], np.int32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _single(value: cython.double, cell: cython.float[::1]) -> cython.double:
    """The value in single precision."""
    cell[0] = value
    return cell[0]


def moved_to_mean(log_odds: Floats, size: Floats, number: NDArray[np.integer], share: float) -> Floats:
    """Each block moved by a share of the way to the mean, weighed by size, of those with its `number`."""
    moved = np.empty(len(log_odds), np.float32)
    if len(moved):
        _move_to_mean(
            memoryview(log_odds),
            memoryview(size),
            memoryview(number.astype(np.int32, copy=False)),
            share,
            memoryview(np.zeros((2, int(number.max()) + 1))),
            memoryview(moved),
            memoryview(np.empty(1, np.float32)),
        )
    return moved


@cython.cfunc
def _move_to_mean(
    log_odds: cython.const[cython.float][::1],
    size: cython.const[cython.float][::1],
    number: cython.const[cython.int][::1],
    share: cython.double,
    sums: cython.double[:, ::1],
    moved: cython.float[::1],
    cell: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    rest: cython.double = _single(1 - share, cell)
    with cython.nogil:
        for at in range(len(log_odds)):
            weighed: cython.double = size[at]
            sums[0, number[at]] += size[at]
            sums[1, number[at]] += _single(weighed * log_odds[at], cell)
        for at in range(len(log_odds)):
            mean: cython.double = sums[1, number[at]] / max(sums[0, number[at]], _LITTLE)
            moved[at] = _single(rest * log_odds[at], cell) + share * mean


def best_prefix(chance: Floats, size: Floats, order: NDArray[np.int64], square: float) -> tuple[int, float]:
    """How many blocks to take in the order given for the highest expected F-measure, less one, and that measure."""
    best = np.zeros(1, np.float32)
    at = _best_prefix(
        memoryview(chance),
        memoryview(size),
        memoryview(order),
        square,
        memoryview(best),
        memoryview(np.empty(1, np.float32)),
    )
    return at, float(best[0])


@cython.cfunc
def _best_prefix(
    chance: cython.const[cython.float][::1],
    size: cython.const[cython.float][::1],
    order: cython.const[cython.longlong][::1],
    square: cython.double,
    best: cython.float[::1],
    cell: cython.float[::1],
) -> cython.Py_ssize_t:
    at: cython.Py_ssize_t
    top: cython.Py_ssize_t = -1
    all_found: cython.double = 0.0
    found: cython.double = 0.0
    taken: cython.double = 0.0
    weight: cython.double = _single(1 + square, cell)
    little: cython.double = _single(_LITTLE, cell)
    square = _single(square, cell)
    with cython.nogil:
        for at in range(len(order)):
            words: cython.double = size[order[at]]
            all_found = _single(all_found + _single(words * chance[order[at]], cell), cell)
        all_found = _single(square * all_found, cell)
        for at in range(len(order)):
            words = size[order[at]]
            found = _single(found + _single(words * chance[order[at]], cell), cell)
            taken = _single(taken + words, cell)
            expected: cython.double = _single(weight * found, cell)
            expected = _single(expected / max(_single(taken + all_found, cell), little), cell)
            if top < 0 or expected > best[0]:
                best[0] = expected
                top = at
    return top


def whole_elements(
    kind: NDArray[np.int8],
    tag: NDArray[np.int16],
    parent: Ints,
    first_text: Ints,
    end_text: Ints,
    kept: Bools,
    eligible: Bools,
    length: NDArray[np.int64],
    limits: Limits,
) -> Ints:
    """The elements of some kinds, given by tag, whose rows are kept in part and are all to be.

    Tables among them are still to be looked at.
    """
    rows = len(kept)
    found = np.empty(len(tag), np.int32)
    count = _whole_elements(
        memoryview(kind),
        memoryview(tag),
        memoryview(parent),
        memoryview(first_text),
        memoryview(end_text),
        memoryview(kept.view(np.uint8)),
        memoryview(eligible.view(np.uint8)),
        memoryview(length),
        memoryview(np.zeros((3, rows + 1), np.int64)),
        memoryview(np.empty((2, rows + 1), np.int32)),
        memoryview(limits.shares),
        memoryview(limits.counts),
        memoryview(found),
    )
    return found[:count]


@cython.cfunc
def _whole_elements(
    kinds: cython.const[cython.schar][::1],
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    kept: cython.const[cython.uchar][::1],
    eligible: cython.const[cython.uchar][::1],
    length: cython.const[cython.longlong][::1],
    totals: cython.longlong[:, ::1],
    near_kept: cython.int[:, ::1],
    shares: cython.const[cython.double][::1],
    counts: cython.const[cython.int][::1],
    found: cython.int[::1],
) -> cython.Py_ssize_t:
    row: cython.Py_ssize_t
    rows: cython.Py_ssize_t = len(kept)
    near: cython.int = counts[1]
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        last: cython.int = -near - 1  # before the first row, and too far from it
        for row in range(rows):
            near_kept[0, row] = last
            if kept[row]:
                last = cython.cast(cython.int, row)
            totals[0, row + 1] = totals[0, row] + (1 - kept[row])
            totals[1, row + 1] = totals[1, row] + (length[row] if kept[row] else 0)
            totals[2, row + 1] = totals[2, row] + (length[row] if eligible[row] else 0)
        near_kept[0, rows] = last
        last = cython.cast(cython.int, rows) + near
        near_kept[1, rows] = last
        for row in range(rows - 1, -1, -1):
            if kept[row]:
                last = cython.cast(cython.int, row)
            near_kept[1, row] = last
        for row in range(len(tag)):
            kind: cython.int = kinds[tag[row]]
            first: cython.Py_ssize_t = first_text[row]
            end: cython.Py_ssize_t = end_text[row]
            if kind == 0 or totals[0, end] == totals[0, first]:
                continue
            own: cython.longlong = totals[1, end] - totals[1, first]
            total: cython.longlong = totals[2, end] - totals[2, first]
            inside: cython.bint = first - near_kept[0, first] <= near and near_kept[1, end] - end < near
            if kind == _LIST:
                whole: cython.bint = own >= shares[0] * total
            elif kind == _CODE:
                whole = own > 0 or inside or _is_held(parent, first_text, end_text, totals, row, counts[2], shares[2])
            elif kind == _TABLE:
                whole = total > 0 and (inside or own >= shares[1] * total)
            else:
                whole = inside and near_kept[1, end] == end and total <= counts[0]
            if whole:
                found[count] = cython.cast(cython.int, row)
                count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_held(
    parent: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    totals: cython.longlong[:, ::1],
    row: cython.Py_ssize_t,
    wrappers: cython.int,
    share: cython.double,
) -> cython.bint:
    """Whether the smallest element with more text around one is content for the most part."""
    around: cython.Py_ssize_t = max(parent[row], 0)
    _: cython.int
    for _ in range(1, wrappers):
        outer: cython.Py_ssize_t = max(parent[around], 0)
        if around == row or (first_text[outer] == first_text[row] and end_text[outer] == end_text[row]):
            around = outer
    first: cython.Py_ssize_t = first_text[around]
    end: cython.Py_ssize_t = end_text[around]
    return totals[1, end] - totals[1, first] >= share * (totals[2, end] - totals[2, first])
