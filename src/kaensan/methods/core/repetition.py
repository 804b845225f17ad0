# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which things of a page are the same: numbers, and the texts of blocks.

Part of the kernel (see `kaensan.kernel`). Texts are compared by the sum of the squares of their characters, which
others rarely share. Equal numbers are found by a table with open addressing; its secret is made anew by every process,
so that no page can choose its slots.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

    from kaensan.page.views import view

__all__ = ["count_equal", "repeated_blocks", "times_repeated"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

_LENGTH = cython.declare(cython.longlong, (1 << 23) - 1)  # characters of a text that are told from others by it
_WRAP = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MIX = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8), "little") | 1)
_SALT = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8), "little"))


def count_equal(key: Longs) -> Floats:
    """How many other keys are equal to each.

    >>> count_equal(np.array([7, 5, 7, 7])).tolist()
    [2.0, 0.0, 2.0, 2.0]
    """
    others = np.empty(len(key), np.float32)
    work = view(np.zeros((2, len(key)), np.int32))
    _number_equals(view(key), len(key), view(_slots(len(key))), work)
    _count_others(work, view(others))
    return others


def times_repeated(codes: NDArray[np.uint32], start: Longs) -> Floats:
    """How often each stretch of characters occurs besides, as a logarithm."""
    count = len(start) - 1
    others, keys = np.empty(count, np.float32), np.zeros(count, np.int64)
    work, key = view(np.zeros((2, count), np.int32)), view(keys)
    if len(codes):
        _square(view(codes), view(start), key)
    _number_equals(key, count, view(_slots(count)), work)
    _count_others(work, view(others))
    _as_logarithms(view(others))
    return others


def repeated_blocks(
    kept: Bools,
    size: Floats,
    least: float,
    context: Ints,
    apart: int,
    codes: NDArray[np.uint32],
    start: Longs,
    solid: NDArray[np.uint8],
) -> list[int]:
    """The kept blocks of at least some words that may have the text of another one; what stands `apart` is left out.

    `start` is where each block begins among all characters, `solid` tells those that count by their code points, with
    a last entry for all beyond.
    """
    count = len(kept)
    block, key = np.empty(count, np.int32), np.empty(count, np.int64)
    blocks, keys = view(block), view(key)
    some = _select(view(kept.view(np.uint8)), view(size), least, view(context), apart, blocks)
    if some < 2 or not len(codes):
        return []
    _solid_squares(view(codes), view(start), view(solid), some, blocks, keys)
    work = view(np.zeros((2, some), np.int32))
    if _number_equals(keys, some, view(_slots(some)), work) == some:
        return []
    found: list[int] = block[: _keep_repeated(work, some, blocks)].tolist()
    return found


def _slots(count: int) -> Ints:
    """An empty table for so many keys, at least half of which stays free."""
    return np.full(1 << (2 * count + 1).bit_length(), -1, np.int32)


@cython.cfunc
def _number_equals(
    key: cython.const[cython.longlong][::1], count: cython.Py_ssize_t, slots: cython.int[::1], work: cython.int[:, ::1]
) -> cython.Py_ssize_t:
    """Write for each of `count` keys the first that is equal, and how many there are of each first; how many differ."""
    at: cython.Py_ssize_t
    different: cython.Py_ssize_t = 0
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        for at in range(count):
            code: cython.ulonglong = cython.cast(cython.ulonglong, key[at]) & _WRAP
            code = ((code ^ _SALT) * _MIX) & _WRAP
            code = ((code ^ (code >> 32)) * _MIX) & _WRAP
            slot: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, (code >> 32) & mask)
            while slots[slot] >= 0 and key[slots[slot]] != key[at]:
                slot = (slot + 1) & mask
            if slots[slot] < 0:
                slots[slot] = cython.cast(cython.int, at)
                different += 1
            work[0, at] = slots[slot]
            work[1, slots[slot]] += 1
    return different


@cython.cfunc
def _keep_repeated(
    work: cython.const[cython.int][:, ::1], some: cython.Py_ssize_t, block: cython.int[::1]
) -> cython.Py_ssize_t:
    """Move those of some blocks whose keys are not the only ones of their kind to the front; how many there are."""
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        for at in range(some):
            if work[1, work[0, at]] > 1:
                block[count] = block[at]
                count += 1
    return count


@cython.cfunc
def _count_others(work: cython.int[:, ::1], others: cython.float[::1]) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(others)):
            others[at] = work[1, work[0, at]] - 1


@cython.cfunc
def _as_logarithms(number: cython.float[::1]) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(number)):
            if number[at] > 0:  # most texts occur once
                number[at] = log1p(number[at])


@cython.cfunc
def _square(
    codes: cython.const[cython.uint][::1], start: cython.const[cython.longlong][::1], sums: cython.longlong[::1]
) -> None:
    """Write a number for each stretch of characters, its length included."""
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(sums)):
            total: cython.longlong = 0
            for at in range(start[row], start[row + 1]):
                total += cython.cast(cython.longlong, codes[at]) * codes[at]
            sums[row] = total ^ ((start[row + 1] - start[row] & _LENGTH) << 40)


@cython.cfunc
def _select(
    kept: cython.const[cython.uchar][::1],
    size: cython.const[cython.float][::1],
    least: cython.double,
    context: cython.const[cython.int][::1],
    apart: cython.int,
    block: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the blocks that are looked at; how many there are."""
    at: cython.Py_ssize_t
    some: cython.Py_ssize_t = 0
    with cython.nogil:
        for at in range(len(kept)):
            if kept[at] and size[at] >= least and not context[at] & apart:
                block[some] = cython.cast(cython.int, at)
                some += 1
    return some


@cython.cfunc
def _solid_squares(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    some: cython.Py_ssize_t,
    block: cython.const[cython.int][::1],
    sums: cython.longlong[::1],
) -> None:
    """Write a number for the text of each of some blocks: the same where only white space differs, else rarely."""
    number: cython.Py_ssize_t
    at: cython.Py_ssize_t
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    with cython.nogil:
        for number in range(some):
            total: cython.longlong = 0
            for at in range(start[block[number]], start[block[number] + 1]):
                if solid[min(codes[at], last)]:
                    total += cython.cast(cython.longlong, codes[at]) * codes[at]
            sums[number] = total
