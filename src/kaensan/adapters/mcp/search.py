"""The blocks of a page that are nearest to a question, by their words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kaensan.document import Block
from kaensan.thai.words import segment

__all__ = ["Passage", "search_blocks"]

_SATURATION = 1.2  # k1 of BM25: how soon a repeated word stops counting more
_LENGTH = 0.75  # b of BM25: how much a long block has to hold more to rank the same

_LONGEST_HEADING = 300
"""characters of a heading that are shown over each of its passages"""


@dataclass(frozen=True)
class Passage:
    """A block that answers, with the headings it stands under."""

    headings: tuple[str, ...]
    text: str
    score: float
    """how near it is to the question, as BM25 counts; comparable within one page only"""


def search_blocks(blocks: Sequence[Block], question: str, count: int) -> list[Passage]:
    """The `count` blocks nearest to a question, best first; none where no word of it is on the page."""
    words = [Counter(_words(block.text)) for block in blocks]
    wanted = set(_words(question))
    lengths = [sum(counted.values()) for counted in words]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    rarity = {word: _rarity(sum(word in counted for counted in words), len(words)) for word in wanted}
    paths = _heading_paths(blocks)
    passages = []
    for block, counted, length, path in zip(blocks, words, lengths, paths, strict=True):
        score = sum(rarity[word] * _weight(counted[word], length / mean) for word in wanted & counted.keys())
        if score > 0 and block.kind != "heading":
            passages.append(Passage(path, block.text, round(score, 3)))
    return sorted(passages, key=lambda passage: -passage.score)[:count]


def _words(text: str) -> list[str]:
    return [piece.casefold() for piece in segment(text) if any(map(str.isalnum, piece))]


def _rarity(holding: int, blocks: int) -> float:
    return math.log(1 + (blocks - holding + 0.5) / (holding + 0.5))


def _weight(count: int, relative_length: float) -> float:
    return count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH + _LENGTH * relative_length))


def _heading_paths(blocks: Sequence[Block]) -> list[tuple[str, ...]]:
    """The headings over each block, outermost first."""
    open_headings: list[tuple[int, str]] = []
    paths = []
    for block in blocks:
        if block.kind == "heading":
            open_headings = [heading for heading in open_headings if heading[0] < block.level]
        paths.append(tuple(text for _, text in open_headings))
        if block.kind == "heading":
            open_headings.append((block.level, block.text[:_LONGEST_HEADING]))
    return paths
