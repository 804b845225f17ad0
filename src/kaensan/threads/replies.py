"""Who answers whom: what a post is nested in, quotes, is numbered under, or begins with."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from kaensan.page import Page
from kaensan.page.budget import Steps
from kaensan.threads.post_records import Records
from kaensan.threads.thread import Post, Quote

__all__ = ["QuotableTexts", "relate"]

_OPENING_NAME = re.compile(r"@\s?([^\s,:]{2,40})")
_NUMBERED = re.compile(r"(?:ความคิดเห็น(?:ที่)?|ความเห็น(?:ที่)?|ตอบกลับ|comment|reply|#)\s?(\d{1,5})(?:[-.](\d{1,4}))?", re.I)
_LABEL = 40
_START, _SHORTEST = 60, 12
_SEARCHED = 1000
"""characters that are searched in one step"""


class QuotableTexts:
    """The texts of the posts of a page joined, spaces aside: one search finds where a quote comes from."""

    def __init__(self, texts: Sequence[str], steps: Steps) -> None:
        self._joined = ""
        self._starts: list[int] = []
        self._steps = steps
        parts: list[str] = []
        length = 0
        for text in map(_squeezed, texts):
            self._starts.append(length)
            parts.append(text)
            length += len(text) + 1
        self._joined = "\n".join(parts)

    def quoted_by(self, quote: Quote, post: int, fits: Callable[[int], bool] = lambda post: True) -> int | None:
        """The last post before another, both counted from 0, that a quote begins with words of and that fits."""
        start = _squeezed(quote.text[: 4 * _START])[:_START]
        if len(start) < _SHORTEST:
            return None
        while post > 0:
            end = self._starts[post] - 1
            at = self._joined.rfind(start, 0, end)
            if not self._steps.spend(1 + (end - max(at, 0)) // _SEARCHED) or at < 0:
                return None
            post = bisect_right(self._starts, at) - 1
            if fits(post):
                return post
        return None


def relate(page: Page, records: Records, posts: Sequence[Post], texts: QuotableTexts) -> list[Post]:
    """The posts with what they answer, how deep they are nested, and who opened the thread."""
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
        answered = parent + 1 if nested else _answered(post, related, texts, latest)
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


def _answered(post: Post, earlier: list[Post], texts: QuotableTexts, latest: dict[str, int]) -> int | None:
    """The post that is quoted or spoken to, as far as the page shows it."""
    for quote in post.quotes:

        def is_by_its_author(other: int, author: str | None = quote.author) -> bool:
            return author is None or (earlier[other].author or "").casefold() == author.casefold()

        quoted = texts.quoted_by(quote, len(earlier), is_by_its_author)
        if quoted is not None:
            return quoted + 1
        if quote.author and quote.author.casefold() in latest:
            return latest[quote.author.casefold()]
    spoken = _OPENING_NAME.match(post.text)
    return latest.get(spoken[1].casefold()) if spoken else None


def _squeezed(text: str) -> str:
    return "".join(text.split())
