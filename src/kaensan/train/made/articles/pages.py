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
from kaensan.train.made.articles.sundries import Fields, Sundries, as_answers
from kaensan.train.made.articles.templates import FOLDER, Furniture, Layout, read_furniture
from kaensan.train.made.discussions import Discussion, Post, draw_people, draw_posts
from kaensan.train.made.filling import environment
from kaensan.train.made.remodelling import remodelled
from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import read_words

__all__ = ["MadeArticle", "furnished", "make_article", "make_articles", "write_piece"]

_HOSTS = ("www.{}.example", "{}.example", "news.{}.example", "{}-online.example", "blog.{}.example")
_SITES = (
    "Harbour Post",
    "The Daily Kettle",
    "Northshore Echo",
    "Riverside",
    "Patchwork",
    "Morning Mail",
    "Tidal",
    "Farolito",
    "Paperlane",
    "Upriver Gazette",
    "The Lantern",
    "Kestrel News",
)
_EARLIEST = datetime(2002, 1, 1, tzinfo=UTC)
_DAYS = 8700
"""from the earliest article to the latest"""
_ABOVE = ("top", "head", "side", "before")
_BELOW = ("after", "side", "foot", "over")
"""the places whose furniture may stand above and below a page"""
_FEW_COMMENTS = 30
"""up to which the people of the page write them all"""
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
    marked: str
    """its markup with the marks"""
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
    url = room.given["article"].url if rng.random() < 0.8 and layout.page_type == "article" else None
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
    return MadeArticle(name, layout, room.language, url, marked, html, page, labels)


def furnished(seed: str, language: str, era: str, most: int = 3) -> tuple[bytes, bytes]:
    """Furniture to stand above and below all that a page has, without marks, at most so many pieces for each of some
    places.

    Both are ASCII, with references for all other characters, so that they fit pages in any encoding.
    """
    room = _Room(Random(seed), language, era)
    above, below = ("\n".join(room.place(place, 0, most) for place in places) for places in (_ABOVE, _BELOW))
    return _in_ascii(above), _in_ascii(below)


def write_piece(piece: Furniture, language: str, era: str, seed: str = "") -> str:
    """A piece of furniture by itself, with its marks."""
    return _Room(Random(f"{seed}/{piece.name}"), language, era).filled(f"furniture/{piece.name}.html")


def _in_ascii(marked: str) -> bytes:
    return without_marks(marked).encode("ascii", "xmlcharrefreplace")


class _Room:
    """What all templates of one page are given; what they get next depends on the random numbers alone."""

    def __init__(self, rng: Random, language: str, era: str) -> None:
        self.language = language
        self._rng, self._era = rng, era
        name = rng.choice(_SITES)
        self._host = rng.choice(_HOSTS).format(name.lower().replace("the ", "").replace(" ", ""))
        self._people = draw_people(rng, language, self._host, rng.randint(3, 14))
        words = read_words(language)
        author = rng.choice(self._people).author if rng.random() < 0.3 else rng.choice(words["reporters"])
        known = {"site": name, "author": author}
        self._writer = Writer(rng, language, words, [person.author for person in self._people], known)
        self._time = _EARLIEST + timedelta(minutes=rng.randint(0, _DAYS * 24 * 60))
        self._used: set[str] = set()
        self._now = self._time + timedelta(minutes=rng.choice([20, 600, 9000, 400000]))
        self.given: dict[str, Any] = {
            "lang": language,
            "era": era,
            "site": Fields(name=name, host=self._host, slogan=self._writer.say("slogan")),
            "now": self._now,
            "dates": rng.choice(words["dates"]),
            "n": rng.randint,
            "pick": lambda *some: rng.choice(some),
            "chance": lambda share: rng.random() < share,
            "say": self._writer.say,
            "prose": self._writer.prose,
            "passage": self._writer.passage,
            "remark": self._writer.sentences,
            "headline": self._writer.headline,
            "phrase": self._writer.phrase,
            "name": lambda: rng.choice(self._people).author,
            "teasers": self._teasers,
            "comments": self._comments,
            "threads": self._threads,
            "body": self._body,
            "entries": self._entries,
            "other": self._other,
            "place": self.place,
            **Sundries(rng, self._writer, self._now).given(),
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

    def _teasers(self, least: int, most: int) -> list[Fields]:
        """Links to other articles."""
        rng, time = self._rng, self._now
        found = []
        for _ in range(rng.randint(least, most)):
            time -= timedelta(minutes=rng.randint(3, 3000))
            found.append(
                Fields(
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

    def _comments(self, most: int = 12, least: int = 1, *, nested: bool = False) -> list[Post]:
        """What readers write under the article; `nested`, each under the one it answers."""
        rng = self._rng
        count = rng.randint(least, most)
        kind = Discussion.draw(rng, self.language, self._host)
        gap = min(kind.gap, (self._now - self._time) / (count + 1))
        kind = replace(kind, gap=gap, brief=rng.choice([0.2, 0.5, 0.8, 1.0]))
        people = self._people
        if count > _FEW_COMMENTS:
            people = draw_people(rng, self.language, self._host, rng.randint(count // 3, count))
        return draw_posts(kind, people, nested=nested, shortly=True, count=count, since=self._time)

    def _threads(self, most: int = 12, least: int = 1) -> list[Fields]:
        """Comments that answer each other, as a tree."""
        return as_answers(self._comments(most, least, nested=True))

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
