"""From the bodies of posts to posts: who wrote each, when, where it is, what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kaensan.document.fragment import Fragments
from kaensan.document.post_features import PostTexts
from kaensan.document.quotes import find_quotes
from kaensan.document.records import Records, find_records
from kaensan.document.thread import Post
from kaensan.model.boards_posts import PostModel
from kaensan.model.boards_rows import Rows
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.render import render_text

__all__ = ["Found", "read_posts"]

_DIGITS = re.compile(r"\d{2,}")
_NUMBER = re.compile(r"[+-]?\d{1,3}(?:[,.]?\d{3})*")
_POINTS = re.compile(
    r"([+-]?\d[\d,]{0,9})\s?(?:points?|likes?|votes?|upvotes?|คะแนน|ถูกใจ|โหวต|แต้ม)|(?:score|likes?|votes?|points?|คะแนน|โหวต|ถูกใจ)\s?:\s?([+-]?\d[\d,]{0,9})",
    re.I,
)
_VOTES = re.compile(r"vote|score|point|karma|like-?count|reaction-?count|upvote", re.I)
_NAME = re.compile(r"[^\W\d_]")
_DECORATION = " \t,:·•|»«-–—()[]"
_OPENING_NAME = re.compile(r"@\s?([^\s,:]{2,40})")


@dataclass(frozen=True)
class Found:
    """The posts with how sure their parts are."""

    posts: tuple[Post, ...]
    records: Records
    author_score: NDArray[np.float32]
    """per post, as log-odds; -inf where no text could be the author"""
    date_score: NDArray[np.float32]


def read_posts(page: Page, rows: Rows, bodies: list[int], model: PostModel) -> Found:
    """The posts with the given bodies."""
    records = find_records(page, bodies)
    texts = PostTexts(page, rows, records)
    count = len(bodies)
    named = np.fromiter((len(text) > 1 and bool(_NAME.search(text)) for text in texts.text), np.bool_, len(texts))
    author, author_score = _best(texts, model.author(texts.columns), ~texts.dated & named, count)
    date, date_score = _best(texts, model.date(texts.columns), texts.dated, count)
    fragments = Fragments(page, rows.postable)
    posts: list[Post] = []
    for number, body in enumerate(bodies):
        fragment = fragments.cut(body)
        by, by_url = _author(page, texts, author[number])
        name, url = _identity(page, records, number)
        when = date[number]
        posts.append(
            Post(
                position=number + 1,
                text=render_text(fragment, np.ones(len(fragment.texts), np.bool_)),
                author=by,
                author_url=by_url,
                date=texts.iso[when] if when >= 0 else None,
                date_text=texts.text[when] if when >= 0 else None,
                id=name,
                url=url,
                quotes=find_quotes(page, rows, body),
                score=_score(page, records, number),
                signature=_signature(page, rows, records, number, texts, (author[number], when)),
                body=fragment,
            )
        )
    return Found(tuple(_related(posts, records)), records, author_score, date_score)


def _best(
    texts: PostTexts, score: NDArray[np.float32], among: NDArray[np.bool_], posts: int
) -> tuple[list[int], NDArray[np.float32]]:
    """For every post the best of its texts, -1 for none, and how good that is."""
    best = [-1] * posts
    most = np.full(posts, -np.inf, np.float32)
    for at in np.flatnonzero(among).tolist():
        post = int(texts.post[at])
        if score[at] > most[post]:
            best[post], most[post] = at, score[at]
    return best, most


def _author(page: Page, texts: PostTexts, author: int) -> tuple[str | None, str | None]:
    """The name of the author and the address it links to."""
    if author < 0:
        return None, None
    anchor = int(page.texts.anchor[texts.row[author]])
    address = page.elements.get(anchor, "href") if anchor >= 0 else ""
    linked = bool(address) and not address.startswith(("#", "javascript:"))
    name = texts.text[author].strip(_DECORATION) or texts.text[author]
    return name, page.head.absolute(address) if linked else None


def _identity(page: Page, records: Records, number: int) -> tuple[str | None, str | None]:
    """What the post is called, and its own address."""
    elements = page.elements
    root, body = records.roots[number], records.bodies[number]
    name = ""
    for element in (root, body, *range(root, min(root + 12, body))):
        values = [elements.get(element, attribute) for attribute in ("id", "data-post-id", "data-id", "data-content")]
        name = next((value for value in values if _DIGITS.search(value)), "")
        if name:
            break
    digits = _DIGITS.findall(name)[-1] if name else ""
    rows = records.around(number)
    anchors = [anchor for anchor in dict.fromkeys(page.texts.anchor[rows].tolist()) if anchor >= 0]
    addresses = [elements.get(anchor, "href") for anchor in anchors]
    own = [address for address in addresses if digits and re.search(rf"(?<!\d){digits}(?!\d)", address)]
    if digits and name == elements.get(root, "id"):
        own.append(f"#{name}")
    address = min(own, key=_directness, default="")
    absolute = (page.head.absolute(address) if address else None) or ""
    return digits or None, absolute if "://" in absolute or absolute.startswith("#") else None


def _directness(address: str) -> tuple[bool, bool, int]:
    """Addresses of a place in the page come first, then those that say what they are, then short ones."""
    return "#" not in address, "permalink" not in address, len(address)


def _signature(
    page: Page, rows: Rows, records: Records, number: int, texts: PostTexts, used: tuple[int, int]
) -> str | None:
    """The rows of the post in an element named a signature, unless author or date are in it."""
    around = records.around(number)
    signed = around[rows.signed[around] & rows.readable[around]]
    taken = {int(texts.row[at]) for at in used if at >= 0}
    if not len(signed) or taken & set(signed.tolist()):
        return None
    first, end = int(signed[0]), int(signed[-1]) + 1
    return inline_text(page.texts, first, end) or None


def _score(page: Page, records: Records, number: int) -> int | None:
    """Votes, likes or points: a number in an element that is named so, or with a word that says so."""
    elements, texts = page.elements, page.texts
    for row in records.around(number).tolist():
        text = texts.strings[row].strip()
        if len(text) > 24 or not any(map(str.isdigit, text)):
            continue
        if told := _POINTS.fullmatch(text):
            return int((told[1] or told[2]).replace(",", ""))
        element = int(texts.parent[row])
        names = f"{elements.get(element, 'class')} {elements.get(element, 'itemprop')} {elements.get(element, 'id')}"
        if _NUMBER.fullmatch(text) and _VOTES.search(names):
            return int(re.sub(r"[,.]", "", text))
    return None


def _related(posts: list[Post], records: Records) -> list[Post]:
    """The posts with what they answer, how deep they are nested, and who opened the thread."""
    depth: list[int] = []
    related: list[Post] = []
    latest: dict[str, int] = {}
    opener = posts[0].author if posts else None
    for number, post in enumerate(posts):
        parent = records.parent[number]
        depth.append(depth[parent] + 1 if 0 <= parent < number else 0)
        answered = parent + 1 if 0 <= parent < number else _answered(post, posts[:number], latest)
        is_op = number == 0 or (opener is not None and post.author == opener)
        related.append(replace(post, reply_to=answered, depth=depth[number], is_op=is_op))
        if post.author:
            latest[post.author.casefold()] = number + 1
    return related


def _answered(post: Post, earlier: list[Post], latest: dict[str, int]) -> int | None:
    """The post that is quoted or spoken to, as far as the page shows it."""
    for quote in post.quotes:
        start = "".join(quote.text.split())[:60]
        for other in reversed(earlier):
            same = quote.author is None or (other.author or "").casefold() == quote.author.casefold()
            if same and len(start) >= 12 and start in "".join(other.text.split()):
                return other.position
        if quote.author and quote.author.casefold() in latest:
            return latest[quote.author.casefold()]
    spoken = _OPENING_NAME.match(post.text)
    return latest.get(spoken[1].casefold()) if spoken else None
