# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that fill the features of blocks: what they are, what they stand near to, and which look alike.

Part of the kernel (see `kaensan.kernel`). A feature is a row of `out`, a block a column. Results that are rounded to
single precision on the way are stored in between, so that compiled and plain Python give the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.container_rows import Main
from kaensan.page.characters import LETTER

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import single, view
    from cython.cimports.libc.math import log1p, sqrt
else:
    from math import log1p, sqrt

    from kaensan.page.views import single, view

__all__ = [
    *("Places", "Shared", "block_keys", "fill_own", "fill_relative", "fill_shared", "group_blocks"),
    "signatures",
]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_STOPS = cython.declare(cython.int, 2)  # column of `COUNTED`
_MIX = cython.declare(cython.longlong, 2_654_435_761)  # spreads small numbers: 2³² times the golden ratio
_PRIME = cython.declare(cython.longlong, 1_000_003)


class Places(NamedTuple):
    """Where the blocks of a page stand."""

    start: Ints
    """the first row of every block, and the end of the last"""
    heading: NDArray[np.int8]
    """of rows, as are …"""
    context: Ints
    parent: Ints
    tag: NDArray[np.int16]
    """of elements"""
    chain: Ints
    """the containers around every block"""
    element: Ints
    """of containers, as are …"""
    first: Ints
    end: Ints


def fill_own(
    counted: Floats, linked: Floats, links: Floats, places: Places, rank: Floats, bits: Ints, begin: int, out: Floats
) -> None:
    """Write what as many blocks as `out` has columns are by themselves, from block `begin` on.

    These are words, words outside links, share in links, rates of what is counted, stop words, rows, links, heading,
    tags by their `rank`, a feature for each of `bits` of the context, and where the block stands.
    """
    _fill_own(view(counted), view(linked), view(links), begin, view(out))
    rows = 3 + counted.shape[1]
    np.log1p(out[:2], out=out[:2])
    np.log1p(out[rows - 1], out=out[rows - 1])
    _fill_places(
        view(places.start),
        view(places.heading),
        view(places.context),
        view(places.parent),
        view(places.tag),
        view(places.chain),
        view(places.element),
        view(places.first),
        view(places.end),
        view(rank),
        view(bits),
        begin,
        view(out[rows:]),
    )


@cython.cfunc
def _fill_own(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    links: cython.const[cython.float][::1],
    begin: cython.Py_ssize_t,
    out: cython.float[:, ::1],
) -> None:
    to: cython.Py_ssize_t
    column: cython.Py_ssize_t
    width: cython.Py_ssize_t = counted.shape[1]
    with cython.nogil:
        for to in range(out.shape[1]):
            at: cython.Py_ssize_t = begin + to
            units: cython.double = counted[at, 0]
            in_links: cython.double = linked[at]
            some: cython.double = max(units, 1.0)
            out[0, to] = units / _WORD
            out[1, to] = (units - in_links) / _WORD
            out[2, to] = in_links / some
            for column in range(1, width):
                rated: cython.double = counted[at, column]
                out[2 + column, to] = rated / some
            out[2 + width, to] = counted[at, _STOPS]
            out[4 + width, to] = links[at]


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


def fill_relative(
    chain: Ints, first: Ints, end: Ints, tops: Main, units: Doubles, depth: Ints, begin: int, out: Floats
) -> None:
    """Write where blocks stand relative to some containers: levels up to it, side, prose and blocks between, and depth.

    As many blocks as `out` has columns are written, from block `begin` on. `units` are those outside links before each
    block.
    """
    _fill_relative(
        view(chain),
        view(first),
        view(end),
        view(tops.number),
        view(tops.depth),
        view(units),
        view(depth),
        begin,
        view(out),
    )


