# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which attribute values may hold one of some words, at one look at each byte.

Part of the kernel (see `kaensan.kernel`). Values lie inside the markup, a byte that is looked up is below 128, and the
table names only states that it has, so no index leaves its column.
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

__all__ = ["StemBits", "StemTable", "bits_held", "stem_bits", "stem_table", "with_stems"]

StemTable = NDArray[np.int16]
"""The automaton of Aho and Corasick: a row per state, a column per ASCII byte, in it the next state, -1 at a stem."""

_ASCII = cython.declare(cython.int, 128)


class StemBits(NamedTuple):
    """An automaton that tells several kinds of stems apart."""

    table: StemTable
    """the next state, a row per state, a column per ASCII byte"""
    bits: NDArray[np.int32]
    """per state the kinds of the stems that end there, a bit each"""


def stem_table(stems: Iterable[str]) -> StemTable:
    """The table that finds stems, each of ASCII characters in lower case; letters of either case are alike to it."""
    given = frozenset(stems)
    shortest = [stem for stem in sorted(given) if not any(other in stem for other in given - {stem})]
    table, bits = stem_bits([shortest])
    table[bits[table] > 0] = -1
    return table


def stem_bits(kinds: Sequence[Iterable[str]]) -> StemBits:
    """The automaton for several kinds of stems, each of ASCII characters in lower case, at most 31 kinds."""
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
    table, bits = np.zeros((len(following), _ASCII), np.int16), np.zeros(len(following), np.int32)
    ahead = [(0, 0)]  # a state, and the one of the longest ending of its letters that starts a stem
    for state, ending in ahead:
        table[state], bits[state] = table[ending], ending_in.get(state, 0) | int(bits[ending])
        for letter, after in following[state].items():
            ahead.append((after, int(table[ending, letter]) if state else 0))
            table[state, letter] = after
    table[:, ord("A") : ord("Z") + 1] = table[:, ord("a") : ord("z") + 1]
    return StemBits(table, bits)


def bits_held(stems: StemBits, markup: bytes, start: NDArray[np.int32], end: NDArray[np.int32]) -> NDArray[np.int32]:
    """Per value the kinds of stems that it holds, a bit each; all for one with a character beyond ASCII."""
    held = np.zeros(len(start), np.int32)
    if len(start):
        _add_bits(
            memoryview(stems.table),
            memoryview(stems.bits),
            memoryview(markup),
            memoryview(start),
            memoryview(end),
            memoryview(held),
        )
    return held


@cython.cfunc
def _add_bits(
    table: cython.const[cython.short][:, ::1],
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
                state = table[state, byte]
                found = found | bits[state]
            held[value] = found


def with_stems(table: StemTable, markup: bytes, start: NDArray[np.int32], end: NDArray[np.int32]) -> NDArray[np.intp]:
    """The numbers of the values that hold a stem, or a character beyond ASCII, which the table cannot judge."""
    holds = np.zeros(len(start), np.uint8)
    if len(start):
        _mark(memoryview(table), memoryview(markup), memoryview(start), memoryview(end), memoryview(holds))
    return holds.nonzero()[0]


@cython.cfunc
def _mark(
    table: cython.const[cython.short][:, ::1],
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
                state = table[state, byte] if byte < _ASCII else -1
                if state < 0:
                    holds[value] = 1
                    break
