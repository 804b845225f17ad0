# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Passes over the characters of a page's texts.

Part of the kernel (see `kaensan.kernel`). Starts ascend from 0 to the number of characters and code points are below
0x110000, so no index leaves its column; tables over code points have an entry for each up to their last.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.string import memcpy
else:
    from kaensan.page.views import view

__all__ = [
    "any_longer",
    "block_starts",
    "code_points",
    "count_characters",
    "gram_shares",
    "highest_code",
    "mark_grams",
    "row_starts",
    "solid_lengths",
    "unsettled_rows",
]

_ONE_BYTE = cython.declare(cython.uint, 1)  # of memory for each character of a text
_TWO_BYTES = cython.declare(cython.uint, 2)
_GRAM = cython.declare(cython.int, 5)
_RUNS = cython.declare(cython.Py_ssize_t, 256)  # of five characters that are looked at at a time
_HASH = cython.declare(cython.uint, 0xFFFFFFFF)  # numbers of 32 bits: compiled, these wrap around by themselves
_OLDEST = cython.declare(cython.uint, 31**5)  # weight of the character before five


def unsettled_rows(texts: list[str]) -> list[int]:
    """The places of the texts that a normal form may change.

    >>> unsettled_rows(["plain", "caf\\u00e9", "cafe\\u0301"])
    [2]
    """
    found: list[int] = []
    row: cython.Py_ssize_t
    for row in range(len(texts)):
        text: str = texts[row]
        if cython.compiled:
            if PyUnicode_KIND(text) == _ONE_BYTE:
                continue  # Latin letters, as in most texts
        elif text.isascii():
            continue
        if _is_unsettled(text):
            found.append(row)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _is_unsettled(text: str) -> cython.bint:
    """Whether a text has characters that a normal form may change, or move, or join with others.

    Latin letters, general punctuation, symbols, kana, Han and Hangul stay as they are unless such a character follows.
    """
    letter: cython.Py_UCS4
    for letter in text:
        code: cython.int = ord(letter)
        if code < 0x300:
            continue
        if 0x2010 <= code < 0x20D0 or 0x3000 <= code < 0x302A or 0x3030 <= code < 0x3099 or 0x309B <= code < 0xA66F:
            continue
        if not (0xAC00 <= code < 0xD7A4 or 0xFF01 <= code < 0xFFF0 or 0x1F300 <= code < 0x1FB00):
            return True
    return False


def any_longer(start: NDArray[np.int32], end: NDArray[np.int32], longest: int) -> bool:
    """Whether any of some spans is longer than that; both columns have a number for each.

    >>> spans = np.array([0, 3, 10], np.int32)
    >>> any_longer(spans[:-1], spans[1:], 6), any_longer(spans[:-1], spans[1:], 7)
    (True, False)
    """
    first: cython.const[cython.int][::1] = view(start)
    last: cython.const[cython.int][::1] = view(end)
    most: cython.int = 0
    at: cython.Py_ssize_t
    for at in range(len(first)):
        most = max(most, last[at] - first[at])
    return most > longest


_UNITS = cython.declare(cython.int, 11)  # bits of a number in which the units of some characters are added up, then …
_PART = cython.declare(cython.int, 8)  # … those of each part in which the characters of one further kind are counted
_FULL = cython.declare(cython.Py_ssize_t, (1 << 8) - 1)  # characters that such a part can count
_OF_ONE = cython.declare(cython.uint, (1 << 9) - 1)  # bits that a table has of a character
_SPREAD = np.array(
    [(bits & 7) + sum((bits >> 3 + kind & 1) << 11 + 8 * kind for kind in range(6)) for bits in range(1 << 9)],
    np.uint64,
)
"""by what a table has of a character a number that has its units, and each of six kinds in a part of its own"""


def count_characters(
    codes: NDArray[np.uint32], start: NDArray[np.int64], table: NDArray[np.uint16], kinds: int
) -> NDArray[np.float32]:
    """How many characters of each kind every text has, a column per kind.

    The table has an entry per code point, and its last one is for all beyond: units in the lowest three bits, then a
    bit per further kind, of which there are at most six.
    """
    counted = np.zeros((len(start) - 1, kinds), np.float32)
    if len(codes):
        _count(view(codes), view(start), view(table), view(_SPREAD), view(counted))
    return counted


