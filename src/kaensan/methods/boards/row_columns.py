# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops over the names and texts of a page that may have posts: the kinds of words in names, numbers, and sums.

Part of the kernel (see `kaensan.kernel`). Values lie within the markup, a letter that is looked up in the table of
words is below 26, and the table names only places that it has. Starts of texts lie within the characters. Numbers of 64
bits wrap around, which plain Python has to be told.
"""

from __future__ import annotations

import os
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
    "StrippedTexts",
    "WordKinds",
    "element_kinds",
    "fill_totals",
    "may_be_said_in",
    "may_repeat",
    "strip_texts",
    "word_kinds",
    "word_table",
]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

_LETTERS = cython.declare(cython.int, 26)
_WRAP = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_SALT = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8), "little"))  # no page can know it
_OPENING = cython.declare(cython.int, 8)  # letters of a text that are looked for in the title
_OPENINGS = cython.declare(cython.uint, (1 << 12) - 1)  # kinds of such openings that are told apart, less one
_COLON = cython.declare(cython.uint, 58)


class WordKinds(NamedTuple):
    """The letters of words as a tree that tells the kinds of words apart."""

    table: NDArray[np.int16]
    """the next place, a row per place, a column per letter; -1 for none"""
    bits: Ints
    """the kind of the word that ends at a place, as a bit; 0 for none"""


def word_table(kinds: dict[str, int]) -> WordKinds:
    """The tree of words of the letters a to z, each with its bit."""
    following: list[dict[int, int]] = [{}]
    ending: dict[int, int] = {}
    for word, bit in kinds.items():
        place = 0
        for letter in word:
            place = following[place].setdefault(ord(letter) - ord("a"), len(following))
            if place == len(following):
                following.append({})
        ending[place] = bit
    table = np.full((len(following), _LETTERS), -1, np.int16)
    for place, after in enumerate(following):
        table[place, list(after)] = list(after.values())
    return WordKinds(table, np.array([ending.get(place, 0) for place in range(len(following))], np.int32))


def word_kinds(words: WordKinds, markup: bytes, begin: Ints, end: Ints) -> Ints:
    """Per name in the markup the kinds of its words, bit by bit; -1 for one that is not of ASCII letters alone.

    Words are runs of the letters a to z of either case; `postBody` is also `post` and `body`.
    """
    kinds = np.zeros(len(begin), np.int32)
    if len(begin):
        _word_kinds(
            view(words.table),
            view(words.bits),
            view(markup),
            view(begin),
            view(end),
            view(kinds),
        )
    return kinds


@cython.cfunc
def _word_kinds(
    table: cython.const[cython.short][:, ::1],
    bits: cython.const[cython.int][::1],
    markup: cython.const[cython.uchar][::1],
    begin: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    kinds: cython.int[::1],
) -> None:
    name: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for name in range(len(kinds)):
            found: cython.int = 0
            whole: cython.int = 0  # the place of a word of letters of either case …
            part: cython.int = 0  # … and of one that a capital after a small letter ends
            small: cython.bint = False
            for at in range(begin[name], end[name]):
                byte: cython.int = markup[at]
                if byte >= 128 or byte == 38:  # & begins what is escaped
                    found = -1
                    break
                letter: cython.int = (byte | 32) - 97
                if letter < 0 or letter >= _LETTERS:
                    found |= (bits[whole] if whole >= 0 else 0) | (bits[part] if part >= 0 else 0)
                    whole = 0
                    part = 0
                    small = False
                    continue
                if small and byte < 97:
                    found |= bits[part] if part >= 0 else 0
                    part = 0
                small = byte >= 97
                whole = table[whole, letter] if whole >= 0 else -1
                part = table[part, letter] if part >= 0 else -1
            if found >= 0:
                found |= (bits[whole] if whole >= 0 else 0) | (bits[part] if part >= 0 else 0)
            kinds[name] = found


def element_kinds(bits: Ints, owner: Ints, value: Ints, roles: tuple[int, int], size: int) -> Ints:
    """Per element the kinds of all its names, given those of each name; what stands between `roles` are no names."""
    kinds = np.zeros(size, np.int32)
    if len(owner):
        _element_kinds(view(bits), view(owner), view(value), 0, roles[0], view(kinds))
        _element_kinds(view(bits), view(owner), view(value), roles[1], len(owner), view(kinds))
    return kinds


@cython.cfunc
def _element_kinds(
    bits: cython.const[cython.int][::1],
    owner: cython.const[cython.int][::1],
    value: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    kinds: cython.int[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(first, end):
            kinds[owner[at]] = kinds[owner[at]] | bits[value[at]]


class StrippedTexts(NamedTuple):
    """The texts of a page without the white space around them."""

    number: Longs
    """the same for equal texts, in the order in which they occur"""
    begin: Longs
    """where each begins in the characters of the page …"""
    end: Longs
    """… and where it ends"""


def strip_texts(codes: NDArray[np.uint32], start: Longs, solid: NDArray[np.uint8]) -> StrippedTexts:
    """The texts that begin at the given starts, the last of which is their end.

    `solid` tells of every code point whether it is no white space; its last entry is for all beyond.
    """
    stripped = StrippedTexts(*np.empty((3, len(start) - 1), np.int64))
    if len(codes):
        _strip_texts(view(codes), view(start), view(solid), view(stripped.begin), view(stripped.end))
        slots = np.full(1 << (2 * len(start)).bit_length(), -1, np.int32)  # at most half full
        _number_texts(
            view(codes),
            view(stripped.begin),
            view(stripped.end),
            view(slots),
            view(stripped.number),
        )
    return stripped


@cython.cfunc
def _strip_texts(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    begin: cython.longlong[::1],
    end: cython.longlong[::1],
) -> None:
    row: cython.Py_ssize_t
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    with cython.nogil:
        for row in range(len(begin)):
            first: cython.Py_ssize_t = start[row]
            stop: cython.Py_ssize_t = start[row + 1]
            while first < stop and not solid[min(codes[first], last)]:
                first += 1
            while stop > first and not solid[min(codes[stop - 1], last)]:
                stop -= 1
            begin[row] = first
            end[row] = stop


@cython.cfunc
def _number_texts(
    codes: cython.const[cython.uint][::1],
    begin: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    slots: cython.int[::1],
    numbers: cython.longlong[::1],
) -> None:
    """Number the texts by a table of the first of each: its slots hold their rows."""
    row: cython.Py_ssize_t
    count: cython.longlong = 0
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        for row in range(len(numbers)):
            slot: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, _key(codes, begin[row], end[row]) >> 8) & mask
            while slots[slot] >= 0 and not _are_equal(codes, begin, end, slots[slot], row):
                slot = (slot + 1) & mask
            if slots[slot] < 0:
                slots[slot] = cython.cast(cython.int, row)
                numbers[row] = count
                count += 1
            else:
                numbers[row] = numbers[slots[slot]]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _key(codes: cython.const[cython.uint][::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.ulonglong:
    """A number for a text, two characters at a time."""
    key: cython.ulonglong = _SALT
    while first + 1 < end:
        two: cython.ulonglong = codes[first]
        key = ((key ^ (two << 32 | codes[first + 1])) * _MIX) & _WRAP
        key = key ^ (key >> 29)
        first += 2
    if first < end:
        key = ((key ^ codes[first]) * _MIX) & _WRAP
    return key ^ (key >> 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _are_equal(
    codes: cython.const[cython.uint][::1],
    begin: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    one: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
) -> cython.bint:
    at: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t = begin[one]
    second: cython.Py_ssize_t = begin[other]
    length: cython.Py_ssize_t = end[one] - first
    if end[other] - second != length:
        return False
    while at < length and codes[first + at] == codes[second + at]:
        at += 1
    return at == length


def may_repeat(codes: NDArray[np.uint32], texts: StrippedTexts, title: str, shortest: int, longest: int) -> Longs:
    """The texts between two lengths that the title may hold: it has their first letters, or these have a colon.

    The shortest has eight letters, the number of those.
    """
    said = np.frombuffer(title.encode("utf-32-le", "surrogatepass"), np.uint32)
    flags = np.zeros(len(texts.begin), np.uint8)
    if len(codes):
        held = view(np.zeros(_OPENINGS + 1, np.uint8))
        _may_repeat(view(codes), view(texts.begin), view(texts.end), view(said), held, shortest, longest, view(flags))
    return flags.nonzero()[0]


@cython.cfunc
def _may_repeat(
    codes: cython.const[cython.uint][::1],
    begin: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    title: cython.const[cython.uint][::1],
    held: cython.uchar[::1],
    shortest: cython.Py_ssize_t,
    longest: cython.Py_ssize_t,
    flags: cython.uchar[::1],
) -> None:
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(title) - _OPENING + 1):
            held[_opening(title, at)] = 1
        for row in range(len(flags)):
            first: cython.Py_ssize_t = begin[row]
            stop: cython.Py_ssize_t = end[row]
            if shortest <= stop - first <= longest:
                found: cython.bint = held[_opening(codes, first)] != 0
                for at in range(first, first + _OPENING):
                    found |= codes[at] == _COLON
                flags[row] = found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _opening(codes: cython.const[cython.uint][::1], at: cython.Py_ssize_t) -> cython.uint:
    """Which of the kinds of openings stands from here on."""
    kind: cython.uint = 0
    letter: cython.Py_ssize_t
    for letter in range(at, at + _OPENING):
        kind = (kind * 17 + codes[letter]) & _OPENINGS
    return kind


def may_be_said_in(codes: NDArray[np.uint32], start: Longs, said: str) -> Bools:
    """Per text whether its letters and digits may stand in what is said, given in small letters and without signs.

    A text whose first four are of ASCII does not where these do not.
    """
    flags = np.ones(len(start) - 1, np.bool_)
    letters = np.frombuffer(said.encode("utf-32-le", "surrogatepass"), np.uint32)
    if len(codes):
        held = view(np.zeros(_OPENINGS + 1, np.uint8))
        _may_be_said(view(codes), view(start), view(letters), held, view(flags.view(np.uint8)))
    return flags


@cython.cfunc
def _may_be_said(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    said: cython.const[cython.uint][::1],
    held: cython.uchar[::1],
    flags: cython.uchar[::1],
) -> None:
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    kind: cython.uint = 0
    with cython.nogil:
        for at in range(len(said)):  # of four letters each, as those before have left the number
            kind = (kind * 8 + said[at]) & _OPENINGS
            held[kind] = 1
        for row in range(len(flags)):
            kind = 0
            letters: cython.int = 0
            at = start[row]
            while at < start[row + 1] and letters < 4 and codes[at] < 128:
                code: cython.uint = codes[at]
                if 65 <= code <= 90:
                    code += 32
                if 48 <= code <= 57 or 97 <= code <= 122:
                    kind = (kind * 8 + code) & _OPENINGS
                    letters += 1
                at += 1
            if letters == 4:
                flags[row] = held[kind]


def fill_totals(
    counted: NDArray[np.float32],
    at: Ints,
    text: Longs,
    context: Ints,
    anchor: Ints,
    heading: NDArray[np.int8],
    date: Bools,
    shown: Bools,
    around: Ints,
    bits: tuple[int, Ints, Ints],
    short: float,
    long: float,
) -> tuple[Ints, Ints]:
    """The running totals of `rows.COLUMNS`, a row more than there are texts, and the units of each text.

    All are whole numbers, and no page has as many units as 32 bits hold.

    `at` are the columns of `counted` for units, digits, stops, breaks and capitals, `bits` those of `context` for
    controls and places, and those of `around` for the parts of names, `short` and `long` the units of such texts.
    """
    control, places, inner = bits
    totals = np.zeros((len(text) + 1, 14 + len(places) + len(inner)), np.int32)
    units = np.empty(len(text), np.int32)
    _fill_totals(
        view(counted),
        view(at),
        view(text),
        view(context),
        view(anchor),
        view(heading),
        view(date.view(np.uint8)),
        view(shown.view(np.uint8)),
        view(around),
        control,
        view(places),
        view(inner),
        short,
        long,
        view(np.zeros(len(text), np.int32)),
        view(units),
        view(totals),
    )
    return totals, units


@cython.cfunc
def _fill_totals(
    counted: cython.const[cython.float][:, ::1],
    at: cython.const[cython.int][::1],
    text: cython.const[cython.longlong][::1],
    context: cython.const[cython.int][::1],
    anchor: cython.const[cython.int][::1],
    heading: cython.const[cython.schar][::1],
    date: cython.const[cython.uchar][::1],
    shown: cython.const[cython.uchar][::1],
    around: cython.const[cython.int][::1],
    control: cython.int,
    places: cython.const[cython.int][::1],
    inner: cython.const[cython.int][::1],
    short: cython.double,
    long: cython.double,
    often: cython.int[::1],
    units: cython.int[::1],
    totals: cython.int[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    after_places: cython.Py_ssize_t = 14 + len(places)
    with cython.nogil:
        for row in range(len(text)):
            often[text[row]] += 1
        for row in range(len(text)):
            size: cython.int = cython.cast(cython.Py_ssize_t, counted[row, at[0]]) if shown[row] else 0
            times: cython.int = often[text[row]]
            linked: cython.bint = anchor[row] >= 0
            to: cython.Py_ssize_t = row + 1
            units[row] = size
            for column in range(totals.shape[1]):
                totals[to, column] = totals[row, column]
            if context[row] & control:
                totals[to, 13] += 1
            if not shown[row]:
                continue
            totals[to, 0] += 1
            totals[to, 1] += size
            for column in range(1, 5):
                totals[to, 2 + column] += cython.cast(cython.Py_ssize_t, counted[row, at[column]])
            if date[row]:
                totals[to, 7] += 1
            if linked:
                totals[to, 2] += size
                if 2 < size <= short and not date[row]:
                    totals[to, 8] += 1
            elif size >= long:
                totals[to, 11] += size
            if times > 2:
                totals[to, 9] += size
            if times > 1 and size >= short:
                totals[to, 10] += size
            if heading[row] > 0:
                totals[to, 12] += size
            for column in range(len(places)):
                if context[row] & places[column]:
                    totals[to, 14 + column] += size
            for column in range(len(inner)):
                if around[row] & inner[column]:
                    totals[to, after_places + column] += size
