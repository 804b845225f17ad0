# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""How much of one short text another repeats, by their runs of three characters.

Part of the kernel (see `kaensan.kernel`). The table has more than twice as many slots as there are characters, and a
slot is found by the highest bits of a product, so no index leaves its column and a free slot is always met.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["MOST_WHOLES", "Shared", "shared_trigrams"]

MOST_WHOLES = 62
"""Texts that others can be compared with at once: a bit of a number each."""
_SALT: int = int.from_bytes(os.urandom(8)) | 1
"""By chance, so that no page can be written whose runs all want the same slot. It never changes a result."""
_WORD = 64  # bits of a product
_ALL_BITS = (1 << _WORD) - 1
_BLANK = cython.declare(cython.ulonglong, ord(" "))


class Shared(NamedTuple):
    """Numbers of distinct runs."""

    own: list[int]
    """in each part"""
    whole: list[int]
    """in each whole"""
    common: list[list[int]]
    """by part and whole, in both"""


def shared_trigrams(parts: list[str], wholes: list[str]) -> Shared:
    """Compare every part with every whole; both ends of a text count as a blank.

    >>> shared_trigrams(["tea", "teapot"], ["teas", ""])
    Shared(own=[3, 6], whole=[4, 0], common=[[2, 0], [2, 0]])
    """
    if len(wholes) > MOST_WHOLES:
        raise ValueError(f"at most {MOST_WHOLES} texts to compare others with")
    characters = sum(map(len, parts)) + sum(map(len, wholes))
    table: _Table = _Table((2 * characters + 8).bit_length())
    whole = [table.add(text, number) for number, text in enumerate(wholes)]
    common = np.zeros((len(parts), max(len(wholes), 1)), np.int32)
    own = [table.count(text, number, common[number]) for number, text in enumerate(parts)]
    return Shared(own, whole, common[:, : len(wholes)].tolist())


@cython.final
@cython.cclass
class _Table:
    """The runs of some texts, with the wholes that have each."""

    _shift: cython.int
    _mask: cython.Py_ssize_t
    _salt: cython.ulonglong
    _runs: cython.ulonglong[::1]
    """three characters of 21 bits, 0 in a free slot: no text that is compared holds U+0000"""
    _holders: cython.ulonglong[::1]
    """a bit for each whole"""
    _counted: cython.int[::1]
    """one more than the number of the part that met the run last"""

    def __init__(self, bits: int) -> None:
        self._shift = _WORD - bits
        self._mask = (1 << bits) - 1
        self._salt = _SALT
        self._runs = memoryview(np.zeros(1 << bits, np.uint64))
        self._holders = memoryview(np.zeros(1 << bits, np.uint64))
        self._counted = memoryview(np.zeros(1 << bits, np.int32))

    def add(self, text: str, number: int) -> int:
        """Put in a whole; how many distinct runs it has."""
        bit: cython.ulonglong = 1 << number
        found: cython.int = 0
        at: cython.Py_ssize_t
        for at in range(len(text)):
            slot: cython.Py_ssize_t = self._slot(self._run(text, at))
            if not self._holders[slot] & bit:
                self._holders[slot] = self._holders[slot] | bit
                found += 1
        return found

    def count(self, text: str, number: int, common: NDArray[np.int32]) -> int:
        """How many distinct runs a part has; those that are in a whole are counted in its place of `common`."""
        shared: cython.int[::1] = memoryview(common)
        stamp: cython.int = number + 1
        found: cython.int = 0
        at: cython.Py_ssize_t
        for at in range(len(text)):
            slot: cython.Py_ssize_t = self._slot(self._run(text, at))
            if self._counted[slot] == stamp:
                continue
            self._counted[slot] = stamp
            found += 1
            holders: cython.ulonglong = self._holders[slot]
            whole: cython.Py_ssize_t = 0
            while holders:
                shared[whole] += holders & 1
                holders = holders >> 1
                whole += 1
        return found

    @cython.cfunc
    def _run(self, text: str, at: cython.Py_ssize_t) -> cython.ulonglong:
        """The character of a text and its neighbours as one number."""
        before: cython.ulonglong = _BLANK
        after: cython.ulonglong = _BLANK
        if at > 0:
            before = ord(text[at - 1])
        if at + 1 < len(text):
            after = ord(text[at + 1])
        middle: cython.ulonglong = ord(text[at])
        return (before << 42) | (middle << 21) | after

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, run: cython.ulonglong) -> cython.Py_ssize_t:
        """Where a run is, or is put."""
        product: cython.ulonglong = self._salt * run
        if not cython.compiled:
            product &= _ALL_BITS
        slot: cython.Py_ssize_t = product >> self._shift
        while self._runs[slot] != run and self._runs[slot] != 0:
            slot = (slot + 1) & self._mask
        self._runs[slot] = run
        return slot
