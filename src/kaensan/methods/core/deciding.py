# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops from the log-odds of blocks to those that are kept: agreement, what is asked of them, and the choice.

Part of the kernel (see `kaensan.kernel`). Results that are rounded to single precision on the way are stored in
between, so that compiled and plain Python give the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page.characters import LETTER

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import single, view
else:
    from kaensan.page.views import single, view

__all__ = [
    *("Asked", "KeptWords", "Weighed", "agreed_odds", "best_prefix", "block_sizes", "kept_words", "opposing_odds"),
    "weigh",
]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

_LITTLE = cython.declare(cython.double, 1e-9)  # what nothing is divided by
_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_SOME = cython.declare(cython.double, 0.2)  # words that every block has, so that none is nothing


class Asked(NamedTuple):
    """What is asked of the blocks of a page."""

    sharper: float
    """what log-odds are multiplied with"""
    more: float
    """how much of them a block needs then …"""
    links: float
    """… and how much more, if it is nothing but links …"""
    linked: float
    """… which it is with a greater share of link text"""


class Weighed(NamedTuple):
    """What the blocks of a page promise together."""

    extra: bool
    """comments stand under other text, and so are no part of the content"""
    found: float
    """the words that are likely content …"""
    words: float
    """… of all words"""


class KeptWords(NamedTuple):
    """How much of a page is kept for its chance."""

    found: float
    """the words that are likely content among those kept …"""
    all_found: float
    """… and among all"""
    words: float
    """those that are kept …"""
    all_words: float
    """… of all"""


def block_sizes(counted: Floats, linked: Floats) -> tuple[Floats, Floats]:
    """The words of every block, or what counts as one in scripts without spaces, and the share of it in links."""
    sizes = np.empty((2, len(linked)), np.float32)
    _block_sizes(view(counted), view(linked), view(sizes))
    return sizes[0], sizes[1]


