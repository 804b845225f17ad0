# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The loops of the learned method over blocks, containers and trees.

Part of the kernel (see `kaensan.kernel`). Sums are taken in double precision and in a fixed order, results are stored
in single precision, so that compiled and plain Python give the same numbers. Numbers of blocks and containers are
below the lengths of their columns by construction: see `Blocks` and `Containers`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view

__all__ = [
    "FirstRows",
    "add_told",
    "add_trees",
    "block_sums",
    "find_containers",
    "first_rows",
    "outward",
    "spread_over_blocks",
]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

_QUESTIONS = cython.declare(cython.int, 8)
_LEAVES = cython.declare(cython.int, 256)
_CASES = cython.declare(cython.int, 128)  # at a time: their answers stay in the processor's first cache


def add_trees(
    columns: Floats, feature: NDArray[np.int32], border: Floats, leaf: Floats, total: NDArray[np.float64]
) -> None:
    """Add the leaves of all trees to the totals; features come as rows, cases as columns."""
    _add_trees(
        view(np.ascontiguousarray(columns)),
        view(feature),
        view(border),
        view(leaf),
        view(total),
        view(np.empty(_CASES, np.int32)),
    )


@cython.cfunc
def _add_trees(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    leaf: cython.const[cython.float][::1],
    total: cython.double[::1],
    place: cython.int[::1],
) -> None:
    first: cython.Py_ssize_t
    case: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    trees: cython.Py_ssize_t = len(feature) // _QUESTIONS
    cases: cython.Py_ssize_t = len(total)
    with cython.nogil:
        first = 0
        while first < cases:
            some: cython.Py_ssize_t = min(_CASES, cases - first)
            for tree in range(trees):
                _answer(columns, feature, border, tree * _QUESTIONS, first, some, place)
                for case in range(some):
                    total[first + case] += leaf[tree * _LEAVES + place[case]]
            first += some


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _answer(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    question: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    place: cython.int[::1],
) -> cython.int:
    """Write the answers to the questions of a tree, a bit each, four at a time: so they stay in registers."""
    case: cython.Py_ssize_t
    half: cython.int
    for half in range(0, _QUESTIONS, 4):
        a: cython.Py_ssize_t = feature[question + half]
        b: cython.Py_ssize_t = feature[question + half + 1]
        c: cython.Py_ssize_t = feature[question + half + 2]
        d: cython.Py_ssize_t = feature[question + half + 3]
        of_a: cython.float = border[question + half]
        of_b: cython.float = border[question + half + 1]
        of_c: cython.float = border[question + half + 2]
        of_d: cython.float = border[question + half + 3]
        for case in range(some):
            answers: cython.int = 0 if half == 0 else place[case]
            answers |= (1 << half) if columns[a, first + case] > of_a else 0
            answers |= (2 << half) if columns[b, first + case] > of_b else 0
            answers |= (4 << half) if columns[c, first + case] > of_c else 0
            answers |= (8 << half) if columns[d, first + case] > of_d else 0
            place[case] = answers
    return 0


def add_told(
    table: Floats,
    first: int,
    of_facts: NDArray[np.int32],
    passed: NDArray[np.int32],
    claims: NDArray[np.int32],
    names: NDArray[np.uint64],
) -> Floats:
    """The sum of the rows of a table, from its column `first` on, for all that a page tells, in their order.

    These are the rows of as many steps of each fact as it has passed, those of claims, and those that `names` has a
    byte of 1 for. Each is added once; numbers beyond the table are those of unknown words.
    """
    total = np.zeros(table.shape[1] - first, np.float32)
    told = names.copy()
    _add_told(
        view(np.ascontiguousarray(table)),
        first,
        view(of_facts),
        view(passed),
        view(claims),
        view(told.view(np.uint8)),
        view(told),
        view(total),
    )
    return total


