# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that fill the features of blocks: what they are, what they stand near to, and which look alike.

Part of the kernel (see `kaensan.kernel`). A feature is a row of `out`, a block a column. Results that are rounded to
single precision on the way are stored in between, so that compiled and plain Python give the same numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page.characters import LETTER

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = [
    "fill_own",
    "fill_places",
    "fill_relative",
    "fill_steps",
    "group_means",
    "mark_blocks",
    "own_columns",
    "path_keys",
    "spread_groups",
    "text_to_tags",
]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_STOPS = cython.declare(cython.int, 2)  # column of `COUNTED`
_TITLE = cython.declare(cython.double, float(np.float32(0.6)))  # share of a heading in the title that makes it one
_MIX = cython.declare(cython.longlong, 2_654_435_761)  # spreads small numbers: 2³² times the golden ratio
_PRIME = cython.declare(cython.longlong, 1_000_003)


def fill_own(counted: Floats, linked: Floats, links: Floats, out: Floats) -> None:
    """Write words, words outside links, share in links, rates of what is counted, stop words, and links.

    Words and stop words are written as they are, not yet their logarithms.
    """
    _fill_own(
        memoryview(counted),
        memoryview(linked),
        memoryview(links),
        memoryview(out),
    )


@cython.cfunc
def _fill_own(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    links: cython.const[cython.float][::1],
    out: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    width: cython.Py_ssize_t = counted.shape[1]
    with cython.nogil:
        for at in range(counted.shape[0]):
            units: cython.double = counted[at, 0]
            in_links: cython.double = linked[at]
            some: cython.double = max(units, 1.0)
            out[0, at] = units / _WORD
            out[1, at] = (units - in_links) / _WORD
            out[2, at] = in_links / some
            for column in range(1, width):
                rated: cython.double = counted[at, column]
                out[2 + column, at] = rated / some
            out[2 + width, at] = counted[at, _STOPS]
            out[4 + width, at] = links[at]


def fill_places(
    start: Ints,
    heading: NDArray[np.int8],
    context: Ints,
    parent: Ints,
    tag: NDArray[np.int16],
    chain: Ints,
    element: Ints,
    first: Ints,
    end: Ints,
    rank: Floats,
    bits: Ints,
    begin: int,
    out: Floats,
) -> None:
    """Write rows (leaving the next feature out), heading, tags, a feature for each of `bits`, and places of blocks.

    As many blocks as `out` has columns are written, from block `begin` on. `start` is the first row of every block and
    the end of the last; `heading`, `context` and `parent` are of rows, `tag` of elements, `element`, `first` and `end`
    of containers.
    """
    _fill_places(
        memoryview(start),
        memoryview(heading),
        memoryview(context),
        memoryview(parent),
        memoryview(tag),
        memoryview(chain),
        memoryview(element),
        memoryview(first),
        memoryview(end),
        memoryview(rank),
        memoryview(bits),
        begin,
        memoryview(out),
    )


@cython.cfunc
def _fill_places(
    start: cython.const[cython.int][::1],
    heading: cython.const[cython.schar][::1],
    context: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    chain: cython.const[cython.int][:, ::1],
    element: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    rank: cython.const[cython.float][::1],
    bits: cython.const[cython.int][::1],
    begin: cython.Py_ssize_t,
    out: cython.float[:, ::1],
) -> None:
    to: cython.Py_ssize_t
    bit: cython.Py_ssize_t
    blocks: cython.double = chain.shape[0]
    next_row: cython.Py_ssize_t = 5 + len(bits)
    with cython.nogil:
        for to in range(out.shape[1]):
            at: cython.Py_ssize_t = begin + to
            row: cython.Py_ssize_t = start[at]
            inner: cython.Py_ssize_t = chain[at, 0]
            outer: cython.Py_ssize_t = chain[at, 1]
            out[0, to] = start[at + 1] - start[at]
            out[2, to] = heading[row]
            out[3, to] = rank[tag[element[inner]]]
            out[4, to] = rank[tag[parent[row]]]
            for bit in range(len(bits)):
                out[5 + bit, to] = 1 if context[row] & bits[bit] else 0
            since: cython.double = at - first[outer]
            size: cython.double = max(end[outer] - first[outer], 1)
            out[next_row, to] = at - first[inner]
            out[next_row + 1, to] = end[inner] - at
            out[next_row + 2, to] = at / blocks
            out[next_row + 3, to] = since
            out[next_row + 4, to] = since / size


def own_columns(counted: Floats, linked: Floats) -> tuple[Floats, Floats]:
    """Words outside links, and the share in links, of every block: as in `fill_own`."""
    columns = np.empty((2, len(linked)), np.float32)
    _own_columns(memoryview(counted), memoryview(linked), memoryview(columns))
    return columns[0], columns[1]


@cython.cfunc
def _own_columns(
    counted: cython.const[cython.float][:, ::1], linked: cython.const[cython.float][::1], out: cython.float[:, ::1]
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(linked)):
            units: cython.double = counted[at, 0]
            in_links: cython.double = linked[at]
            out[0, at] = (units - in_links) / _WORD
            out[1, at] = in_links / max(units, 1.0)


def mark_blocks(
    context: Ints, counted: Floats, linked: Floats, title: Floats, bits: Ints, long: float
) -> NDArray[np.uint8]:
    """Which blocks are headings that say the title, have one of `bits` in their context, or are long: a row each.

    The first of `bits` is that of headings; long blocks come after the second.
    """
    marks = np.empty((len(bits) + 2, len(title)), np.uint8)
    _mark_blocks(
        memoryview(context),
        memoryview(counted),
        memoryview(linked),
        memoryview(title),
        memoryview(bits),
        long,
        memoryview(marks),
    )
    return marks


@cython.cfunc
def _mark_blocks(
    context: cython.const[cython.int][::1],
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    title: cython.const[cython.float][::1],
    bits: cython.const[cython.int][::1],
    long: cython.double,
    marks: cython.uchar[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    bit: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(title)):
            units: cython.double = counted[at, 0]
            prose: cython.double = units - linked[at]
            marks[0, at] = 1 if context[at] & bits[0] and title[at] > _TITLE else 0
            for bit in range(len(bits)):
                marks[bit + (1 if bit < 2 else 2), at] = 1 if context[at] & bits[bit] else 0
            marks[3, at] = 1 if prose > long else 0


def text_to_tags(counted: Floats, linked: Floats, parent: Ints) -> Doubles:
    """Words outside links of each block per element that begins before the next; `parent` is the element of each."""
    ratio = np.empty(len(parent))
    cell = np.empty(1, np.float32)
    _text_to_tags(memoryview(counted), memoryview(linked), memoryview(parent), memoryview(ratio), memoryview(cell))
    return ratio


@cython.cfunc
def _text_to_tags(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    parent: cython.const[cython.int][::1],
    ratio: cython.double[::1],
    cell: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t = len(parent) - 1
    with cython.nogil:
        for at in range(len(parent)):
            between: cython.double = max(parent[at + 1] - parent[at], 0) if at < last else 0
            prose: cython.double = counted[at, 0]
            prose -= linked[at]
            cell[0] = prose / _WORD
            ratio[at] = cell[0] / (between + 1)


def fill_steps(column: Floats, depth: Ints, out: Floats) -> None:
    """Write how a column changes from the block before, and how far up or down this and the next block step."""
    _fill_steps(memoryview(column), memoryview(depth), memoryview(out))


@cython.cfunc
def _fill_steps(
    column: cython.const[cython.float][::1], depth: cython.const[cython.int][::1], out: cython.float[:, ::1]
) -> None:
    at: cython.Py_ssize_t
    before: cython.double = 0.0
    above: cython.int = 0
    size: cython.Py_ssize_t = len(column)
    with cython.nogil:
        for at in range(size):
            out[0, at] = column[at] - before
            before = column[at]
            step: cython.int = depth[at] - above if depth[at] > above else above - depth[at]
            above = depth[at]
            out[1, at] = step
            if at > 0:
                out[2, at - 1] = step
        if size > 0:
            out[2, size - 1] = 0


def fill_relative(
    chain: Ints, first: Ints, end: Ints, top: int, units: Doubles, depth: Ints, top_depth: int, begin: int, out: Floats
) -> None:
    """Write where blocks stand relative to a container: levels up to it, side, prose and blocks between, and depth.

    `chain` and `depth` are those of the blocks from `begin` on, `units` the units outside links before each block.
    """
    between = np.empty((2, len(chain)))
    _fill_relative(
        memoryview(chain),
        memoryview(first),
        memoryview(end),
        top,
        memoryview(units),
        memoryview(depth),
        top_depth,
        begin,
        memoryview(between),
        memoryview(out),
    )
    out[2:4] = np.log1p(between)


@cython.cfunc
def _fill_relative(
    chain: cython.const[cython.int][:, ::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    top: cython.Py_ssize_t,
    units: cython.const[cython.double][::1],
    depth: cython.const[cython.int][::1],
    top_depth: cython.int,
    begin: cython.Py_ssize_t,
    between: cython.double[:, ::1],
    out: cython.float[:, ::1],
) -> None:
    to: cython.Py_ssize_t
    begins: cython.Py_ssize_t = first[top]
    ends: cython.Py_ssize_t = end[top]
    last: cython.Py_ssize_t = chain.shape[1] - 1
    with cython.nogil:
        for to in range(chain.shape[0]):
            at: cython.Py_ssize_t = begin + to
            level: cython.Py_ssize_t = 0
            while level < last and (first[chain[to, level]] > begins or end[chain[to, level]] < ends):
                level += 1
            nearest: cython.Py_ssize_t = min(max(at, begins), ends)
            gap: cython.double = units[at] - units[nearest]
            away: cython.double = at - nearest
            out[0, to] = level
            out[1, to] = 1 if at >= ends else (-1 if at < begins else 0)
            between[0, to] = (gap if gap >= 0 else -gap) / _WORD
            between[1, to] = away if away >= 0 else -away
            out[4, to] = depth[to] - top_depth


def path_keys(tag: NDArray[np.int16], depth: Ints, parent: Ints) -> Longs:
    """A number for the tags on the path from the root to every element."""
    keys = np.empty(len(tag), np.int64)
    _path_keys(memoryview(tag), memoryview(depth), memoryview(parent), memoryview(keys))
    return keys


@cython.cfunc
def _path_keys(
    tag: cython.const[cython.short][::1],
    depth: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    keys: cython.longlong[::1],
) -> None:
    row: cython.Py_ssize_t
    mixed: cython.longlong
    with cython.nogil:
        for row in range(len(tag)):
            mixed = tag[row]
            mixed = mixed * _MIX % _PRIME * (depth[row] % 64 + 1)
            keys[row] = mixed + (keys[parent[row]] if parent[row] >= 0 else 0)


def group_means(number: Longs, count: Longs, counted: Floats, linked: Floats) -> Doubles:
    """What blocks of one group have in common, a row each: how many, mean and spread of words, share, links, stops."""
    sums = np.zeros((6, len(count)))
    sums[0] = count
    cell = np.empty(1, np.float32)
    _group_sums(memoryview(number), memoryview(counted), memoryview(linked), memoryview(sums), memoryview(cell))
    sums[2] = np.sqrt(sums[2])
    sums[:3] = np.log1p(sums[:3])
    return sums


def spread_groups(number: Longs, means: Doubles, out: Floats) -> None:
    """Write for each block what is known of its group, a row per row of `means`."""
    _spread(memoryview(number), memoryview(means), memoryview(out))


@cython.cfunc
def _group_sums(
    number: cython.const[cython.longlong][::1],
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    sums: cython.double[:, ::1],
    cell: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t
    total: cython.double = 0.0
    with cython.nogil:
        for at in range(len(number)):
            group = number[at]
            units: cython.double = counted[at, 0]
            cell[0] = units / _WORD
            words: cython.double = cell[0]
            cell[0] = words * words
            sums[1, group] += words
            sums[2, group] += cell[0]
            sums[4, group] += linked[at]
            sums[5, group] += counted[at, _STOPS]
        for group in range(sums.shape[1]):
            total += sums[1, group]
        for group in range(sums.shape[1]):
            words = sums[1, group]
            mean: cython.double = words / sums[0, group]
            sums[1, group] = mean
            sums[2, group] = max(sums[2, group] / sums[0, group] - mean * mean, 0.0)
            sums[3, group] = words / max(total, 1e-6)
            sums[4, group] = sums[4, group] / max(words * _WORD, 1.0)
            sums[5, group] = sums[5, group] / max(words, 1.0)


@cython.cfunc
def _spread(
    number: cython.const[cython.longlong][::1], sums: cython.const[cython.double][:, ::1], out: cython.float[:, ::1]
) -> None:
    at: cython.Py_ssize_t
    feature: cython.Py_ssize_t
    with cython.nogil:
        for feature in range(sums.shape[0]):
            for at in range(len(number)):
                out[feature, at] = sums[feature, number[at]]
