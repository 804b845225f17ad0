# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loop over blocks that the facts of a page are made of.

Part of the kernel (see `kaensan.kernel`), with the steps that facts have passed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page.characters import COUNTED, LETTER

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["SUMS", "fact_sums", "steps_passed"]

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

_MOSTLY_LINKS = cython.declare(cython.double, float(np.float32(0.8)))  # share of a block in links that makes it a link
_TEASER = cython.declare(cython.double, 48.0 * LETTER)  # units of a link that tells what it leads to: eight words
_TITLE = cython.declare(cython.double, float(np.float32(0.6)))  # share of a block in the title that makes it the title
_ALIKE = cython.declare(cython.int, 2)  # siblings that look alike from which they are a row of them
_MANY = cython.declare(cython.int, 4)  # blocks that look alike from which they are repeated


def fact_sums(
    counted: Floats,
    linked: Floats,
    title: Floats,
    chain: Ints,
    alike: Floats,
    group: NDArray[np.int64],
    context: Ints,
    places: Ints,
    long: float,
) -> dict[str, float]:
    """Each of `SUMS` over the blocks of a page.

    `places` are the flags of `context` for the sums from `listed` on, `title` is how much of each block is in the
    title, `alike` how many siblings look like each container, `group` which blocks look alike, `long` the units outside
    links that make a block long.
    """
    sums = np.zeros(len(SUMS))
    groups = np.zeros((2, len(group)))
    cell = np.empty(1, np.float32)
    _add_blocks(
        memoryview(counted),
        memoryview(linked),
        memoryview(title),
        memoryview(chain),
        memoryview(alike),
        long,
        memoryview(sums),
        memoryview(cell),
    )
    _add_groups(memoryview(counted), memoryview(linked), memoryview(group), memoryview(groups), memoryview(sums))
    _add_places(memoryview(counted), memoryview(context), memoryview(places), memoryview(sums))
    return dict(zip(SUMS, sums.tolist(), strict=True))


@cython.cfunc
def _add_blocks(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    title: cython.const[cython.float][::1],
    chain: cython.const[cython.int][:, ::1],
    alike: cython.const[cython.float][::1],
    long: cython.double,
    sums: cython.double[::1],
    cell: cython.float[::1],
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
            cell[0] = _MOSTLY_LINKS * max(units, 1.0)
            if units > _TEASER and in_links > cell[0]:
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
    _steps_passed(memoryview(facts), memoryview(kind), memoryview(shares), most, memoryview(passed))
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
