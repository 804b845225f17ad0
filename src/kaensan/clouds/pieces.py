"""The distinct pieces of a text: which are words, which carry a topic, and which only separate."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from kaensan.clouds.stopwords import foreign_language, is_figure, stopwords
from kaensan.thai.words import is_word

__all__ = ["Kind", "Vocabulary", "joined_dates", "read_pieces", "without_possessives"]

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_CJK = re.compile(f"[{_HAN}\u3041-\u30ff\uff66-\uff9f]")
_CHARACTER = re.compile(f"[{_HAN}]$")
_HIRAGANA = re.compile("[\u3041-\u309f]+$")
_ADDRESS = re.compile(r"www\.|[a-z0-9.-]+\.(?:com|net|org|info|biz|edu|gov|io|th|html?|php|jpe?g|png)$")
_LONGEST = 64
"""Letters of a word: what is longer is an address, data or a run of marks, and shaping it takes long."""
_THAI_LINKS = ["แห่ง", "เพื่อ", "การ", "ความ", "ผู้", "บาง", "ใหญ่", "น้อย", "ใหม่", "ใน", "นอก", "บน", "กลาง", "ทาง", "ด้าน"]
_LINKS = frozenset([*_THAI_LINKS, "of", "de", "du", "des", "del", "della", "di", "da", "do", "von", "van"])
"""Words without a topic that stand inside names: Bank of Siam, ธนาคารแห่งประเทศไทย."""


_APOSTROPHES = str.maketrans("’ʼ＇", "'''")  # typographic apostrophes, as in don’t, to the one that lists have
_ENDINGS = (
    ("ies", "y"),
    ("es", ""),
    ("s", ""),
    ("ied", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
)
"""endings of English forms, and what the base form has instead"""
_SHORTEST = 3  # letters of a base form: shorter ones are other words more often than not


class Kind(IntEnum):
    """What a piece is to a cloud."""

    BREAK = 0
    """a sign, a number, a line end: nothing is joined across it"""
    SPACE = 1
    CHARACTER = 2
    """a Chinese character that was not cut into words: pairs of them are terms"""
    STOP = 3
    """a word without a topic"""
    LETTER = 4
    """a single Thai letter: left over where the dictionary lacks a word, so it may be part of a compound"""
    TOPIC = 5
    """a word that can be a term"""


@dataclass(frozen=True)
class Vocabulary:
    """Columns over the distinct pieces of a text, and the text as a sequence of their numbers."""

    pieces: list[str]
    """the distinct pieces, in order of appearance"""
    kind: NDArray[np.int8]
    spaced: NDArray[np.bool_]
    """the word is of a script that puts spaces between words"""
    joinable: NDArray[np.bool_]
    """the word may become part of a compound: a topic, a letter, or what links two"""
    key: NDArray[np.int32]
    """the first piece that is the same word in another case, or its base form where that occurs too"""
    sequence: NDArray[np.int32]
    language: str
    """the language of the words that are not Thai"""
    dropped: frozenset[str]
    """words without a topic, in lower case"""


def without_possessives(pieces: list[str]) -> list[str]:
    """Cut the ending of an English possessive off, as a piece of its own: potter’s is the potter.

    >>> without_possessives(["the", " ", "potter’s", " ", "kiln"])
    ['the', ' ', 'potter', '’s', ' ', 'kiln']
    """
    cut: list[str] = []
    for piece in pieces:
        if len(piece) > _SHORTEST and piece[-1] == "s" and piece[-2] in _POSSESSIVE:
            cut += [piece[:-2], piece[-2:]]
        else:
            cut.append(piece)
    return cut


def joined_dates(pieces: list[str]) -> list[str]:
    """Put a Thai weekday together, which the dictionary has as two words, and say that, which it cuts wrongly.

    >>> joined_dates(["วัน", "เสาร์", "บอ", "กว่า"])
    ['วันเสาร์', 'บอกว่า']
    """
    joined: list[str] = []
    for piece in pieces:
        if joined and (joined[-1], piece) in _JOINED:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


_POSSESSIVE = "'’ʼ＇"
_WEEKDAYS = ("จันทร์", "อังคาร", "พุธ", "พฤหัส", "พฤหัสบดี", "ศุกร์", "เสาร์", "อาทิตย์")
_JOINED = frozenset([*(("วัน", day) for day in _WEEKDAYS), ("บอ", "กว่า")])
"""Two pieces that are one word here: a weekday alone would be a planet, and บอ กว่า is บอกว่า, "said that"."""


def read_pieces(
    sequence: list[str], language: str | None = None, ignored: Iterable[str] = (), *, figures: bool = False
) -> Vocabulary:
    """Number the pieces of a text and tell what each is; `ignored` are further words to leave out.

    Words that only count, measure or date are left out too, unless `figures` are wanted.
    """
    numbers: dict[str, int] = {}
    codes = np.array([numbers.setdefault(piece, len(numbers)) for piece in sequence], np.int32)
    pieces = list(numbers)
    folded = [piece.casefold().translate(_APOSTROPHES) for piece in pieces]
    thai = np.array(["\u0e00" <= piece[0] <= "\u0e7f" for piece in pieces], np.bool_)
    cjk = np.array([_CJK.match(piece) is not None for piece in pieces], np.bool_)
    chosen = language if language and language != "th" else foreign_language(_counts(folded, codes, thai))
    languages = {"th", "en", chosen} | ({"zh", "ja"} if cjk.any() else set())
    dropped = frozenset(word.casefold() for word in ignored).union(*map(stopwords, languages))
    if not figures:
        dropped |= frozenset(filter(is_figure, folded))
    kind = np.array([_kind(word, dropped) for word in folded], np.int8)
    topics = frozenset(word for word, what in zip(folded, kind.tolist(), strict=True) if what == Kind.TOPIC)
    forms = [_base_form(word, topics) for word in folded] if chosen == "en" else folded
    first: dict[str, int] = {}
    for number, word in enumerate(folded):
        first.setdefault(word, number)
    return Vocabulary(
        pieces=pieces,
        kind=kind,
        spaced=~(thai | cjk),
        joinable=((kind >= Kind.LETTER) & ~cjk) | np.array([word in _LINKS for word in folded], np.bool_),
        key=np.array([first[word] for word in forms], np.int32),
        sequence=codes,
        language=chosen,
        dropped=dropped,
    )


def _base_form(word: str, topics: frozenset[str]) -> str:
    """The base form of an English word where the text has that too, else the word itself.

    >>> _base_form("tigers", frozenset({"tiger"})), _base_form("tigers", frozenset())
    ('tiger', 'tigers')
    """
    if not word.isascii():
        return word
    for ending, instead in _ENDINGS:
        base = word.removesuffix(ending) + instead if word.endswith(ending) else ""
        if len(base) >= _SHORTEST and base in topics:
            return base
    return word


def _counts(folded: list[str], codes: NDArray[np.int32], thai: NDArray[np.bool_]) -> dict[str, int]:
    """How often the words occur that are not Thai."""
    occurrences = np.bincount(codes, minlength=len(folded))
    counts: dict[str, int] = {}
    for number in np.flatnonzero(~thai).tolist():
        word = folded[number]
        if word[0].isalpha():
            counts[word] = counts.get(word, 0) + int(occurrences[number])
    return counts


def _kind(word: str, dropped: frozenset[str]) -> Kind:
    if len(word) > _LONGEST:
        return Kind.BREAK
    if word.isspace():
        return Kind.SPACE if word == " " else Kind.BREAK
    if not is_word(word) or _ADDRESS.match(word):
        return Kind.BREAK
    if len(word) == 1 and "ก" <= word <= "ฮ":
        return Kind.LETTER
    if word in dropped or word == "'s" or _HIRAGANA.match(word):
        return Kind.STOP
    if not any(map(str.isalpha, word)):
        return Kind.BREAK
    if _CHARACTER.match(word):
        return Kind.CHARACTER
    return Kind.STOP if len(word.strip(".")) == 1 else Kind.TOPIC
