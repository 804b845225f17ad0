"""Lists of amounts: the ingredients of a recipe, the parts of a kit.

Each line says little for itself, and menus look much like it; that lines in a row begin with a number and go on with a
word, or end with a number and what it measures, tells them apart in every language.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.block_openings import ASK, MEASURED, LineLimits, amount_lines
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.page import Context

__all__ = ["with_amounts"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_AMOUNT = re.compile(r"\s*[\d½¼¾⅓⅔⅛][\d\s.,/½¼¾⅓⅔⅛–-]{0,12}+[^\W\d_]")
"""a number, a range or a fraction, and the first letter of what is counted or measured; `amount_lines` knows it but for
characters beyond ASCII"""
_FEWEST = 3
"""lines of a list"""
_LONGEST = 15
"""words of a line"""
_GAP = 2
"""blocks between two lines that begin otherwise: salt and pepper, the heading of a part"""
_NEAR = 10
"""blocks from a list to what is kept"""
_LEAST = 0.03
"""chance of its lines, on average (of 0 and .03, the one that loses on no set) …"""
_LEAST_MEASURED = 0.1
"""… and where some lines end with their amount, as goods beside their price and titles beside their length do"""
_MOST_OF_LIST = 0.4
"""share of the lines of an element that have amounts for all its lines to be of the list: salt and pepper may be last,
and some are a bare number"""
_A_THREAD = -2.0
"""log-odds of a thread from which numbers may tell of replies and dates"""
_LINKS = 0.5
"""share of link text from which a line is a link"""
_ELSEWHERE = Context.NAV | Context.FOOTER | Context.ASIDE | Context.CONTROL | Context.HEAD | Context.INVISIBLE
_LIMITS = LineLimits(_LONGEST, _LINKS, int(_ELSEWHERE))


def with_amounts(kept: Bools, chance: Floats, blocks: Blocks, situation: Situation) -> Bools:
    """Keep every list of amounts near what is kept, with the short lines between; posts tell of replies and dates."""
    if situation.thread is not None and situation.thread > _A_THREAD:
        return kept
    lines, measured = _lines(blocks, situation)
    content = kept.nonzero()[0] if len(lines) else lines
    if not len(content):
        return kept
    for run in _runs(lines):
        if _distance(content, run[0], run[-1]) > _NEAR:
            continue
        if chance[run].mean() < (_LEAST_MEASURED if measured[run].any() else _LEAST):
            continue
        some = _whole_list(blocks, run)
        if not kept[some].all():
            kept = kept.copy()
            kept[some] |= _are_short(blocks, situation, some, 1.0 if measured[run].any() else _LINKS)
    return kept


def _runs(lines: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The lines that follow each other, where they are enough for a list."""
    ends = ((lines[1:] - lines[:-1] > _GAP + 1).nonzero()[0] + 1).tolist()
    return [lines[begin:end] for begin, end in pairwise([0, *ends, len(lines)]) if end - begin >= _FEWEST]


def _whole_list(blocks: Blocks, run: NDArray[np.intp]) -> slice:
    """The blocks of the element around the lines where most of it are such lines, else those from first to last."""
    page = blocks.page
    elements, block_start = page.elements, page.texts.block_start
    first, last = int(run[0]), int(run[-1])
    around = int(blocks.parent[first])
    while around > 0 and elements.end_text[around] < block_start[last + 1]:
        around = int(elements.parent[around])
    begin, end = np.searchsorted(block_start, (elements.first_text[around], elements.end_text[around]))
    begin, end = min(int(begin), first), max(int(end), last + 1)
    if len(run) < _MOST_OF_LIST * (end - begin):
        begin, end = first, last + 1
    return slice(begin, end)


def _lines(blocks: Blocks, situation: Situation) -> tuple[NDArray[np.intp], Bools]:
    """The short lines that begin or end with an amount, none where there are too few of them for a list; and for every
    block whether it ends with one."""
    texts = blocks.page.texts
    told = amount_lines(
        *(texts.codes, texts.start, texts.block_start, situation.size, situation.linked, blocks.context, _LIMITS)
    )
    lines = told.nonzero()[0]
    measured = told == MEASURED
    if len(lines) < _FEWEST:
        return lines[:0], measured
    digits = blocks.column("digits")
    for line in (told == ASK).nonzero()[0].tolist():
        told[line] = digits[line] > 0 and _AMOUNT.match(_opening(blocks, line)) is not None
    return told.nonzero()[0], measured


def _are_short(blocks: Blocks, situation: Situation, some: slice, links: float) -> Bools:
    """Which of some blocks may be lines of a list, given the share of link text that they stay below."""
    size, linked, context = situation.size[some], situation.linked[some], blocks.context[some]
    short: Bools = (size <= _LONGEST) & (linked < links) & ((context & int(_ELSEWHERE)) == 0)
    return short


def _opening(blocks: Blocks, block: int) -> str:
    """What a block begins with: its first text, and the next, as the number may be bold."""
    strings, first = blocks.page.texts.strings, int(blocks.row[block])
    return "".join(strings[first : first + min(int(blocks.rows[block]), 2)])


def _distance(content: NDArray[np.intp], first: np.intp, last: np.intp) -> int:
    """How many blocks lie between a run and the nearest of the content; 0 where content stands inside."""
    place = int(np.searchsorted(content, first))
    after = int(content[place] - last) if place < len(content) else _NEAR + 1
    before = int(first - content[place - 1]) if place else _NEAR + 1
    return max(min(after, before), 0)
