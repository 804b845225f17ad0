# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that fill a row of features per container.

Part of the kernel (see `kaensan.kernel`). A result is rounded to single precision after each operation, by storing it,
so that compiled and plain Python give the same numbers.
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
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from kaensan.page.views import view

__all__ = [
    "ROW",
    "Totals",
    "block_totals",
    "densest",
    "fill_places",
    "fill_sums",
    "finish_rows",
    "prose_before",
    "reader_mode",
]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]

ROW = (
    *("words", "linked", "blocks", "mean", "spread", "share", "longs", "long_share", "stops", "tags", "children"),
    *("controls", "images", "paragraphs", "items", "headings", "times", "links", "digits", "separators", "breaks"),
    *("money", "alike", "token", "path", "tag", "depth", "before", "after", "score", "anchor_ratio", "importance"),
)
"""The features of a container, in the order of their columns."""

_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_LOGS = 5  # features that are logarithms of other than whole numbers
_LITTLE = cython.declare(cython.double, 1e-6)  # what an empty container is divided by
# Columns of the totals: what is counted of blocks by `block_totals`, then the columns of `COUNTED`.
_LINKED = cython.declare(cython.int, 0)
_LONG = cython.declare(cython.int, 1)
_LINKS = cython.declare(cython.int, 2)
_UNITS = cython.declare(cython.int, 3)
_DIGITS = cython.declare(cython.int, 4)
_STOPS = cython.declare(cython.int, 5)
_SEPARATORS = cython.declare(cython.int, 6)
_BREAKS = cython.declare(cython.int, 8)
_MONEY = cython.declare(cython.int, 9)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _single(value: cython.double, cell: cython.float[::1]) -> cython.double:
    """The value in single precision."""
    cell[0] = value
    return cell[0]


class Totals(NamedTuple):
    """Sums over the blocks before each block, and over all."""

    whole: Ints
    """units in links, long blocks, links, and what is counted: no page has as many units as 32 bits hold"""
    square: Doubles
    """the squares of words"""


def block_totals(counted: Floats, linked: Floats, links: Floats, long: float) -> Totals:
    """The totals of a page, given what is counted of its blocks and from how many units on one is long."""
    whole = np.zeros((len(counted) + 1, _UNITS + counted.shape[1]), np.int32)
    square = np.zeros(len(counted) + 1)
    _block_totals(
        view(counted),
        view(linked),
        view(links),
        long,
        view(whole),
        view(square),
        view(np.empty(1, np.float32)),
    )
    return Totals(whole, square)


@cython.cfunc
def _block_totals(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    links: cython.const[cython.float][::1],
    long: cython.double,
    totals: cython.int[:, ::1],
    square: cython.double[::1],
    cell: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for at in range(counted.shape[0]):
            in_links: cython.double = linked[at]
            units: cython.double = counted[at, 0]
            words: cython.double = _single(units / _WORD, cell)
            square[at + 1] = square[at] + _single(words * words, cell)
            totals[at + 1, _LINKED] = totals[at, _LINKED] + cython.cast(cython.Py_ssize_t, in_links)
            totals[at + 1, _LONG] = totals[at, _LONG] + (1 if units - in_links > long else 0)
            totals[at + 1, _LINKS] = totals[at, _LINKS] + cython.cast(cython.Py_ssize_t, links[at])
            for column in range(counted.shape[1]):
                more: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, counted[at, column])
                totals[at + 1, _UNITS + column] = totals[at, _UNITS + column] + more


def prose_before(totals: Totals) -> Doubles:
    """Units outside links before each block, and in all."""
    prose: Doubles = (totals.whole[:, _UNITS] - totals.whole[:, _LINKED]).astype(np.float64)
    return prose


def reader_mode(totals: Totals, chain: Ints, first: Ints, end: Ints) -> Floats:
    """A score of containers like that of reader modes: paragraphs vouch for the three elements around them."""
    score = np.empty(len(first), np.float32)
    _reader_mode(
        view(totals.whole),
        view(chain),
        view(first),
        view(end),
        view(np.zeros((3, len(first)))),
        view(score),
        view(np.empty(1, np.float32)),
    )
    return score


