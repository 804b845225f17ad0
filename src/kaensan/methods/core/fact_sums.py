# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops over blocks and elements that the facts of a page are made of.

Part of the kernel (see `kaensan.kernel`), with the steps that facts have passed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page.characters import COUNTED, LETTER

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import single, view
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

    from kaensan.page.views import single, view

__all__ = ["SUMS", "Counted", "FactOrder", "fact_values", "steps_passed"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

SUMS = (
    *("units", "linked", "prose", "in_long", "longs", "longest", "teasers", "titles"),
    *("alike1", "alike2", "alike3", "repeated", "largest"),
    *("digits", "breaks", "money", "listed", "tabled", "coded", "quoted", "h1s", "main"),
)
"""What is added up: units, but for `longs`, `titles`, `h1s` and `main`, which are numbers of blocks, and characters."""

_DIGITS = cython.declare(cython.Py_ssize_t, COUNTED.index("digits"))
_BREAKS = cython.declare(cython.Py_ssize_t, COUNTED.index("breaks"))
_MONEY = cython.declare(cython.Py_ssize_t, COUNTED.index("money"))
_LISTED = cython.declare(cython.Py_ssize_t, SUMS.index("listed"))
_H1S = cython.declare(cython.Py_ssize_t, SUMS.index("h1s"))

_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_MOSTLY_LINKS = cython.declare(cython.double, float(np.float32(0.8)))  # share of a block in links that makes it a link
_TEASER = cython.declare(cython.double, 48.0 * LETTER)  # units of a link that tells what it leads to: eight words
_TITLE = cython.declare(cython.double, float(np.float32(0.6)))  # share of a block in the title that makes it the title
_ALIKE = cython.declare(cython.int, 2)  # siblings that look alike from which they are a row of them
_MANY = cython.declare(cython.int, 4)  # blocks that look alike from which they are repeated


class Counted(NamedTuple):
    """What is counted of the blocks of a page."""

    counted: Floats
    """a column per name of `COUNTED`"""
    linked: Floats
    """units in links"""
    title: Floats
    """how much of each is in the title"""
    chain: Ints
    """the containers around each"""
    alike: Floats
    """how many siblings look like each container"""
    group: NDArray[np.int64]
    """which blocks look alike"""
    context: Ints


class FactOrder(NamedTuple):
    """What the facts of a page are, in their order."""

    share: Ints
    """the sums, as places in `SUMS`, that are given as shares …"""
    of_prose: NDArray[np.uint8]
    """… of the units outside links, 1, or of all, 0"""
    counts: Ints
    """the sums that are given as logarithms"""
    in_words: NDArray[np.uint8]
    """1 for those that are units"""
    kinds: NDArray[np.uint8]
    """a row per kind of element that is counted, a column per tag"""


def fact_values(
    blocks: Counted, places: Ints, long: float, tag: NDArray[np.int16], tops: Floats, classes: int, order: FactOrder
) -> Floats:
    """The facts of a page: shares, `tops` as they are, logarithms of numbers, of blocks, elements and kinds of these,
    whether there is a main part, and the share of elements with a class.

    `places` are the flags of the context for the sums from `listed` on, `long` the units outside links that make a
    block long.
    """
    counted, linked = view(blocks.counted), view(blocks.linked)
    total = view(np.zeros(len(SUMS)))
    _add_blocks(
        counted,
        linked,
        view(blocks.title),
        view(blocks.chain),
        view(blocks.alike),
        long,
        total,
    )
    _add_groups(counted, linked, view(blocks.group), view(np.zeros((2, len(blocks.group)))), total)
    _add_places(counted, view(blocks.context), view(places), total)
    facts = np.empty(len(order.share) + len(tops) + len(order.counts) + 2 + len(order.kinds) + 2, np.float32)
    out = view(facts)
    at = _fill_shares(total, view(order.share), view(order.of_prose), out)
    facts[at : at + len(tops)] = tops
    at += len(tops)
    numbers, in_words = view(order.counts), view(order.in_words)
    at = _fill_counts(total, numbers, in_words, len(blocks.linked), len(tag), at, out)
    at = _fill_kinds(view(tag), view(order.kinds), view(np.zeros(order.kinds.shape[1])), at, out)
    facts[at] = total[len(SUMS) - 1] > 0
    facts[at + 1] = classes / max(len(tag), 1)
    return facts


@cython.cfunc
def _fill_shares(
    total: cython.const[cython.double][::1],
    share: cython.const[cython.int][::1],
    of_prose: cython.const[cython.uchar][::1],
    out: cython.float[::1],
) -> cython.Py_ssize_t:
    """Write the shares; where the next facts begin."""
    at: cython.Py_ssize_t
    units: cython.double = max(total[0], 1.0)
    prose: cython.double = max(total[2], 1.0)
    for at in range(len(share)):
        out[at] = total[share[at]] / (prose if of_prose[at] else units)
    return len(share)


@cython.cfunc
def _fill_counts(
    total: cython.const[cython.double][::1],
    count: cython.const[cython.int][::1],
    in_words: cython.const[cython.uchar][::1],
    blocks: cython.double,
    elements: cython.double,
    to: cython.Py_ssize_t,
    out: cython.float[::1],
) -> cython.Py_ssize_t:
    """Write the logarithms of some sums, those of blocks and elements after the first; where the next facts begin."""
    at: cython.Py_ssize_t
    for at in range(len(count)):
        number: cython.double = total[count[at]]
        out[to] = log1p(number / _WORD if in_words[at] else number)
        to += 1
        if at == 0:
            out[to] = log1p(blocks)
            out[to + 1] = log1p(elements)
            to += 2
    return to


@cython.cfunc
def _fill_kinds(
    tag: cython.const[cython.short][::1],
    kinds: cython.const[cython.uchar][:, ::1],
    often: cython.double[::1],
    to: cython.Py_ssize_t,
    out: cython.float[::1],
) -> cython.Py_ssize_t:
    """Write the logarithms of how many elements of each kind there are; where the next facts begin."""
    at: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(tag)):
            often[tag[at]] += 1
        for kind in range(kinds.shape[0]):
            number: cython.double = 0.0
            for at in range(len(often)):
                if kinds[kind, at]:
                    number += often[at]
            out[to + kind] = log1p(number)
    return to + kinds.shape[0]


