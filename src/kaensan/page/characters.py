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
def _table() -> NDArray[np.uint16]:
    """What `count_characters` reads of every code point of the basic plane, and one entry for all beyond."""
    # As bytes, two a category: building an array of strings would take most of the time of a first page.
    categories = "".join(map(unicodedata.category, map(chr, range(0x10000)))).encode()
    family, category = np.frombuffer(categories, "S1")[::2], np.frombuffer(categories, "S2")
    units = np.full(0x10000, LETTER, np.int64)
    units[family == b"M"] = 1
    units[(family == b"Z") | (family == b"C")] = 0
    for first, last, letters in _HEAVY:
        units[first : last + 1] = letters * LETTER
    space = (family == b"Z") | np.isin(np.arange(0x10000), [9, 10, 11, 12, 13])
    flags = (category == b"Nd", _among(_STOPS), _among(_SEPARATORS), category == b"Lu", space, category == b"Sc")
    table = np.full(0x10001, 2 * LETTER, np.uint16)  # beyond the basic plane: rare Han and emoji
    table[:-1] = units
    for bit, flag in enumerate(flags, start=_UNIT_BITS):
        table[:-1] |= flag.astype(np.uint16) << bit
    return table


def _among(characters: str) -> NDArray[np.bool_]:
    table = np.zeros(0x10000, np.bool_)
    table[[ord(char) for char in characters]] = True
    return table


def counts(texts: Texts) -> NDArray[np.float32]:
    """A row per text and a column per name in `COUNTED`."""
    return count_characters(texts.codes, texts.start, _table(), len(COUNTED))
