# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops over what stands before and after blocks: smoothed columns, slopes, and distances to marks.

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
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

    from kaensan.page.views import view

__all__ = ["Smoothing", "columns_to_smooth", "distances", "fill_around"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_TITLE = cython.declare(cython.double, float(np.float32(0.6)))  # share of a heading in the title that makes it one
_TO_SMOOTH = 4  # columns: words outside links, share in links, text per tag, heading


class Smoothing(NamedTuple):
    """Which columns are smoothed how widely."""

    kernel: NDArray[np.float64]
    """weights, kernel by kernel"""
    start: Ints
    """where each kernel begins, and where the last one ends; each has an odd number of weights"""
    which: Ints
    """per result the column that it is of, and the number of its kernel"""
    slope: int
    """the result whose slope is of interest"""
    radius: int
    """that of the widest kernel: how many weights stand before its middle"""


def columns_to_smooth(counted: Floats, linked: Floats, context: Ints, parent: Ints, heading: int) -> Floats:
    """Words outside links, the share in links, words outside links per element up to the next block, and headings.

    The first and the third are logarithms. `parent` is the element of each block, `heading` the bits of `context`.
    """
    columns = np.empty((_TO_SMOOTH, len(linked)), np.float32)
    _fill_columns(view(counted), view(linked), view(context), view(parent), heading, view(columns))
    np.log1p(columns[0], out=columns[0])
    return columns


@cython.cfunc
def _fill_columns(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    context: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    heading: cython.int,
    columns: cython.float[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t = len(linked) - 1
    with cython.nogil:
        for at in range(len(linked)):
            units: cython.double = counted[at, 0]
            in_links: cython.double = linked[at]
            between: cython.double = max(parent[at + 1] - parent[at], 0) if at < last else 0
            columns[0, at] = (units - in_links) / _WORD
            columns[1, at] = in_links / max(units, 1.0)
            columns[2, at] = log1p(columns[0, at] / (between + 1))
            columns[3, at] = 1 if context[at] & heading else 0


def distances(
    context: Ints, counted: Floats, linked: Floats, title: Floats, bits: Ints, long: float, farthest: int
) -> NDArray[np.uint16]:
    """How far back the last block with each mark is from every block, mark by mark, and then how far ahead the next.

    The marks are: a heading that says the title, the first two of `bits` in the context (that of headings first), more
    than `long` units outside links, and the other bits.
    """
    away = np.empty((2 * (len(bits) + 2), len(title)), np.uint16)
    marks = np.empty((len(bits) + 2, len(title)), np.uint8)
    _mark_blocks(
        view(context),
        view(counted),
        view(linked),
        view(title),
        view(bits),
        long,
        view(marks),
    )
    _distances(view(marks), farthest, view(away))
    return away


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


def fill_around(
    columns: Floats, smoothing: Smoothing, depth: Ints, away: NDArray[np.uint16], steps: Floats, begin: int, out: Floats
) -> None:
    """Write what stands around as many blocks as `out` has columns, from block `begin` on.

    These are the smoothed columns, the slope of one of them, how far up or down this and the next block step, and the
    distances to marks as `steps` has them.
    """
    kernel, start, which, slope, _ = smoothing
    _fill_around(
        view(columns),
        view(kernel),
        view(start),
        view(which),
        slope,
        view(depth),
        view(away),
        view(steps),
        begin,
        view(np.empty(out.shape[1] + 1)),
        view(np.empty(out.shape[1] + 1 + 2 * smoothing.radius)),
        smoothing.radius,
        view(np.empty(1, np.float32)),
        view(out),
    )


@cython.cfunc
def _fill_around(
    columns: cython.const[cython.float][:, ::1],
    kernel: cython.const[cython.double][::1],
    start: cython.const[cython.int][::1],
    which: cython.const[cython.int][:, ::1],
    slope: cython.Py_ssize_t,
    depth: cython.const[cython.int][::1],
    away: cython.const[cython.ushort][:, ::1],
    steps: cython.const[cython.float][::1],
    begin: cython.Py_ssize_t,
    total: cython.double[::1],
    wide: cython.double[::1],
    radius: cython.Py_ssize_t,
    before: cython.float[::1],
    out: cython.float[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    smoothed: cython.Py_ssize_t = which.shape[0]
    size: cython.Py_ssize_t = out.shape[1]
    low: cython.Py_ssize_t = max(begin - 1, 0)  # the slope of the first block is from the one before
    with cython.nogil:
        before[0] = 0
        for row in range(smoothed):
            number: cython.Py_ssize_t = which[row, 1]
            if row == 0 or which[row, 0] != which[row - 1, 0]:
                _widen(columns, which[row, 0], low - radius, begin + size + radius, wide)
            _smooth(wide, radius, kernel, start[number], start[number + 1], begin + size - low, total)
            for at in range(size):
                out[row, at] = total[begin - low + at]
            if row == slope and low < begin:
                before[0] = total[0]
        _fill_steps(out, slope, depth, begin, before[0], smoothed)
        for row in range(away.shape[0]):
            for at in range(size):
                out[smoothed + 3 + row, at] = steps[away[row, begin + at]]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _widen(
    columns: cython.const[cython.float][:, ::1],
    column: cython.Py_ssize_t,
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    wide: cython.double[::1],
) -> cython.int:
    """Write the values of a column from `low` to `high`; beyond its ends it is 0."""
    at: cython.Py_ssize_t
    first: cython.Py_ssize_t = max(low, 0)
    end: cython.Py_ssize_t = min(high, columns.shape[1])
    for at in range(first - low):
        wide[at] = 0.0
    for at in range(first, end):
        wide[at - low] = columns[column, at]
    for at in range(end - low, high - low):
        wide[at] = 0.0
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _smooth(
    wide: cython.const[cython.double][::1],
    margin: cython.Py_ssize_t,
    kernel: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    total: cython.double[::1],
) -> cython.int:
    """Write `size` values of a column, smoothed by some weights, three of these at a time.

    `wide` has `margin` values more at either end, as many as half the weights or more.
    """
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t = first
    off: cython.Py_ssize_t = margin - (last - first) // 2
    for at in range(size):
        total[at] = 0.0
    while place + 3 <= last:
        one: cython.double = kernel[place]
        two: cython.double = kernel[place + 1]
        three: cython.double = kernel[place + 2]
        for at in range(size):
            summed: cython.double = total[at] + wide[at + off] * one
            summed = summed + wide[at + off + 1] * two
            total[at] = summed + wide[at + off + 2] * three
        place += 3
        off += 3
    while place < last:
        one = kernel[place]
        for at in range(size):
            total[at] += wide[at + off] * one
        place += 1
        off += 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_steps(
    out: cython.float[:, ::1],
    slope: cython.Py_ssize_t,
    depth: cython.const[cython.int][::1],
    begin: cython.Py_ssize_t,
    before: cython.double,
    to: cython.Py_ssize_t,
) -> cython.int:
    """Write how a column changes from the block before, and how far up or down this and the next block step."""
    at: cython.Py_ssize_t
    above: cython.int = depth[begin - 1] if begin > 0 else 0
    for at in range(out.shape[1]):
        own: cython.int = depth[begin + at]
        following: cython.int = depth[begin + at + 1] if begin + at + 1 < len(depth) else own
        out[to, at] = out[slope, at] - before
        before = out[slope, at]
        out[to + 1, at] = own - above if own > above else above - own
        out[to + 2, at] = following - own if following > own else own - following
        above = own
    return 0
