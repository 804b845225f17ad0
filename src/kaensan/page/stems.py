# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which attribute values may hold one of some words, at one look at each byte.

Part of the kernel (see `kaensan.kernel`). Values lie inside the markup, a byte that is looked up is below 128, and the
table names only where states begin that it has, each as wide as there are kinds of bytes: no index leaves its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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

__all__ = ["StemBits", "StemTable", "bits_held", "stem_bits", "stem_table", "with_stems"]

_ASCII = cython.declare(cython.int, 128)
_LARGEST = 32_767
"""Numbers in a table, each of which begins a state of 16 bits."""


class StemTable(NamedTuple):
    """The automaton of Aho and Corasick, which finds stems in texts."""

    following: NDArray[np.int16]
    """where the next state begins in this table, for every state a number per kind of byte; -1 at a stem"""
    column: NDArray[np.uint8]
    """the kind of every ASCII byte: 0 for those that are in no stem"""


class StemBits(NamedTuple):
    """An automaton that tells several kinds of stems apart."""

    following: NDArray[np.int16]
    """where the next state begins in this table, for every state a number per kind of byte"""
    column: NDArray[np.uint8]
    """the kind of every ASCII byte: 0 for those that are in no stem"""
    bits: NDArray[np.int32]
    """by where a state begins, the kinds of the stems that end there, a bit each"""


def stem_table(stems: Iterable[str]) -> StemTable:
    """The table that finds stems, each of ASCII characters in lower case; letters of either case are alike to it."""
    given = frozenset(stems)
    shortest = [stem for stem in sorted(given) if not any(other in stem for other in given - {stem})]
    following, column, bits = stem_bits([shortest])
    following[bits[following] > 0] = -1
    return StemTable(following, column)


def stem_bits(kinds: Sequence[Iterable[str]]) -> StemBits:
    """The automaton for several kinds of stems, each of ASCII characters in lower case, at most 31 kinds.

    Bytes that no stem has share a column, so that the table stays small enough for a processor's nearest memory.
    """
    following: list[dict[int, int]] = [{}]
    ending_in: dict[int, int] = {}
    for kind, stems in enumerate(kinds):
        for stem in stems:
            state = 0
            for letter in stem.encode("ascii"):
                state = following[state].setdefault(letter, len(following))
                if state == len(following):
                    following.append({})
            ending_in[state] = ending_in.get(state, 0) | 1 << kind
    letters = sorted({letter for after in following for letter in after})
    column, width = np.zeros(_ASCII, np.uint8), len(letters) + 1
    column[letters] = np.arange(1, width)
    table, bits = np.zeros((len(following), width), np.int64), np.zeros(len(following), np.int32)
    ahead = [(0, 0)]  # a state, and the one of the longest ending of its letters that starts a stem
    for state, ending in ahead:
        table[state], bits[state] = table[ending], ending_in.get(state, 0) | int(bits[ending])
        for letter, after in following[state].items():
            ahead.append((after, int(table[ending, column[letter]]) if state else 0))
            table[state, column[letter]] = after
    if table.size > _LARGEST:
        raise ValueError(f"too many stems: a table of {table.size} numbers")
    column[ord("A") : ord("Z") + 1] = column[ord("a") : ord("z") + 1]
    spread = np.zeros(table.size, np.int32)
    spread[::width] = bits
    return StemBits((table * width).ravel().astype(np.int16), column, spread)


def bits_held(stems: StemBits, markup: bytes, start: NDArray[np.int32], end: NDArray[np.int32]) -> NDArray[np.int32]:
    """Per value the kinds of stems that it holds, a bit each; all for one with a character beyond ASCII."""
    held = np.zeros(len(start), np.int32)
    if len(start):
        _add_bits(
            view(stems.following),
            view(stems.column),
            view(stems.bits),
            view(markup),
            view(start),
            view(end),
            view(held),
        )
    return held


@cython.cfunc
def _add_bits(
    following: cython.const[cython.short][::1],
    column: cython.const[cython.uchar][::1],
    bits: cython.const[cython.int][::1],
    markup: cython.const[cython.uchar][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    held: cython.int[::1],
) -> None:
    value: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for value in range(len(held)):
            state: cython.int = 0
            found: cython.int = 0
            for at in range(start[value], end[value]):
                byte: cython.int = markup[at]
                if byte >= _ASCII:
                    found = -1
                    break
                state = following[state + column[byte]]
                found = found | bits[state]
            held[value] = found


def with_stems(table: StemTable, markup: bytes, start: NDArray[np.int32], end: NDArray[np.int32]) -> NDArray[np.intp]:
    """The numbers of the values that hold a stem, or a character beyond ASCII, which the table cannot judge."""
    holds = np.zeros(len(start), np.uint8)
    if len(start):
        _mark(
            view(table.following),
            view(table.column),
            view(markup),
            view(start),
            view(end),
            view(holds),
        )
    return holds.nonzero()[0]


@cython.cfunc
def _mark(
    following: cython.const[cython.short][::1],
    column: cython.const[cython.uchar][::1],
    markup: cython.const[cython.uchar][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    holds: cython.uchar[::1],
) -> None:
    value: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for value in range(len(holds)):
            state: cython.int = 0
            for at in range(start[value], end[value]):
                byte: cython.int = markup[at]
                state = following[state + column[byte]] if byte < _ASCII else -1
                if state < 0:
                    holds[value] = 1
                    break
