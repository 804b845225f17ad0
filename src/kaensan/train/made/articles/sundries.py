"""Small things that furniture is made of: invented firms, labels, names that programs give, moments, sums of money."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from kaensan.train.made.discussions import Post
from kaensan.train.made.sentences import Writer

__all__ = ["Fields", "Sundries", "as_answers"]

_LABELS = ("nav", "nav", "services", "places", "forums", "things")
"""lists of the words that menus are made of"""
_FIRST = ("ad", "vel", "quan", "tri", "mo", "lu", "zen", "bri", "ka", "ox", "pel", "sig", "nor", "ti", "yo", "ga")
_LAST = ("rix", "lytics", "dara", "vento", "mob", "tora", "metric", "pulse", "zio", "nex", "lane", "base", "wise")
_TRADES = (
    "",
    "",
    "",
    " Media",
    " Digital",
    " Ads",
    " Data",
    " Interactive",
    " Group",
    " Analytics",
    " Labs",
    " Network",
)
_FORMS = (
    "",
    "",
    ", Inc.",
    " GmbH",
    " Ltd.",
    " Limited",
    " B.V.",
    " S.A.",
    " AB",
    " ApS",
    " LLC",
    " S.r.l.",
    " Co., Ltd.",
)
_SIGNS = ("${}", "€{}", "£{}", "{} €", "฿{}", "¥{}", "{} kr", "{},-")
_TOKEN = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Fields(dict[str, Any]):
    """What a template is given under one name."""

    __getattr__ = dict.__getitem__


class Sundries:
    """What furniture asks for beside sentences; what comes next depends on the random numbers alone."""

    def __init__(self, rng: Random, writer: Writer, now: datetime) -> None:
        self._rng, self._writer, self._now = rng, writer, now
        self._sign = rng.choice(_SIGNS)

    def given(self) -> dict[str, Callable[..., Any]]:
        """All of it, by the names that templates know."""
        return {
            "firm": self.firm,
            "label": self.label,
            "token": self.token,
            "moment": self.moment,
            "amount": self.amount,
        }

    def firm(self) -> str:
        """The name of a company that does not exist."""
        rng = self._rng
        name = "".join(rng.choice(_FIRST) for _ in range(2)) + rng.choice(_LAST)
        return f"{name.capitalize()}{rng.choice(_TRADES)}{rng.choice(_FORMS)}"

    def label(self) -> str:
        """A word or two of a menu; of a long menu some come again."""
        return self._writer.phrase(self._rng.choice(_LABELS))

    def token(self, length: int = 5) -> str:
        """A name that a program made, to be put behind others.

        >>> from kaensan.train.made.words import read_words
        >>> len(Sundries(Random(1), Writer(Random(1), "en", read_words("en"), []), datetime(2024, 3, 5)).token(8))
        8
        """
        return "".join(self._rng.choice(_TOKEN) for _ in range(length))

    def moment(self, least: float, most: float) -> datetime:
        """A moment so many days from now; before it where they are negative."""
        return self._now + timedelta(minutes=self._rng.randint(int(least * 1440), int(most * 1440)))

    def amount(self, most: int = 90) -> str:
        """A sum of money, in the same currency everywhere on a page."""
        number = f"{self._rng.randint(1, most)}.{self._rng.choice(['00', '50', '90', '99'])}"
        return self._sign.format(number if self._rng.random() < 0.6 else number[:-3])


def as_answers(posts: list[Post]) -> list[Fields]:
    """Posts as a tree: each with its `answers`."""
    found: list[Fields] = []
    known: dict[int, Fields] = {}
    for post in posts:
        fields = Fields(**vars(post), body=post.body, body_br=post.body_br, plain=post.plain, answers=[])
        known[post.number] = fields
        above = known.get(post.parent) if post.depth > 1 and post.parent is not None else None
        (above["answers"] if above else found).append(fields)
    return found
