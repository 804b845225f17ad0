"""Where in the source a text node came from.

The tree builder reports no positions for text, the runs of text between tags have them. Both are the same characters,
so the runs are dealt out to the text nodes in order: one run for one node as a rule, several where the parser dropped a
tag between them. Where the tree is not in source order (misnested tables, say) the runs near by are searched.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from turbohtml import unescape

from kaensan.page.markup import Markup, scan
from kaensan.page.tags import tag_id

__all__ = ["Located", "locate"]

_NEAR = 16
_PREFIX = 64  # characters that are compared when nothing is equal: a long text must not be read again and again
_SPACE = 32  # no higher character is white space, but for a few that the parser's own texts tell
_ALTERED = str.maketrans("", "", "\x00\ufffd")  # what the tree builder drops or replaces


class Located(NamedTuple):
    """The source as tags and runs of text, and where in it each row starts and ends."""

    markup: Markup
    start: NDArray[np.int64]
    end: NDArray[np.int64]


def locate(source: str, strings: list[str], is_row: NDArray[np.bool_]) -> Located:
    """Find the rows in the source, given all texts of the page that are not blank.

    A text that cannot be found, such as a CDATA section, gets the place of the text after it and no extent.
    """
    markup = scan(source)
    quick = _one_to_one(markup, [strings[row] for row in is_row.nonzero()[0].tolist()])
    if quick:
        return quick
    located = _dealt(markup, strings)
    if (located.start == located.end).any():
        located = _dealt(scan(source, careful=True), strings)
    return Located(located.markup, located.start[is_row], located.end[is_row])


def _one_to_one(markup: Markup, rows: list[str]) -> Located | None:
    """Each run that is not code as one row, when that is how it is; the title of the page may be none."""
    run, data = _runs(markup, ~markup.code)
    if len(data) == len(rows) + 1:
        title = (markup.tag == tag_id("title")).nonzero()[0][:1] + 1
        at = np.isin(run, title).nonzero()[0].tolist()
        run = np.delete(run, at)
        data = [text for number, text in enumerate(data) if number not in at]
    return Located(markup, markup.run_start[run], markup.run_end[run]) if data == rows else None


def _dealt(markup: Markup, strings: list[str]) -> Located:
    """All texts with the runs they are made of, code included."""
    run, data = _runs(markup, np.ones_like(markup.code))
    if not data or not strings:
        nowhere = np.zeros(len(strings), np.int64)
        return Located(markup, nowhere, nowhere)
    dealt = np.array(_deal(data, strings), np.int64)
    start = markup.run_start[run[dealt[:, 0]]]
    end = np.where(dealt[:, 1] >= 0, markup.run_end[run[dealt[:, 1]]], start)
    return Located(markup, start, end)


def _runs(markup: Markup, wanted: NDArray[np.bool_]) -> tuple[NDArray[np.int64], list[str]]:
    """The numbers of the wanted runs that are not blank, and their texts as the parser reads them."""
    starts, ends = markup.run_start, markup.run_end
    run = ((starts < ends) & wanted).nonzero()[0]
    if len(run):
        bounds = np.array([starts[run], ends[run]]).T.ravel()
        inside = bounds[: len(bounds) - (bounds[-1] == len(markup.codes))]
        run = run[np.maximum.reduceat(markup.codes, inside)[::2] > _SPACE]
    source = markup.source
    data = [source[start:end] for start, end in zip(starts[run].tolist(), ends[run].tolist(), strict=True)]
    for at, text in enumerate(data):
        if "&" in text and not markup.code[run[at]]:
            data[at] = unescape(text)
    if any(map(str.isspace, data)):
        run = run[[not text.isspace() for text in data]]
        data = [text for text in data if not text.isspace()]
    return run, data


def _deal(data: list[str], strings: list[str]) -> list[tuple[int, int]]:
    """The first and the last run of each string; (next run, -1) for a string that no run begins."""
    dealt: list[tuple[int, int]] = []
    count = len(data)
    passed: deque[int] = deque(maxlen=_NEAR)  # runs that the search went over and no string has taken yet
    at = 0
    for text in strings:
        if at < count and data[at] == text:
            first = at
        else:
            near = [*range(at, min(at + _NEAR, count)), *passed]
            first = _begins(text, data, near)
            if first < 0:
                dealt.append((min(at, count - 1), -1))
                continue
        if first < at:
            passed.remove(first)
            dealt.append((first, first))
            continue
        passed.extend(range(max(at, first - _NEAR), first))
        at = _last(text, data, first) + 1
        dealt.append((first, at - 1))
    return dealt


def _begins(text: str, data: list[str], near: list[int]) -> int:
    """The run that the text starts with, -1 for none: an equal one before one that is a part of it."""
    for run in near:
        if data[run] == text:
            return run
    plain = text[: 2 * _PREFIX].translate(_ALTERED).lstrip()
    for run in near:
        begins = data[run][:_PREFIX].translate(_ALTERED).strip()
        if plain.startswith(begins) and (begins or not plain):
            return run
    return -1


def _last(text: str, data: list[str], first: int) -> int:
    """The last of the runs, from the first one on, that make up the text."""
    used = len(data[first])
    last = first
    while used < len(text) and last + 1 < len(data):
        following = data[last + 1]
        if not text.startswith(following, used):
            while text[used : used + 1].isspace():  # blank runs are not in the list
                used += 1
            following = following.lstrip()
            if not text.startswith(following, used):
                break
        used += len(following)
        last += 1
    return last
