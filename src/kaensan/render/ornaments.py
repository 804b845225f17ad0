"""Texts that are drawn beside the content and are no part of it: anchors of headings, numbers and buttons of code."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.stems import StemTable, stem_table
from kaensan.page.tags import PREFORMATTED, family
from kaensan.page.texts import Context
from kaensan.render.shown_elements import rows_in_code_and_headings

__all__ = ["without_ornaments"]

_HEADING = family("h1 h2 h3 h4 h5 h6")
_ANCHORS = frozenset(
    {
        *("¶", "#", "§", "🔗", "⚓", "∞", "[", "]", "link", "permalink", "anchor"),
        *("edit", "[edit]", "แก้ไข", "[แก้]", "แก้", "編集", "编辑", "編輯", "수정"),
    }
)
"""What stands beside a heading to link to it, or to edit what follows, in lower case."""
_IN_CONTROL = int(Context.CONTROL)
_EDITOR = stem_table(("cm-content",))
"""The class of the text in an editor that a page shows code with."""
_LONGEST_ANCHOR = 12
"""Characters of a text that may be such an anchor, “edit source” among them."""
_CLIMB = 4
"""Elements around a text whose classes are looked at."""
_LONGEST_CLASS = 300
"""Characters of a class that are looked at: one of many kB may be around very many texts."""
_FEWEST_NUMBERS = 3
"""Numbers in a row that are those of lines, where no class says so."""


def without_ornaments(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The kept rows without what is only drawn beside headings and code."""
    in_code, in_heading = rows_in_code_and_headings(page.texts, kept, _LONGEST_ANCHOR)
    dropped = [*_anchors(page, kept, in_heading), *_of_code(page, in_code)]
    if not dropped:
        return kept
    chosen = kept.copy()
    chosen[dropped] = False
    return chosen


def _anchors(page: Page, kept: NDArray[np.bool_], rows: list[int]) -> list[int]:
    """The rows of headings that only link to the heading, unless nothing else would be left of it."""
    texts, elements = page.texts, page.elements
    short = [row for row in rows if _may_be_anchor(texts.strings[row])]
    if not short:
        return []
    heading = elements.nearest(_HEADING[elements.tag])[texts.parent[short]]
    is_anchor = texts.anchor[short] > heading
    if not is_anchor.all():
        is_anchor |= _in_class(page, short, _ANCHOR_CLASS, _HEADING)
    anchors: dict[int, list[int]] = {}
    for at in is_anchor.nonzero()[0].tolist():
        anchors.setdefault(int(heading[at]), []).append(short[at])
    whole = {around: int(kept[elements.first_text[around] : elements.end_text[around]].sum()) for around in anchors}
    return [row for around, found in anchors.items() if len(found) < whole[around] for row in found]


def _may_be_anchor(text: str) -> bool:
    text = text.strip().lower()
    return text in _ANCHORS or not any(map(str.isalnum, text))


def _of_code(page: Page, rows: list[int]) -> list[int]:
    """The rows of code blocks that are numbers of lines, names of languages above the code, or buttons."""
    texts, elements = page.texts, page.elements
    if not rows:
        return []
    holding = texts.parent[rows]
    around_rows = elements.nearest(PREFORMATTED[elements.tag])[holding]
    inner = around_rows != holding  # what a block holds itself is its code
    if not inner.any():
        return []
    rows = np.array(rows)[inner].tolist()
    block, parents = around_rows[inner].tolist(), holding[inner].tolist()
    editors = _editors(page)
    holders = {around: _holder(page, around, editors) for around in set(block)}
    numbered = _in_class(page, rows, _NUMBER_CLASS, PREFORMATTED).tolist()
    in_tool = _in_class(page, rows, _TOOL_CLASS, PREFORMATTED) | ((texts.context[rows] & _IN_CONTROL) != 0)
    dropped: list[int] = []
    lone: dict[int, list[int]] = {}
    for row, around, parent, is_number, is_tool in zip(rows, block, parents, numbered, in_tool.tolist(), strict=True):
        first, end = holders[around]
        if not first <= row < end:
            dropped.append(row)
            continue
        number = texts.strings[row].strip()
        if number.isdecimal() and len(number) < 7:
            if is_number:
                dropped.append(row)
            elif elements.end_text[parent] == row + 1 and elements.first_text[parent] == row:
                lone.setdefault(around, []).append(row)
        elif is_tool:
            dropped.append(row)
    for numbers in lone.values():
        if len(numbers) >= _FEWEST_NUMBERS and _count_up([int(texts.strings[row]) for row in numbers]):
            dropped += numbers
    return dropped


def _holder(page: Page, block: int, editors: list[int]) -> tuple[int, int]:
    """The rows of the editor inside a block of code, whose bars and names stand around it; else those of the block."""
    elements = page.elements
    at = bisect_right(editors, block)
    held = editors[at] if at < len(editors) and editors[at] < elements.end[block] else block
    return int(elements.first_text[held]), int(elements.end_text[held])


def _editors(page: Page) -> list[int]:
    """The elements that hold the text of an editor, in document order."""
    return sorted(
        row
        for value, rows in page.elements.with_stems("class", _EDITOR)
        if "cm-content" in value.split()
        for row in rows
    )


def _count_up(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


class _Words(NamedTuple):
    """Words in the names of classes."""

    pattern: re.Pattern[str]
    stems: StemTable
    """what a match of the pattern must hold"""


_ANCHOR_CLASS = _Words(
    re.compile(r"anchor|permalink|header-?link|hash-?link|edit-?section"),
    stem_table(["anchor", "permalink", "header", "hash", "edit"]),
)
_NUMBER_CLASS = _Words(
    re.compile(r"line-?_?no|line-?_?num|\blnt?\b|gutter|hljs-ln-n|blob-num|row-?num|line-?count"),
    stem_table(["line", "ln", "gutter", "blob-num", "row"]),
)
_TOOL_CLASS = _Words(
    re.compile(r"copy|toolbar|code-?_*header|code-?_*lang|snippet-?_*header"),
    stem_table(["copy", "toolbar", "code", "snippet"]),
)


def _in_class(page: Page, rows: list[int], words: _Words, until: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows stand in an element that is named so, inside the closest element of the family `until`."""
    elements = page.elements
    found = np.zeros(len(rows), np.bool_)
    held = elements.with_stems("class", words.stems)
    named = [row for value, owners in held if words.pattern.search(value[:_LONGEST_CLASS].lower()) for row in owners]
    if not named:
        return found
    is_named = np.zeros(len(elements), np.bool_)
    is_named[named] = True
    around = page.texts.parent[rows]
    for _ in range(_CLIMB):
        around = np.where((around >= 0) & until[elements.tag[around]], -1, around)
        found |= (around >= 0) & is_named[around]
        around = np.where(around >= 0, elements.parent[around], -1)
    return found
