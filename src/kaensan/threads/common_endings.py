"""The lines that nearly all posts of a page end with, word for word: "reply", "Report · Quote", "3 likes".

They are the buttons of the board. Where its markup puts them into the element of the words, nothing but their being
the same in every post tells them from what somebody wrote.
"""

from __future__ import annotations

import re
from collections import Counter

from kaensan.methods.boards.ranking import Ranking
from kaensan.page.normalise import letters_of

__all__ = ["without_common_endings"]

_COMMON = 0.8
"""share of the posts that must end with a line"""
_FEWEST = 3
"""posts that must be alike"""
_LONGEST = 40
"""characters of such a line"""
_ROWS = 12
"""texts of such a line, each of which may be a link"""
_LINES = 4
"""such lines at most, one after another"""
_NUMBER = re.compile(r"\d+")

Span = tuple[int, int]
"""rows from the first to the one behind the last"""


def without_common_endings(ranking: Ranking, spans: list[Span]) -> list[Span]:
    """The rows of bodies without the lines that nearly all of them end with; some words are left of each."""
    for _ in range(_LINES if len(spans) >= _FEWEST else 0):
        lines = [_last_line(ranking, *span) for span in spans]
        ending, count = Counter(text for _, text in lines).most_common(1)[0]
        if not ending or count < _COMMON * len(spans):
            break
        spans = [
            (first, begin if text == ending else end) for (first, end), (begin, text) in zip(spans, lines, strict=True)
        ]
    return spans


def _last_line(ranking: Ranking, first: int, end: int) -> tuple[int, str]:
    """Where the last line of a body begins, and what it says but for numbers; nothing where it is long, or all."""
    texts = ranking.page.texts
    if first >= end:
        return end, ""
    begin = int(texts.block_start[texts.block[end - 1]])
    text = "".join(texts.strings[begin:end]).strip() if begin > first and end - begin <= _ROWS else ""
    return begin, letters_of(_NUMBER.sub("0", text)) if len(text) <= _LONGEST else ""
