"""Posts that a page describes as data: schema.org terms, and the state of Discourse and NodeBB."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from kaensan.cached import cached_property
from kaensan.dates.found_dates import read_date, read_timestamp
from kaensan.frozen_records import record
from kaensan.page import Page, parse
from kaensan.page.lenient_json import Json, read_json
from kaensan.page.normalise import letters_of
from kaensan.page.safe_readers import load_json, whole_number
from kaensan.page.structured import Thing
from kaensan.render import render_text

__all__ = ["DataPost", "data_posts", "data_title", "text_key"]

_KEY = 60
_MOST = 5000
_OPENINGS = frozenset({"discussionforumposting", "socialmediaposting", "question"})
_REPLIES = frozenset({"answer", "comment"})
_OF_TOPIC = "topic_"
_TOPIC = re.compile(rf'"{_OF_TOPIC}\d+":("[^"\\]*+(?:\\.[^"\\]*+)*+")', re.S)
"""The state of a topic, a text with JSON in it; inside of other such texts quotes are escaped."""
_LIKE = 2
"""the number of a like among the actions of Discourse"""


@record
class DataPost:
    """A post as data describes it."""

    text: str
    author: str | None = None
    date: str | None = None
    url: str | None = None
    id: str | None = None
    score: int | None = None
    answers: str | None = None
    """the id of the post it answers"""
    opening: bool = False
    body: Page | None = None

    @cached_property
    def key(self) -> str:
        """The start of its text, see `text_key`."""
        return text_key(self.text)


def text_key(text: str, whole: bool = False) -> str:
    """The start of a text by its letters and digits, or all of it: tells whether two texts are the same post."""
    return letters_of(text if whole else text[: 4 * _KEY])[: None if whole else _KEY]


def data_title(page: Page) -> str | None:
    """The title that the head of the page gives, for pages that show none."""
    given = [*page.head.meta.get("og:title", []), page.head.title]
    return next((title for title in (" ".join(one.split()) for one in given) if title), None)


def data_posts(page: Page) -> list[DataPost]:
    """What the page says its posts are: application data where it has any, else schema.org."""
    return [*_discourse(page), *_nodebb(page)][:_MOST] or _described(page)[:_MOST]


def _described(page: Page) -> list[DataPost]:
    types = page.head.types
    if types.isdisjoint(_OPENINGS | _REPLIES):
        return []
    things = page.head.things
    if "faqpage" in types and "qapage" not in types:  # questions that nobody asked
        things = [thing for thing in things if not {"question", "answer"} & set(thing.types)]
    answered = "answer" in types
    seen: set[str] = set()
    posts: list[DataPost] = []
    steps = page.budget.steps("described posts")
    for thing in things:
        opening = not _OPENINGS.isdisjoint(thing.types)
        reply = "answer" in thing.types or (not answered and "comment" in thing.types)
        if not (opening or reply):
            continue
        written = _written(thing)
        if not steps.spend(len(written)):  # many things may refer to one long text
            break
        post = _of_thing(page, thing, written, opening)
        if post.key and post.key not in seen:
            seen.add(post.key)
            posts.append(post)
    return posts


def _written(thing: Thing) -> str:
    """The text of a post, which may be markup."""
    given = (text for name in ("text", "articlebody", "description") for text in thing.texts(name, longest=None))
    return next(given, "")


def _of_thing(page: Page, thing: Thing, written: str, opening: bool) -> DataPost:
    text, body = _read(written, page)
    date = next(iter(thing.texts("datepublished") or thing.texts("datecreated")), "")
    author = next((name for name in thing.texts("author") if "://" not in name), None)
    url = next((address for address in thing.texts("url") if "://" in address or address.startswith(("/", "#"))), None)
    votes = next(iter(thing.texts("upvotecount")), "")
    return DataPost(
        text=text,
        author=" ".join(author.split()) if author else None,
        date=read_date(date) if date else None,
        url=page.head.absolute(url) if url else None,
        score=int(votes) if re.fullmatch(r"-?\d{1,9}", votes) else None,
        opening=opening,
        body=body,
    )


def _read(markup: str, page: Page) -> tuple[str, Page | None]:
    """A text that may be HTML as plain text, and as a page where it is."""
    if "<" not in markup and "&" not in markup:
        return markup.strip(), None
    body = parse(markup, page.url)
    return render_text(body, np.ones(len(body.texts), np.bool_)), body


def _discourse(page: Page) -> Iterator[DataPost]:
    """The posts that Discourse hands to its scripts."""
    for row, value in page.elements.having("data-preloaded"):
        if not value or page.elements.name_of(row) != "div":
            continue
        for state in _states_of_topics(value):
            yield from _discourse_topic(page, _loaded(state))


def _states_of_topics(data: str) -> list[Json]:
    """What Discourse says of topics in its data, most of which is about the site and need not be read."""
    try:
        states: list[Json] = [load_json(found[1]) for found in _TOPIC.finditer(data)]
    except ValueError:
        states = []
    if states or _OF_TOPIC not in data:
        return states
    parts = [part for part in read_json(data) if isinstance(part, dict)]
    return [state for part in parts for key, state in part.items() if key.startswith(_OF_TOPIC)]


def _loaded(state: Json) -> Any:
    if not isinstance(state, str):
        return state
    try:
        return load_json(state)
    except ValueError:
        return None


def _discourse_topic(page: Page, topic: Any) -> Iterator[DataPost]:
    stream = topic.get("post_stream") if isinstance(topic, dict) else None
    posts = stream.get("posts") if isinstance(stream, dict) else None
    for post in posts if isinstance(posts, list) else []:
        if isinstance(post, dict) and isinstance(post.get("cooked"), str):
            text, body = _read(post["cooked"], page)
            number, answered = post.get("post_number"), post.get("reply_to_post_number")
            yield DataPost(
                text=text,
                author=_text(post.get("username")),
                date=_date(post.get("created_at")),
                id=_text(number),
                url=_address(page, post.get("post_url")),
                score=_likes(post.get("actions_summary")),
                answers=_text(answered),
                opening=number == 1,
                body=body,
            )


def _address(page: Page, address: Any) -> str | None:
    return page.head.absolute(address) if isinstance(address, str) and address else None


def _likes(actions: Any) -> int | None:
    """The likes among what readers did with a post of Discourse."""
    for action in actions if isinstance(actions, list) else []:
        if isinstance(action, dict) and action.get("id") == _LIKE:
            return whole_number(action.get("count"))
    return None


def _nodebb(page: Page) -> Iterator[DataPost]:
    """The posts that NodeBB hands to its scripts."""
    for row in sorted(page.unread):
        if page.elements.get(row, "id") != "ajaxify-data":
            continue
        for state in read_json(page.unread[row]):
            posts = state.get("posts") if isinstance(state, dict) else None
            for post in posts if isinstance(posts, list) else []:
                content = post.get("content") if isinstance(post, dict) else None
                if isinstance(post, dict) and isinstance(content, str):
                    text, body = _read(content, page)
                    user = post.get("user")
                    yield DataPost(
                        text=text,
                        author=_text(user.get("username")) if isinstance(user, dict) else None,
                        date=_date(post.get("timestampISO")) or _date(post.get("timestamp")),
                        id=_text(post.get("pid")),
                        score=whole_number(post.get("votes")),
                        answers=_text(post.get("toPid")),
                        opening=post.get("index") == 0,
                        body=body,
                    )


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) and value != "" else None


def _date(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return read_timestamp(str(value))
    return read_date(value) if isinstance(value, str) else None
