"""From decoded markup to flat tables in one pass over the parser's events.

The parser (turbohtml) builds the tree that the HTML standard prescribes and reports it as events. The handler
below only appends; everything else (parents, depths, subtree ends) follows from the order of the events by vector
arithmetic, because Python code per node is what makes flattening slow.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from turbohtml.saxparse import SaxHandler, sax_parse

from kaensan.page.elements import Attributes, Elements
from kaensan.page.tags import BLOCK, PREFORMATTED, RAW, tag_id, tag_numbers

__all__ = ["Flat", "flatten"]

_TEXT, _START, _END = 0, 1, 2
# The parser moves the content of such a template out of the tree, where no event tells of it.
_SHADOW_ROOT = re.compile(r"(<template\s(?:[^<>]{0,1000}?\s)?)shadowrootmode", re.IGNORECASE)
_KIND: dict[type, int] = {int: _TEXT, tuple: _START, str: _END}


class Flat(NamedTuple):
    """What one pass over a page yields."""

    elements: Elements
    strings: list[str]
    """the text nodes that may be read, not blank, as parsed"""
    parent: NDArray[np.int32]
    """the element of each string"""
    block: NDArray[np.int32]
    """the block of each string, numbered from 0"""
    spaced: NDArray[np.bool_]
    """blank text lies between the string and the one before it"""
    sequence: list[str]
    """all text nodes that are not blank, code included, in document order"""
    is_row: NDArray[np.bool_]
    """which of them are `strings`"""
    unread: dict[int, str]
    """text of `script`, `style` and the like, and of `title` in the head, by element row"""
    gaps: dict[int, str]
    """blank text between a string and the one before it in the same preformatted element, where it is content"""


class _Events(SaxHandler):
    """Collects events as cheaply as Python can: bound `append`s where one argument is enough."""

    def __init__(self) -> None:
        self.order: list[Any] = []  # a tuple per start, a str per end, 0 per text
        self.names: list[str] = []
        self.strings: list[str] = []
        push, name, string = self.order.append, self.names.append, self.strings.append

        def start_element(tag: str, attrs: Attributes) -> None:
            push(attrs)
            name(tag)

        def characters(data: str) -> None:
            push(0)
            string(data)

        self.start_element = start_element  # type: ignore[method-assign]  # a closure is faster than a method
        self.characters = characters  # type: ignore[method-assign]
        self.end_element = push  # type: ignore[method-assign,assignment]


def flatten(source: str) -> Flat:
    """Parse markup into the element table and the text nodes."""
    events = _Events()
    if "shadowrootmode" in source or "SHADOWROOTMODE" in source:
        source = _SHADOW_ROOT.sub(r"\1data-shadowrootmode", source)
    sax_parse(source, events)
    order = events.order
    kind = np.fromiter(map(_KIND.__getitem__, map(type, order)), np.int8, len(order))
    starts = np.flatnonzero(kind == _START).astype(np.int32)
    texts = np.flatnonzero(kind == _TEXT).astype(np.int32)
    ends = np.flatnonzero(kind == _END).astype(np.int32)
    attrs: list[Attributes] = [order[at] for at in starts.tolist()]
    del order, events.order
    tag = tag_numbers(events.names)

    level = np.cumsum(kind == _START, dtype=np.int32) - np.cumsum(kind == _END, dtype=np.int32)
    depth = level[starts] - 1
    parent, closing = _link(starts, depth, ends, level[ends])
    text_parent = _last_at_depth(starts, depth, texts, level[texts] - 1)

    number_of_start = np.cumsum(kind == _START, dtype=np.int32)
    end = number_of_start[closing]

    # Which text nodes are rows: not blank, not code.
    readable = ~RAW[tag[text_parent]] if len(tag) else np.zeros(0, np.bool_)
    if len(tag):
        in_head = (tag == tag_id("title")) & (tag[parent] == tag_id("head"))
        readable &= ~in_head[text_parent]
    blank = np.fromiter(map(str.isspace, events.strings), np.bool_, len(events.strings))
    keep = readable & ~blank
    strings = events.strings
    unread: dict[int, list[str]] = {}
    code = np.flatnonzero(~readable & ~blank)
    for row, at in zip(text_parent[code].tolist(), code.tolist(), strict=True):
        unread.setdefault(row, []).append(strings[at])

    kept = np.flatnonzero(keep)
    is_row = np.zeros(len(kind) + 1, np.int32)
    is_row[texts[kept] + 1] = 1
    rows_before = np.cumsum(is_row, dtype=np.int32)
    elements = Elements(
        names=events.names,
        tag=tag,
        attrs=attrs,
        parent=parent,
        depth=depth,
        end=end,
        first_text=rows_before[starts],
        end_text=rows_before[closing],
    )

    breaks = np.zeros(len(kind), np.bool_)
    if len(tag):
        breaking = BLOCK[tag]
        breaks[starts[breaking]] = True
        breaks[closing[breaking]] = True
    block = _dense(np.cumsum(breaks, dtype=np.int32)[texts[kept]])
    spaces = np.cumsum(blank & readable)
    spaced = np.diff(spaces[kept], prepend=0) > 0
    return Flat(
        elements=elements,
        strings=[strings[at] for at in kept.tolist()],
        parent=text_parent[kept],
        block=block,
        spaced=spaced,
        sequence=[strings[at] for at in np.flatnonzero(~blank).tolist()],
        is_row=keep[~blank],
        unread={row: "".join(parts) for row, parts in unread.items()},
        gaps=_gaps(elements, strings, text_parent, keep, blank & readable),
    )


def _gaps(
    elements: Elements,
    strings: list[str],
    parent: NDArray[np.int32],
    is_row: NDArray[np.bool_],
    is_blank: NDArray[np.bool_],
) -> dict[int, str]:
    """The blank text before each row of a preformatted element, such as the line ends between coloured words."""
    if not PREFORMATTED[elements.tag].any():
        return {}
    around = elements.nearest(PREFORMATTED[elements.tag])[parent]
    row_of: NDArray[np.int64] = np.cumsum(is_row) - is_row  # the row that a text is, or that comes next
    owner = around[is_row]
    gaps: dict[int, list[str]] = {}
    for at in np.flatnonzero(is_blank & (around >= 0)).tolist():
        row = int(row_of[at])
        if row < len(owner) and owner[row] == around[at]:
            gaps.setdefault(row, []).append(strings[at])
    return {row: "".join(parts) for row, parts in gaps.items()}


def _link(
    starts: NDArray[np.int32], depth: NDArray[np.int32], ends: NDArray[np.int32], end_depth: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The parent of every start and the event that closes it."""
    parent = _last_at_depth(starts, depth, starts, depth - 1)
    # Starts and ends of one depth alternate, so sorting both by (depth, position) pairs them.
    closing = np.empty(len(starts), np.int32)
    closing[np.argsort(depth, kind="stable")] = ends[np.argsort(end_depth, kind="stable")]
    return parent, closing


def _last_at_depth(
    starts: NDArray[np.int32], depth: NDArray[np.int32], events: NDArray[np.int32], wanted: NDArray[np.int32]
) -> NDArray[np.int32]:
    """For each event the number of the last element started before it at the wanted depth, -1 for none."""
    if not len(starts):
        return np.full(len(events), -1, np.int32)
    span = int(max(starts[-1], events[-1] if len(events) else 0)) + 1
    by_depth = np.argsort(depth, kind="stable")
    keys = depth[by_depth].astype(np.int64) * span + starts[by_depth]
    found = np.searchsorted(keys, wanted.astype(np.int64) * span + events, side="left") - 1
    result = np.where(wanted >= 0, by_depth[np.maximum(found, 0)], -1)
    return result.astype(np.int32)


def _dense(numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """Renumber a non-decreasing column from 0 without gaps."""
    if not len(numbers):
        return numbers
    return np.cumsum(np.diff(numbers, prepend=numbers[0]) > 0, dtype=np.int32)
