"""How many words a text has, in every script, for all rows of a page at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Texts
from kaensan.thai.words import words

__all__ = ["word_counts"]

_SPACE, _LETTER, _CHARACTER, _THAI = 0, 1, 2, 3
_SEGMENTED = 20_000
"""Thai characters of a page that are segmented; the words of the rest are estimated by their length"""


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

    Rows that are not `wanted` count 0. Segmentation is the one costly part, so past 20,000 Thai characters words are
    taken to be as long as those before.
    """
    kind = _KIND[np.minimum(texts.codes, len(_KIND) - 1)]
    solid = kind != _SPACE
    begins = solid & (kind != _CHARACTER)
    begins[1:] &= ~solid[:-1] | (kind[:-1] == _CHARACTER)
    begins[texts.start[:-1]] = solid[texts.start[:-1]]
    counts = texts.sums(begins | (kind == _CHARACTER))
    if wanted is not None:
        counts[~wanted] = 0
    thai = kind == _THAI
    if thai.any():
        _count_thai(texts, counts, texts.sums(thai))
    return counts


def _count_thai(texts: Texts, counts: NDArray[np.int64], characters: NDArray[np.int64]) -> None:
    """Put the words of the rows that have Thai characters in place."""
    rows = np.flatnonzero((characters > 0) & (counts > 0))
    segmented = rows[: np.searchsorted(characters[rows].cumsum(), _SEGMENTED) + 1]
    found = [len(words(texts.strings[row][:_SEGMENTED])) for row in segmented.tolist()]
    seen = np.minimum(characters[segmented], _SEGMENTED).sum()
    rate = sum(found) / max(seen, 1)
    counts[rows] = np.maximum(np.rint(characters[rows] * rate), counts[rows])
    short = characters[segmented] <= _SEGMENTED
    counts[segmented[short]] = np.array(found, np.int64)[short]
