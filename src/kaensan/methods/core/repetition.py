# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which things of a page are the same: numbers, and the texts of blocks.

Part of the kernel (see `kaensan.kernel`). Texts are compared by the sum of the squares of their characters, which
others rarely share, and before that by what is counted of them anyway. Equal numbers are found by a table with open
addressing; its secret is made anew by every process, so that no page can choose its slots.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from kaensan.page.characters import COUNTED

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

__all__ = ["alike_siblings", "repeated_blocks", "times_repeated"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

_LENGTH = cython.declare(cython.longlong, (1 << 23) - 1)  # characters of a text that are told from others by it
_BREAKS = cython.declare(cython.Py_ssize_t, COUNTED.index("breaks"))
_EXACT = cython.declare(cython.double, float(1 << 24))  # single precision knows all whole numbers up to this
_PRIME = cython.declare(cython.ulonglong, 1_000_003)
_POSITIVE = cython.declare(cython.ulonglong, (1 << 62) - 1)
_WRAP = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MIX = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8), "little") | 1)
_SALT = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8), "little"))


def alike_siblings(looks: Longs, element: Ints, parent: Ints) -> Floats:
    """For every container how many of its siblings look like it: the cards of a grid, the posts of a thread.

    `looks` has a number for what every element looks like, `parent` the container around each.

    >>> alike_siblings(np.array([9, 7, 5, 7, 7]), np.array([1, 2, 3, 4], np.int32), np.zeros(4, np.int32)).tolist()
    [2.0, 0.0, 2.0, 2.0]
    """
    count = len(element)
    key, others = np.empty(count, np.int64), np.empty(count, np.float32)
    keys: cython.longlong[::1] = view(key)
    work: cython.int[:, ::1] = view(_work(count))
    _sibling_keys(view(looks), view(element), view(parent), keys)
    _number_equals(keys, count, view(_slots(count)), work)
    _count_others(work, view(others))
    return others


@cython.cfunc
def _sibling_keys(
    looks: cython.const[cython.longlong][::1],
    element: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    keys: cython.longlong[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(keys)):
            keys[at] = looks[element[at]] * 100_003 + parent[at]


def times_repeated(codes: NDArray[np.uint32], start: Longs) -> Floats:
    """How often each stretch of characters occurs besides, as a logarithm; two of the same squares are one."""
    count = len(start) - 1
    often, key = np.zeros(count, np.float32), np.zeros(count, np.int64)
    keys: cython.longlong[::1] = view(key)
    work: cython.int[:, ::1] = view(_work(count))
    if len(codes):
        _square(view(codes), view(start), keys)
    if _number_equals(keys, count, view(_slots(count)), work) < count:
        _write_logarithms(work, view(often))
    return often


def repeated_blocks(
    kept: Bools,
    size: Floats,
    least: float,
    context: Ints,
    apart: int,
    counted: Floats,
    codes: NDArray[np.uint32],
    start: Longs,
    solid: NDArray[np.uint8],
) -> list[int]:
    """The kept blocks of at least some words that may have the text of another one; what stands `apart` is left out.

    `counted` has a column per name of `COUNTED`, `start` is where each block begins among all characters, `solid` tells
    those that count by their code points, with a last entry for all beyond: white space may differ.
    """
    block, key = np.empty(len(kept), np.int32), np.empty(len(kept), np.int64)
    blocks: cython.int[::1] = view(block)
    keys: cython.longlong[::1] = view(key)
    some: cython.Py_ssize_t = _select(view(kept.view(np.uint8)), view(size), least, view(context), apart, blocks)
    if some > 1:
        _fingerprint(view(counted), some, blocks, keys)
        some = _keep_repeated(keys, some, view(_slots(some)), view(_work(some)), blocks)
    if some > 1:
        _solid_squares(view(codes), view(start), view(solid), some, blocks, keys)
        some = _keep_repeated(keys, some, view(_slots(some)), view(_work(some)), blocks)
    found: list[int] = block[:some].tolist() if some > 1 else []
    return found


def _work(count: int) -> Ints:
    """Room for what is found of so many keys."""
    return np.zeros((2, count), np.int32)


def _slots(count: int) -> Ints:
    """A table for so many keys, at least half of which stays free."""
    return np.empty(1 << (2 * count + 1).bit_length(), np.int32)


@cython.cfunc
def _number_equals(
    key: cython.const[cython.longlong][::1], count: cython.Py_ssize_t, slots: cython.int[::1], work: cython.int[:, ::1]
) -> cython.Py_ssize_t:
    """Write for each of `count` keys the first that is equal, and how many there are of each first; how many differ."""
    at: cython.Py_ssize_t
    different: cython.Py_ssize_t = 0
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        for at in range(len(slots)):
            slots[at] = -1
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
    key: cython.const[cython.longlong][::1],
    some: cython.Py_ssize_t,
    slots: cython.int[::1],
    work: cython.int[:, ::1],
    block: cython.int[::1],
) -> cython.Py_ssize_t:
    """Move those of some blocks whose keys are not the only ones of their kind to the front; how many there are."""
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    if _number_equals(key, some, slots, work) == some:
        return 0
    with cython.nogil:
        for at in range(some):
            if work[1, work[0, at]] > 1:
                block[count] = block[at]
                count += 1
    return count


@cython.cfunc
def _fingerprint(
    counted: cython.const[cython.float][:, ::1],
    some: cython.Py_ssize_t,
    block: cython.const[cython.int][::1],
    keys: cython.longlong[::1],
) -> None:
    """Write a number for what is counted of each of some blocks, white space left out.

    It is the same for the same text, however that is cut into rows: sums that are beyond single precision are all one.
    """
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for at in range(some):
            key: cython.ulonglong = 0
            for column in range(counted.shape[1]):
                if column != _BREAKS:
                    number: cython.double = min(counted[block[at], column], _EXACT)
                    key = (key * _PRIME + cython.cast(cython.ulonglong, int(number))) & _POSITIVE
            keys[at] = key


@cython.cfunc
def _count_others(work: cython.int[:, ::1], others: cython.float[::1]) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(others)):
            others[at] = work[1, work[0, at]] - 1


@cython.cfunc
def _write_logarithms(work: cython.const[cython.int][:, ::1], often: cython.float[::1]) -> None:
    """Write the logarithms of how many others are equal to each key; most have none."""
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(often)):
            if work[1, work[0, at]] > 1:
                often[at] = log1p(work[1, work[0, at]] - 1.0)


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
            sums[row] = total ^ (((start[row + 1] - start[row]) & _LENGTH) << 40)


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
