"""A page in the markup of the years when tables laid pages out.

Most pages that are learned from are of today: boxes within boxes, a class on each, metadata in the head. Older ones,
of which the web keeps many, put boxes into the cells of tables, end paragraphs with breaks, and print headings in bold.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.train.rebuilt_pages import texts_within_body

__all__ = ["Fashion", "in_tables"]

_BOXES = frozenset(
    {
        *("div", "section", "article", "main", "aside", "nav", "header", "footer", "figure", "details"),
        *("form", "fieldset", "hgroup", "center", "dialog", "address", "figcaption", "summary"),
    }
)
"""what becomes a table, a cell, or nothing"""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol", "menu"})
_GONE = frozenset({"span", "label", "time", "mark", "picture", "bdi", "data", "output", "abbr", "cite", "ins"})
"""kinds of elements that such pages did not have, or that changed nothing on them"""


_BREAK = "<br>"


@dataclass(frozen=True)
class Fashion:
    """What else a page of those years does; pages differ."""

    breaks: bool
    """paragraphs end with breaks, headings are bold type"""
    plain_lists: bool
    """the items of lists are lines"""
    columns: bool
    """the boxes of the outermost tables stand side by side"""
    names: bool
    """tables and boxes keep their classes"""


@dataclass
class _Open:
    """An element that is being written."""

    row: int
    end: str
    divided: bool
    """its boxes are cells"""
    across: bool = False
    """the cells stand side by side"""
    begun: bool = False
    """it has had a box"""


def in_tables(page: Page, fashion: Fashion) -> bytes:
    """The texts and title of a page, laid out by tables; its head says nothing else."""
    elements = page.elements
    divided = _divided(elements)
    title = html.escape(page.head.title)
    parts = [f"<html><head><meta charset=utf-8><title>{title}</title></head><body>"]
    around: list[_Open] = []
    for text, path in texts_within_body(page):
        same = 0
        while same < min(len(around), len(path)) and around[same].row == path[same]:
            same += 1
        while len(around) > same:
            _end(parts, around.pop())
        for row in path[same:]:
            start, opened = _start(elements, row, around, fashion, divided=bool(divided[row]))
            if start:
                parts.append(start)
            around.append(opened)
        parts.append(html.escape(text))
    while around:
        _end(parts, around.pop())
    return "".join(parts).encode()


def _end(parts: list[str], opened: _Open) -> None:
    """Write the end of an element; a line that ended already does not end again."""
    if opened.end and not (opened.end == _BREAK and parts[-1].endswith((_BREAK, "<td>", "</table>"))):
        parts.append(opened.end)


def _divided(elements: Elements) -> NDArray[np.bool_]:
    """The boxes that hold another box and something else with text."""
    with_text = elements.end_text > elements.first_text
    kids = np.zeros(len(elements), np.int64)
    boxes = np.zeros(len(elements), np.int64)
    box = np.array([elements.name_of(row) in _BOXES for row in range(len(elements))], bool)
    inner = np.flatnonzero(with_text & (elements.parent >= 0))
    np.add.at(kids, elements.parent[inner], 1)
    np.add.at(boxes, elements.parent[inner], box[inner])
    return box & (boxes > 0) & (kids > 1)


def _start(elements: Elements, row: int, around: list[_Open], fashion: Fashion, *, divided: bool) -> tuple[str, _Open]:
    """How the start of an element is written, and its end."""
    tag = elements.name_of(row)
    if tag in _BOXES:
        return _box(elements, row, around, fashion, divided=divided)
    if tag == "a":
        href = html.escape(dict(elements.attrs[row]).get("href") or "#")
        return f'<a href="{href}">', _Open(row, "</a>", divided=False)
    start, end = f"<{tag}>", f"</{tag}>"
    if tag in _GONE:
        start, end = "", ""
    elif tag == "p" and fashion.breaks:
        start, end = "", "<br><br>"
    elif tag in _HEADINGS and fashion.breaks:
        start, end = "<br><font size=4><b>", "</b></font><br>"
    elif fashion.plain_lists and (tag == "li" or tag in _LISTS):
        start, end = "", _BREAK
    return start, _Open(row, end, divided=False)


def _box(elements: Elements, row: int, around: list[_Open], fashion: Fashion, *, divided: bool) -> tuple[str, _Open]:
    """A box becomes a table, and a cell of the table that its parent has become."""
    parent = around[-1] if around else None
    between = ""
    if parent and parent.divided:
        if parent.begun:
            between = "</td><td>" if parent.across else "</td></tr><tr><td>"
        parent.begun = True
    names = ""
    if fashion.names and (name := dict(elements.attrs[row]).get("class")):
        names = f' class="{html.escape(name)}"'
    if divided:
        tables = sum(opened.divided for opened in around)
        across = fashion.columns and tables == 1
        return f"{between}<table{names}><tr><td>", _Open(row, "</td></tr></table>", divided=True, across=across)
    if names:
        return f"{between}<div{names}>", _Open(row, "</div>", divided=False)
    return between, _Open(row, _BREAK, divided=False)
