"""Names that stand in one text with a date: "marta (3 May 2023, 10:12)", "Posted by marta on 3 May 2023"."""

from __future__ import annotations

import re

from kaensan.dates.found_dates import find_dates

__all__ = ["names_beside_dates"]

_ADDRESS = re.compile(r"[\[(][\dx*:.]{4,40}[\])]")
"""the address of a writer's machine, in part"""
_WORDS = 4
"""words of a name"""
_EDGES = " \t,:;·•|»«-–—()[]#."


def names_beside_dates(texts: list[str]) -> list[str | None]:
    """The names that stand before the dates in texts of several posts: what is there, without what all have in common.

    >>> names_beside_dates(["Posted by Ann on 3 May 2023", "Posted by Bo Lind on 4 May 2023"])
    ['Ann', 'Bo Lind']
    >>> names_beside_dates(["Posted: 3 May 2023", "Posted: 4 May 2023"])
    [None, None]
    """
    before = [_words_before(text) for text in texts]
    different = {tuple(words) for words in before if words}
    if len(different) < 2:
        return [None] * len(texts)
    shortest = min(map(len, different))
    lead = _common(sorted(different), shortest - 1)
    trail = _common(sorted(words[::-1] for words in different), shortest - 1 - lead)
    return [_name(words[lead : len(words) - trail]) for words in before]


def _words_before(text: str) -> list[str]:
    """The words with letters in them that stand before the first date."""
    date = next(iter(find_dates(text)), None)
    words = _ADDRESS.sub(" ", text[: date.start]).split() if date else []
    return [word for word in words if any(map(str.isalpha, word))]


def _common(lists: list[tuple[str, ...]], most: int) -> int:
    """How many words all lists begin with, `most` at most."""
    count = 0
    while count < most and lists[0][count] == lists[-1][count]:
        count += 1
    return count


def _name(words: list[str]) -> str | None:
    return " ".join(words).strip(_EDGES) or None if 0 < len(words) <= _WORDS else None
