"""Metadata with gold: which fields a page has gold for, and whether an answer is right.

An author is right when the set of names equals that of the gold, a date when it is the same day (or, where the gold
tells, the day that the same moment is elsewhere on earth), a language when its first two letters are the same, and the
rest when the texts are equal. Case, white space, the shape of quotes and dashes, and words such as “by” before a name
do not count, for any system.
"""

from __future__ import annotations

import re
import unicodedata

from kaensan.gold.datasets import GoldPage
from kaensan.page.normalise import normalise

__all__ = ["FIELDS", "Answer", "days_of", "gold_of", "is_right"]

FIELDS = ("title", "author", "date", "site", "language", "description")

Answer = dict[str, str | None]
"""a system's answer, or the gold, by field"""

_SHAPES = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‐": "-", "‑": "-", "\xad": None, "\u200b": None}
)
_BY = re.compile(r"^(?:(?:written by|by|von|par|por|από|โดย)\b[: ]|(?:作者|著者|ผู้เขียน) ?:)[: ]*")
_BETWEEN_NAMES = re.compile(r"[;,&|\n]|\b(?:and|und|et)\b")
_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


def gold_of(page: GoldPage) -> Answer:
    """The gold fields of a page; a date that names no day is none."""
    return {
        "title": page.title,
        "author": page.author,
        "date": page.date if page.date and _DAY.match(page.date) else None,
        "site": page.extra.get("siteName") or page.extra.get("sitename"),
        "language": page.extra.get("lang") if page.dataset == "readability" else None,
        "description": page.extra.get("description"),
    }


def days_of(page: GoldPage) -> frozenset[str]:
    """The days that the gold's moment of publication is somewhere on earth, where the gold tells them."""
    return frozenset(page.extra.get("dates") or ())


def is_right(field: str, gold: str, answer: str | None, days: frozenset[str] = frozenset()) -> bool:
    """Whether an answer equals the gold; for a date, one of `days` will do."""
    if not answer:
        return False
    if field == "date":
        return answer[:10] == gold[:10] or answer[:10] in days
    if field == "language":
        return answer[:2].lower() == gold[:2].lower()
    if field == "author":
        return _names(answer) == _names(gold)
    return _plain(answer) == _plain(gold)


def _plain(text: str) -> str:
    shaped = unicodedata.normalize("NFKC", normalise(text).translate(_SHAPES)).translate(_SHAPES)
    return " ".join(shaped.split()).casefold()


def _names(text: str) -> frozenset[str]:
    plain = _BY.sub("", _plain(text.replace("\n", ";")))
    return frozenset(name for part in _BETWEEN_NAMES.split(plain) if (name := part.strip()))
