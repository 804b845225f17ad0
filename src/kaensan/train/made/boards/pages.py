"""Made pages: a template filled with a random thread, the marks of the right answer taken out and kept beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

import numpy as np

from kaensan.page import Page, parse
from kaensan.train.made.articles.sundries import Fields
from kaensan.train.made.boards.plenty import SITES, Plenty, draw_article, draw_teasers
from kaensan.train.made.boards.templates import TEMPLATES, Template
from kaensan.train.made.discussions import Discussion, Post, draw_people, draw_posts, plain_text
from kaensan.train.made.filling import environment
from kaensan.train.made.remodelling import remodelled
from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import read_words

__all__ = ["BrokenMarksError", "MadePage", "MadePost", "make_page", "make_pages", "without_marks"]

_MARK = re.compile(r"""\s+data-gold-(?:body|author|date)(?:=(?:"[^"]*"|'[^']*'|[^\s>"']+))?""")
_KINDS = ("body", "author", "date")
_HOSTS = (
    "www.{}.example",
    "forum.{}.example",
    "{}.example",
    "board.{}.example",
    "community.{}.example",
    "{}-talk.example",
)
_OTHER_HOSTS = ("www.{}.example", "{}.example", "news.{}.example", "shop.{}.example", "blog.{}.example")
_THREADS: tuple[str, ...] = (
    *("viewtopic.php?t={id}", "showthread.php?t={id}", "threads/{slug}.{id}/", "t/{slug}/{id}", "topic/{id}-{slug}/"),
    *(
        "index.php?topic={id}.0",
        "thread-{id}-1-1.html",
        "p/{id}",
        "{id}",
        "read.php?id={id}",
        "{slug}.html",
        "q/{id}/{slug}",
    ),
)
_OTHERS = (
    "{slug}.html",
    "news/{id}",
    "{id}/{slug}",
    "p/{id}.html",
    "index.php?id={id}",
    "articles/{slug}",
    "item/{id}",
)
_FRONTS = ("", "page/2/", "{slug}/", "tag/{slug}/", "reviews/{slug}-{id}", "archive/{id}.html", "author/{slug}")
_LISTS: tuple[str, ...] = (
    *("viewforum.php?f={id}", "forums/{slug}.{id}/", "c/{slug}", "f/{id}", "forumdisplay.php?f={id}", "tags/{slug}"),
    *("", "index.php", "search.php?searchid={id}", "memberlist.php", "members/{slug}.{id}/", "u/{slug}/activity"),
    *("online.php", "latest", "questions/tagged/{slug}", "private.php", "calendar.php", "whats-new/posts/{id}/"),
)


_MENTION = 40
"""characters before the words of a post that may say whom it answers; more are the head of the post"""
_TRIES = 4
"""ways of remodelling a page that are tried until one leaves all marks where they are"""


@dataclass(frozen=True)
class MadePost:
    """A post of a made page: who wrote it and when, as shown, and which rows of the page say it."""

    author: str
    date: str | None
    """None where the page shows none"""
    body: int
    """the element with its words"""
    words: tuple[int, int]
    """the rows of the words, within the body"""
    author_rows: tuple[int, int]
    date_rows: tuple[int, int] | None


@dataclass(frozen=True)
class MadePage:
    """A page without marks, and what is right about it."""

    id: str
    template: Template
    language: str
    url: str | None
    html: str
    page: Page
    posts: tuple[MadePost, ...]


def make_pages(template: Template, count: int, seed: int = 0) -> Iterator[MadePage]:
    """Several pages of one template; every other one is remodelled."""
    for number in range(count):
        yield make_page(template, number, seed, remodel=number % 2 > 0)


def make_page(template: Template, number: int, seed: int = 0, *, remodel: bool = False) -> MadePage:
    """One page of a template; the same number and seed give the same page."""
    name = f"made/{template.name}/{number}"
    rng = Random(f"{seed}/{name}")
    language = (
        template.languages[number // 2 % len(template.languages)]
        if rng.random() < 0.5
        else rng.choice(template.languages)
    )
    given = _given(template, rng, language)
    marked = environment(TEMPLATES).get_template(f"{template.name}.html").render(given)
    url = given["thread"]["url"] if rng.random() < 0.7 else None
    posts = given["posts"] if template.kind != "none" else []
    for _ in range(_TRIES if remodel else 0):
        try:
            return MadePage(name, template, language, url, *without_marks(remodelled(marked, rng), url, posts))
        except BrokenMarksError:
            continue
    return MadePage(name, template, language, url, *without_marks(marked, url, posts))


class BrokenMarksError(ValueError):
    """A page where marks are missing, or stand on several elements: a parser may close and open again what others do
    not expect inside one another."""


def without_marks(marked: str, url: str | None, posts: list[Post]) -> tuple[str, Page, tuple[MadePost, ...]]:
    """A page without its marks, and where they were."""
    html = _MARK.sub("", marked)
    source, page = parse(marked), parse(html, url)
    if not posts:
        return html, page, ()
    found: dict[str, list[int]] = {kind: [] for kind in _KINDS}
    for row, attrs in enumerate(source.elements.attrs):
        for name, _ in attrs:
            if name.startswith("data-gold-"):
                found[name.removeprefix("data-gold-")].append(row)
    if len(source.elements) != len(page.elements) or not len(found["body"]) == len(found["author"]) == len(posts):
        counts = {kind: len(rows) for kind, rows in found.items()}
        raise BrokenMarksError(f"{len(posts)} posts, but {counts} marks")
    known = tuple(_shown_posts(page, found, posts))
    if any(begin >= end for post in known for begin, end in (post.words, post.author_rows)):
        raise BrokenMarksError("a mark around nothing")
    return html, page, known


def _shown_posts(page: Page, found: dict[str, list[int]], posts: list[Post]) -> Iterator[MadePost]:
    first, end = page.elements.first_text, page.elements.end_text
    dates = _of_posts(found["body"], found["author"], found["date"])
    for post, body, author, date in zip(posts, found["body"], found["author"], dates, strict=True):
        rows = (int(first[date]), int(end[date])) if date is not None else None
        yield MadePost(
            author=post.author,
            date="".join(page.texts.strings[slice(*rows)]) if rows else None,
            body=body,
            words=_words(page, body, post),
            author_rows=(int(first[author]), int(end[author])),
            date_rows=rows,
        )


def _of_posts(bodies: list[int], authors: list[int], dates: list[int]) -> list[int | None]:
    """The date of each post: they stand in the same order as the posts; where some show none, by what is nearest."""
    if len(dates) == len(bodies):
        return list(dates)
    found: list[int | None] = [None] * len(bodies)
    for date in dates:
        near = [min(abs(date - body), abs(date - author)) for body, author in zip(bodies, authors, strict=True)]
        found[int(np.argmin(near))] = date
    return found


def _words(page: Page, body: int, post: Post) -> tuple[int, int]:
    """The rows of a body from its quote or its first word to its last one; the rest was written by the board."""
    begin, stop = int(page.elements.first_text[body]), int(page.elements.end_text[body])
    squeezed = ["".join(text.split()) for text in page.texts.strings[begin:stop]]
    ends = np.cumsum([len(text) for text in squeezed])
    said = "".join(squeezed)
    parts = ["".join(plain_text(part).split()) for part in post.paragraphs]
    parts = [part for part in parts if part]
    first, last = said.find(parts[0]), said.rfind(parts[-1])
    if first < 0 or last < 0:
        return begin, stop
    if post.quote is not None or (first <= _MENTION and "".join(post.author.split()) not in said[:first]):
        first = 0  # a quote, or whom it answers, is part of a post
    if last + len(parts[-1]) not in ends:
        return begin, stop  # what follows the words stands in one text with them
    rows = (
        int(np.searchsorted(ends, first, side="right")),
        int(np.searchsorted(ends, last + len(parts[-1]), side="left")) + 1,
    )
    return begin + rows[0], begin + rows[1]


def _given(template: Template, rng: Random, language: str) -> dict[str, Any]:
    """All that a template may ask for."""
    words = read_words(language)
    site = rng.choice(SITES)
    host = rng.choice(_HOSTS if template.at_a_board else _OTHER_HOSTS).format(site)
    people = draw_people(rng, language, host, rng.randint(2, 14))
    writer = Writer(rng, language, words, [person.author for person in people])
    discussion = Discussion.draw(rng, language, host)
    page = rng.choice([1, 1, 1, 2, 3, 7])
    posts = draw_posts(discussion, people, nested=template.nested, page=page)
    now = max(post.time for post in posts) + timedelta(hours=rng.choice([1, 30, 400, 20000]))
    identity = rng.randint(100, 9_000_000)
    return {
        "lang": language,
        "site": Fields(name=f"{site.title()} {rng.choice(['', 'Forum', 'Community', 'Club'])}".strip(), host=host),
        "thread": Fields(
            title=writer.title(),
            forum=rng.choice(words["forums"]),
            section=rng.choice(words["forums"]),
            id=identity,
            url=_address(template, rng, host, identity),
            page=page,
            pages=max(page, rng.choice([1, 1, page, page + 1, page + 14])),
            views=rng.randint(5, 90000),
        ),
        "posts": posts,
        "comments": draw_posts(discussion, people, nested=template.nested, shortly=True)
        if template.kind == "none"
        else [],
        "article": draw_article(rng, writer, people, now),
        "items": draw_teasers(rng, writer, people, host, now, 10, 30) if template.kind == "none" else [],
        "related": draw_teasers(rng, writer, people, host, now, 4, 12),
        "n": rng.randint,
        "pick": lambda *some: rng.choice(some),
        "now": now,
        **(Plenty(rng, language, people, discussion, now).given() if template.kind == "none" else {}),
    }


def _address(template: Template, rng: Random, host: str, identity: int) -> str:
    forms = (*_THREADS, *_THREADS, *_OTHERS)
    if template.kind == "none":
        forms = _LISTS if template.at_a_board else (*_OTHERS, *_FRONTS)
    slug = "-".join(rng.choice(SITES) for _ in range(rng.randint(1, 3)))
    path = rng.choice(forms).format(id=identity, slug=slug)
    folder = rng.choice(["", "", "forum/", "community/", "bbs/"]) if template.kind != "none" else ""
    return f"https://{host}/{folder}{path}"
