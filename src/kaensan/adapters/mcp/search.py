"""The passages of a page that are nearest to a question, by their words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kaensan.adapters.mcp.parts import pieces
from kaensan.document import Section
from kaensan.thai.words import segment

__all__ = ["Passage", "search_sections"]

_SATURATION = 1.2
"""k1 of BM25, as its authors have it: how soon a repeated word stops counting more."""
_LENGTH = 0.75
"""b of BM25, likewise: how much a long passage has to hold more to rank the same."""
_NEAR = 0.25
"""Share of the best passage's score that another one needs: below it only words such as "the" are shared."""
_LONGEST = 1500
"""Characters of a passage, about a quarter of a printed page; longer ones are cut where a reader would pause."""
_MOST_WORDS = 64
"""Words of a question that are looked for: every word of a page is held against each."""
_SHORTEST_PART = 3
"""Characters of a Thai word that may be a part of another; shorter ones begin too many."""
_LONGEST_HEADING = 300
"""Characters of a heading that are shown over each of its passages, and that count as theirs."""
_SHORTEST_STEM = 4
"""Letters that an English word keeps when its ending is taken off."""
_ENDINGS = ("ing", "ed", "es", "s", "e")
"""Endings that tell forms of one English word apart: opens, opening, opened."""


@dataclass(frozen=True)
class Passage:
    """A paragraph, an item or a table that answers, with the headings it stands under."""

    headings: tuple[str, ...]
    text: str
    score: float
    """how near it is to the question, as BM25 counts; comparable within one page only"""


def search_sections(sections: Sequence[Section], question: str, count: int) -> list[Passage]:
    """The `count` passages nearest to a question, best first; none where no word of it is on the page.

    The words of the headings over a passage count as its own.
    """
    wanted = list(dict.fromkeys(_words(question)))[:_MOST_WORDS]
    paths = [tuple(heading[:_LONGEST_HEADING] for heading in section.path) for section in sections]
    passages = [(path, text) for path, section in zip(paths, sections, strict=True) for text in _passages(section)]
    headings = {heading: Counter(_words(heading)) for heading in {heading for path in paths for heading in path}}
    words = [Counter(_words(text)) for _, text in passages]
    lengths = [sum(counted.values()) for counted in words]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    means = _meanings(set().union(*words, *headings.values()), wanted)
    above = {heading: _asked(counted, means) for heading, counted in headings.items()}
    counts = [
        sum((above[heading] for heading in path), _asked(counted, means))
        for (path, _), counted in zip(passages, words, strict=True)
    ]
    holding = Counter(word for counted in counts for word in counted)
    rarity = {word: math.log(1 + (len(counts) - held + 0.5) / (held + 0.5)) for word, held in holding.items()}
    found = []
    for (path, text), counted, length in zip(passages, counts, lengths, strict=True):
        score = sum(rarity[word] * _weight(times, length / mean) for word, times in counted.items())
        found.append(Passage(path, text, round(score, 3)))
    found = sorted(found, key=lambda passage: -passage.score)[:count]
    return [passage for passage in found if passage.score > 0 and passage.score >= _NEAR * found[0].score]


def _meanings(vocabulary: set[str], wanted: Sequence[str]) -> dict[str, list[str]]:
    """For the words of a page the words of the question that they count as.

    Where words are written without spaces, one may be a part of another: เวลาเปิด answers to เปิด and to เวลา.
    """
    means = {asked: [asked] for asked in wanted if asked.isascii() and asked in vocabulary}
    for word in vocabulary:
        if word.isascii():  # a part of no other word
            continue
        same = [asked for asked in wanted if asked == word or _is_part(asked, word) or _is_part(word, asked)]
        if same:
            means[word] = same
    return means


def _is_part(word: str, whole: str) -> bool:
    long_enough = len(word) >= _SHORTEST_PART and not word.isascii()
    return long_enough and (whole.startswith(word) or whole.endswith(word))


def _asked(counted: Counter[str], means: dict[str, list[str]]) -> Counter[str]:
    """How often each word of the question is meant by the words of a passage."""
    asked: Counter[str] = Counter()
    for word in counted.keys() & means.keys():
        for meant in means[word]:
            asked[meant] += counted[word]
    return asked


def _passages(section: Section) -> Iterator[str]:
    """The lines of a section without its heading; the rows of a table, whose cells are apart by tabs, are together."""
    lines = section.text.split("\n")
    if section.path and lines[0] == section.path[-1]:
        del lines[0]
    for is_table, group in groupby(lines, lambda line: "\t" in line):
        rows = list(group)
        for text in ["\n".join(rows).replace("\t", " | ")] if is_table else rows:
            yield from (piece.strip() for piece in pieces(text, _LONGEST) if piece.strip())


def _words(text: str) -> list[str]:
    return [_stem(piece.casefold()) for piece in segment(text) if any(map(str.isalnum, piece))]


def _stem(word: str) -> str:
    """A word without its ending, where it is English.

    >>> _stem("opening"), _stem("closes"), _stem("close"), _stem("bus"), _stem("เรือ")
    ('open', 'clos', 'clos', 'bus', 'เรือ')
    """
    if word.isascii():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
                return word[: -len(ending)]
    return word


def _weight(count: int, relative_length: float) -> float:
    return count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH + _LENGTH * relative_length))
