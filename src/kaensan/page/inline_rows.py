# cython: language_level=3, initializedcheck=False
"""Rows of `texts` that are read as one line, and which neighbours among them were never one word.

Part of the kernel (see `kaensan.kernel`); every index is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view

from kaensan.page.tags import family, tag_id
from kaensan.page.white_space import collapse

if TYPE_CHECKING:
    from kaensan.page.texts import Texts

__all__ = ["BROKEN", "GLUED", "SPACED", "InlineRows", "join_words"]

GLUED, SPACED, BROKEN = 0, 1, 2
"""How a row follows the one before it: without a gap, after a space, in another block."""

_BOXES = family("span a time label small cite").view(np.uint8)
"""Inline elements that style sheets set apart from each other."""
_STRESSED = family("b strong i em").view(np.uint8)
"""Inline elements that may be such a box, or the stressed part of a word."""
_GLUED = cython.declare(cython.schar, GLUED)
_SPACED = cython.declare(cython.schar, SPACED)
_BROKEN = cython.declare(cython.schar, BROKEN)
_LINK = cython.declare(cython.int, tag_id("a"))
_CLIMB = cython.declare(cython.int, 8)
"""Elements around a text that are looked at: inline boxes are nested two or three deep."""
_SHORTEST_WORD = cython.declare(cython.Py_ssize_t, 3)
"""Letters of a word that ends before a capital: `i` and `Mc` start a word, `Lee` may end one."""
_CUT = cython.declare(cython.Py_ssize_t, 8)
"""Characters of a row that are looked at for each that may be needed: the others may be white space."""


def join_words(words: list[str], joint: NDArray[np.int8], separators: tuple[str, ...]) -> str:
    """Words one after another, each but the first behind the separator that its joint is the number of.

    >>> join_words(["in", "line", "next"], np.array([2, 0, 2], np.int8), ("", " ", "\\n"))
    'inline\\nnext'
    """
    numbers: cython.const[cython.schar][::1] = view(joint)
    pieces: list[str] = []
    at: cython.Py_ssize_t
    for at in range(len(words)):
        if at > 0 and numbers[at] != _GLUED:
            pieces.append(separators[numbers[at]])
        pieces.append(words[at])
    return "".join(pieces)


@cython.final
@cython.cclass
class InlineRows:
    """The columns of a page that tell how rows follow one another in a line."""

    _strings: list[str]
    _block: cython.const[cython.int][::1]
    _spaced: cython.const[cython.uchar][::1]
    _parent: cython.const[cython.int][::1]
    _tag: cython.const[cython.short][::1]
    _around: cython.const[cython.int][::1]
    """the parents of the elements"""
    _first_text: cython.const[cython.int][::1]
    _end_text: cython.const[cython.int][::1]
    _boxes: cython.const[cython.uchar][::1]
    _stressed: cython.const[cython.uchar][::1]

    def __init__(self, texts: Texts) -> None:
        elements = texts.elements
        self._strings = texts.strings
        self._block, self._spaced = view(texts.block), view(texts.spaced.view(np.uint8))
        self._parent, self._around = view(texts.parent), view(elements.parent)
        self._tag = view(elements.tag)
        self._first_text, self._end_text = view(elements.first_text), view(elements.end_text)
        self._boxes, self._stressed = view(_BOXES), view(_STRESSED)

    def text(self, first: cython.Py_ssize_t, end: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> str:
        """The rows `first … end` as a reader sees them, blocks separated by a space, cut near `limit` characters."""
        if end == first + 1:
            return collapse(self._strings[first][: _CUT * limit])
        parts: list[str] = []
        size: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        for row in range(first, min(end, first + limit + 1)):  # rows of white space count as well
            # Elements in elements may all ask for the same row, so a long one is cut before it is looked at.
            words: str = collapse(self._strings[row][: _CUT * limit])
            if row > first and (self._block[row] != self._block[row - 1] or self._spaced[row] or self.is_apart(row)):
                parts.append(" ")
            parts.append(words)
            size += len(words)
            if size > limit:
                break
        return "".join(parts)

    def joints(
        self,
        rows: NDArray[np.int64],
        strings: list[str],
        spaced: NDArray[np.bool_],
        context: NDArray[np.int32],
        as_written: int,
    ) -> NDArray[np.int8]:
        """How some rows follow one another: 0 without a gap, 1 with a space between them, 2 in another block.

        `strings` are their texts; `spaced` tells of every row of the page whether white space stands before it, and
        `context` where it stands: with a bit of `as_written` where no style sheet sets texts apart. What stands around
        text that is left out was never one word.
        """
        joint = np.empty(len(rows), np.int8)
        self._join(view(rows), strings, view(spaced.view(np.uint8)), view(context), as_written, view(joint))
        return joint

    @cython.cfunc
    def _join(
        self,
        rows: cython.const[cython.longlong][::1],
        strings: list[str],
        spaced: cython.const[cython.uchar][::1],
        context: cython.const[cython.int][::1],
        as_written: cython.int,
        joint: cython.schar[::1],
    ) -> None:
        at: cython.Py_ssize_t
        between: cython.Py_ssize_t
        for at in range(len(rows)):
            row: cython.Py_ssize_t = rows[at]
            last: cython.Py_ssize_t = rows[at - 1] if at > 0 else -1
            if last < 0 or self._block[row] != self._block[last]:
                joint[at] = _BROKEN
                continue
            apart: cython.bint = False
            for between in range(last + 1, row + 1):
                apart = apart or spaced[between] != 0
            if apart:
                pass
            elif row - last > 1:
                apart = strings[at - 1][-1].isalnum() and strings[at][0].isalnum()
            elif not context[row] & as_written:
                apart = self.is_apart(row)
            joint[at] = _SPACED if apart else _GLUED

    @cython.ccall
    def is_apart(self, row: cython.Py_ssize_t) -> cython.bint:
        """Whether a row and the one before it touch in the markup only: two inline boxes that a style sheet sets apart.

        So it is with two links, or with a name and a role in two `span` elements: one box ends and another starts
        between the rows and, unless both are links, a word plainly ends there.
        """
        before: str = self._strings[row - 1]
        following: str = self._strings[row]
        last: cython.Py_UCS4 = before[len(before) - 1]
        after: cython.Py_UCS4 = following[0]
        ends: cython.bint = _ends_before(before, last, after)
        if not ends and not (last.isalnum() and after.isalnum()):
            return False
        closed: cython.int = self._closed_before(row)
        opened: cython.int = self._opened_at(row) if closed >= 0 else -1
        if opened < 0:
            return False
        one: cython.int = self._tag[closed]
        other: cython.int = self._tag[opened]
        if one == _LINK and other == _LINK:
            return True
        boxes: cython.int = self._boxes[one] + self._boxes[other]
        stressed: cython.bint = self._stressed[one] != 0 or self._stressed[other] != 0
        return ends and (boxes == 2 or (boxes == 1 and stressed))

    @cython.cfunc
    def _opened_at(self, row: cython.Py_ssize_t) -> cython.int:
        """The outermost element that starts with a row and does not hold the one before it, -1 where there is none."""
        around: cython.int = self._parent[row]
        opened: cython.int = -1
        step: cython.int
        for step in range(_CLIMB):  # noqa: B007 (a name for the number, which C wants)
            if around < 0 or self._first_text[around] != row:
                break
            opened = around
            around = self._around[around]
        return opened

    @cython.cfunc
    def _closed_before(self, row: cython.Py_ssize_t) -> cython.int:
        """The outermost element that ends just before a row, -1 where there is none."""
        around: cython.int = self._parent[row - 1]
        closed: cython.int = -1
        step: cython.int
        for step in range(_CLIMB):  # noqa: B007
            if around < 0 or self._end_text[around] != row:
                break
            closed = around
            around = self._around[around]
        return closed


@cython.cfunc
def _ends_before(before: str, last: cython.Py_UCS4, after: cython.Py_UCS4) -> cython.bint:
    """Whether a word ends where a text, and with it this last letter, meets this first one."""
    if last in ".,:;!?)]}”»…%":
        return after.isalnum()
    if after.isdecimal():
        return last.isalpha()
    if not after.isupper():
        return False
    if last.isdecimal():
        return True
    return last.islower() and len(before) >= _SHORTEST_WORD and before[-_SHORTEST_WORD:].isalpha()
