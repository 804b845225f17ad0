"""From labelled rows to posts: which rows are one post, and whose author and date are whose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kaensan.errors import UsageError
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.render import render_text

__all__ = ["MarkedPost", "number_posts", "read_posts"]


@dataclass(frozen=True)
class MarkedPost:
    """One post as a person marked it."""

    author: str | None
    date: str | None
    text: str


def number_posts(labels: Sequence[str]) -> list[int]:
    """The number of the post of each row, from 1, where nobody gave numbers; 0 for rows of no post.

    A run of rows labelled `post` is a post. The rows labelled `author` and `date` belong to the post after them, or,
    where the page begins with a post, to the one before.

    >>> number_posts(["author", "post", "post", "date", "post"])
    [1, 1, 1, 2, 2]
    >>> number_posts(["post", "author", "post", "author"])
    [1, 1, 2, 2]
    """
    first = next((label for label in labels if label in ("post", "author", "date")), None)
    leads = first in ("author", "date")
    numbers: list[int] = []
    current = 0
    before = ""
    for label in labels:
        if label in ("author", "date"):
            starts = leads and before not in ("author", "date")
        else:
            starts = label == "post" and before != "post" and not (leads and before in ("author", "date"))
        if starts:
            current += 1
        numbers.append(current if label in ("post", "author", "date") else 0)
        before = label if label != "other" or not leads or before == "post" else before
    return numbers


def read_posts(page: Page, labels: Sequence[str], numbers: Sequence[int] | None) -> list[MarkedPost]:
    """The posts in order; none where no row is labelled `post`."""
    if "post" not in labels:
        return []
    if numbers is None or not any(numbers):
        numbers = number_posts(labels)
    if len(numbers) != len(labels):
        raise UsageError(f"there are {len(numbers)} numbers of posts for {len(labels)} labels; give one for each row")
    label, number = np.array(labels), np.array(numbers)
    posts: list[MarkedPost] = []
    for each in np.unique(number[(number > 0) & (label == "post")]).tolist():
        mine = number == each
        posts.append(
            MarkedPost(
                _words(page, mine & (label == "author")),
                _words(page, mine & (label == "date")),
                render_text(page, mine & (label == "post")),
            )
        )
    return posts


def _words(page: Page, rows: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> str | None:
    found = np.flatnonzero(rows).tolist()
    return " ".join(inline_text(page.texts, row, row + 1) for row in found) or None
