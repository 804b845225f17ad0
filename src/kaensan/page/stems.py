# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which attribute values may hold one of some words, at one look at each byte.

Part of the kernel (see `kaensan.kernel`). Values lie inside the markup, a byte that is looked up is below 128, and the
table names only states that it has, so no index leaves its column.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["StemTable", "stem_table", "with_stems"]

StemTable = NDArray[np.int16]
"""The automaton of Aho and Corasick: a row per state, a column per ASCII byte, in it the next state, -1 at a stem."""

_ASCII = cython.declare(cython.int, 128)


def stem_table(stems: Iterable[str]) -> StemTable:
    """The table that finds stems, each of ASCII characters in lower case; letters of either case are alike to it."""
    given = frozenset(stems)
    shortest = [stem for stem in sorted(given) if not any(other in stem for other in given - {stem})]
    following: list[dict[int, int]] = [{}]
    last: set[int] = set()
    for stem in shortest:
        state = 0
        for letter in stem.encode("ascii"):
            state = following[state].setdefault(letter, len(following))
            if state == len(following):
                following.append({})
        last.add(state)
    table = np.zeros((len(following), _ASCII), np.int16)
    ahead = [(0, 0)]  # a state, and the one of the longest ending of its letters that starts a stem
    for state, ending in ahead:
        table[state] = table[ending]
        for letter, after in following[state].items():
            ahead.append((after, int(table[ending, letter]) if state else 0))
            table[state, letter] = -1 if after in last else after
    table[:, ord("A") : ord("Z") + 1] = table[:, ord("a") : ord("z") + 1]
    return table


def with_stems(table: StemTable, markup: bytes, start: NDArray[np.int32], end: NDArray[np.int32]) -> NDArray[np.intp]:
    """The numbers of the values that hold a stem, or a character beyond ASCII, which the table cannot judge."""
    holds = np.zeros(len(start), np.uint8)
    if len(start):
        _mark(memoryview(table), memoryview(markup), memoryview(start), memoryview(end), memoryview(holds))
    return np.flatnonzero(holds)


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
