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

__all__ = ["COUNTED", "LETTER", "counts"]

LETTER = 2
"""Units of one Latin letter."""

COUNTED = ("units", "digits", "stops", "separators", "capitals", "breaks", "money")
"""What `counts` counts, in the order of its columns: units; digits; marks that end or part a sentence; marks that part
menu items; capital letters; white space inside the text, which in Thai parts phrases; currency signs."""

_BITS = 21
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
def _tables() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Per code point of the basic plane three packed numbers, each field wide enough for a long row."""
    category = np.array(list(map(unicodedata.category, map(chr, range(0x10000)))))
    family = category.astype("U1")
    units = np.full(0x10000, LETTER, np.int64)
    units[family == "M"] = 1
    units[(family == "Z") | (family == "C")] = 0
    for first, last, letters in _HEAVY:
        units[first : last + 1] = letters * LETTER
    space = (family == "Z") | np.isin(np.arange(0x10000), [9, 10, 11, 12, 13])
    fields = (
        (units, category == "Nd", _among(_STOPS)),
        (_among(_SEPARATORS), category == "Lu", space),
        (category == "Sc", np.zeros(0x10000), np.zeros(0x10000)),
    )
    packed = []
    for low, middle, high in fields:
        table = np.zeros(0x10001, np.int64)
        table[:-1] = low.astype(np.int64) | middle.astype(np.int64) << _BITS | high.astype(np.int64) << (2 * _BITS)
        packed.append(table)
    packed[0][-1] = 2 * LETTER  # beyond the basic plane: rare Han and emoji
    return packed[0], packed[1], packed[2]


def _among(characters: str) -> NDArray[np.bool_]:
    table = np.zeros(0x10000, np.bool_)
    table[[ord(char) for char in characters]] = True
    return table


def counts(texts: Texts) -> NDArray[np.float32]:
    """A row per text and a column per name in `COUNTED`."""
    if not len(texts):
        return np.zeros((0, len(COUNTED)), np.float32)
    codes = np.minimum(texts.codes, 0x10000)
    starts = texts.start[:-1]
    mask = (1 << _BITS) - 1
    columns: list[NDArray[np.int64]] = []
    for table in _tables():
        packed = np.add.reduceat(table[codes], starts)
        columns += [packed & mask, (packed >> _BITS) & mask, packed >> (2 * _BITS)]
    return np.stack(columns[: len(COUNTED)], axis=1).astype(np.float32)
