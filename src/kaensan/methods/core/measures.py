# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The loops of the learned method over blocks, containers and trees.

Part of the kernel (see `kaensan.kernel`). Sums are taken in double precision and in a fixed order, results are stored
in single precision, so that compiled and plain Python give the same numbers. Numbers of blocks and containers are
below the lengths of their columns by construction: see `Blocks` and `Containers`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = [
    "add_rows",
    "add_trees",
    "block_sums",
    "distances",
    "find_containers",
    "group_by",
    "outward",
    "smooth",
    "spread_over_blocks",
    "subtree_counts",
]

Floats = NDArray[np.float32]

_QUESTIONS = cython.declare(cython.int, 8)
_LEAVES = cython.declare(cython.int, 256)
_CASES = cython.declare(cython.int, 128)  # at a time: their answers stay in the processor's first cache


def add_trees(
    columns: Floats, feature: NDArray[np.int32], border: Floats, leaf: Floats, total: NDArray[np.float64]
) -> None:
    """Add the leaves of all trees to the totals; features come as rows, cases as columns."""
    place = np.empty(_CASES, np.uint8)
    _add_trees(
        memoryview(np.ascontiguousarray(columns)),
        memoryview(feature),
        memoryview(border),
        memoryview(leaf),
        memoryview(total),
        memoryview(place),
    )


@cython.cfunc
def _add_trees(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    leaf: cython.const[cython.float][::1],
    total: cython.double[::1],
    place: cython.uchar[::1],
) -> None:
    first: cython.Py_ssize_t
    case: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    level: cython.Py_ssize_t
    trees: cython.Py_ssize_t = len(feature) // _QUESTIONS
    cases: cython.Py_ssize_t = len(total)
    with cython.nogil:
        first = 0
        while first < cases:
            some: cython.Py_ssize_t = min(_CASES, cases - first)
            for tree in range(trees):
                for case in range(some):
                    place[case] = 0
                for level in range(_QUESTIONS):
                    asked: cython.Py_ssize_t = feature[tree * _QUESTIONS + level]
                    limit: cython.float = border[tree * _QUESTIONS + level]
                    bit: cython.uchar = 1 << level
                    for case in range(some):
                        place[case] = place[case] | (bit if columns[asked, first + case] > limit else 0)
                for case in range(some):
                    total[first + case] += leaf[tree * _LEAVES + place[case]]
            first += some


def add_rows(table: Floats, row: NDArray[np.int32], first: int) -> Floats:
    """The sum of some rows of a table, from its column `first` on, in the order given."""
    total = np.zeros(table.shape[1] - first, np.float32)
    _add_rows(memoryview(np.ascontiguousarray(table)), memoryview(row), first, memoryview(total))
    return total


@cython.cfunc
def _add_rows(
    table: cython.const[cython.float][:, ::1],
    row: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    total: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(row)):
            for column in range(len(total)):
                total[column] += table[row[at], first + column]


def spread_over_blocks(container: Floats, chain: NDArray[np.int32], out: Floats) -> None:
    """Write what is known of the containers around each block: a row of `out` per feature, level by level."""
    _spread(memoryview(container), memoryview(chain), memoryview(out))


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


def smooth(column: Floats, kernel: NDArray[np.float64], out: Floats) -> None:
    """A column smoothed by a symmetric kernel of odd length; beyond its ends it is 0."""
    _smooth(memoryview(np.ascontiguousarray(column)), memoryview(kernel), memoryview(out))


@cython.cfunc
def _smooth(
    column: cython.const[cython.float][::1], kernel: cython.const[cython.double][::1], out: cython.float[::1]
) -> None:
    at: cython.Py_ssize_t
    near: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(column)
    radius: cython.Py_ssize_t = len(kernel) // 2
    with cython.nogil:
        for at in range(size):
            total: cython.double = 0.0
            for near in range(max(0, at - radius), min(size, at + radius + 1)):
                total += column[near] * kernel[near - at + radius]
            out[at] = total


def distances(marks: NDArray[np.uint8], farthest: int) -> NDArray[np.uint16]:
    """How far back the last mark is from each block, mark by mark, and then how far ahead the next one."""
    away = np.empty((2 * len(marks), marks.shape[1]), np.uint16)
    _distances(memoryview(marks), farthest, memoryview(away))
    return away


@cython.cfunc
def _distances(
    marks: cython.const[cython.uchar][:, ::1], farthest: cython.ushort, steps: cython.ushort[:, ::1]
) -> None:
    mark: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = marks.shape[0]
    size: cython.Py_ssize_t = marks.shape[1]
    with cython.nogil:
        for mark in range(count):
            away: cython.ushort = farthest
            for at in range(size):
                away = 0 if marks[mark, at] else min(away + 1, farthest)
                steps[mark, at] = away
            away = farthest
            for at in range(size - 1, -1, -1):
                away = 0 if marks[mark, at] else min(away + 1, farthest)
                steps[count + mark, at] = away


