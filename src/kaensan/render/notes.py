"""Footnotes: which marks in the text belong to which notes."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.page.tags import family, tag_id

__all__ = ["Notes", "find_notes"]

_MARK = re.compile(r"[\[(]?\s*(\d{1,4}|[a-z]{1,2}|[*†‡§¶#]{1,3})\s*[\])]?", re.I)
_LINK, _RAISED = tag_id("a"), tag_id("sup")
_BODY = family("li p div")
_NOTE_NAMES = ("footnote-", "footnote", "fn-", "fn", "fn:", "note-", "endnote-")
_DIGITS = 3
"""Digits of the number of a note."""
_LONGEST = 300
"""Characters of an attribute that are looked at."""
_SAYS_NOTE = re.compile(r"foot-?note|note-?ref|endnote|reference", re.I)


@record
class Notes:
    """The footnotes of a page, by element."""

    marks: dict[int, str] = field(default_factory=dict)
    """links and raised numbers in the text, with the label of their note"""
    bodies: dict[int, str] = field(default_factory=dict)
    """elements that hold a note, with its label"""
    returns: dict[int, str] = field(default_factory=dict)
    """links from a note back to its mark, with its label"""


def find_notes(page: Page, has: NDArray[np.bool_]) -> Notes:
    """Pair links such as `<sup><a href="#n1">1</a></sup>` with the element `n1` that comes later.

    The mark must be short, and either call itself a note or be linked back to from there. A raised number without a
    link belongs to the note whose name says so, such as `footnote-1`. `has` tells which elements hold rendered text.
    """
    elements = page.elements
    shown_links = has & (elements.tag == _LINK)
    inner = [(row, href[1:]) for row, href in elements.attrs.starting("href", "#", shown_links) if len(href) > 1]
    raised: list[int] = []
    if elements.tags_held[_RAISED]:
        raised = (has & (elements.tag == _RAISED)).nonzero()[0].tolist()
    if not inner and not raised:
        return Notes()
    numbers = {row: _text(page, row) for row in raised}
    wanted = {name for _, name in inner} | {name for number in numbers.values() for name in _names_of(number)}
    named = elements.attrs.first_with("id", wanted)
    around = elements.nearest(_BODY[elements.tag])
    links = {row: named.get(name, -1) for row, name in inner}
    body_of = {row: int(around[target]) for row, target in links.items() if target > row and around[target] > row}
    backward: dict[int, list[int]] = {}
    for row, target in links.items():
        if 0 <= target < row:
            backward.setdefault(target, []).append(row)
    notes, called = Notes(), _Called(page)
    labels = _Labels()
    for row, body in body_of.items():
        mark = _MARK.fullmatch(_text(page, row))
        if not mark or not has[body] or elements.end[body] <= row:
            continue
        near = _near(page, row)
        returns = (_inside(body, elements, backward.get(place, [])) for place in near)
        back = next((place for place in returns if place is not None), None)
        if back is None and not any(called.says_note(place) for place in near):
            continue
        label = notes.bodies.get(body) or labels.take(mark.group(1))
        notes.bodies[body] = notes.marks[row] = label
        if back is not None:
            notes.returns[back] = label
    for row, number in numbers.items():
        target = _numbered(number, named) if number not in labels.taken else -1
        if target > row and has[target] and around[target] > row and int(around[target]) not in notes.bodies:
            labels.taken.add(number)
            notes.bodies[int(around[target])] = notes.marks[row] = number
    return notes


def _names_of(number: str) -> list[str]:
    """What the note of a number without a link may be called; nothing for what is no such number."""
    is_number = number.isascii() and number.isdecimal() and len(number) <= _DIGITS
    return [f"{name}{number}" for name in _NOTE_NAMES] if is_number else []


def _numbered(number: str, named: dict[str, int]) -> int:
    """The element that a number without a link means by its name; -1 where there is none."""
    return next((named[name] for name in _names_of(number) if name in named), -1)


def _inside(body: int, elements: Elements, rows: list[int]) -> int | None:
    """The first of the rows, which are in order, that lies inside an element."""
    at = bisect_left(rows, body)
    return rows[at] if at < len(rows) and rows[at] < elements.end[body] else None


def _text(page: Page, row: int) -> str:
    elements = page.elements
    first, end = int(elements.first_text[row]), int(elements.end_text[row])
    return "".join(page.texts.strings[first : min(end, first + 4)]).strip()


def _near(page: Page, row: int) -> list[int]:
    """The link, the element in it and the elements around it that may carry the name a note links back to."""
    near = [row]
    if page.elements.end[row] > row + 1:
        near.append(row + 1)
    for _ in range(2):
        row = int(page.elements.parent[row])
        if row < 0:
            break
        near.append(row)
    return near


class _Called:
    """What elements call themselves; each is asked once, for one may be around many links."""

    def __init__(self, page: Page) -> None:
        self._elements = page.elements
        self._known: dict[int, bool] = {}

    def says_note(self, row: int) -> bool:
        """Whether an element is a link or a superscript that calls itself a note."""
        if row not in self._known:
            attrs = dict(self._elements.attrs[row]) if self._elements.names[row] in ("a", "sup") else {}
            named = " ".join((attrs.get(name) or "")[:_LONGEST] for name in ("class", "role", "rel", "epub:type"))
            self._known[row] = _SAYS_NOTE.search(named) is not None
        return self._known[row]


class _Labels:
    """The labels of the notes so far."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self._last = 0
        """the number that was found free last: those from the count of labels up to it are taken"""

    def take(self, mark: str) -> str:
        """A label for a note: its own mark where that is a word no other note uses, else the next number."""
        label = mark if mark.isalnum() and mark not in self.taken else self._next()
        self.taken.add(label)
        return label

    def _next(self) -> str:
        number = max(len(self.taken), self._last) + 1
        while str(number) in self.taken:
            number += 1
        self._last = number
        return str(number)
