# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which blocks of text may open with one of some words.

Part of the kernel (see `kaensan.kernel`). Rows of blocks lie in their columns and spans of rows in the codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

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

__all__ = ["blocks_opening_with", "numbered_openings"]

_LONGEST = cython.declare(cython.int, 12)  # letters of a word: five bits each of a number
_ASCII = cython.declare(cython.uint, 0x80)
_ROUND_BRACKET = cython.declare(cython.uint, ord("("))
_SQUARE_BRACKET = cython.declare(cython.uint, ord("["))


def numbered_openings(words: Iterable[str]) -> NDArray[np.uint64]:
    """Words of at most twelve letters as `blocks_opening_with` takes them; one with other letters than Latin ones,
    which are not judged, is left out.
    """
    plain = [word for word in sorted(words) if word.isascii() and word.isalpha()]
    if any(len(word) > _LONGEST for word in plain):
        raise ValueError(f"at most {_LONGEST} letters: {plain}")
    numbers = [sum((ord(letter) & 31) << 5 * place for place, letter in enumerate(reversed(word))) for word in plain]
    return np.array(numbers, np.uint64)


def blocks_opening_with(texts: Texts, words: NDArray[np.uint64], shortest: int, longest: int, most: int) -> list[int]:
    """The blocks of `shortest` to `longest` characters, the first `most` of them, that may open with one of the words.

    Case plays no part, nor do brackets before the word. A block that opens with a letter beyond ASCII, or in whose
    first word one is, is not judged; one that opens with another sign does not open with a word.
    """
    if not len(texts):
        return []
    found: list[int] = _list_blocks(
        view(texts.codes),
        view(texts.start),
        view(texts.block_start),
        view(texts.block_length),
        view(texts.solid_table),
        view(words),
        (shortest, longest, most),
    )
    return found


@cython.cfunc
def _list_blocks(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    block_start: cython.const[cython.int][::1],
    length: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    words: cython.const[cython.ulonglong][::1],
    bounds: tuple[int, int, int],
) -> list:
    shortest: cython.longlong = bounds[0]
    longest: cython.longlong = bounds[1]
    left: cython.longlong = bounds[2]
    found: list = []
    block: cython.Py_ssize_t
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    for block in range(len(length)):
        if length[block] < shortest or length[block] > longest:
            continue
        if left == 0:
            break
        left -= 1
        at: cython.longlong = start[block_start[block]]
        end: cython.longlong = start[block_start[block] + 1]
        while at < end and not solid[min(codes[at], last)]:
            at += 1
        while at < end and (codes[at] == _ROUND_BRACKET or codes[at] == _SQUARE_BRACKET):
            at += 1
        if _may_open(codes, at, end, words):
            found.append(block)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _may_open(
    codes: cython.const[cython.uint][::1],
    at: cython.longlong,
    end: cython.longlong,
    words: cython.const[cython.ulonglong][::1],
) -> cython.bint:
    """Whether the letters from a place on are one of the words, as far as that can be told."""
    number: cython.ulonglong = 0
    letters: cython.int = 0
    while at < end and codes[at] < _ASCII and 97 <= codes[at] | 32 <= 122 and letters <= _LONGEST:
        number = (number << 5) | (codes[at] & 31)
        letters += 1
        at += 1
    if at < end and codes[at] >= _ASCII:
        return True
    if letters == 0 or letters > _LONGEST:
        return False
    known: cython.Py_ssize_t
    for known in range(len(words)):  # noqa: SIM110 (a generator would not be compiled to this loop)
        if words[known] == number:
            return True
    return False
