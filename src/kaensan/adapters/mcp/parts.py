"""A long text in parts that fit a budget, each cut where a reader would pause."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kaensan.errors import UsageError

__all__ = ["LARGEST_BUDGET", "Part", "Unit", "cut_part", "estimated_tokens", "pieces"]

Unit = Literal["characters", "tokens"]

LARGEST_BUDGET = 200_000
"""Characters or tokens of the largest part that is sent at once, whatever is asked for."""

_LETTERS_A_TOKEN = 4
"""ASCII characters in a token of today's language models, on average; other scripts take about a token a letter."""
_PAUSES = ("\n\n", "\n", "。", ". ", " ", "\u200b")
"""Where a text may be cut, best first."""
_LEAST_FILL = 0.5
"""A cut at a good pause is taken when the part is at least this full; a worse pause that fills it more is next."""


@dataclass(frozen=True)
class Part:
    """A stretch of a text."""

    text: str
    start: int
    end: int
    of: int
    """the length of the whole, in characters"""
    next_cursor: str | None
    """what to hand in for the part after this one; None at the end"""


def estimated_tokens(text: str) -> int:
    """About how many tokens a language model makes of a text.

    >>> estimated_tokens("heartwood of a tree "), estimated_tokens("แก่นสาร")
    (5, 7)
    """
    ascii_letters = len(text.encode("ascii", "ignore"))
    return ascii_letters // _LETTERS_A_TOKEN + len(text) - ascii_letters


def cut_part(text: str, cursor: str | None, budget: int, unit: Unit = "characters") -> Part:
    """The part of a text that starts at a cursor; the first part without one.

    A cursor belongs to one text: one for another text, as when the page has changed, is refused.
    """
    if not 1 <= budget <= LARGEST_BUDGET:
        raise UsageError(f"the budget is a number from 1 to {LARGEST_BUDGET}, not {budget}")
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    start = _start(cursor, mark, len(text))
    end = _pause(text, start, _furthest(text, start, budget, unit))
    return Part(text[start:end], start, end, len(text), None if end == len(text) else f"{end}-{mark}")


def pieces(text: str, longest: int) -> Iterator[str]:
    """A text in pieces of so many characters at most, each cut where a reader would pause.

    >>> list(pieces("one two three", 8))
    ['one two ', 'three']
    """
    start = 0
    while start < len(text):
        end = _pause(text, start, min(start + longest, len(text)))
        yield text[start:end]
        start = end


def _start(cursor: str | None, mark: str, length: int) -> int:
    if not cursor:
        return 0
    place, _, of = cursor.partition("-")
    if of != mark or not place.isdecimal() or len(place) > 12 or int(place) > length:
        raise UsageError("this cursor is of another text; the page may have changed: read it from the start")
    return int(place)


def _furthest(text: str, start: int, budget: int, unit: Unit) -> int:
    """How far a part may reach at most."""
    if unit == "characters":
        return min(start + budget, len(text))
    low, high = start + 1, min(start + budget * _LETTERS_A_TOKEN, len(text))
    while low < high:
        middle = (low + high + 1) // 2
        if estimated_tokens(text[start:middle]) <= budget:
            low = middle
        else:
            high = middle - 1
    return min(low, len(text))


def _pause(text: str, start: int, furthest: int) -> int:
    """The last good place to cut before the furthest."""
    if furthest == len(text):
        return furthest
    enough = start + int((furthest - start) * _LEAST_FILL)
    for pause in _PAUSES:
        at = text.rfind(pause, enough, furthest)
        if at > start:
            return at + len(pause)
    return furthest
