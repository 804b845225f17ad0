"""Pages with marks in them: `<<<T>>> … <<</T>>>` around the title and `<<<C>>> … <<</C>>>` around content or posts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import InputError
from kaensan.methods.lstm.tokens import Label, Tokens, Words, places, tokenise
from kaensan.page import Page, parse

__all__ = ["Marks", "has_marks", "mark", "read_marked", "unmark"]

_LETTER = {"title": "T", "content": "C", "post": "C"}
_MARK = re.compile(r"<<<(/?)([TC])>>>")
_MARK_TYPE = "text/x-mark-"  # of the scripts that stand in for marks while a page is parsed


def has_marks(source: str) -> bool:
    """Whether a source is a marked page."""
    return _MARK.search(source) is not None


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
    spans: list[tuple[int, int, str]] = []
    opened: tuple[str, int] | None = None
    at = length = 0
    for match in _MARK.finditer(source):
        parts.append(source[at : match.start()])
        length += match.start() - at
        at = match.end()
        closes = bool(match[1]) or (opened is not None and opened[0] == match[2])
        if closes:
            if opened is None or opened[0] != match[2]:
                raise InputError(f"the marked page closes with {match[0]} what it did not open; correct its marks")
            spans.append((opened[1], length, opened[0]))
            opened = None
        elif opened is not None:
            raise InputError(f"the marked page opens {match[0]} inside <<<{opened[0]}>>>; correct its marks")
        else:
            opened = (match[2], length)
    if opened is not None:
        raise InputError(f"the marked page never closes <<<{opened[0]}>>>; correct its marks")
    parts.append(source[at:])
    starts, ends, letters = zip(*spans, strict=True) if spans else ((), (), ())
    return "".join(parts), Marks(tuple(letters), np.array(starts, np.int64), np.array(ends, np.int64))


def read_marked(
    html: str | bytes, url: str | None = None, *, words: Words | None = None
) -> tuple[Page, Tokens, NDArray[np.int8]]:
    """A marked page as its tokens and their labels, tags included: what the network of `lstm` learns from.

    >>> page, tokens, labels = read_marked("<body><<<T>>><h1>Hi</h1><<</T>>><p>there", words=str.split)
    >>> [(string, Label(label).name) for string, label in zip(tokens.strings, labels) if label]
    [('<h1>', 'T'), ('Hi', 'T'), ('</h1>', 'T')]
    """
    source, marks = unmark(html if isinstance(html, str) else parse(html, url).source)
    page = parse(_with_scripts(source, marks), url)
    tokens = tokenise(page, words)
    at_start, _, _ = places(page)
    bounds = [int(at_start[row]) for row, value in page.elements.having("type") if value.startswith(_MARK_TYPE)]
    labels = np.zeros(len(tokens), np.int8)
    for letter, begin, end in zip(marks.letter, bounds[::2], bounds[1::2], strict=True):
        labels[(tokens.place > begin) & (tokens.place < end)] = Label[letter]
    return page, tokens, labels


def _with_scripts(source: str, marks: Marks) -> str:
    """The source with an empty script at every mark.

    A script may stand nearly anywhere, tables included, without moving what is around it, and is cleaned away later.
    """
    parts: list[str] = []
    at = 0
    for letter, start, end in zip(marks.letter, marks.start.tolist(), marks.end.tolist(), strict=True):
        script = f'<script type="{_MARK_TYPE}{letter}"></script>'
        parts += (source[at:start], script, source[start:end], script)
        at = end
    return "".join([*parts, source[at:]])
