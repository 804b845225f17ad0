"""Posts whose author and date stand where their words do.

Plain boards give the words of a post no element of their own. A name, a date and the words are one run of texts, or
every other element is the head of the next one. Where nearly all posts open or close with a short text that holds a
date, that text is none of their words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from kaensan.methods.boards.ranking import Ranking
from kaensan.page.normalise import letters_of
from kaensan.page.tags import tag_id
from kaensan.threads.body_notes import note_before, note_behind
from kaensan.threads.common_endings import without_common_endings
from kaensan.threads.post_numbers import is_post_number
from kaensan.threads.post_records import Records

__all__ = ["are_parts", "cells_with_words", "with_inner_heads", "without_heads", "without_notes"]

_COMMON = 0.8
"""share of the posts that must open, or close, with a head"""
_FEWEST = 3
"""posts that must be alike"""
_ROWS = 6
"""texts of a head: a name, a rank, a number, a date and what is written between them"""
_SUBJECT = 8
"""letters at the end of lines that are no coincidence"""
_LONGEST = 120
"""characters of a head"""

_ROW = tag_id("tr")

Span = tuple[int, int]
"""rows from the first to the one behind the last"""


def with_inner_heads(ranking: Ranking, records: Records) -> Records:
    """The records with the heads and feet in their bodies outside of what they say."""
    dated = _with_subjects(ranking, records, _common_spans(ranking, records, _opening))
    heads = dated or _common_spans(ranking, records, _number)
    feet = () if dated else _common_spans(ranking, records, _closing)
    return _without(records, heads, feet)


def without_notes(ranking: Ranking, records: Records) -> Records:
    """The records with notes on their being changed, signatures and common endings outside of what they say."""
    whole = _spans(ranking, records)
    spans = without_common_endings(ranking, whole)
    heads = tuple(note_before(ranking, *span) for span in spans)
    feet = tuple((note_behind(ranking, *span)[0], end) for span, (_, end) in zip(spans, whole, strict=True))
    found = any(first < end for first, end in (*heads, *feet))
    if not found:
        return records
    before, behind = records.heads or tuple((first, first) for first, _ in spans), records.feet
    heads = tuple((one[0], max(one[1], note[1])) for one, note in zip(before, heads, strict=True))
    if behind:
        feet = tuple((min(one[0], note[0]), one[1]) for one, note in zip(behind, feet, strict=True))
    return _without(records, heads, feet)


def _without(records: Records, heads: tuple[Span, ...], feet: tuple[Span, ...]) -> Records:
    if not heads and not feet:
        return records
    body = records.body.copy()
    for first, end in (*heads, *feet):
        body[first:end] = False
    return replace(records, body=body, heads=heads, feet=feet)


def without_heads(ranking: Ranking, bodies: list[int]) -> list[int]:
    """The bodies without those that are nothing but the head of the next one, where about every other one is."""
    heads = [_is_head(ranking, body) for body in bodies]
    alone = any(one and other for one, other in pairwise([*heads, True]))  # a head that no body follows
    if alone or sum(heads) < max(_FEWEST, _COMMON * len(heads) / 2):
        return bodies
    return [body for body, head in zip(bodies, heads, strict=True) if not head]


def cells_with_words(ranking: Ranking, bodies: list[int]) -> list[int]:
    """The cells that hold the words, where posts are rows of a table and their other cells are as short as heads."""
    elements = ranking.page.elements
    if len(bodies) < _FEWEST or not (elements.tag[bodies] == _ROW).all():
        return bodies
    cells = [_longest_cell(ranking, body) for body in bodies]
    in_one_column = len({place for _, place, _ in cells}) == 1 and cells[0][1] >= 0
    short = all(rest <= _LONGEST for _, _, rest in cells)
    return [cell for cell, _, _ in cells] if in_one_column and short else bodies


def _longest_cell(ranking: Ranking, row: int) -> tuple[int, int, int]:
    """The longest cell of a row of a table, which of its cells that is, and the characters of the others."""
    elements = ranking.page.elements
    cells: list[int] = []
    element, end = row + 1, int(elements.end[row])
    while element < end:
        cells.append(element)
        element = int(elements.end[element])
    if not cells:
        return row, -1, 0
    lengths = [_length(ranking, int(elements.first_text[cell]), int(elements.end_text[cell])) for cell in cells]
    place = max(range(len(cells)), key=lengths.__getitem__)
    return cells[place], place, sum(lengths) - lengths[place]


def are_parts(ranking: Ranking, bodies: list[int], best: list[int]) -> bool:
    """Whether some elements are the parts of one post: its best body, or what is around it, and no more than heads."""
    elements = ranking.page.elements
    if len(best) > 1:
        return False
    others = [body for body in bodies if not body <= best[0] < elements.end[body]]
    spans = ((int(elements.first_text[body]), int(elements.end_text[body])) for body in others)
    return len(others) == len(bodies) - 1 and all(_length(ranking, *span) <= _LONGEST for span in spans)


def _common_spans(ranking: Ranking, records: Records, find: Callable[[Ranking, int, int], Span]) -> tuple[Span, ...]:
    """What is found in the body of every post; nothing where it is in too few of them."""
    spans = tuple(find(ranking, *span) for span in _spans(ranking, records))
    found = sum(first < end for first, end in spans)
    return spans if len(spans) >= _FEWEST and found >= _COMMON * len(spans) else ()


def _spans(ranking: Ranking, records: Records) -> list[Span]:
    """The rows of each body that are not known to be none of its words."""
    elements = ranking.page.elements
    first, end = elements.first_text[records.bodies].tolist(), elements.end_text[records.bodies].tolist()
    first = [span[1] for span in records.heads] or first
    end = [span[0] for span in records.feet] or end
    return list(zip(first, end, strict=True))


def _with_subjects(ranking: Ranking, records: Records, heads: tuple[Span, ...]) -> tuple[Span, ...]:
    """Heads with the rest of their last line where that ends the same in nearly all posts: with what they are about."""
    texts = ranking.page.texts
    line_ends = [int(texts.block_start[texts.block[end - 1] + 1]) if end else 0 for _, end in heads]
    rests = [
        letters_of("".join(texts.strings[head[1] : line_end]))[-_SUBJECT:] if head[1] < line_end < span[1] else ""
        for head, line_end, span in zip(heads, line_ends, _spans(ranking, records), strict=False)
    ]
    subject, count = Counter(rests).most_common(1)[0] if rests else ("", 0)
    if len(subject) < _SUBJECT or count < _COMMON * len(rests):
        return heads
    return tuple(
        (first, line_end if rest == subject else end)
        for (first, end), line_end, rest in zip(heads, line_ends, rests, strict=True)
    )


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


def _number(ranking: Ranking, first: int, end: int) -> Span:
    """The row with the number of the post."""
    strings = ranking.page.texts.strings
    return (first, first + 1) if end - first > 1 and is_post_number(strings[first].strip()) else (first, first)


def _closing(ranking: Ranking, first: int, end: int) -> Span:
    """The last lines, short ones, from that of a date on; none where no words come before."""
    texts = ranking.page.texts
    for row in range(end - 1, max(end - 1 - _ROWS, first), -1):
        if ranking.rows.date[row] and ranking.rows.readable[row]:
            begin = int(texts.block_start[texts.block[row]])
            begin = begin if begin > first else row
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
