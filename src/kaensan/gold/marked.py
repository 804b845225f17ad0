"""Pages with marks in them: `<<<T>>> … <<</T>>>` around the title and `<<<C>>> … <<</C>>>` around content or posts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import InputError
from kaensan.page import Page

__all__ = ["Marks", "mark", "unmark"]

_LETTER = {"title": "T", "content": "C", "post": "C"}
_MARK = re.compile(r"<<<(/?)([TC])>>>")


def mark(page: Page, labels: Sequence[str], posts: Sequence[int] | None = None) -> str:
    """The page's own markup with marks around every run of rows that are title, content or one post.

    >>> from kaensan.page import parse
    >>> mark(parse("<h1>Tea</h1><p>A <b>drink</b>.</p>"), ["title", "content", "content", "content"])
    '<h1><<<T>>>Tea<<</T>>></h1><p><<<C>>>A <b>drink</b>.<<</C>>></p>'
    """
    if _MARK.search(page.source):
        raise InputError("the page has marks of its own already; remove them first")
    start, end = page.texts.offset.tolist(), page.texts.end_offset.tolist()
    order = np.argsort(page.texts.offset, kind="stable").tolist()
    numbers = posts if posts is not None else [0] * len(labels)
    runs: list[tuple[str, int, int, int]] = []
    before: tuple[str, int] | None = None
    for row in order:
        letter = _LETTER.get(labels[row])
        here = (letter, numbers[row]) if letter else None
        if here and here == before:
            kind, number, first, last = runs[-1]
            runs[-1] = (kind, number, first, max(last, end[row]))
        elif here:
            runs.append((*here, start[row], end[row]))
        before = here
    parts: list[str] = []
    at = 0
    for letter, _, first, last in runs:
        parts += (page.source[at:first], f"<<<{letter}>>>", page.source[first:last], f"<<</{letter}>>>")
        at = last
    return "".join([*parts, page.source[at:]])


@dataclass(frozen=True)
class Marks:
    """The stretches of a source that were marked, in order."""

    letter: tuple[str, ...]
    start: NDArray[np.int64]
    end: NDArray[np.int64]

    def labels(self, page: Page, *, as_posts: bool) -> tuple[list[str], list[int]]:
        """The label of every row and the number of its post, by the middle of its text."""
        middle = (page.texts.offset + page.texts.end_offset) / 2
        at = np.searchsorted(self.start, middle, side="right") - 1
        inside = (at >= 0) & (middle <= self.end[np.maximum(at, 0)]) if len(self.start) else np.zeros(len(at), np.bool_)
        number = np.cumsum([letter == "C" for letter in self.letter])
        labels: list[str] = []
        posts: list[int] = []
        for place, marked in zip(at.tolist(), inside.tolist(), strict=True):
            letter = self.letter[place] if marked else ""
            labels.append("title" if letter == "T" else ("post" if as_posts else "content") if letter else "other")
            posts.append(int(number[place]) if as_posts and letter == "C" else 0)
        return labels, posts


def unmark(source: str) -> tuple[str, Marks]:
    """The source without its marks, and where they were.

    A mark of the same letter that opens inside an open one closes it, as in pages whose closing marks lack the slash.
    """
    parts: list[str] = []
    found: list[tuple[int, int, str]] = []
    opened: tuple[str, int] | None = None
    at = length = 0
    for match in _MARK.finditer(source):
        parts.append(source[at : match.start()])
        length += match.start() - at
        at = match.end()
        closes = bool(match[1]) or (opened is not None and opened[0] == match[2])
        if closes:
            if opened is None or opened[0] != match[2]:
                raise InputError(f"the mark {match[0]} closes what was not opened")
            found.append((opened[1], length, opened[0]))
            opened = None
        elif opened is not None:
            raise InputError(f"the mark {match[0]} opens inside <<<{opened[0]}>>>")
        else:
            opened = (match[2], length)
    if opened is not None:
        raise InputError(f"the mark <<<{opened[0]}>>> is never closed")
    parts.append(source[at:])
    starts, ends, letters = zip(*found, strict=True) if found else ((), (), ())
    return "".join(parts), Marks(tuple(letters), np.array(starts, np.int64), np.array(ends, np.int64))
