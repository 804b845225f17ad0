# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""How much of one short text another repeats, by their runs of three characters.

Part of the kernel (see `kaensan.kernel`). The table has more than twice as many slots as there are characters, and a
slot is found by the highest bits of a product, so no index leaves its column and a free slot is always met.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["MOST_WHOLES", "Compared", "add_shares", "trigram_shares"]

MOST_WHOLES = 62
"""Texts that others can be compared with at once: a bit of a number each."""
_SALT: int = int.from_bytes(os.urandom(8)) | 1
"""By chance, so that no page can be written whose runs all want the same slot. It never changes a result."""
_WORD = 64  # bits of a product
_ALL_BITS = (1 << _WORD) - 1
_BLANK = cython.declare(cython.ulonglong, ord(" "))
_TWO_CHARACTERS = cython.declare(cython.ulonglong, (1 << 42) - 1)


def trigram_shares(parts: list[str], wholes: list[str]) -> list[list[float]]:
    """Per part, for each whole in turn, the share of the part's distinct runs that the whole has, and the share of the
    whole's that the part has; both are 0 where there is nothing to share. Both ends of a text count as a blank.

    >>> trigram_shares(["tea", "teapot"], ["teas", ""])
    [[0.6666666666666666, 0.5, 0.0, 0.0], [0.3333333333333333, 0.5, 0.0, 0.0]]
    """
    if len(wholes) > MOST_WHOLES:
        raise ValueError(f"at most {MOST_WHOLES} texts to compare others with")
    characters = sum(map(len, parts)) + sum(map(len, wholes))
    table: _Table = _Table((2 * characters + 8).bit_length(), len(wholes))
    for number, text in enumerate(wholes):
        table.add(text, number)
    return [table.shares(text, number) for number, text in enumerate(parts)]


class Compared(NamedTuple):
    """A text that others are compared with, and what their shares are called, None where one does not matter."""

    whole: str
    held: str | None
    """the share of the other's runs that it has …"""
    covered: str | None
    """… and the share of its runs that the other has"""
    unknown: float = 0.0
    """what both are where there is no such text"""


def add_shares(evidence: list[dict[str, float]], parts: list[str], compared: list[Compared]) -> None:
    """Note for each part how much it shares with other texts.

    >>> noted = [{"h1": 1.0}]
    >>> add_shares(noted, ["tea"], [Compared("teas", "in title", None), Compared("", "in address", None, 0.3)])
    >>> noted
    [{'h1': 1.0, 'in title': 0.6666666666666666, 'in address': 0.3}]
    """
    own: dict
    shares: list
    number: cython.Py_ssize_t
    of_parts = trigram_shares(parts, [one.whole for one in compared])
    for own, shares in zip(evidence, of_parts, strict=True):
        number = 0
        for whole, held, covered, unknown in compared:
            if held is not None:
                own[held] = shares[number] if whole else unknown
            if covered is not None:
                own[covered] = shares[number + 1] if whole else unknown
            number += 2


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
    _sizes: cython.int[::1]
    """distinct runs of each whole …"""
    _common: cython.int[::1]
    """… and those of them that the part has which is counted"""

    def __init__(self, bits: int, wholes: int) -> None:
        self._shift = _WORD - bits
        self._mask = (1 << bits) - 1
        self._salt = _SALT
        self._runs = memoryview(np.zeros(1 << bits, np.uint64))
        self._holders = memoryview(np.zeros(1 << bits, np.uint64))
        self._counted = memoryview(np.zeros(1 << bits, np.int32))
        self._sizes = memoryview(np.zeros(wholes, np.int32))
        self._common = memoryview(np.zeros(wholes, np.int32))

    @cython.ccall
    def add(self, text: str, number: cython.Py_ssize_t) -> None:
        """Put in a whole."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << number
        run: cython.ulonglong = _following(_BLANK, text, 0)
        at: cython.Py_ssize_t
        for at in range(len(text)):
            run = _following(run, text, at + 1)
            slot: cython.Py_ssize_t = self._slot(run)
            if not self._holders[slot] & bit:
                self._holders[slot] = self._holders[slot] | bit
                self._sizes[number] += 1

    @cython.ccall
    def shares(self, text: str, number: cython.int) -> list:
        """For each whole the share of a part's runs that it has, and the share of its runs that the part has."""
        own: cython.int = self._count(text, number + 1)
        shares: list = []
        whole: cython.Py_ssize_t
        for whole in range(len(self._sizes)):
            common: cython.double = self._common[whole]
            shares.append(common / own if own else 0.0)
            shares.append(common / self._sizes[whole] if self._sizes[whole] else 0.0)
        return shares

    @cython.cfunc
    def _count(self, text: str, stamp: cython.int) -> cython.int:
        """How many distinct runs a part has; how many of them are in each whole is then in `_common`."""
        found: cython.int = 0
        whole: cython.Py_ssize_t
        for whole in range(len(self._common)):
            self._common[whole] = 0
        run: cython.ulonglong = _following(_BLANK, text, 0)
        at: cython.Py_ssize_t
        for at in range(len(text)):
            run = _following(run, text, at + 1)
            slot: cython.Py_ssize_t = self._slot(run)
            if self._counted[slot] == stamp:
                continue
            self._counted[slot] = stamp
            found += 1
            holders: cython.ulonglong = self._holders[slot]
            whole = 0
            while holders:
                self._common[whole] += holders & 1
                holders = holders >> 1
                whole += 1
        return found

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


@cython.cfunc
@cython.inline
def _following(run: cython.ulonglong, text: str, at: cython.Py_ssize_t) -> cython.ulonglong:
    """The run that ends with a character of a text, or with the blank behind it, after the run that ends before it."""
    letter: cython.ulonglong = _BLANK
    if at < len(text):
        letter = ord(text[at])
    return ((run & _TWO_CHARACTERS) << 21) | letter
