"""Threads drawn at random: who writes when, what, and in answer to whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import unescape
from random import Random
from typing import Any

from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import Words, read_words

__all__ = ["Discussion", "Person", "Post", "Quote", "draw_people", "draw_posts", "plain_text"]

_COUNTS = (
    (0.08, 1, 1),
    (0.1, 2, 2),
    (0.12, 3, 3),
    (0.32, 4, 8),
    (0.18, 9, 15),
    (0.12, 16, 30),
    (0.06, 31, 99),
    (0.02, 100, 400),
)
"""shares of the pages with so many posts, from the least to the most; without long threads among them length speaks
against a thread, as lists of other things are long"""
_ALONE = 0.04
"""share of the pages on which one person alone writes"""
_RANKS = (0.62, 0.2, 0.06, 0.1, 0.02)
"""shares of members, old members, moderators, newcomers and administrators"""
_PER_PAGE = (10, 15, 20, 25)
_EARLIEST = datetime(2002, 1, 1, tzinfo=UTC)
_DAYS = 8700
"""from the earliest thread to the latest"""
_DEEPEST = 6
_TAG = re.compile(r"<[^>]*>")
_LINE_END = re.compile(r"<br>|</li>|</p>|\n")
_BLOCK = ("<ul", "<pre")
_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Person:
    """Somebody who writes on a board."""

    author: str
    author_id: int
    author_slug: str
    avatar: str
    rank: str
    joined: datetime
    count: int
    location: str
    guest: bool
    online: bool
    signature: str | None


@dataclass(frozen=True)
class Quote:
    """What a post quotes."""

    author: str
    id: int
    text: str


@dataclass(frozen=True)
class Post(Person):
    """A post as templates know it, see `templates`."""

    number: int
    id: int
    first: bool
    parent: int | None
    depth: int
    time: datetime
    edited: datetime | None
    likes: int
    stars: int
    paragraphs: list[str]
    quote: Quote | None

    @property
    def body(self) -> str:
        return "".join(part if part.startswith(_BLOCK) else f"<p>{part}</p>" for part in self.paragraphs)

    @property
    def body_br(self) -> str:
        return "<br><br>".join(self.paragraphs)

    @property
    def plain(self) -> str:
        return "\n".join(plain_text(part) for part in self.paragraphs)


@dataclass(frozen=True)
class Discussion:
    """What posts of one page have in common."""

    rng: Random
    language: str
    host: str
    quotes: float
    """share of the posts that quote another"""
    edits: float
    likes: float
    gap: timedelta
    """the usual time between two posts"""
    brief: float = 0.7
    """share of the comments that are a sentence or two"""

    @classmethod
    def draw(cls, rng: Random, language: str, host: str) -> Discussion:
        """One of the many kinds of discussion."""
        return cls(
            rng,
            language,
            host,
            quotes=rng.choice([0.0, 0.1, 0.3, 0.6]),
            edits=rng.choice([0.0, 0.1, 0.3]),
            likes=rng.choice([0.0, 0.3, 0.9]),
            gap=timedelta(minutes=rng.choice([2, 20, 300, 3000, 40000])),
        )


def plain_text(markup: str) -> str:
    """The text of a paragraph, a line each for its breaks and items."""
    return unescape(_TAG.sub("", _LINE_END.sub("\n", markup))).strip()


def draw_people(rng: Random, language: str, host: str, count: int) -> list[Person]:
    """Several people, no two of one name."""
    words = read_words(language)
    names: list[str] = []
    while len(names) < count:
        name = _name(rng, words)
        if name not in names and any(map(str.isalpha, name)):
            names.append(name)
    guests, signed = rng.choice([0.0, 0.1, 0.5]), rng.choice([0.0, 0.3, 0.7])
    writer = Writer(rng, language, words, names)
    return [
        Person(
            author=name,
            author_id=(number := rng.randint(2, 90000)),
            author_slug=_SLUG.sub("-", name.lower()).strip("-") or f"u{number}",
            avatar=f"https://{host}/avatars/{number}.png",
            rank=rng.choices(words["ranks"], _RANKS)[0],
            joined=_EARLIEST - timedelta(days=rng.randint(1, 1500)),
            count=rng.choice([rng.randint(1, 50), rng.randint(50, 20000)]),
            location=rng.choice(["", words["places"][rng.randrange(len(words["places"]))]]),
            guest=rng.random() < guests,
            online=rng.random() < 0.2,
            signature=writer.signature() if rng.random() < signed else None,
        )
        for name in names
    ]


def _name(rng: Random, words: Words) -> str:
    """A name as people give themselves."""
    own = rng.choice(words["names"])
    draw = rng.random()
    if draw < 0.6:
        return own
    other = rng.choice(read_words("en")["names"] if draw < 0.75 else words["names"])
    first, last = own.split()[0].strip("[]()"), other.split()[-1].strip("[]()")
    forms = (
        f"{first}{rng.randint(1, 2019)}",
        f"{first} {last}",
        f"{first}_{last}",
        f"{first.lower()}.{last.lower()}",
        last,
    )
    return rng.choice(forms)


def draw_posts(
    kind: Discussion,
    people: list[Person],
    *,
    nested: bool,
    page: int = 1,
    shortly: bool = False,
    count: int | None = None,
    since: datetime | None = None,
) -> list[Post]:
    """The posts of a page in the order in which it shows them: by time or, `nested`, each under the one it answers.

    Comments are written `shortly`. How many there are and when the first is written is drawn unless it is said.
    """
    rng = kind.rng
    if count is None:
        count = _count(rng) if not shortly else rng.randint(1, 12)
    number = 1 + (page - 1) * rng.choice(_PER_PAGE)
    time = since or _EARLIEST + timedelta(minutes=rng.randint(0, _DAYS * 24 * 60))
    some = people[: 1 if rng.random() < _ALONE else max(2, min(len(people), round(count**0.7) + rng.randint(0, 2)))]
    writer = Writer(rng, kind.language, read_words(kind.language), [person.author for person in people])
    identity = rng.randint(100, 9_000_000)
    posts: list[Post] = []
    for at in range(count):
        opening = number + at == 1 and not shortly
        person = some[0] if opening else rng.choice(some)
        answered = posts[rng.randrange(len(posts))] if posts else None
        depth = min(answered.depth + 1, _DEEPEST) if answered and nested and rng.random() < 0.8 else min(at, 1)
        time += timedelta(
            minutes=max(1, int(rng.expovariate(1.0) * kind.gap.total_seconds() / 60)), seconds=rng.randint(0, 59)
        )
        identity += rng.randint(1, 40)
        said = [writer.opinion(1, 2)] if shortly and rng.random() < kind.brief else writer.paragraphs(opening=opening)
        posts.append(
            Post(
                **_of_person(person, time),
                number=number + at,
                id=identity,
                first=number + at == 1,
                parent=answered.number if answered and depth > 1 else (number if at else None),
                depth=depth,
                time=time,
                edited=time + timedelta(minutes=rng.randint(1, 900)) if rng.random() < kind.edits else None,
                likes=rng.choice([1, 2, 3, 17]) if rng.random() < kind.likes else 0,
                stars=rng.randint(1, 5),
                paragraphs=said,
                quote=_quoted(rng, posts) if posts and rng.random() < kind.quotes else None,
            )
        )
    return list(_by_answers(posts)) if nested else posts


def _of_person(person: Person, time: datetime) -> dict[str, Any]:
    joined = min(person.joined + timedelta(days=(time - person.joined).days * 0.7), time)
    return {**vars(person), "joined": joined}


def _count(rng: Random) -> int:
    _, least, most = rng.choices(_COUNTS, [share for share, _, _ in _COUNTS])[0]
    return rng.randint(least, most)


def _quoted(rng: Random, posts: list[Post]) -> Quote:
    post = posts[-1] if rng.random() < 0.5 else rng.choice(posts)
    lines = post.plain.replace("<", "&lt;").split("\n")
    return Quote(post.author, post.id, " ".join(lines[: rng.randint(1, 3)]))


def _by_answers(posts: list[Post]) -> Iterator[Post]:
    """The posts, each followed by those that answer it."""
    under: dict[int | None, list[Post]] = {}
    for post in posts:
        under.setdefault(post.parent if post.depth > 1 else None, []).append(post)

    def listed(parent: int | None) -> Iterator[Post]:
        for post in under.get(parent, []):
            yield post
            yield from listed(post.number)

    return listed(None)
