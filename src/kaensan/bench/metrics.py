"""How well an extraction matches the gold text: today's common measures, and each paper's own.

Two texts go in, numbers come out. Nothing here is quadratic in practice: a page of 50,000 words takes a fraction of a
second in every measure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import NamedTuple

__all__ = ["Score", "trigram_f1", "trigrams", "word_f1", "words"]

_WORD = re.compile(r"\w+")


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each 0…1."""

    precision: float
    recall: float
    f1: float


def score(matched: float, extracted: float, expected: float) -> Score:
    """The score of `matched` units out of those extracted and those expected.

    Nothing extracted where nothing was expected is perfect; nothing on one side only is worth 0.
    """
    if not extracted and not expected:
        return Score(1.0, 1.0, 1.0)
    precision = matched / extracted if extracted else 0.0
    recall = matched / expected if expected else 0.0
    return Score(precision, recall, 2 * matched / (extracted + expected))


def words(text: str) -> list[str]:
    r"""The words of a text as WCXB counts them: runs of `\w` in lower case.

    >>> words("It's 5 o'clock.")
    ['it', 's', '5', 'o', 'clock']
    """
    return _WORD.findall(text.lower())


def trigrams(text: str) -> list[str]:
    """Every three neighbouring characters of a text, white space removed; a shorter text is its own only gram.

    >>> trigrams("ก ข ค ง")
    ['กขค', 'ขคง']
    """
    packed = "".join(text.split())
    if len(packed) < 3:
        return [packed] if packed else []
    return [packed[at : at + 3] for at in range(len(packed) - 2)]


def word_f1(extracted: str, expected: str) -> Score:
    """The WCXB measure: overlap of the two multisets of words.

    >>> word_f1("a b b c", "A b d")
    Score(precision=0.5, recall=0.6666666666666666, f1=0.5714285714285714)
    """
    return _overlap(words(extracted), words(expected))


def trigram_f1(extracted: str, expected: str) -> Score:
    """Overlap of the two multisets of character trigrams, for text without spaces between words."""
    return _overlap(trigrams(extracted), trigrams(expected))


def _overlap(extracted: Iterable[Hashable], expected: Iterable[Hashable]) -> Score:
    found, gold = Counter(extracted), Counter(expected)
    if len(found) > len(gold):
        matched = sum(min(count, found[unit]) for unit, count in gold.items())
    else:
        matched = sum(min(count, gold[unit]) for unit, count in found.items())
    return score(matched, found.total(), gold.total())