@cython.cfunc
def _add_told(
    table: cython.const[cython.float][:, ::1],
    first: cython.Py_ssize_t,
    of_facts: cython.const[cython.int][:, ::1],
    passed: cython.const[cython.int][::1],
    claims: cython.const[cython.int][::1],
    told: cython.uchar[::1],
    eights: cython.const[cython.ulonglong][::1],
    total: cython.float[::1],
) -> None:
    """Mark what is told, and add its rows; `eights` are the marks again, eight at a time: most are none."""
    at: cython.Py_ssize_t
    step: cython.Py_ssize_t
    eight: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(passed)):
            for step in range(passed[at]):
                told[of_facts[at, step]] = 1
        for at in range(len(claims)):
            told[claims[at]] = 1
        for eight in range(len(eights)):
            if eights[eight] == 0:
                continue
            for at in range(8 * eight, min(8 * eight + 8, table.shape[0])):
                if told[at]:
                    for step in range(len(total)):
                        total[step] += table[at, first + step]


def spread_over_blocks(container: Floats, chain: NDArray[np.int32], out: Floats) -> None:
    """Write what is known of the containers around each block: a row of `out` per feature, level by level."""
    _spread(view(container), view(chain), view(out))


@cython.cfunc
def _spread(
    container: cython.const[cython.float][:, ::1], chain: cython.const[cython.int][:, ::1], out: cython.float[:, ::1]
) -> None:
    block: cython.Py_ssize_t
    level: cython.Py_ssize_t
    feature: cython.Py_ssize_t
    features: cython.Py_ssize_t = container.shape[1]
    with cython.nogil:
        for level in range(chain.shape[1]):
            for block in range(chain.shape[0]):
                around: cython.Py_ssize_t = chain[block, level]
                for feature in range(features):
                    out[level * features + feature, block] = container[around, feature]


def find_containers(
    contains: NDArray[np.uint8],
    tag: NDArray[np.int16],
    parent: NDArray[np.int32],
    first_text: NDArray[np.int32],
    end_text: NDArray[np.int32],
    block: NDArray[np.int32],
) -> tuple[NDArray[np.int32], ...]:
    """The containers of a page: element, container around, first block, end of the blocks, the next wider, children.

    Containers are the elements with text that `contains` has a 1 for by their tag. The last column says for every
    element which container it is in. The root is a container, its own parent.
    """
    tags: cython.const[cython.short][::1] = view(tag)
    begin: cython.const[cython.int][::1] = view(first_text)
    end: cython.const[cython.int][::1] = view(end_text)
    inside = np.empty(len(parent), np.int32)
    number: cython.int[::1] = view(inside)
    count = _number_containers(view(contains), tags, begin, end, number)
    columns = np.empty((6, count), np.int32)
    _find_containers(view(parent), begin, end, view(block), view(columns), number, view(np.empty(count, np.int32)))
    return columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], inside