@cython.cfunc
def _fill_relative(
    chain: cython.const[cython.int][:, ::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    tops: cython.const[cython.int][::1],
    top_depth: cython.const[cython.int][::1],
    units: cython.const[cython.double][::1],
    depth: cython.const[cython.int][::1],
    begin: cython.Py_ssize_t,
    out: cython.float[:, ::1],
) -> None:
    top: cython.Py_ssize_t
    to: cython.Py_ssize_t
    last: cython.Py_ssize_t = chain.shape[1] - 1
    with cython.nogil:
        for top in range(len(tops)):
            begins: cython.Py_ssize_t = first[tops[top]]
            ends: cython.Py_ssize_t = end[tops[top]]
            for to in range(out.shape[1]):
                at: cython.Py_ssize_t = begin + to
                level: cython.Py_ssize_t = 0
                while level < last and (first[chain[at, level]] > begins or end[chain[at, level]] < ends):
                    level += 1
                nearest: cython.Py_ssize_t = min(max(at, begins), ends)
                gap: cython.double = units[at] - units[nearest]
                away: cython.double = at - nearest
                out[5 * top, to] = level
                out[5 * top + 1, to] = 1 if at >= ends else (-1 if at < begins else 0)
                out[5 * top + 2, to] = log1p((gap if gap >= 0 else -gap) / _WORD)
                out[5 * top + 3, to] = log1p(away if away >= 0 else -away)
                out[5 * top + 4, to] = depth[at] - top_depth[top]


def signatures(tag: NDArray[np.int16], owner: Ints, value: Ints) -> Longs:
    """A number for the tag and class of every element, given the elements with a class and which each has."""
    signature = np.empty(len(tag), np.int64)
    _signatures(view(tag), view(owner), view(value), view(signature))
    return signature


@cython.cfunc
def _signatures(
    tag: cython.const[cython.short][::1],
    owner: cython.const[cython.int][::1],
    value: cython.const[cython.int][::1],
    signature: cython.longlong[::1],
) -> None:
    at: cython.Py_ssize_t
    number: cython.longlong
    with cython.nogil:
        for at in range(len(tag)):
            number = tag[at]
            signature[at] = number * 1_000_003 + 1
        for at in range(len(owner)):
            number = tag[owner[at]]
            signature[owner[at]] = number * 1_000_003 + 1
            number = value[at]
            signature[owner[at]] += (number + 1) * 7_919


def block_keys(
    tag: NDArray[np.int16], depth: Ints, parent: Ints, signature: Longs, element: Ints
) -> tuple[Longs, Longs]:
    """Numbers for what blocks in some elements look like: for the signatures of three elements, for all tags around."""
    looks, trail = np.empty(len(element), np.int64), np.empty(len(element), np.int64)
    _path_keys(
        view(tag),
        view(depth),
        view(parent),
        view(signature),
        view(element),
        view(np.empty(len(tag), np.int64)),
        view(looks),
        view(trail),
    )
    return looks, trail


@cython.cfunc
def _path_keys(
    tag: cython.const[cython.short][::1],
    depth: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    signature: cython.const[cython.longlong][::1],
    element: cython.const[cython.int][::1],
    keys: cython.longlong[::1],
    looks: cython.longlong[::1],
    trail: cython.longlong[::1],
) -> None:
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    mixed: cython.longlong
    with cython.nogil:
        for row in range(len(tag)):
            mixed = tag[row]
            mixed = mixed * _MIX % _PRIME * (depth[row] % 64 + 1)
            keys[row] = mixed + (keys[parent[row]] if parent[row] >= 0 else 0)
        for at in range(len(element)):
            row = element[at]
            outer: cython.Py_ssize_t = max(parent[row], 0)
            trail[at] = keys[row]
            looks[at] = signature[row] * 31 + signature[outer] * 17 + signature[max(parent[outer], 0)]


def group_blocks(key: Longs, counted: Floats, linked: Floats) -> tuple[Longs, Doubles]:
    """Number the groups of blocks with the same key, in the order of the keys, and tell what each has in common.

    A row per group: how many blocks, mean and spread of their words, share of all words, share in links, stop words.
    """
    number = np.empty(len(key), np.int64)
    sums = np.zeros((_number_keys(view(key), view(key.argsort()), view(number)), 6))
    _group_sums(
        view(number),
        view(counted),
        view(linked),
        view(sums),
    )
    return number, sums


@cython.cfunc
def _number_keys(
    key: cython.const[cython.longlong][::1],
    order: cython.const[cython.longlong][::1],
    number: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Write the number of each block's group; how many groups there are."""
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t = -1
    with cython.nogil:
        for at in range(len(key)):
            if at == 0 or key[order[at]] != key[order[at - 1]]:
                group += 1
            number[order[at]] = group
    return group + 1


@cython.cfunc
def _group_sums(
    number: cython.const[cython.longlong][::1],
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    sums: cython.double[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    group: cython.Py_ssize_t
    groups: cython.Py_ssize_t = len(sums)
    total: cython.double = 0.0
    with cython.nogil:
        for at in range(len(number)):
            group = number[at]
            units: cython.double = counted[at, 0]
            words: cython.double = single(units / _WORD)
            sums[group, 0] += 1
            sums[group, 1] += words
            sums[group, 2] += single(words * words)
            sums[group, 4] += linked[at]
            sums[group, 5] += counted[at, _STOPS]
        for group in range(groups):
            total += sums[group, 1]
        for group in range(groups):
            size: cython.double = sums[group, 0]
            words = sums[group, 1]
            mean: cython.double = words / size
            sums[group, 0] = log1p(size)
            sums[group, 1] = log1p(mean)
            sums[group, 2] = log1p(sqrt(max(sums[group, 2] / size - mean * mean, 0.0)))
            sums[group, 3] = words / max(total, 1e-6)
            sums[group, 4] = sums[group, 4] / max(words * _WORD, 1.0)
            sums[group, 5] = sums[group, 5] / max(words, 1.0)


class Shared(NamedTuple):
    """What blocks share with others."""

    like: Longs
    """the group of each that looks like it …"""
    like_means: Doubles
    """… and what is known of these groups, a row per group"""
    trail: Longs
    """the same of the group with the same path of tags"""
    trail_means: Doubles
    path: Floats
    """scores of the paths of elements"""
    parent: Ints
    """the element of each block"""


def fill_shared(shared: Shared, begin: int, out: Floats) -> None:
    """Write what as many blocks as `out` has columns share with others, from block `begin` on."""
    _fill_shared(
        view(shared.like),
        view(shared.like_means),
        view(shared.trail),
        view(shared.trail_means),
        view(shared.path),
        view(shared.parent),
        begin,
        view(out),
    )


@cython.cfunc
def _fill_shared(
    like: cython.const[cython.longlong][::1],
    like_means: cython.const[cython.double][:, ::1],
    trail: cython.const[cython.longlong][::1],
    trail_means: cython.const[cython.double][:, ::1],
    path: cython.const[cython.float][:, ::1],
    parent: cython.const[cython.int][::1],
    begin: cython.Py_ssize_t,
    out: cython.float[:, ::1],
) -> None:
    to: cython.Py_ssize_t
    feature: cython.Py_ssize_t
    size: cython.Py_ssize_t = out.shape[1]
    row: cython.Py_ssize_t = 0
    with cython.nogil:
        for feature in range(like_means.shape[1]):
            for to in range(size):
                out[row, to] = like_means[like[begin + to], feature]
            row += 1
        for feature in range(trail_means.shape[1]):
            for to in range(size):
                out[row, to] = trail_means[trail[begin + to], feature]
            row += 1
        for feature in range(path.shape[1]):
            for to in range(size):
                out[row, to] = path[parent[begin + to], feature]
            row += 1