@cython.cfunc
def _block_sizes(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    sizes: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    some: cython.double = single(_SOME)
    with cython.nogil:
        for at in range(len(linked)):
            units: cython.double = counted[at, 0]
            sizes[0, at] = single(units / _WORD) + some
            sizes[1, at] = linked[at] / max(units, 1.0)


def agreed_odds(
    log_odds: Floats, size: Floats, group: NDArray[np.int64], container: Ints, shares: tuple[float, float]
) -> tuple[Floats, Floats]:
    """The log-odds after blocks of one group agreed, and after those of one container then did.

    In each step a block moves by a share of the way to the mean, weighed by size, of those that it goes with.
    """
    alike, agreed = np.empty(len(log_odds), np.float32), np.empty(len(log_odds), np.float32)
    if len(log_odds):
        groups, containers = view(group.astype(np.int32)), view(container)
        sums = view(np.zeros((4, max(_highest(groups), _highest(containers)) + 1)))
        sizes, first = view(size), view(alike)
        _move_to_mean(view(log_odds), sizes, groups, shares[0], sums, 0, first)
        _move_to_mean(first, sizes, containers, shares[1], sums, 2, view(agreed))
    return alike, agreed


@cython.cfunc
@cython.exceptval(check=False)
def _highest(number: cython.const[cython.int][::1]) -> cython.int:
    at: cython.Py_ssize_t
    highest: cython.int = 0
    for at in range(len(number)):
        highest = max(highest, number[at])
    return highest


@cython.cfunc
def _move_to_mean(
    log_odds: cython.const[cython.float][::1],
    size: cython.const[cython.float][::1],
    number: cython.const[cython.int][::1],
    share: cython.double,
    sums: cython.double[:, ::1],
    row: cython.Py_ssize_t,
    moved: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    rest: cython.double = single(1 - share)
    with cython.nogil:
        for at in range(len(log_odds)):
            weighed: cython.double = size[at]
            sums[row, number[at]] += size[at]
            sums[row + 1, number[at]] += single(weighed * log_odds[at])
        for at in range(len(log_odds)):
            mean: cython.double = sums[row + 1, number[at]] / max(sums[row, number[at]], _LITTLE)
            moved[at] = single(rest * log_odds[at]) + share * mean


def opposing_odds(agreed: Floats, linked: Floats, asked: Asked) -> Floats:
    """The log-odds against every block with what is asked of it, given the share of it that is link text, and without.

    A row each.
    """
    odds = np.empty((2, len(agreed)), np.float32)
    _oppose(
        view(agreed),
        view(linked),
        asked.sharper,
        asked.more,
        asked.links,
        asked.linked,
        view(odds),
    )
    return odds


@cython.cfunc
def _oppose(
    agreed: cython.const[cython.float][::1],
    linked: cython.const[cython.float][::1],
    sharper: cython.double,
    more: cython.double,
    links: cython.double,
    limit: cython.double,
    odds: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        sharper = single(sharper)
        limit = single(limit)
        of_text: cython.double = single(more)
        of_links: cython.double = single(more + links)
        for at in range(len(agreed)):
            odds[0, at] = (of_links if linked[at] > limit else of_text) - single(agreed[at] * sharper)
            odds[1, at] = -agreed[at]


def weigh(powers: Floats, size: Floats, never: Bools, comments: Bools, enough: float) -> tuple[Weighed, Bools]:
    """Make chances of e to the power of `opposing_odds`, in their place, and tell which blocks are extra.

    Blocks that are `never` kept have none, nor have `comments` that are extra: they are where at least `enough` words
    of all other blocks are likely content.
    """
    sums, extra = np.zeros(3), np.empty(len(size), np.bool_)
    _weigh(
        view(powers),
        view(size),
        view(never.view(np.uint8)),
        view(comments.view(np.uint8)),
        enough,
        view(extra.view(np.uint8)),
        view(sums),
    )
    is_extra, found, words = sums.tolist()
    return Weighed(is_extra > 0, found, words), extra


@cython.cfunc
def _weigh(
    chance: cython.float[:, ::1],
    size: cython.const[cython.float][::1],
    never: cython.const[cython.uchar][::1],
    comments: cython.const[cython.uchar][::1],
    enough: cython.double,
    extra: cython.uchar[::1],
    sums: cython.double[::1],
) -> None:
    at: cython.Py_ssize_t
    others: cython.double = 0.0
    are_some: cython.bint = False
    with cython.nogil:
        for at in range(len(size)):
            chance[0, at] = 0.0 if never[at] else 1 / single(chance[0, at] + 1.0)
            chance[1, at] = 0.0 if never[at] else 1 / single(chance[1, at] + 1.0)
            if comments[at]:
                are_some = True
            else:
                others += single(chance[0, at] * size[at])
        are_extra: cython.bint = are_some and others >= enough
        for at in range(len(size)):
            extra[at] = 1 if are_extra and comments[at] else 0
            if extra[at]:
                chance[0, at] = 0
                chance[1, at] = 0
            sums[1] += single(chance[1, at] * size[at])
            sums[2] += size[at]
        sums[0] = 1 if are_extra else 0


def best_prefix(chance: Floats, size: Floats, order: NDArray[np.int64], square: float, kept: Bools) -> float:
    """Keep the first blocks, in the order given, that have the highest expected F-measure; that measure."""
    best = np.zeros(1, np.float32)
    _best_prefix(
        view(chance),
        view(size),
        view(order),
        square,
        view(best),
        view(kept.view(np.uint8)),
    )
    return float(best[0])


@cython.cfunc
def _best_prefix(
    chance: cython.const[cython.float][::1],
    size: cython.const[cython.float][::1],
    order: cython.const[cython.longlong][::1],
    square: cython.double,
    best: cython.float[::1],
    kept: cython.uchar[::1],
) -> None:
    at: cython.Py_ssize_t
    top: cython.Py_ssize_t = -1
    all_found: cython.double = 0.0
    found: cython.double = 0.0
    taken: cython.double = 0.0
    weight: cython.double = single(1 + square)
    little: cython.double = single(_LITTLE)
    square = single(square)
    with cython.nogil:
        for at in range(len(order)):
            words: cython.double = size[order[at]]
            all_found = single(all_found + single(words * chance[order[at]]))
        all_found = single(square * all_found)
        for at in range(len(order)):
            words = size[order[at]]
            found = single(found + single(words * chance[order[at]]))
            taken = single(taken + words)
            expected: cython.double = single(weight * found)
            expected = single(expected / max(single(taken + all_found), little))
            if top < 0 or expected > best[0]:
                best[0] = expected
                top = at
        for at in range(top + 1):
            kept[order[at]] = 1


def kept_words(chance: Floats, size: Floats, kept: Bools, apart: Bools) -> KeptWords:
    """What is kept for its chance, which blocks that are `apart` are not, beside all that there is."""
    sums = np.zeros(4)
    _add_words(view(chance), view(size), view(kept.view(np.uint8)), view(apart.view(np.uint8)), view(sums))
    return KeptWords(*sums.tolist())


@cython.cfunc
def _add_words(
    chance: cython.const[cython.float][::1],
    size: cython.const[cython.float][::1],
    kept: cython.const[cython.uchar][::1],
    apart: cython.const[cython.uchar][::1],
    sums: cython.double[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(chance)):
            words: cython.double = size[at]
            likely: cython.double = words * chance[at]
            sums[1] += likely
            sums[3] += words
            if kept[at] and not apart[at]:
                sums[0] += likely
                sums[2] += words