@cython.cfunc
def _number_containers(
    contains: cython.const[cython.uchar][::1],
    tag: cython.const[cython.short][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    number: cython.int[::1],
) -> cython.Py_ssize_t:
    """Number the elements that are containers, and write -1 for others; how many containers there are."""
    row: cython.Py_ssize_t
    count: cython.int = 0
    with cython.nogil:
        for row in range(len(tag)):
            number[row] = -1
            if row == 0 or (end_text[row] > first_text[row] and contains[tag[row]]):
                number[row] = count
                count += 1
    return count


@cython.cfunc
def _find_containers(
    parent: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    columns: cython.int[:, ::1],
    inside: cython.int[::1],
    outermost: cython.int[::1],
) -> None:
    """Fill the columns, given the numbers of containers in `inside`, and write there those of all other elements."""
    row: cython.Py_ssize_t
    texts: cython.Py_ssize_t = len(block)
    blocks: cython.int = 0
    if texts:
        blocks = block[texts - 1] + 1
    with cython.nogil:
        for row in range(len(parent)):
            around: cython.int = 0
            if parent[row] >= 0:
                around = inside[parent[row]]
            number: cython.int = inside[row]
            if number < 0:
                inside[row] = around
                continue
            first: cython.int = blocks
            if first_text[row] < texts:
                first = block[first_text[row]]
            last: cython.Py_ssize_t = max(end_text[row] - 1, 0)
            end: cython.int = blocks + 1
            if last < texts:
                end = block[last] + 1
            columns[0, number] = cython.cast(cython.int, row)
            columns[1, number] = around
            columns[2, number] = first
            columns[3, number] = end
            if number > 0 and columns[2, around] == first and columns[3, around] == end:
                outermost[number] = outermost[around]
            else:
                outermost[number] = number
            columns[4, number] = columns[1, outermost[number]]
            columns[5, number] = 0
            if number > 0:
                columns[5, around] += 1


class FirstRows(NamedTuple):
    """Of the first row of every block: …"""

    parent: Ints
    """its element …"""
    context: Ints
    depth: Ints
    """… and how deep that stands"""
    start: NDArray[np.int64]
    """where the block starts among all characters, and where the last one ends"""


def first_rows(row: Ints, parent: Ints, context: Ints, depth: Ints, start: NDArray[np.int64]) -> FirstRows:
    """What is known of the first row of each block, and of the end of the last: `row` has them.

    Element, context and start are given per row, the depth per element.
    """
    columns, starts = np.empty((3, len(row) - 1), np.int32), np.empty(len(row), np.int64)
    _first_rows(view(row), view(parent), view(context), view(depth), view(start), view(columns), view(starts))
    return FirstRows(columns[0], columns[1], columns[2], starts)


@cython.cfunc
def _first_rows(
    first: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    context: cython.const[cython.int][::1],
    depth: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    columns: cython.int[:, ::1],
    starts: cython.longlong[::1],
) -> None:
    block: cython.Py_ssize_t
    with cython.nogil:
        for block in range(columns.shape[1]):
            row: cython.Py_ssize_t = first[block]
            columns[0, block] = parent[row]
            columns[1, block] = context[row]
            columns[2, block] = depth[parent[row]]
            starts[block] = start[row]
        starts[columns.shape[1]] = start[first[columns.shape[1]]]


def outward(inside: Ints, parent: Ints, wider: Ints, levels: int) -> tuple[Ints, Ints]:
    """The innermost container of each block, and from there outwards, a column per level.

    `inside` has the containers of all elements, `parent` the element of each block.
    """
    inner, chain = np.empty(len(parent), np.int32), np.empty((len(parent), levels), np.int32)
    _outward(view(inside), view(parent), view(wider), view(inner), view(chain))
    return inner, chain


@cython.cfunc
def _outward(
    inside: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    wider: cython.const[cython.int][::1],
    inner: cython.int[::1],
    chain: cython.int[:, ::1],
) -> None:
    block: cython.Py_ssize_t
    level: cython.Py_ssize_t
    with cython.nogil:
        for block in range(len(parent)):
            inner[block] = inside[parent[block]]
            chain[block, 0] = inner[block]
            for level in range(1, chain.shape[1]):
                chain[block, level] = wider[chain[block, level - 1]]


def block_sums(
    per_row: Floats, anchor: NDArray[np.int32], block: NDArray[np.int32], blocks: int
) -> tuple[Floats, Floats, Floats]:
    """What is counted of each row added up by blocks, the first column of rows in links alone, and the links."""
    counted = np.zeros((blocks, per_row.shape[1]), np.float32)
    linked, links = np.zeros(blocks, np.float32), np.zeros(blocks, np.float32)
    _block_sums(
        view(per_row),
        view(anchor),
        view(block),
        view(counted),
        view(linked),
        view(links),
    )
    return counted, linked, links


@cython.cfunc
def _block_sums(
    per_row: cython.const[cython.float][:, ::1],
    anchor: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    counted: cython.float[:, ::1],
    linked: cython.float[::1],
    links: cython.float[::1],
) -> None:
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    before: cython.int = -1
    with cython.nogil:
        for row in range(len(block)):
            at: cython.Py_ssize_t = block[row]
            for column in range(per_row.shape[1]):
                counted[at, column] += per_row[row, column]
            if anchor[row] >= 0:
                linked[at] += per_row[row, 0]
                if anchor[row] != before:
                    links[at] += 1
            before = anchor[row]