@cython.cfunc
def _reader_mode(
    totals: cython.const[cython.int][:, ::1],
    chain: cython.const[cython.int][:, ::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    vouched: cython.double[:, ::1],
    score: cython.float[::1],
    cell: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(chain.shape[0]):
            prose: cython.double = totals[at + 1, _UNITS] - totals[at, _UNITS]
            prose -= totals[at + 1, _LINKED] - totals[at, _LINKED]
            words: cython.double = _single(prose / _WORD, cell)
            if words >= 5:
                stops: cython.double = totals[at + 1, _STOPS] - totals[at, _STOPS]
                vouch: cython.double = _single(1 + stops + min(_single(words / 17, cell), 3.0), cell)
                vouched[0, chain[at, 1]] += vouch
                vouched[1, chain[at, 2]] += _single(vouch * 0.5, cell)
                vouched[2, chain[at, 3]] += _single(vouch * _single(1.0 / 6, cell), cell)
        for at in range(len(first)):
            units: cython.double = totals[end[at], _UNITS] - totals[first[at], _UNITS]
            linked: cython.double = totals[end[at], _LINKED] - totals[first[at], _LINKED]
            near: cython.double = _single(vouched[0, at], cell) + _single(vouched[1, at], cell)
            near = _single(_single(near, cell) + _single(vouched[2, at], cell), cell)
            plain: cython.double = _single(1 - _single(linked / max(units, 1.0), cell), cell)
            score[at] = near * plain


def densest(totals: Totals, parent: Ints, first: Ints, end: Ints) -> int:
    """Walk from the root into the child that holds most of the prose for as long as one holds half of it."""
    prose = np.empty(len(parent))
    heaviest = np.zeros(len(parent), np.int32)
    top: int = _densest(
        view(totals.whole),
        view(parent),
        view(first),
        view(end),
        view(prose),
        view(heaviest),
    )
    return top


@cython.cfunc
def _densest(
    totals: cython.const[cython.int][:, ::1],
    parent: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    prose: cython.double[::1],
    heaviest: cython.int[::1],
) -> cython.Py_ssize_t:
    at: cython.Py_ssize_t
    top: cython.Py_ssize_t = 0
    with cython.nogil:
        for at in range(len(parent)):
            prose[at] = totals[end[at], _UNITS] - totals[first[at], _UNITS]
            prose[at] -= totals[end[at], _LINKED] - totals[first[at], _LINKED]
            if at > 0 and (heaviest[parent[at]] == 0 or prose[at] > prose[heaviest[parent[at]]]):
                heaviest[parent[at]] = cython.cast(cython.int, at)
        while heaviest[top] > 0 and prose[heaviest[top]] > 0 and prose[heaviest[top]] >= 0.5 * prose[top]:
            top = heaviest[top]
    return top


def fill_sums(totals: Totals, first: Ints, end: Ints, counted: Ints, inside: Ints, rows: Floats) -> None:
    """Write the features that are sums over the blocks and elements of each container.

    `counted` is a row per kind of element, from controls to times as in `ROW`, and one for links; `inside` are all
    elements of a container. Words, numbers and sizes are written as they are, not yet their logarithms, and the
    variance of the words of blocks instead of their spread.
    """
    _fill_sums(
        view(totals.whole),
        view(totals.square),
        view(first),
        view(end),
        view(counted),
        view(inside),
        view(rows),
        view(np.empty(totals.whole.shape[1], np.float32)),
        view(np.empty(1, np.float32)),
    )


@cython.cfunc
def _fill_sums(
    totals: cython.const[cython.int][:, ::1],
    square: cython.const[cython.double][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    counted: cython.const[cython.int][:, ::1],
    inside: cython.const[cython.int][::1],
    rows: cython.float[:, ::1],
    sums: cython.float[::1],
    cell: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    last: cython.Py_ssize_t = totals.shape[0] - 1
    kinds: cython.Py_ssize_t = counted.shape[0] - 1
    all_units: cython.double = max(totals[last, _UNITS], _LITTLE)
    all_prose: cython.double = max(totals[last, _UNITS] - totals[last, _LINKED], 1.0)
    all_long: cython.double = max(totals[last, _LONG], 1.0)
    with cython.nogil:
        for at in range(len(first)):
            for column in range(totals.shape[1]):
                sums[column] = totals[end[at], column] - totals[first[at], column]
            size: cython.double = max(end[at] - first[at], 1)
            units: cython.double = sums[_UNITS]
            linked: cython.double = sums[_LINKED]
            links: cython.double = sums[_LINKS]
            some: cython.double = max(units, _LITTLE)
            words: cython.double = _single(units / _WORD, cell)
            mean: cython.double = _single(words / size, cell)
            more: cython.double = _single(words + 1, cell)
            density: cython.double = _single(linked / some, cell)
            squares: cython.double = _single(square[end[at]] - square[first[at]], cell)
            variance: cython.double = _single(squares / size, cell) - _single(mean * mean, cell)
            rows[at, 0] = words
            rows[at, 1] = density
            rows[at, 2] = size
            rows[at, 3] = mean
            rows[at, 4] = max(variance, 0.0)
            rows[at, 5] = (units - linked) / all_prose
            rows[at, 6] = sums[_LONG]
            rows[at, 7] = sums[_LONG] / all_long
            rows[at, 8] = sums[_STOPS] / more
            rows[at, 9] = inside[at] / more
            for column in range(kinds):
                rows[at, 11 + column] = counted[column, at] / size
            rows[at, 17] = links / size
            rows[at, 18] = sums[_DIGITS] / some
            rows[at, 19] = sums[_SEPARATORS] / some
            rows[at, 20] = sums[_BREAKS] / some
            rows[at, 21] = sums[_MONEY] / size
            rows[at, 27] = totals[first[at], _UNITS] / all_units
            rows[at, 28] = 1 - totals[end[at], _UNITS] / all_units
            share: cython.double = _single(_single(0.25 * links, cell) / _single(size + links, cell), cell)
            rows[at, 30] = _single(0.75 * density, cell) + share
            elements: cython.double = max(counted[kinds, at] + inside[at], _LITTLE)
            rows[at, 31] = _single((units - linked) / _WORD, cell) / elements


def fill_places(
    element: Ints,
    parent: Ints,
    tag: NDArray[np.int16],
    depth: Ints,
    rank: Floats,
    own: Floats,
    path: Floats,
    rows: Floats,
) -> None:
    """Write how many children each container has, what it is called, and where it stands.

    `own` and `path` are the word scores of elements and of their paths, of which the first column counts here.
    """
    _fill_places(
        view(element),
        view(parent),
        view(tag),
        view(depth),
        view(rank),
        view(own),
        view(path),
        view(rows),
    )


@cython.cfunc
def _fill_places(
    element: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    depth: cython.const[cython.int][::1],
    rank: cython.const[cython.float][::1],
    own: cython.const[cython.float][:, ::1],
    path: cython.const[cython.float][:, ::1],
    rows: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(element)):
            row: cython.Py_ssize_t = element[at]
            rows[at, 10] = 0
            if at > 0:
                rows[parent[at], 10] += 1
            rows[at, 23] = own[row, 0]
            rows[at, 24] = path[row, 0]
            rows[at, 25] = rank[tag[row]]
            rows[at, 26] = depth[row]


def finish_rows(alike: Floats, score: Floats, table: Floats, rows: Floats) -> None:
    """Write how many siblings look like each container and its score, and turn sizes and numbers into logarithms.

    `table` has the logarithms of whole numbers, as many as there are blocks and containers.
    """
    numbers = np.empty((_LOGS, len(rows)), np.float32)
    numbered = view(numbers)
    _take_numbers(view(alike), view(table), view(rows), numbered)
    np.log1p(numbers, out=numbers)
    highest = max(float(score.max()), 1e-6)
    _put_numbers(numbered, view(score), highest, view(np.empty(1, np.float32)), view(rows))


@cython.cfunc
def _take_numbers(
    alike: cython.const[cython.float][::1],
    table: cython.const[cython.float][::1],
    rows: cython.float[:, ::1],
    numbers: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(alike)):
            numbers[0, at] = rows[at, 0]
            numbers[1, at] = rows[at, 3]
            numbers[2, at] = sqrt(rows[at, 4])
            numbers[3, at] = rows[at, 9]
            numbers[4, at] = rows[at, 31]
            rows[at, 2] = table[cython.cast(cython.Py_ssize_t, rows[at, 2])]
            rows[at, 6] = table[cython.cast(cython.Py_ssize_t, rows[at, 6])]
            rows[at, 10] = table[cython.cast(cython.Py_ssize_t, rows[at, 10])]
            rows[at, 22] = table[cython.cast(cython.Py_ssize_t, alike[at])]


@cython.cfunc
def _put_numbers(
    numbers: cython.const[cython.float][:, ::1],
    score: cython.const[cython.float][::1],
    highest: cython.double,
    cell: cython.float[::1],
    rows: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        highest = _single(highest, cell)
        for at in range(len(score)):
            rows[at, 0] = numbers[0, at]
            rows[at, 3] = numbers[1, at]
            rows[at, 4] = numbers[2, at]
            rows[at, 9] = numbers[3, at]
            rows[at, 31] = numbers[4, at]
            rows[at, 29] = score[at] / highest
