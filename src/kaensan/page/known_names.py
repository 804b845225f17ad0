"""Names with numbers, found by their bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["SLOTS", "KnownNames", "known_names"]

SLOTS = 4096
"""Places in a table: many times the number of names, so that a name is found at once and others are not found as soon;
a power of two, by which the kernel takes remainders."""


class KnownNames(NamedTuple):
    """Names with numbers, to be looked up by their bytes: tables with open addressing, one for each kind of name."""

    slots: NDArray[np.int16]
    """a name where its hash points in the table of its kind, or in the next free slot; -1 for none"""
    letters: NDArray[np.uint8]
    """all names in a row"""
    start: NDArray[np.int32]
    """where each begins, and where the last one ends"""


def known_names(kinds: Iterable[Iterable[str]]) -> KnownNames:
    """Tables of the names of several kinds; a name's number counts on from the kinds before its own."""
    tables: list[NDArray[np.int16]] = []
    names: list[bytes] = []
    for kind in kinds:
        table = np.full(SLOTS, -1, np.int16)
        for name in map(str.encode, kind):
            code = 0
            for byte in name:
                code = (code * 31 + byte) % SLOTS
            while table[code] >= 0:
                code = (code + 1) % SLOTS
            table[code] = len(names)
            names.append(name)
        tables.append(table)
    start = np.cumsum([0, *map(len, names)]).astype(np.int32)
    return KnownNames(np.concatenate(tables), np.frombuffer(b"".join(names), np.uint8).copy(), start)
