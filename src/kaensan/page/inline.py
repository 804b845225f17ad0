"""A stretch of the page as one line of text, and which neighbours in it were never one word."""

from __future__ import annotations

from kaensan.page.tags import family, tag_id
from kaensan.page.texts import Texts
from kaensan.page.white_space import collapse

__all__ = ["LONGEST_LINE", "inline_text", "laid_out_apart"]

LONGEST_LINE = 2000
"""Characters of a line of text, unless its reader asks for another length; rows that are looked at are no more."""

_BOXES = family("span a time label small cite")
"""Inline elements that style sheets set apart from each other."""
_STRESSED = family("b strong i em")
"""Inline elements that may be such a box, or the stressed part of a word."""
_LINK = tag_id("a")
_CLIMB = 8
"""Elements around a text that are looked at: inline boxes are nested two or three deep."""
_SHORTEST_WORD = 3
"""Letters of a word that ends before a capital: `i` and `Mc` start a word, `Lee` may end one."""
_PUNCTUATION = frozenset(".,:;!?)]}”»…%")


def inline_text(texts: Texts, first: int, end: int, limit: int = LONGEST_LINE) -> str:
    """The rows `first … end` as a reader sees them, blocks separated by a space, cut near `limit` characters."""
    if end == first + 1:
        line: str = collapse(texts.strings[first][: 8 * limit])
        return line
    parts: list[str] = []
    size = 0
    end = min(end, first + limit + 1)  # rows of white space count as well
    block, spaced = texts.block[first:end].tolist(), texts.spaced[first:end].tolist()
    for row in range(first, end):
        # Elements in elements may all ask for the same row, so a long one is cut before it is looked at.
        words = collapse(texts.strings[row][: 8 * limit])
        at = row - first
        if at and (block[at] != block[at - 1] or spaced[at] or laid_out_apart(texts, row)):
            parts.append(" ")
        parts.append(words)
        size += len(words)
        if size > limit:
            break
    return "".join(parts)


def laid_out_apart(texts: Texts, row: int) -> bool:
    """Whether a row and the one before it touch in the markup only: two inline boxes that a style sheet sets apart.

    So it is with two links, or with a name and a role in two `span` elements: one box ends and another starts
    between the rows and, unless both are links, a word plainly ends there.

    >>> from kaensan.page import parse
    >>> laid_out_apart(parse("<span>Ann Lee</span><span>Reporter</span>").texts, 1)
    True
    >>> laid_out_apart(parse("<b>J</b><span>ava</span>").texts, 1)
    False
    """
    before, after = texts.strings[row - 1][-_SHORTEST_WORD:], texts.strings[row][0]
    ends = _ends_before(before, after)
    if not ends and not (before[-1].isalnum() and after.isalnum()):
        return False
    closed = _closed_before(texts, row)
    opened = _opened_at(texts, row) if closed >= 0 else -1
    if opened < 0:
        return False
    tags = texts.elements.tag[closed], texts.elements.tag[opened]
    if tags == (_LINK, _LINK):
        return True
    boxes = sum(bool(_BOXES[tag]) for tag in tags)
    return ends and (boxes == 2 or (boxes == 1 and any(_STRESSED[tag] for tag in tags)))


def _ends_before(before: str, after: str) -> bool:
    """Whether a word ends where these last letters meet this first one."""
    last = before[-1]
    if last in _PUNCTUATION:
        return after.isalnum()
    if after.isdecimal():
        return last.isalpha()
    if not after.isupper():
        return False
    return last.isdecimal() or (last.islower() and len(before) == _SHORTEST_WORD and before.isalpha())


def _opened_at(texts: Texts, row: int) -> int:
    """The outermost element that starts with a row and does not hold the one before it, -1 where there is none."""
    elements, around = texts.elements, int(texts.parent[row])
    opened = -1
    for _ in range(_CLIMB):
        if around < 0 or elements.first_text[around] != row:
            break
        opened, around = around, int(elements.parent[around])
    return opened


def _closed_before(texts: Texts, row: int) -> int:
    """The outermost element that ends just before a row, -1 where there is none."""
    elements, around = texts.elements, int(texts.parent[row - 1])
    closed = -1
    for _ in range(_CLIMB):
        if around < 0 or elements.end_text[around] != row:
            break
        closed, around = around, int(elements.parent[around])
    return closed
