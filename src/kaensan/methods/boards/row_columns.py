# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops over the names and texts of a page that may have posts: the kinds of words in names, numbers, and sums.

Part of the kernel (see `kaensan.kernel`). Values lie within the markup, a letter that is looked up in the table of
words is below 26, and the table names only places that it has.
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

__all__ = ["WordKinds", "fill_totals", "number_texts", "word_kinds", "word_table"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

_LETTERS = cython.declare(cython.int, 26)


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


def number_texts(texts: list[str]) -> Longs:
    """A number for every text, the same for equal ones, in the order in which they occur."""
    numbers = np.empty(len(texts), np.int64)
    _number_texts(texts, view(numbers))
    return numbers


@cython.cfunc
def _number_texts(texts: list, numbers: cython.longlong[::1]) -> None:
    at: cython.Py_ssize_t
    known: dict = {}
    for at in range(len(texts)):
        numbers[at] = known.setdefault(texts[at], len(known))


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
