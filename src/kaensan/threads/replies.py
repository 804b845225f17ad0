"""Who answers whom: what a post is nested in, quotes, is numbered under, or begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kaensan.page import Page
from kaensan.threads.records import Records
from kaensan.threads.thread import Post, Quote

__all__ = ["relate", "repeats"]

_OPENING_NAME = re.compile(r"@\s?([^\s,:]{2,40})")
_NUMBERED = re.compile(r"(?:ความคิดเห็น(?:ที่)?|ความเห็น(?:ที่)?|ตอบกลับ|comment|reply|#)\s?(\d{1,5})(?:[-.](\d{1,4}))?", re.I)
_LABEL = 40
_START, _SHORTEST = 60, 12


def relate(page: Page, records: Records, posts: Sequence[Post]) -> list[Post]:
    """The posts with what they answer, how deep they are nested, and who opened the thread."""
    told = [_squeezed(post.text) for post in posts]
    labels = [_label(page, records, number) for number in range(len(posts))]
    numbered: dict[str, int] = {}
    latest: dict[str, int] = {}
    depth: list[int] = []
    related: list[Post] = []
    opener = posts[0].author if posts else None
    for number, post in enumerate(posts):
        parent = records.parent[number]
        label, under = labels[number]
        if not 0 <= parent < number and under and label in numbered:
            parent = numbered[label]
        nested = 0 <= parent < number
        depth.append(depth[parent] + 1 if nested else 0)
        answered = parent + 1 if nested else _answered(post, related, told, latest)
        is_op = number == 0 or (opener is not None and post.author == opener)
        related.append(replace(post, reply_to=answered, depth=depth[number], is_op=is_op))
        if label and not under:
            numbered[label] = number
        if post.author:
            latest[post.author.casefold()] = number + 1
    return related


def _label(page: Page, records: Records, number: int) -> tuple[str, str]:
    """The number that a post shows, as in "Comment 3", and the second one of "Comment 3-1"; empty where it has none."""
    for row in records.around(number).tolist():
        text = page.texts.strings[row].strip()
        if len(text) <= _LABEL and (found := _NUMBERED.fullmatch(text)):
            return found[1], found[2] or ""
    return "", ""


def _answered(post: Post, earlier: list[Post], told: list[str], latest: dict[str, int]) -> int | None:
    """The post that is quoted or spoken to, as far as the page shows it."""
    for quote in post.quotes:
        for other in reversed(earlier):
            same = quote.author is None or (other.author or "").casefold() == quote.author.casefold()
            if same and repeats(quote, told[other.position - 1]):
                return other.position
        if quote.author and quote.author.casefold() in latest:
            return latest[quote.author.casefold()]
    spoken = _OPENING_NAME.match(post.text)
    return latest.get(spoken[1].casefold()) if spoken else None


def repeats(quote: Quote, squeezed: str) -> bool:
    """Whether a quote begins with words of a text, which is given without its spaces."""
    start = _squeezed(quote.text[: 4 * _START])[:_START]
    return len(start) >= _SHORTEST and start in squeezed


def _squeezed(text: str) -> str:
    return "".join(text.split())