@cython.cfunc
def _count(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    table: cython.const[cython.ushort][::1],
    spread: cython.const[cython.ulonglong][::1],
    counted: cython.float[:, ::1],
) -> None:
    """Count without branches: all kinds are parts of one number, which is emptied before a part is full."""
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    last: cython.uint = cython.cast(cython.uint, len(table) - 1)
    kinds: cython.Py_ssize_t = counted.shape[1]
    most_units: cython.ulonglong = (1 << _UNITS) - 1
    with cython.nogil:
        for row in range(len(start) - 1):
            units: cython.ulonglong = 0
            first: cython.Py_ssize_t = start[row]
            while first < start[row + 1]:
                end: cython.Py_ssize_t = min(first + _FULL, start[row + 1])
                parts: cython.ulonglong = 0
                for at in range(first, end):
                    parts += spread[table[min(codes[at], last)] & _OF_ONE]
                units += parts & most_units
                parts >>= _UNITS
                for kind in range(1, kinds):
                    counted[row, kind] += parts & _FULL
                    parts >>= _PART
                first = end
            counted[row, 0] = units


def row_starts(strings: list[str]) -> NDArray[np.int64]:
    """Where each of some strings starts when they stand one after another, and where the last one ends.

    >>> row_starts(["ab", "", "c"]).tolist()
    [0, 2, 2, 3]
    """
    start = np.empty(len(strings) + 1, np.int64)
    starts: cython.longlong[::1] = view(start)
    at: cython.Py_ssize_t
    before: cython.longlong = 0
    for at in range(len(strings)):
        text: str = strings[at]
        starts[at] = before
        before += len(text)
    starts[len(strings)] = before
    return start


def code_points(strings: list[str], size: int) -> NDArray[np.uint32]:
    """The code points of some strings, one after another; they are so many in all.

    >>> code_points(["ab", "", "ก"], 3).tolist()
    [97, 98, 3585]
    """
    if not cython.compiled:
        points = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), np.uint32)
        if len(points) != size:
            raise ValueError(f"the strings have {len(points)} characters, not {size}")
        return points
    codes = np.empty(size, np.uint32)
    room: cython.uint[::1] = codes
    at: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t
    for place in range(len(strings)):
        text: str = strings[place]
        if at + len(text) > len(room):
            raise ValueError(f"the strings have more than {size} characters")
        if text:
            _copy_points(text, len(text), cython.address(room[at]))
        at += len(text)
    if at < len(room):
        raise ValueError(f"the strings have {at} characters, not {size}")
    return codes


@cython.cfunc
def _copy_points(text: str, size: cython.Py_ssize_t, points: cython.p_uint) -> None:
    """Write the code points of a text to a place with room for them; Python keeps them in one, two or four bytes."""
    at: cython.Py_ssize_t
    if PyUnicode_KIND(text) == _ONE_BYTE:
        bytes_: cython.p_const_uchar = cython.cast(cython.p_const_uchar, PyUnicode_DATA(text))
        for at in range(size):
            points[at] = bytes_[at]
    elif PyUnicode_KIND(text) == _TWO_BYTES:
        pairs: cython.p_const_ushort = cython.cast(cython.p_const_ushort, PyUnicode_DATA(text))
        for at in range(size):
            points[at] = pairs[at]
    else:
        memcpy(points, PyUnicode_DATA(text), 4 * size)


def highest_code(codes: NDArray[np.uint32]) -> int:
    """The highest of some code points, 0 for none.

    >>> highest_code(np.array([97, 3585, 98], np.uint32))
    3585
    """
    code: cython.const[cython.uint][::1] = view(codes)
    highest: cython.uint = 0
    at: cython.Py_ssize_t
    for at in range(len(code)):
        highest = max(highest, code[at])
    return highest


def block_starts(block: NDArray[np.int32], blocks: int) -> NDArray[np.int32]:
    """The first row of each block, and one past the last row at the end, given the blocks of rows, which ascend from 0.

    >>> block_starts(np.array([0, 0, 1, 2, 2], np.int32), 3).tolist()
    [0, 2, 3, 5]
    """
    start = np.empty(blocks + 1, np.int32)
    _block_starts(view(block), view(start))
    return start