@cython.cfunc
def _add_blocks(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    title: cython.const[cython.float][::1],
    chain: cython.const[cython.int][:, ::1],
    alike: cython.const[cython.float][::1],
    long: cython.double,
    sums: cython.double[::1],
) -> None:
    at: cython.Py_ssize_t
    level: cython.Py_ssize_t
    with cython.nogil:
        for at in range(counted.shape[0]):
            units: cython.double = counted[at, 0]
            in_links: cython.double = linked[at]
            prose: cython.double = units - in_links
            sums[0] += units
            sums[1] += in_links
            sums[2] += prose
            if prose > long:
                sums[3] += prose
                sums[4] += 1
            sums[5] = max(sums[5], prose)
            if units > _TEASER and in_links > single(_MOSTLY_LINKS * max(units, 1.0)):
                sums[6] += units
            if title[at] > _TITLE:
                sums[7] += 1
            for level in range(3):
                if alike[chain[at, level + 1]] >= _ALIKE:
                    sums[8 + level] += prose


@cython.cfunc
def _add_groups(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    group: cython.const[cython.longlong][::1],
    groups: cython.double[:, ::1],
    sums: cython.double[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(group)):
            units: cython.double = counted[at, 0]
            groups[0, group[at]] += 1
            groups[1, group[at]] += units - linked[at]
        for at in range(len(group)):
            if groups[0, at] >= _MANY:
                sums[11] += groups[1, at]
            sums[12] = max(sums[12], groups[1, at])


@cython.cfunc
def _add_places(
    counted: cython.const[cython.float][:, ::1],
    context: cython.const[cython.int][::1],
    places: cython.const[cython.int][::1],
    sums: cython.double[::1],
) -> None:
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t
    digits: cython.double = 0.0
    breaks: cython.double = 0.0
    money: cython.double = 0.0
    with cython.nogil:
        for at in range(len(context)):
            digits += counted[at, _DIGITS]
            breaks += counted[at, _BREAKS]
            money += counted[at, _MONEY]
            for place in range(len(places)):
                if context[at] & places[place]:
                    sums[_LISTED + place] += counted[at, 0] if _LISTED + place < _H1S else 1.0
        sums[_LISTED - 3] = digits
        sums[_LISTED - 2] = breaks
        sums[_LISTED - 1] = money


def steps_passed(facts: Floats, kind: NDArray[np.int8], shares: NDArray[np.float64], most: int) -> Ints:
    """How many steps each fact has passed: those of `shares` for kind 1, halves up to `most` for kind 2, else none."""
    passed = np.zeros(len(facts), np.int32)
    _steps_passed(view(facts), view(kind), view(shares), most, view(passed))
    return passed


@cython.cfunc
def _steps_passed(
    facts: cython.const[cython.float][::1],
    kind: cython.const[cython.schar][::1],
    shares: cython.const[cython.double][::1],
    most: cython.int,
    passed: cython.int[::1],
) -> None:
    at: cython.Py_ssize_t
    for at in range(len(facts)):
        value: cython.double = facts[at]
        step: cython.int = 0
        if kind[at] == 1:
            while step < len(shares) and shares[step] < value:
                step += 1
        elif kind[at] == 2:
            while step < most and step + 1 <= 2 * value:
                step += 1
        passed[at] = step
