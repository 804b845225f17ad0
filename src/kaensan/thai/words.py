"""From text to words: Thai by a dictionary, every other script by the Unicode word boundaries.

One engine is pinned, with its dictionary inside the package, so a text is cut the same way everywhere and offline.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Literal

from kaensan.frozen_records import record
from kaensan.thai.boundaries import split
from kaensan.thai.cjk import bigrams, recut
from kaensan.thai.dictionary import Dictionary, standard_dictionary
from kaensan.thai.newmm import cut

__all__ = ["STANDARD", "Segmentation", "is_word", "segment", "words"]

_THAI = re.compile("[\u0e00-\u0e7f]")
_MARKS = frozenset("ๆฯ")


@record
class Segmentation:
    """How a text is cut. With the defaults the result is the same everywhere and needs no extra."""

    dictionary: Dictionary | None = None
    """the standard dictionary where none is given"""
    thai: Literal["newmm", "nlpo3"] = "newmm"
    """`nlpo3` is faster, needs the extra `thai`, and cuts some words otherwise"""
    cjk: Literal["characters", "words"] = "characters"
    """`words` cuts Chinese and Japanese by dictionaries and needs the extra `cjk`"""


STANDARD = Segmentation()


def segment(text: str, options: Segmentation = STANDARD) -> list[str]:
    """Cut a text into words, spaces and signs; the pieces join to the text.

    The text should be normalised, as the text of a `Page` is. Chinese and Japanese characters come one by one.

    >>> segment("ผู้ที่ชอบ coffee 3.5 แก้ว")
    ['ผู้', 'ที่', 'ชอบ', ' ', 'coffee', ' ', '3.5', ' ', 'แก้ว']
    """
    if _THAI.search(text):
        pieces: list[str] = []
        for thai, run in groupby(_cut_thai(text, options), _is_thai):
            together = list(run)
            pieces += together if thai else split("".join(together))
    else:
        pieces = split(text)
    if options.cjk == "words":
        pieces = recut(pieces)
    phrases = options.dictionary.phrases if options.dictionary else None
    return _joined(pieces, phrases) if phrases else pieces


def words(text: str, options: Segmentation = STANDARD) -> list[str]:
    """The words of a text, in order, without spaces and signs.

    Single Chinese and Japanese characters come as overlapping pairs.

    >>> words("ปี 2567: น้ำท่วม, floods!")
    ['ปี', '2567', 'น้ำท่วม', 'floods']
    """
    return [piece for piece in bigrams(segment(text, options)) if is_word(piece)]


def is_word(piece: str) -> bool:
    """Whether a piece is a word or a number, and not white space, a sign or a stray mark."""
    return any(map(str.isalnum, piece)) and not _MARKS.issuperset(piece)


def _cut_thai(text: str, options: Segmentation) -> list[str]:
    dictionary = options.dictionary or standard_dictionary()
    if options.thai == "newmm":
        return cut(text, dictionary.entries)
    from kaensan.thai import nlpo3

    return nlpo3.cut(text, dictionary)


def _is_thai(piece: str) -> bool:
    return "\u0e00" <= piece[0] <= "\u0e7f"


def _joined(pieces: list[str], phrases: frozenset[str]) -> list[str]:
    """Put the phrases of a dictionary together again, longest first."""
    known = {tuple(segment(phrase)) for phrase in phrases}
    lengths: dict[str, list[int]] = {}
    for phrase in sorted(known, key=len, reverse=True):
        lengths.setdefault(phrase[0], []).append(len(phrase))
    joined: list[str] = []
    place = 0
    while place < len(pieces):
        sizes = lengths.get(pieces[place], ())
        length = next((size for size in sizes if tuple(pieces[place : place + size]) in known), 1)
        joined.append("".join(pieces[place : place + length]))
        place += length
    return joined
