"""A page rebuilt from its texts, as collections of labelled texts keep pages.

Such copies teach the model to do without attributes, without a head, and without the bounds between boxes that look
alike.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page

__all__ = ["carried_labels", "rebuilt", "texts_within_body"]

_ITEMS = frozenset(
    {
        *("li", "p", "tr", "td", "th", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("blockquote", "pre", "option"),
    }
)
"""elements that mostly hold one thing: two texts in a row with the same elements around them are in two of them"""
_CONTENT = 0.5
"""label from which a block is content"""


def rebuilt(page: Page, *, joined: bool) -> bytes:
    """Markup made of the texts of a page and the kinds of the elements around each; elements beside each other that are
    of one kind have become one.

    Items (of lists, tables, …) are told apart always or, `joined`, only where two texts have the same elements around
    them.
    """
    name_of = page.elements.name_of
    parts = ["<!DOCTYPE html><html><head><meta charset=utf-8></head><body>"]
    around: list[str] = []
    for text, rows in texts_within_body(page):
        if not text.strip():
            continue
        path = [name_of(row) for row in rows]
        same = _shared(around, path, joined=joined)
        parts += [f"</{tag}>" for tag in reversed(around[same:])]
        parts += ['<a href="#">' if tag == "a" else f"<{tag}>" for tag in path[same:]]
        parts.append(html.escape(text.strip()) + " ")
        around = path
    return "".join(parts).encode()


def carried_labels(page: Page, labels: NDArray[np.float32], copy: Page) -> NDArray[np.float32] | None:
    """The labels of the blocks of a rebuilt copy: those that most letters of each have on the page.

    None where letters were lost.
    """
    within = _within_body(page)
    texts = page.texts
    letters = np.array([len("".join(text.split())) for text in texts.strings])
    known = np.repeat(labels[texts.block[within]], letters[within])
    own = np.array([len("".join(text.split())) for text in copy.texts.strings], np.int64)
    if int(own.sum()) != len(known):
        return None
    block = np.repeat(copy.texts.block, own)
    kinds = (known > _CONTENT, known <= _CONTENT, np.isnan(known))
    counted = np.stack([np.bincount(block[kind], minlength=copy.texts.blocks) for kind in kinds])
    carried: NDArray[np.float32] = np.array([1, 0, np.nan], np.float32)[counted.argmax(axis=0)]
    return carried


def texts_within_body(page: Page) -> Iterator[tuple[str, list[int]]]:
    """The texts of the body, each with the elements around it from the body on."""
    elements = page.elements
    for text, row in zip(page.texts.strings, page.texts.parent.tolist(), strict=True):
        rows = []
        while row >= 0 and elements.name_of(row) != "body":
            rows.append(row)
            row = int(elements.parent[row])
        if row >= 0:
            yield text, rows[::-1]


def _within_body(page: Page) -> NDArray[np.bool_]:
    """Which texts stand in the body."""
    elements = page.elements
    body = np.array([name == "body" for name in elements.names], np.bool_)
    inside: NDArray[np.bool_] = elements.nearest(body)[page.texts.parent] >= 0
    return inside


def _shared(before: list[str], path: list[str], *, joined: bool) -> int:
    """How many elements around a text are those around the text before it."""
    same = next((at for at, (one, other) in enumerate(zip(before, path, strict=False)) if one != other), None)
    if same is None:
        same = min(len(before), len(path))
    items = [at for at, tag in enumerate(path[:same]) if tag in _ITEMS]
    if joined:
        if before != path:
            return same
        return items[-1] if items else max(len(path) - 1, 0)
    return items[0] if items else min(same, max(len(path) - 1, 0))
