# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""How blocks begin, with an amount or with a certain character, and whether they end with an amount.

Part of the kernel (see `kaensan.kernel`). Where a character that is not ASCII would decide, the answer is to ask a
regular expression.
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

__all__ = ["ASK", "MEASURED", "LineLimits", "amount_lines", "beginning_with"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

ASK = 2
"""Whether a line begins with an amount takes more than ASCII to tell."""
MEASURED = 3
"""A line ends with an amount."""

_ASK = cython.declare(cython.int, ASK)
_MEASURED = cython.declare(cython.int, MEASURED)
_ASCII = cython.declare(cython.int, 128)
_AMOUNT = cython.declare(cython.int, 12)  # characters of an amount after its first digit
_UNIT = cython.declare(cython.int, 12)  # letters of what it is measured in


class LineLimits(NamedTuple):
    """What a line of a list of amounts is like."""

    longest: float
    """words that it has at most"""
    links: float
    """share of link text that it stays below"""
    elsewhere: int
    """contexts that it does not stand in"""


def amount_lines(
    codes: NDArray[np.uint32],
    start: Longs,
    rows: Ints,
    size: Floats,
    linked: Floats,
    context: Ints,
    limits: LineLimits,
) -> NDArray[np.uint8]:
    """For every block whether it is a short line that begins with a number and a letter: 1, 0, or `ASK`;
    or `MEASURED`.

    `start` is where each row begins in `codes`, `rows` the first row of each block. What a block begins with are its
    first two rows, as the number may be bold. A line of several rows may also have the amount last, in a row that holds
    nothing but a number and the word that it is measured in; the rest of it may be a link.
    """
    told = np.zeros(len(size), np.uint8)
    _amount_lines(
        view(codes),
        view(start),
        view(rows),
        view(size),
        view(linked),
        view(context),
        limits.longest,
        limits.links,
        limits.elsewhere,
        view(told),
    )
    return told


@cython.cfunc
def _amount_lines(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    rows: cython.const[cython.int][::1],
    size: cython.const[cython.float][::1],
    linked: cython.const[cython.float][::1],
    context: cython.const[cython.int][::1],
    longest: cython.double,
    links: cython.double,
    elsewhere: cython.int,
    told: cython.uchar[::1],
) -> None:
    block: cython.Py_ssize_t
    with cython.nogil:
        for block in range(len(told)):
            if size[block] > longest or context[block] & elsewhere:
                continue
            first: cython.Py_ssize_t = rows[block]
            last: cython.Py_ssize_t = rows[block + 1] - 1
            if linked[block] < links:
                told[block] = _amount(codes, start[first], start[min(first + 2, last + 1)])
            if told[block] != 1 and last > first and _is_measure(codes, start[last], start[last + 1]):
                told[block] = _MEASURED


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _amount(codes: cython.const[cython.uint][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Whether some characters begin with a number, with what numbers are written with, and then a letter."""
    while at < end and _is_space(codes[at]):
        at += 1
    if at == end:
        return 0
    if codes[at] >= _ASCII:
        return _ASK
    if not _is_digit(codes[at]):
        return 0
    at += 1
    most: cython.Py_ssize_t = min(at + _AMOUNT, end)
    while at < most and _is_written(codes[at]):
        at += 1
    if at == end:
        return 0
    return _ASK if codes[at] >= _ASCII else _is_letter(codes[at])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_measure(codes: cython.const[cython.uint][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether some characters are nothing but a number of ASCII and a word: 250 g, 1 1/2 cups, 2 ถ้วย."""
    while at < end and _is_space(codes[at]):
        at += 1
    while at < end and _is_space(codes[end - 1]):
        end -= 1
    if at == end or not _is_digit(codes[at]):
        return False
    most: cython.Py_ssize_t = min(at + 1 + _AMOUNT, end)
    while at < most and _is_written(codes[at]):
        at += 1
    if at == end or end - at > _UNIT:
        return False
    while at < end and (codes[at] >= _ASCII or _is_letter(codes[at])):
        at += 1
    return at == end


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_digit(code: cython.uint) -> cython.bint:
    return 48 <= code <= 57


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_space(code: cython.uint) -> cython.bint:
    """Whether an ASCII character is white space, as `str.isspace` has it."""
    return code == 32 or 9 <= code <= 13 or 28 <= code <= 31


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_written(code: cython.uint) -> cython.bint:
    """Whether an ASCII character may be within a number or a range: digits, white space, `,-./`."""
    return _is_digit(code) or _is_space(code) or 44 <= code <= 47


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_letter(code: cython.uint) -> cython.bint:
    return 97 <= code <= 122 or 65 <= code <= 90


def beginning_with(
    code: int, kept: Bools, codes: NDArray[np.uint32], start: Longs, rows: Ints, solid: NDArray[np.uint8]
) -> list[int]:
    """The kept blocks whose first row begins with a character, after white space.

    `solid` tells characters from white space by their code points, with a last entry for all beyond.
    """
    block = np.empty(len(kept), np.int32)
    count = _beginning(code, view(kept.view(np.uint8)), view(codes), view(start), view(rows), view(solid), view(block))
    found: list[int] = block[:count].tolist()
    return found


@cython.cfunc
def _beginning(
    code: cython.uint,
    kept: cython.const[cython.uchar][::1],
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    rows: cython.const[cython.int][::1],
    solid: cython.const[cython.uchar][::1],
    block: cython.int[::1],
) -> cython.Py_ssize_t:
    number: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    with cython.nogil:
        for number in range(len(kept)):
            if not kept[number]:
                continue
            at: cython.Py_ssize_t = start[rows[number]]
            end: cython.Py_ssize_t = start[rows[number] + 1]
            while at < end and not solid[min(codes[at], last)]:
                at += 1
            if at < end and codes[at] == code:
                block[count] = cython.cast(cython.int, number)
                count += 1
    return count
