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
from kaensan.page.counting import count_characters, highest_code

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
    table = np.zeros(size + 1, np.uint16)
    table[-1] = 2 * LETTER  # beyond the basic plane: rare Han and emoji
    for first, last, letters in _HEAVY:
        table[first : min(last + 1, size)] = letters * LETTER
    others = (table[:-1] == 0).nonzero()[0]
    categories = map(unicodedata.category, map(chr, others.tolist()))
    table[others] = np.fromiter(map(_of_category, categories), np.uint16, len(others))
    for counted, characters in _LISTED.items():
        table[[ord(char) for char in characters if ord(char) < size]] |= _bit(counted)
    return table


def _bit(counted: str) -> int:
    """The bit of a kind of characters that is counted."""
    return 1 << (COUNTED.index(counted) - 1 + _UNIT_BITS)


@cache
def _of_category(category: str) -> int:
    """What a category of characters counts as: units in the lowest bits, and a bit for each further kind."""
    units = {"M": 1, "Z": 0, "C": 0}.get(category[0], LETTER)
    kind = {"Nd": "digits", "Lu": "capitals", "Sc": "money"}.get(category, "breaks" if category[0] == "Z" else "")
    return units | (_bit(kind) if kind else 0)


_LISTED = {"stops": _STOPS, "separators": _SEPARATORS, "breaks": "\t\n\v\f\r"}


def counts(texts: Texts) -> NDArray[np.float32]:
    """A row per text and a column per name in `COUNTED`."""
    codes = texts.codes
    simple = highest_code(codes) < _SIMPLE
    return count_characters(codes, texts.start, _table(_SIMPLE if simple else _BASIC_PLANE), len(COUNTED))
