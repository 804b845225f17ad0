"""The longest common subsequence of two texts, without the quadratic table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from kaensan.extras import from_extra

__all__ = ["EXACT", "common_length"]

EXACT = 1 << 32
"""The largest product of the two lengths that is solved exactly: two texts of 65,536 units."""

_GRAM = 12
_BASE = np.uint64(0x9E3779B97F4A7C15)

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
    if not len(left) or not len(right):
        return 0
    with from_extra("bench", "comparing the order of words"):
        from rapidfuzz.distance import LCSseq
    return int(LCSseq.similarity(left.tolist(), right.tolist()))


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
