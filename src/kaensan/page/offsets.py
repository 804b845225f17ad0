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
    data, starts, ends = _runs(markup, ~(markup.code | _after(markup, "title")))
    if data == [strings[row] for row in np.flatnonzero(is_row).tolist()]:
        return Located(markup, starts, ends)
    markup = scan(source, careful=True)
    data, starts, ends = _runs(markup, np.ones_like(markup.code))
    if not data or not strings:
        nowhere = np.zeros(np.count_nonzero(is_row), np.int64)
        return Located(markup, nowhere, nowhere)
    dealt = np.array(_deal(data, strings), np.int64)[is_row]
    start = starts[dealt[:, 0]]
    return Located(markup, start, np.where(dealt[:, 1] >= 0, ends[dealt[:, 1]], start))


def _after(markup: Markup, name: str) -> NDArray[np.bool_]:
    """Which runs follow a start tag of that name."""
    return np.concatenate([[False], (markup.tag == tag_id(name)) & ~markup.closing])


def _runs(markup: Markup, wanted: NDArray[np.bool_]) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
    """The wanted runs that are not blank, as the parser reads them, with their offsets."""
    starts, ends = markup.run_start, markup.run_end
    rows = np.flatnonzero((starts < ends) & wanted)
    if len(rows):
        bounds = np.array([starts[rows], ends[rows]]).T.ravel()
        inside = bounds[: len(bounds) - (bounds[-1] == len(markup.codes))]
        rows = rows[np.maximum.reduceat(markup.codes, inside)[::2] > _SPACE]
    source = markup.source
    data = [source[start:end] for start, end in zip(starts[rows].tolist(), ends[rows].tolist(), strict=True)]
    for run, text in enumerate(data):
        if "&" in text and not markup.code[rows[run]]:
            data[run] = unescape(text)
    if any(map(str.isspace, data)):
        rows = rows[[not text.isspace() for text in data]]
        data = [text for text in data if not text.isspace()]
    return data, starts[rows], ends[rows]


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
        if plain.startswith(data[run][:_PREFIX].translate(_ALTERED).strip()):
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
