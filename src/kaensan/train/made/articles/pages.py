"""Made articles: a layout filled with an article and furniture drawn at random, and what is right about every block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page, parse
from kaensan.train.made.articles.bodies import Body, Form
from kaensan.train.made.articles.marks import block_labels, content_length, without_marks
from kaensan.train.made.articles.matter import Article, Entry, draw_article, draw_entries
from kaensan.train.made.articles.templates import FOLDER, Furniture, Layout, read_furniture
from kaensan.train.made.discussions import Discussion, draw_people, draw_posts
from kaensan.train.made.filling import environment
from kaensan.train.made.remodelling import remodelled
from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import read_words

__all__ = ["MadeArticle", "furnished", "make_article", "make_articles"]

_HOSTS = ("www.{}.example", "{}.example", "news.{}.example", "{}-online.example", "blog.{}.example")
_SITES = (
    "Harbour Post",
    "The Daily Kettle",
    "Northshore Echo",
    "Riverside",
    "Patchwork",
    "Morning Mail",
    "Tidal",
    "Paperlane",
    "Upriver Gazette",
    "The Lantern",
    "Kestrel News",
)
_EARLIEST = datetime(2002, 1, 1, tzinfo=UTC)
_DAYS = 8700
"""from the earliest article to the latest"""
_TRIES = 4
"""ways of remodelling a page that are tried until one leaves its elements as they are"""
_KEPT = 0.98
"""share of the content that has to stand in its marks still, as a parser may close elements that others do not expect
inside one another"""


@dataclass(frozen=True)
class MadeArticle:
    """A page without marks, and what is right about it."""

    id: str
    layout: Layout
    language: str
    url: str | None
    html: str
    page: Page
    label: NDArray[np.float32]
    """of every block: 1 for content, 0 for none, NaN where nobody knows"""


def make_articles(layout: Layout, count: int, seed: int = 0) -> Iterator[MadeArticle]:
    """Several pages of one layout; every other one is remodelled."""
    for number in range(count):
        yield make_article(layout, number, seed, remodel=number % 2 > 0)


def make_article(layout: Layout, number: int, seed: int = 0, *, remodel: bool = False) -> MadeArticle:
    """One page of a layout; the same number and seed give the same page."""
    name = f"made/{layout.name}/{number}"
    rng = Random(f"{seed}/{name}")
    room = _Room(rng, rng.choice(layout.languages), layout.era)
    marked = room.filled(f"layouts/{layout.name}.html")
    url = room.given["article"].url if rng.random() < 0.8 else None
    for _ in range(_TRIES if remodel else 0):
        other = remodelled(marked, rng)
        page = parse(other)
        kept = content_length(page) > _KEPT * content_length(parse(marked))
        if kept and len(page.elements) == len(parse(without_marks(other)).elements):
            marked = other
            break
    html = without_marks(marked)
    page, labels = parse(html, url), block_labels(parse(marked))
    if len(labels) != page.texts.blocks:
        raise ValueError(f"{name}: marks change how the page is parsed")
    return MadeArticle(name, layout, room.language, url, html, page, labels)


def furnished(seed: str, place: str, language: str, era: str, count: int) -> str:
    """Some pieces of furniture for a place of a page, without marks."""
    room = _Room(Random(seed), language, era)
    return without_marks(room.place(place, count, count))


class _Fields(dict[str, Any]):
    """What a template is given under one name."""

    __getattr__ = dict.__getitem__


class _Room:
    """What all templates of one page are given; what they get next depends on the random numbers alone."""

    def __init__(self, rng: Random, language: str, era: str) -> None:
        self.language = language
        self._rng, self._era = rng, era
        name = rng.choice(_SITES)
        self._host = rng.choice(_HOSTS).format(name.lower().replace("the ", "").replace(" ", ""))
        self._people = draw_people(rng, language, self._host, rng.randint(3, 14))
        self._writer = Writer(rng, language, read_words(language), [person.author for person in self._people])
        self._time = _EARLIEST + timedelta(minutes=rng.randint(0, _DAYS * 24 * 60))
        self._used: set[str] = set()
        author = rng.choice(self._people).author
        self._now = self._time + timedelta(minutes=rng.choice([20, 600, 9000, 400000]))
        self.given: dict[str, Any] = {
            "lang": language,
            "era": era,
            "site": _Fields(name=name, host=self._host, slogan=self._writer.say("slogan")),
            "now": self._now,
            "n": rng.randint,
            "pick": lambda *some: rng.choice(some),
            "chance": lambda share: rng.random() < share,
            "say": self._writer.say,
            "prose": self._writer.prose,
            "headline": self._writer.headline,
            "phrase": self._writer.phrase,
            "name": lambda: rng.choice(self._people).author,
            "teasers": self._teasers,
            "comments": self._comments,
            "body": self._body,
            "entries": self._entries,
            "other": self._other,
            "place": self.place,
        }
        self.given["article"] = draw_article(
            rng, self._writer, language, self._host, author, self._time, lambda: self.place("inside", 1, 1)
        )

    def filled(self, template: str) -> str:
        """A template, filled."""
        return environment(FOLDER).get_template(template).render(self.given)

    def place(self, place: str, least: int = 0, most: int = 3) -> str:
        """Furniture for a place of the page, no piece of it twice on a page."""
        fitting = [piece for piece in read_furniture() if self._fits(piece, place)]
        chosen = self._rng.sample(fitting, min(self._rng.randint(least, most), len(fitting)))
        self._used.update(piece.name for piece in chosen)
        return "\n".join(self.filled(f"furniture/{piece.name}.html") for piece in chosen)

    def _fits(self, piece: Furniture, place: str) -> bool:
        return place in piece.places and self._era in piece.eras and piece.name not in self._used

    def _teasers(self, least: int, most: int) -> list[_Fields]:
        """Links to other articles."""
        rng, time = self._rng, self._now
        found = []
        for _ in range(rng.randint(least, most)):
            time -= timedelta(minutes=rng.randint(3, 3000))
            found.append(
                _Fields(
                    title=self._writer.headline(),
                    url=f"https://{self._host}/{rng.randint(10, 99999)}.html",
                    summary=self._writer.prose(1, 2),
                    author=rng.choice(self._people).author,
                    section=self._writer.say("nav"),
                    time=time,
                    image=f"https://img.example/{rng.randint(1, 9999)}.jpg",
                    comments=rng.choice([0, 0, rng.randint(1, 300)]),
                )
            )
        return found

    def _body(self, style: str = "", kind: str = "", **wanted: Any) -> str:
        """Another text in place of the article's own, or beside it: in a style, of a kind, of so many paragraphs."""
        form = Form(style=style, kind=kind, **wanted)
        return Body(self._rng, self._writer, self.language, form, lambda: self.place("inside", 1, 1)).written()

    def _entries(self, least: int, most: int) -> list[Entry]:
        """What a live blog says, the latest first."""
        return draw_entries(self._rng, self._writer, self.language, self._now, self._rng.randint(least, most))

    def _other(self, **wanted: Any) -> Article:
        """Another article of the site, without marks: what is shown of it is no content of the page."""
        author = self._rng.choice(self._people).author
        found = draw_article(
            self._rng, self._writer, self.language, self._host, author, self._time, str, Form(**wanted)
        )
        return replace(found, body=without_marks(found.body))

    def _comments(self, most: int = 12, least: int = 1) -> list[Any]:
        """What readers write under the article."""
        discussion = Discussion.draw(self._rng, self.language, self._host)
        count = self._rng.randint(least, most)
        return draw_posts(discussion, self._people, nested=False, shortly=True)[:count]