def subtree_counts(
    kinds: NDArray[np.uint16], tag: NDArray[np.int16], end: NDArray[np.int32], at: NDArray[np.int32], width: int
) -> NDArray[np.int32]:
    """How many elements of each kind the subtrees at some elements hold: a row per kind, the bits of `kinds` by tag."""
    total = np.zeros((len(tag) + 1, width), np.int32)
    counts = np.empty((width, len(at)), np.int32)
    _subtree_counts(
        memoryview(kinds), memoryview(tag), memoryview(end), memoryview(at), memoryview(total), memoryview(counts)
    )
    return counts


@cython.cfunc
def _subtree_counts(
    kinds: cython.const[cython.ushort][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    at: cython.const[cython.int][::1],
    total: cython.int[:, ::1],
    counts: cython.int[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    width: cython.Py_ssize_t = total.shape[1]
    with cython.nogil:
        for row in range(len(tag)):
            bits: cython.int = kinds[tag[row]]
            for kind in range(width):
                total[row + 1, kind] = total[row, kind] + ((bits >> kind) & 1)
        for row in range(len(at)):
            for kind in range(width):
                counts[kind, row] = total[end[at[row]], kind] - total[at[row], kind]


def group_by(key: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the distinct keys in their order: the number of each key, and how often each number occurs."""
    number = np.empty(len(key), np.int64)
    count = np.zeros(len(key), np.int64)
    groups = _number_keys(memoryview(key), memoryview(np.argsort(key)), memoryview(number), memoryview(count))
    return number, count[:groups]


@cython.cfunc
def _number_keys(
    key: cython.const[cython.longlong][::1],
    order: cython.const[cython.longlong][::1],
    number: cython.longlong[::1],
    count: cython.longlong[::1],
) -> cython.Py_ssize_t:
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t = -1
    with cython.nogil:
        for at in range(len(key)):
            if at == 0 or key[order[at]] != key[order[at - 1]]:
                group += 1
            number[order[at]] = group
            count[group] += 1
    return group + 1


def find_containers(
    is_container: NDArray[np.bool_],
    parent: NDArray[np.int32],
    first_text: NDArray[np.int32],
    end_text: NDArray[np.int32],
    block: NDArray[np.int32],
) -> tuple[NDArray[np.int32], ...]:
    """The containers of a page: element, container around, first block, end of the blocks, and the next wider one.

    The last column says for every element which container it is in. The root is a container, its own parent.
    """
    count = int(np.count_nonzero(is_container))
    columns = np.empty((5, count), np.int32)
    inside = np.empty(len(parent), np.int32)
    _find_containers(
        memoryview(is_container.view(np.uint8)),
        memoryview(parent),
        memoryview(first_text),
        memoryview(end_text),
        memoryview(block),
        memoryview(columns),
        memoryview(inside),
        memoryview(np.empty(count, np.int32)),
    )
    element, outer, first, end, wider = columns
    return element, outer, first, end, wider, inside


@cython.cfunc
def _find_containers(
    is_container: cython.const[cython.uchar][::1],
    parent: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    columns: cython.int[:, ::1],
    inside: cython.int[::1],
    outermost: cython.int[::1],
) -> None:
    row: cython.Py_ssize_t
    texts: cython.Py_ssize_t = len(block)
    blocks: cython.int = 0
    if texts:
        blocks = block[texts - 1] + 1
    number: cython.int = 0
    with cython.nogil:
        for row in range(len(parent)):
            around: cython.int = 0
            if parent[row] >= 0:
                around = inside[parent[row]]
            if not is_container[row]:
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
            inside[row] = number
            number += 1


def outward(inner: NDArray[np.int32], wider: NDArray[np.int32], levels: int) -> NDArray[np.int32]:
    """From the innermost container of each block outwards, a column per level."""
    chain = np.empty((len(inner), levels), np.int32)
    _outward(memoryview(inner), memoryview(wider), memoryview(chain))
    return chain


@cython.cfunc
def _outward(
    inner: cython.const[cython.int][::1], wider: cython.const[cython.int][::1], chain: cython.int[:, ::1]
) -> None:
    block: cython.Py_ssize_t
    level: cython.Py_ssize_t
    with cython.nogil:
        for block in range(len(inner)):
            chain[block, 0] = inner[block]
            for level in range(1, chain.shape[1]):
                chain[block, level] = wider[chain[block, level - 1]]


def block_sums(
    per_row: Floats, anchor: NDArray[np.int32], block: NDArray[np.int32], blocks: int
) -> tuple[Floats, Floats, Floats]:
    """What is counted of each row added up by blocks, the first column of rows in links alone, and the links."""
    counted = np.zeros((blocks, per_row.shape[1]), np.float32)
    linked, links = np.zeros((2, blocks), np.float32)
    _block_sums(
        memoryview(per_row),
        memoryview(anchor),
        memoryview(block),
        memoryview(counted),
        memoryview(linked),
        memoryview(links),
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
