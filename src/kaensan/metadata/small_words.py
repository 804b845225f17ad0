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
        length: cython.int = 0
        number: cython.uint = 0
        begin: cython.longlong = start[rows[row]]
        end: cython.longlong = min(start[rows[row] + 1], begin + left)
        at: cython.longlong
        for at in range(begin, end):
            code: cython.uint = codes[at]
            beyond += code > _WESTERN
            if not solid[min(code, last)]:
                words += length > 0
                found += 0 < length <= _LONGEST and _is_among(number, known)
                length = 0
                number = 0
                continue
            length += 1
            if code >= 0x80:
                code = _NO_LETTER
            elif 65 <= code <= 90:
                code += 32
            number = (number << 8) | code if length <= _LONGEST else 0
        words += length > 0
        found += 0 < length <= _LONGEST and _is_among(number, known)
        left -= end - begin
        if left == 0 or row + 1 == len(rows):
            break
        left -= 1  # the blank
        if left == 0:
            break
    return Counted(words, found, most - left, beyond)


@cython.cfunc
@cython.exceptval(check=False)
def _is_among(number: cython.uint, known: cython.const[cython.uint][::1]) -> cython.bint:
    at: cython.Py_ssize_t
    for at in range(len(known)):  # noqa: SIM110 (a generator would not be compiled to this loop)
        if known[at] == number:
            return True
    return False
