"""A discussion as a discussion: a thread and its posts."""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any

import numpy as np

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.render import render_markdown
from kaensan.render.notebook_card import card, table
from kaensan.threads.fragment import Fragment

__all__ = ["Post", "Quote", "Thread"]


@record
class Quote:
    """What a post repeats of another one."""

    text: str
    """what is repeated"""
    author: str | None = None
    """whom it quotes, where it says so"""


@record
class Post:
    """One contribution to a thread."""

    position: int
    """on this page, from 1"""
    text: str
    """the body as plain text, what it quotes included, its signature not"""
    own_text: str | None = None
    """the text without the quotes of posts that stand on the same page; None where it holds none"""
    author: str | None = None
    """who wrote it, as the page names them"""
    author_url: str | None = None
    """where the page links the author's name to"""
    date: str | None = None
    """when it was written, in ISO 8601; None where the page says it in a way that needs a clock ("two days ago")"""
    date_text: str | None = None
    """the date as the page writes it"""
    id: str | None = None
    """what the board calls the post"""
    url: str | None = None
    """an address of the post itself"""
    quotes: tuple[Quote, ...] = ()
    """what it repeats of other posts"""
    reply_to: int | None = None
    """the position of the post that it answers, where that can be told"""
    depth: int = 0
    """how many posts it is nested in"""
    is_op: bool = False
    """whether it is by the one who opened the thread"""
    score: int | None = None
    """votes, likes or points, where they are shown"""
    signature: str | None = None
    """what its author puts under every post"""
    body: Fragment | None = field(default=None, repr=False, compare=False)
    """the markup of the body as a page of its own"""

    @property
    def new_text(self) -> str:
        """What this post adds to the page: `own_text`, or the text where it repeats nothing."""
        return self.text if self.own_text is None else self.own_text

    @cached_property
    def markdown(self) -> str:
        """The body as GitHub-flavoured Markdown."""
        if self.body is None:
            return self.text
        return render_markdown(self.body.page, np.ones(len(self.body.page.texts), np.bool_))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "position": self.position,
            "id": self.id,
            "url": self.url,
            "author": self.author,
            "author_url": self.author_url,
            "date": self.date,
            "date_text": self.date_text,
            "text": self.text,
            "own_text": self.own_text,
            "markdown": self.markdown,
            "quotes": [{"author": quote.author, "text": quote.text} for quote in self.quotes],
            "reply_to": self.reply_to,
            "depth": self.depth,
            "is_op": self.is_op,
            "score": self.score,
            "signature": self.signature,
        }


@record
class Thread:
    """The posts of one page of a discussion."""

    title: str | None
    """what the discussion is about"""
    posts: tuple[Post, ...]
    """in the order of the page"""
    url: str | None = None
    """where the page came from"""
    kind: str = "board"
    """`board`, `questions` for a question with answers, `comments` for what stands under an article"""
    page: int = 1
    """which page of the thread this is"""
    pages: int | None = None
    """how many pages it has, where that can be told"""

    @property
    def text(self) -> str:
        """All posts as text, each under its author and date; quotes of posts on the page are not said again."""
        return "\n\n".join(
            "\n".join(filter(None, (post.author, post.date_text or post.date, post.new_text))) for post in self.posts
        )

    def _repr_html_(self) -> str:
        """How notebooks show it: the title, and a row for each post."""
        rows: list[tuple[object, ...]] = [
            (post.position, post.author or "", post.date_text or post.date or "", post.text) for post in self.posts
        ]
        of = f"{self.page} of {self.pages}" if self.pages else self.page
        facts = {"kind": self.kind, "posts": len(self.posts), "page": of, "address": self.url}
        return card(self.title or "(no title)", facts, table(("#", "author", "date", "text"), rows))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "title": self.title,
            "url": self.url,
            "kind": self.kind,
            "page": self.page,
            "pages": self.pages,
            "posts": [post.to_dict() for post in self.posts],
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """`to_dict` as JSON, Thai and all other letters as they are."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_jsonld(self) -> dict[str, Any]:
        """The thread in schema.org terms: a `DiscussionForumPosting`, a `QAPage`, or an `Article` with its comments."""
        from kaensan.threads.as_jsonld import described

        return described(self)
