"""Posts whose author and date stand where their words do.

Plain boards give the words of a post no element of their own. A name, a date and the words are one run of texts, or
every other element is the head of the next one. Where nearly all posts open or close with a short text that holds a
date, that text is none of their words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from kaensan.methods.boards.ranking import Ranking
from kaensan.threads.post_records import Records

__all__ = ["with_inner_heads", "without_heads"]

_COMMON = 0.8
"""share of the posts that must open, or close, with a head"""
_FEWEST = 3
"""posts that must be alike"""
_ROWS = 6
"""texts of a head: a name, a rank, a number, a date and what is written between them"""
_LONGEST = 120
"""characters of a head"""

Span = tuple[int, int]
"""rows from the first to the one behind the last"""


def with_inner_heads(ranking: Ranking, records: Records) -> Records | None:
    """The records with the heads in their bodies outside of what they say; None where there are none."""
    for find in (_opening, _closing):
        heads = _heads(ranking, records, find)
        if len(heads) >= _FEWEST and sum(first < end for first, end in heads) >= _COMMON * len(heads):
            body = records.body.copy()
            for first, end in heads:
                body[first:end] = False
            return replace(records, body=body, heads=tuple(heads))
    return None


def without_heads(ranking: Ranking, bodies: list[int]) -> list[int]:
    """The bodies without those that are nothing but the head of the next one, where about every other one is."""
    heads = [_is_head(ranking, body) for body in bodies]
    alone = any(one and other for one, other in pairwise([*heads, True]))  # a head that no body follows
    if alone or sum(heads) < max(_FEWEST, _COMMON * len(heads) / 2):
        return bodies
    return [body for body, head in zip(bodies, heads, strict=True) if not head]


def _heads(ranking: Ranking, records: Records, find: Callable[[Ranking, int, int], Span]) -> list[Span]:
    elements = ranking.page.elements
    return [find(ranking, int(elements.first_text[body]), int(elements.end_text[body])) for body in records.bodies]


def _opening(ranking: Ranking, first: int, end: int) -> Span:
    """The rows up to a date; none where words come before it or none after it."""
    length = 0
    for row in range(first, min(first + _ROWS, end - 1)):
        length += len(ranking.page.texts.strings[row].strip())
        if length > _LONGEST:
            break
        if ranking.rows.date[row] and ranking.rows.readable[row]:
            return first, row + 1
    return first, first


def _closing(ranking: Ranking, first: int, end: int) -> Span:
    """The rows of the last short element with a date in it, or the last row alone; none where no words come before."""
    elements, texts = ranking.page.elements, ranking.page.texts
    for row in range(end - 1, max(end - 1 - _ROWS, first), -1):
        if not (ranking.rows.date[row] and ranking.rows.readable[row]):
            continue
        begin, element = row, int(texts.parent[row])
        while int(elements.first_text[element]) > first and int(elements.end_text[element]) == end:
            begin, element = int(elements.first_text[element]), int(elements.parent[element])
        if _length(ranking, begin, end) <= _LONGEST:
            return begin, end
    return end, end


def _is_head(ranking: Ranking, body: int) -> bool:
    """Whether an element holds a date and no more than a head does."""
    elements, rows = ranking.page.elements, ranking.rows
    first, end = int(elements.first_text[body]), int(elements.end_text[body])
    dated = end - first <= _ROWS and bool((rows.date[first:end] & rows.readable[first:end]).any())
    return dated and _length(ranking, first, end) <= _LONGEST


def _length(ranking: Ranking, first: int, end: int) -> int:
    return sum(len(text.strip()) for text in ranking.page.texts.strings[first:end])
