"""The longest common subsequence of two texts: how long it is, and which units it pairs.

Both use one bit-parallel recurrence (Hyyrö 2004) on Python's long integers, a column of the textbook table at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Hashable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["EXACT", "common_length", "common_pairs"]

EXACT = 1 << 32
"""The largest product of the two lengths that is solved exactly: two texts of 65,536 units."""

_GRAM = 12  # units of a run that two texts hardly share by chance
_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd and without pattern (2^64 over the golden ratio): mixes hashes well

Ids = NDArray[np.uint64]


def common_length(left: Sequence[Hashable], right: Sequence[Hashable], exact: int = EXACT) -> int:
    """How many units the longest common subsequence of two sequences has.

    Bit-parallel, hence exact, while the product of the lengths is at most `exact`. Longer sequences are first cut at
    the runs of twelve units that they share, much as a patience diff does; what is then found between the cuts is a
    true common subsequence, and a longest one unless text was moved or repeated across a cut.

    >>> common_length("Title Copyright Some text in".split(), "Title Some text in the body".split())
    4
    """
    numbers: dict[Hashable, int] = {}
    return _common(_intern(left, numbers), _intern(right, numbers), exact)


def _intern(units: Sequence[Hashable], numbers: dict[Hashable, int]) -> Ids:
    return np.fromiter((numbers.setdefault(unit, len(numbers)) for unit in units), np.uint64, len(units))


def _common(left: Ids, right: Ids, exact: int, unique: bool = True) -> int:
    """Cut at the grams that are unique in both, between those at repeated ones, between those in the middle."""
    if len(left) * len(right) <= max(exact, 1):
        return _bit_parallel(left, right)
    chain = _anchors(left, right, unique)
    if not len(chain):
        return _common(left, right, exact, unique=False) if unique else _common_halves(left, right, exact)
    cuts = np.vstack([[[0, 0]], chain, [[len(left), len(right)]]])
    steps = np.diff(cuts, axis=0)
    # Between two anchors at most a gram apart, and equally far in both, the units are those of the first anchor.
    known = (steps[:, 0] == steps[:, 1]) & (steps[:, 0] <= _GRAM)
    known[0] = False
    total = int(steps[known, 0].sum())
    for at in np.flatnonzero(~known).tolist():
        (from_left, from_right), (to_left, to_right) = cuts[at].tolist(), cuts[at + 1].tolist()
        between = left[from_left:to_left], right[from_right:to_right]
        if len(between[0]) * len(between[1]) <= exact:
            total += _bit_parallel(*between)
        elif unique:
            total += _common(*between, exact, unique=False)
        else:
            total += _common_halves(*between, exact)
    return total


def _common_halves(left: Ids, right: Ids, exact: int) -> int:
    """Without anything to hold on to, halves are compared, so that the work stays in proportion to the length."""
    if len(left) < 2 and len(right) < 2:
        return _bit_parallel(left, right)
    middle_left, middle_right = len(left) // 2, len(right) // 2
    return _common(left[:middle_left], right[:middle_right], exact) + _common(
        left[middle_left:], right[middle_right:], exact
    )


def _bit_parallel(left: Ids, right: Ids) -> int:
    first, end_left, end_right = _affixes(left, right)
    columns = _columns(left[first:end_left].tolist(), right[first:end_right].tolist())
    last = deque(columns, maxlen=1)
    unmatched = last[0].bit_count() if last else end_left - first
    return len(left) - unmatched


def common_pairs(left: Sequence[Hashable], right: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """The places (in left, in right) of a longest common subsequence, from the end to the beginning.

    Memory grows with the product of the lengths, a bit for each pair: cut what is longer than some 30,000 units.

    >>> sorted(common_pairs("abcd", "xbde"))
    [(1, 1), (3, 2)]
    """
    numbers: dict[Hashable, int] = {}
    ids, other_ids = _intern(left, numbers), _intern(right, numbers)
    first, end_left, end_right = _affixes(ids, other_ids)
    yield from ((len(ids) - at, len(other_ids) - at) for at in range(1, len(ids) - end_left + 1))
    columns = list(_columns(ids[first:end_left].tolist(), other_ids[first:end_right].tolist()))
    at_left, at_right = end_left - first, end_right - first
    while at_left and at_right:
        # A bit that is still set: leaving the unit of `left` out costs nothing.
        if columns[at_right - 1] >> (at_left - 1) & 1:
            at_left -= 1
            continue
        at_right -= 1
        if not at_right or columns[at_right - 1] >> (at_left - 1) & 1:
            at_left -= 1
            yield at_left + first, at_right + first
    yield from ((at, at) for at in range(first - 1, -1, -1))


def _affixes(left: Ids, right: Ids) -> tuple[int, int, int]:
    """Where a common beginning ends, and where in each of the two a common end begins."""
    shorter = min(len(left), len(right))
    same = np.flatnonzero(left[:shorter] != right[:shorter])
    first = int(same[0]) if len(same) else shorter
    rest = shorter - first
    differs = np.flatnonzero(left[len(left) - rest :][::-1] != right[len(right) - rest :][::-1])
    tail = int(differs[0]) if len(differs) else rest
    return first, len(left) - tail, len(right) - tail


def _columns(left: list[int], right: list[int]) -> Iterator[int]:
    """After each unit of `right` the units of `left` as bits: cleared where the common length grows by one."""
    places: dict[int, int] = {}
    for at, unit in enumerate(left):
        places[unit] = places.get(unit, 0) | 1 << at
    column = every = (1 << len(left)) - 1
    for unit in right:
        if met := column & places.get(unit, 0):
            column = (column + met | column - met) & every
        yield column


def _anchors(left: Ids, right: Ids, unique: bool) -> NDArray[np.int64]:
    """Places (in left, in right) where the same gram occurs for the same time, in an order that both share."""
    (left_grams, left_places), (right_grams, right_places) = _grams(left, unique), _grams(right, unique)
    _, in_left, in_right = np.intersect1d(left_grams, right_grams, assume_unique=True, return_indices=True)
    pairs = np.stack([left_places[in_left], right_places[in_right]], axis=1)
    pairs = pairs[np.argsort(pairs[:, 0])]
    return pairs[_longest_increasing(pairs[:, 1].tolist())]


def _grams(ids: Ids, unique: bool) -> tuple[Ids, NDArray[np.int64]]:
    """The grams as numbers, and where they start: those that occur once, or all, told apart by how often before."""
    count = max(len(ids) - _GRAM + 1, 0)
    hashes = np.zeros(count, np.uint64)
    for at in range(_GRAM):
        hashes = (hashes ^ (ids[at : at + count] + np.uint64(1))) * _BASE
    _, inverse, occurs = np.unique(hashes, return_inverse=True, return_counts=True)
    if unique:
        places = np.flatnonzero(occurs[inverse] == 1)
        return hashes[places], places
    places = np.argsort(inverse, kind="stable")
    before = np.arange(count) - np.repeat(np.cumsum(occurs) - occurs, occurs)
    return (hashes[places] ^ before.astype(np.uint64)) * _BASE, places


def _longest_increasing(values: list[int]) -> list[int]:
    """Places of a longest increasing subsequence, by patience sorting."""
    tails: list[int] = []
    tail_places: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        pile = bisect_left(tails, value)
        before.append(tail_places[pile - 1] if pile else -1)
        if pile == len(tails):
            tails.append(value)
            tail_places.append(place)
        else:
            tails[pile], tail_places[pile] = value, place
    chain: list[int] = []
    place = tail_places[-1] if tail_places else -1
    while place >= 0:
        chain.append(place)
        place = before[place]
    return chain[::-1]
