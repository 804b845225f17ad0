# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""How many of the words of some rows are small words of a language, without making a string of any.

Part of the kernel (see `kaensan.kernel`). Rows are those of the page, and spans of rows lie in its codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

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

if TYPE_CHECKING:
    from kaensan.page.texts import Texts

__all__ = ["Counted", "count_small_words", "numbered_words"]

_LONGEST = cython.declare(cython.int, 4)  # letters of a small word: a byte each of a number
_NO_LETTER = cython.declare(cython.uint, 0xFF)
_BLANK = cython.declare(cython.uint, 0x20)  # and nothing between it and the last of ASCII is white space
_ASCII = cython.declare(cython.uint, 0x80)
_WESTERN = cython.declare(cython.uint, 0xFF)  # the last character of Latin-1


def numbered_words(words: Iterable[str]) -> NDArray[np.uint32]:
    """Words of at most four ASCII letters in lower case, none of them a k, as `count_small_words` takes them.

    (The sign for kelvin, which is no ASCII, is a k in lower case.)
    """
    given = sorted(words)
    if not all(word.isascii() and word.islower() and len(word) <= _LONGEST and "k" not in word for word in given):
        raise ValueError(f"at most four letters in lower case, and no k: {given}")
    return np.array([int.from_bytes(word.encode()) for word in given], np.uint32)


class Counted(NamedTuple):
    """What some rows of text are made of, as far as they were looked at."""

    words: int
    small: int
    """those of the words that are among the small ones, in lower case"""
    size: int
    """characters"""
    beyond: int
    """those of them that are beyond the alphabets of Western Europe"""


def count_small_words(texts: Texts, rows: list[int], most: int, small: NDArray[np.uint32]) -> Counted:
    """Look at the first characters of some rows, which are parted by blanks."""
    if not rows:
        return Counted(0, 0, 0, 0)
    counted: Counted = _count(
        view(texts.codes), view(texts.start), view(texts.solid_table), view(np.array(rows, np.int32)), most, view(small)
    )
    return counted


@cython.cfunc
def _count(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    rows: cython.const[cython.int][::1],
    most: cython.longlong,
    known: cython.const[cython.uint][::1],
) -> object:
    words: cython.int = 0
    found: cython.int = 0
    beyond: cython.int = 0
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    left: cython.longlong = most
    row: cython.Py_ssize_t
    for row in range(len(rows)):
        at: cython.longlong = start[rows[row]]
        end: cython.longlong = min(start[rows[row] + 1], at + left)
        left -= end - at
        while at < end:
            first: cython.longlong = at
            while at < end and (_BLANK < codes[at] < _ASCII or solid[min(codes[at], last)]):
                beyond += codes[at] > _WESTERN
                at += 1
            if at > first:
                words += 1
                found += at - first <= _LONGEST and _is_among(_numbered(codes, first, at), known)
            else:
                beyond += codes[at] > _WESTERN
                at += 1
        if left > 0 and row + 1 < len(rows):
            left -= 1  # the blank
        if left == 0:
            break
    return Counted(words, found, most - left, beyond)


@cython.cfunc
@cython.exceptval(check=False)
def _numbered(codes: cython.const[cython.uint][::1], at: cython.longlong, end: cython.longlong) -> cython.uint:
    """The number of a short word in lower case."""
    number: cython.uint = 0
    while at < end:
        code: cython.uint = codes[at]
        if code >= _ASCII:
            code = _NO_LETTER
        elif 65 <= code <= 90:
            code += 32
        number = (number << 8) | code
        at += 1
    return number


@cython.cfunc
@cython.exceptval(check=False)
def _is_among(number: cython.uint, known: cython.const[cython.uint][::1]) -> cython.bint:
    at: cython.Py_ssize_t
    for at in range(len(known)):  # noqa: SIM110 (a generator would not be compiled to this loop)
        if known[at] == number:
            return True
    return False