@cython.cfunc
def _block_starts(block: cython.const[cython.int][::1], start: cython.int[::1]) -> None:
    row: cython.Py_ssize_t
    number: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(len(block)):
            while number <= block[row] and number < len(start):
                start[number] = cython.cast(cython.int, row)
                number += 1
        while number < len(start):
            start[number] = cython.cast(cython.int, len(block))
            number += 1


def solid_lengths(codes: NDArray[np.uint32], start: NDArray[np.int64], solid: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many characters of every text count, by a table over code points whose last entry is for all beyond."""
    lengths = np.zeros(len(start) - 1, np.int64)
    if len(codes):
        _solid_lengths(view(codes), view(start), view(solid), view(lengths))
    return lengths


@cython.cfunc
def _solid_lengths(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    lengths: cython.longlong[::1],
) -> None:
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    with cython.nogil:
        for row in range(len(lengths)):
            total: cython.longlong = 0
            for at in range(start[row], start[row + 1]):
                total += solid[min(codes[at], last)]
            lengths[row] = total


def mark_grams(text: str, table: NDArray[np.uint8], mark: int) -> None:
    """Mark in a table of 65,536 the runs of five characters that a text has."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if len(codes) >= 5:
        _mark(view(codes), view(table), mark)


@cython.cfunc
def _mark(codes: cython.const[cython.uint][::1], table: cython.uchar[::1], mark: cython.int) -> None:
    at: cython.Py_ssize_t
    gram: cython.uint = 0
    with cython.nogil:
        for at in range(len(codes)):
            gram = _next_gram(gram, codes, at, 0)
            if at >= _GRAM - 1:
                place: cython.uint = _place(gram)
                table[place] = table[place] | mark


def gram_shares(
    codes: NDArray[np.uint32], start: NDArray[np.int64], table: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each stretch of characters the share of its runs of five that have mark 1, and that have mark 2."""
    first, second = np.zeros(len(start) - 1, np.float32), np.zeros(len(start) - 1, np.float32)
    if len(codes):
        letters, places = np.empty(_RUNS + _GRAM - 1, np.uint32), np.empty(_RUNS, np.uint32)
        _share(view(codes), view(start), view(table), view(letters), view(places), view(first), view(second))
    return first, second


@cython.cfunc
def _share(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    table: cython.const[cython.uchar][::1],
    letters: cython.uint[::1],
    places: cython.uint[::1],
    first: cython.float[::1],
    second: cython.float[::1],
) -> None:
    """Some runs at a time, and one step for all of them before the next: compilers vectorise all but the last one."""
    row: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(first)):
            at: cython.Py_ssize_t = start[row]
            end: cython.Py_ssize_t = start[row + 1] - (_GRAM - 1)
            grams: cython.longlong = max(end - at, 1)
            marks: cython.longlong = 0
            twos: cython.longlong = 0
            while at < end:
                some: cython.Py_ssize_t = min(_RUNS, end - at)
                for inner in range(some + _GRAM - 1):
                    letters[inner] = _small(codes[at + inner])
                for inner in range(some):
                    gram: cython.uint = letters[inner] * 31 + letters[inner + 1]
                    gram = (gram * 31 + letters[inner + 2]) * 31 + letters[inner + 3]
                    places[inner] = _place((gram * 31 + letters[inner + 4]) & _HASH)
                for inner in range(some):
                    mark: cython.uint = table[places[inner]]
                    if mark:
                        marks += mark
                        twos += mark >> 1
                at += some
            first[row] = cython.cast(cython.double, marks - 2 * twos) / grams
            second[row] = cython.cast(cython.double, twos) / grams


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _small(code: cython.uint) -> cython.uint:
    """A character, capital letters A to Z as small ones."""
    return code + 32 if 65 <= code <= 90 else code


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _next_gram(
    gram: cython.uint, codes: cython.const[cython.uint][::1], at: cython.Py_ssize_t, first: cython.Py_ssize_t
) -> cython.uint:
    """A number for the run of five characters that ends here, from that of the run before; a text begins at `first`."""
    gram = gram * 31 + _small(codes[at])
    if at - first >= _GRAM:
        gram = gram - _small(codes[at - _GRAM]) * _OLDEST
    return gram & _HASH


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place(gram: cython.uint) -> cython.uint:
    """Where a table has what is known of a run."""
    return (gram ^ (gram >> 16)) & 0xFFFF
