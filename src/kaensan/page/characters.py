"""Counting characters without knowing the language.

A *unit* is half of the weight of one Latin letter. Scripts that say more with one character weigh more, so that a
sentence has about the same length in every script: Han 3 letters, kana and Hangul 2, combining marks half a one.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Texts
from kaensan.page.counting import count_characters

__all__ = ["COUNTED", "LETTER", "counts"]

LETTER = 2
"""Units of one Latin letter."""

COUNTED = ("units", "digits", "stops", "separators", "capitals", "breaks", "money")
"""What `counts` counts, in the order of its columns: units; digits; marks that end or part a sentence; marks that part
menu items; capital letters; white space inside the text, which in Thai parts phrases; currency signs."""

_BASIC_PLANE = 0x10000
_SIMPLE = 0x3000
"""code points below those of East Asia: pages without such have a table that is soon made"""
_UNIT_BITS = 3  # the units of one character: at most six
_STOPS = ".,;:!?…。、，．！？；：।॥؟،؛๏ฯ"
_SEPARATORS = "|/\\»«›‹·•>→←–—-_*+~#@=[]{}()<^°©®™▲▼►◄★☆✓✔"
_HEAVY = (
    (0x3040, 0x30FF, 2),
    (0x3400, 0x4DBF, 3),
    (0x4E00, 0x9FFF, 3),
    (0xAC00, 0xD7AF, 2),
    (0x1100, 0x11FF, 2),
    (0xF900, 0xFAFF, 3),
    (0xFF66, 0xFF9F, 2),
)


@cache
def _table(size: int) -> NDArray[np.uint16]:
    """What `count_characters` reads of every code point below `size`, and one entry for all beyond the basic plane."""
    # As bytes, two a category: building an array of strings would take most of the time of a first page.
    categories = "".join(map(unicodedata.category, map(chr, range(size)))).encode()
    family, category = np.frombuffer(categories, "S1")[::2], np.frombuffer(categories, "S2")
    units = np.full(size, LETTER, np.int64)
    units[family == b"M"] = 1
    units[(family == b"Z") | (family == b"C")] = 0
    for first, last, letters in _HEAVY:
        units[first : last + 1] = letters * LETTER
    space = (family == b"Z") | np.isin(np.arange(size), [9, 10, 11, 12, 13])
    flags = (
        category == b"Nd",
        _among(_STOPS, size),
        _among(_SEPARATORS, size),
        category == b"Lu",
        space,
        category == b"Sc",
    )
    table = np.full(size + 1, 2 * LETTER, np.uint16)  # beyond the basic plane: rare Han and emoji
    table[:-1] = units
    for bit, flag in enumerate(flags, start=_UNIT_BITS):
        table[:-1] |= flag.astype(np.uint16) << bit
    return table


def _among(characters: str, size: int) -> NDArray[np.bool_]:
    table = np.zeros(size, np.bool_)
    table[[ord(char) for char in characters if ord(char) < size]] = True
    return table


def counts(texts: Texts) -> NDArray[np.float32]:
    """A row per text and a column per name in `COUNTED`."""
    codes = texts.codes
    simple = len(codes) == 0 or int(codes.max()) < _SIMPLE
    return count_characters(codes, texts.start, _table(_SIMPLE if simple else _BASIC_PLANE), len(COUNTED))
