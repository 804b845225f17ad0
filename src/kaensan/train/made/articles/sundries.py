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
            "goods": self.goods,
            "adverts": self.adverts,
            "specs": self.specs,
            "answers": self.answers,
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

    def goods(self, least: int, most: int) -> list[Fields]:
        """Articles of a shop."""
        return [self._article() for _ in range(self._rng.randint(least, most))]

    def _article(self) -> Fields:
        rng, writer = self._rng, self._writer
        return Fields(
            title=writer.say("goods"),
            url=f"/p/{rng.randint(100, 99999)}.html",
            image=f"https://img.example/{rng.randint(1, 9999)}.jpg",
            price=self.amount(),
            old_price=self.amount() if rng.random() < 0.3 else "",
            kind=writer.phrase("goods_kinds"),
            brand=self.firm(),
            number=f"{rng.choice('ABKTX')}{rng.randint(1000, 99999)}",
            stars=rng.randint(1, 5),
            reviews=rng.choice([0, 0, rng.randint(1, 900)]),
            summary=writer.passage("descriptions", 1, 2),
        )

    def adverts(self, least: int, most: int) -> list[Fields]:
        """Entries of a directory or a list: flats, jobs, events, courses."""
        rng, writer = self._rng, self._writer
        return [
            Fields(
                title=writer.say("adverts"),
                url=f"/e/{rng.randint(100, 99999)}",
                image=f"https://img.example/{rng.randint(1, 9999)}.jpg",
                details=[writer.say("advert_details") for _ in range(rng.randint(1, 4))],
                summary=writer.passage("advert_details", 1, 3),
                place=writer.phrase("places"),
                price=self.amount(900),
                firm=self.firm(),
                phone=f"{rng.randint(10, 99)} {rng.randint(100, 999)} {rng.randint(1000, 9999)}",
                time=self.moment(-60, 60),
            )
            for _ in range(rng.randint(least, most))
        ]

    def specs(self, least: int, most: int) -> list[tuple[str, str]]:
        """Rows of a table of data: names and values."""
        say = self._writer.say
        return [(say("spec_names"), say("spec_values")) for _ in range(self._rng.randint(least, most))]

    def answers(self, least: int, most: int) -> list[tuple[str, str]]:
        """Questions that are often asked, with their answers."""
        writer = self._writer
        count = self._rng.randint(least, most)
        return [(writer.say("faq_questions"), writer.passage("faq_answers", 1, 2)) for _ in range(count)]


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
