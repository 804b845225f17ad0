"""Which of many texts stand in a long one, in time that the sum of their lengths bounds.

`part in whole` is quick on what people write, but costs the product of both lengths on texts made for it, and asked for
every block of a page the product of two sizes that the page controls. Where that would be much, all places of one
length are hashed at once instead, each by a subtraction of two prefix sums.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["occurring"]

Hashes = NDArray[np.uint64]

_FEW = 1_000_000
"""Letters of the long text times the number of texts up to which they are looked for one by one: a millisecond as a
rule, and some fifty where they are made to be found nearly everywhere."""
_BASE = np.uint64(int.from_bytes(os.urandom(8), "little") | 1)
"""What letters are weighed by: odd, so that it can be divided by, and new in every process, so that no page can be made
whose texts share their hashes."""
_INVERSE = np.uint64(pow(int(_BASE), -1, 1 << 64))
_SLOT_BITS = 16
"""Bits of a hash that say where it is looked up."""
_SHIFT = np.uint64(64 - _SLOT_BITS)


def occurring(parts: Iterable[str], whole: str) -> set[str]:
    """The texts among `parts`, none of them empty, that stand in `whole`.

    >>> sorted(occurring(["sand", "and", "island"], "thousands"))
    ['and', 'sand']
    """
    wanted = {part for part in parts if len(part) <= len(whole)}
    if len(wanted) * len(whole) <= _FEW:
        return {part for part in wanted if part in whole}
    by_length: dict[int, list[str]] = defaultdict(list)
    for part in wanted:
        by_length[len(part)].append(part)
    places = _Places(whole)
    return {part for length, alike in by_length.items() for part in places.holding(alike, length)}


class _Places:
    """The hashes of all stretches of a text."""

    def __init__(self, text: str) -> None:
        self._before = _prefix_sums(text)
        self._weight = _powers(_INVERSE, len(text) + 1)

    def holding(self, parts: list[str], length: int) -> list[str]:
        """Those of some texts of one length that stand in the text."""
        count = len(self._before) - length
        hashed = (self._before[length:] - self._before[:count]) * self._weight[:count]
        slot = hashed >> _SHIFT
        left = list(zip(parts, _hashes(parts, length), strict=True))
        found: list[str] = []
        while left:  # texts whose hashes begin alike are looked up in turn: few, since nobody knows the base
            looked: dict[int, tuple[str, np.uint64]] = {}
            later = [one for one in left if looked.setdefault(int(one[1] >> _SHIFT), one) is not one]
            number = np.full(1 << _SLOT_BITS, len(looked), np.int32)
            number[list(looked)] = np.arange(len(looked))
            sought = np.array([one[1] for one in looked.values()] + [0], np.uint64)
            at = number[slot]
            is_found = np.zeros(len(looked) + 1, np.bool_)
            is_found[at[sought[at] == hashed]] = True
            found += [part for (part, _), held in zip(looked.values(), is_found.tolist(), strict=False) if held]
            left = later
        return found


def _letters(text: str) -> Hashes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)


def _prefix_sums(text: str) -> Hashes:
    """The sums of the letters before every place, each weighed by a power of the base."""
    sums = np.zeros(len(text) + 1, np.uint64)
    np.cumsum(_letters(text) * _powers(_BASE, len(text)), out=sums[1:])
    return sums


def _hashes(parts: list[str], length: int) -> Hashes:
    """The hashes of texts of one length."""
    summed: Hashes = (_letters("".join(parts)).reshape(-1, length) * _powers(_BASE, length)).sum(axis=1)
    return summed


def _powers(base: np.uint64, count: int) -> Hashes:
    powers = np.full(count, base, np.uint64)
    powers[:1] = 1
    return np.cumprod(powers, dtype=np.uint64)
