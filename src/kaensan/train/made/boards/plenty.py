"""What stands around threads, and what pages without one show many of: links, remarks, members, the words of sites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from kaensan.train.made.articles.sundries import Fields, Sundries
from kaensan.train.made.discussions import Discussion, Person, Post, draw_people, draw_posts
from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import read_words

__all__ = ["SITES", "Plenty", "draw_article", "draw_teasers"]

SITES = (
    "kettles",
    "riverside",
    "twowheels",
    "gardenfolk",
    "oldradios",
    "hillwalk",
    "patchwork",
    "northshore",
    "fixit",
    "tidal",
)
"""parts of hosts and of addresses"""
_TITLES = "titles"
"""the list of the titles of threads"""
_TALKING = 0.5
"""share of the pages with remarks on which some people write several"""


class Plenty:
    """What pages without a thread ask for; what comes next depends on the random numbers alone."""

    def __init__(self, rng: Random, language: str, people: list[Person], discussion: Discussion, now: datetime) -> None:
        self._rng, self._language, self._people, self._now = rng, language, people, now
        self._discussion = discussion
        self._writer = Writer(rng, language, read_words(language), [person.author for person in people])

    def given(self) -> dict[str, Callable[..., Any]]:
        """All of it, by the names that templates know."""
        rng, writer = self._rng, self._writer
        return {
            "many": self.many,
            "remarks": self.remarks,
            "members": self.members,
            "name": lambda: rng.choice(self._people).author,
            "chance": lambda share: rng.random() < share,
            "say": writer.say,
            "phrase": writer.phrase,
            "title": writer.title,
            "headline": writer.headline,
            "prose": writer.prose,
            "remark": writer.sentences,
            "post": writer.paragraphs,
            **Sundries(rng, writer, self._now).given(),
        }

    def many(self, least: int = 20, most: int = 60, titles: str = _TITLES) -> list[Fields]:
        """Entries of a list, the latest first; their titles are those of threads, or of a list of words."""
        host = self._discussion.host
        found = draw_teasers(self._rng, self._writer, self._people, host, self._now, least, most)
        for entry in found if titles != _TITLES else ():
            entry["title"] = self._writer.headline() if titles == "headlines" else self._writer.say(titles)
            entry["summary"] = self._writer.prose(1, 3)
        return found

    def remarks(self, least: int = 20, most: int = 60, *, nested: bool = False) -> list[Post]:
        """What many people write about one thing, the oldest first; `nested`, each under the one it answers.

        On every other page nobody writes twice, as in reviews.
        """
        rng = self._rng
        count = rng.randint(least, most)
        kind = replace(self._discussion, brief=rng.choice([0.2, 0.5, 0.8, 1.0]))
        crowd = self.members(max(2, count // 2), max(2, count))
        since = self._now - kind.gap * count * 2
        posts = draw_posts(kind, crowd, nested=nested, shortly=True, count=count, since=since)
        if nested or rng.random() < _TALKING:
            return posts
        once = self.members(count, count)
        return [replace(post, **vars(person)) for post, person in zip(posts, once, strict=True)]

    def members(self, least: int = 20, most: int = 60) -> list[Person]:
        """People who have joined a site."""
        return draw_people(self._rng, self._language, self._discussion.host, self._rng.randint(least, most))


def draw_article(rng: Random, writer: Writer, people: list[Person], now: datetime) -> Fields:
    """An article, as pages without a thread may show one."""
    paragraphs = [writer.sentences(2, 7) for _ in range(rng.randint(3, 16))]
    return Fields(
        title=writer.title(),
        author=rng.choice(people).author,
        time=now - timedelta(days=rng.randint(1, 900)),
        paragraphs=paragraphs,
        body="".join(f"<p>{part}</p>" for part in paragraphs),
        summary=writer.sentences(1, 2),
        tags=[writer.phrase("things") for _ in range(rng.randint(2, 5))],
    )


def draw_teasers(
    rng: Random, writer: Writer, people: list[Person], host: str, now: datetime, least: int, most: int
) -> list[Fields]:
    """Links to other threads, articles or things, the latest first, each with all that may be said about it."""
    time, found = now, []
    for _ in range(rng.randint(least, most)):
        time -= timedelta(minutes=rng.randint(3, 9000))
        found.append(
            Fields(
                title=writer.title(),
                url=f"https://{host}/{rng.choice(SITES)}/{rng.randint(10, 99999)}",
                summary=writer.sentences(1, 3),
                author=rng.choice(people).author,
                last_author=rng.choice(people).author,
                time=time,
                image=f"https://img.example/{rng.randint(1, 9999)}.jpg",
                price=f"{rng.randint(1, 900)}.{rng.choice(['00', '50', '99'])}",
                replies=rng.choice([0, 1, rng.randint(2, 400)]),
                views=rng.randint(5, 90000),
                section=writer.phrase("forums"),
                stars=rng.randint(1, 5),
            )
        )
    return found
