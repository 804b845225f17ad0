"""How many words a text has, in every script, for all rows of a page at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Texts
from kaensan.thai.words import words

__all__ = ["word_counts"]

_SPACE, _LETTER, _CHARACTER, _THAI = 0, 1, 2, 3


def _kinds() -> NDArray[np.uint8]:
    """What each code point is to somebody who counts words; the last entry stands for all beyond the table."""
    kind = np.full(0x10001, _LETTER, np.uint8)
    kind[[code for code in range(0x3001) if chr(code).isspace()]] = _SPACE
    for first, last in ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF)):
        kind[first : last + 1] = _CHARACTER
    kind[0x0E00:0x0E80] = _THAI
    return kind


_KIND = _kinds()


def word_counts(texts: Texts, wanted: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """Words of each row: runs without white space, characters in Chinese and Japanese, segmented words in Thai.

    Rows that are not `wanted` count 0; segmentation is the one costly part.
    """
    codes = texts.codes
    kind = _KIND[np.minimum(codes, len(_KIND) - 1)]
    joined = (kind == _LETTER) | (kind == _THAI)
    begins = joined.copy()
    begins[1:] &= ~joined[:-1]
    begins[texts.start[:-1]] = joined[texts.start[:-1]]
    counts = texts.sums(begins | (kind == _CHARACTER))
    if wanted is not None:
        counts[~wanted] = 0
    thai = texts.sums(kind == _THAI) > 0
    if wanted is not None:
        thai &= wanted
    for row in np.flatnonzero(thai).tolist():
        counts[row] = len(words(texts.strings[row]))
    return counts
