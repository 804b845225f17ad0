# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which blocks of text the title of a page may repeat, at one look at their letters.

Part of the kernel (see `kaensan.kernel`). Rows of blocks lie in their columns and spans of rows in the codes; no more
letters are kept than there is room for. Two letters have a number below the length of the table of pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view


if TYPE_CHECKING:
    from kaensan.page.texts import Texts

__all__ = ["repeated_blocks"]

_FEWEST = cython.declare(cython.Py_ssize_t, 4)  # letters of a block that can be told from a chance
_LONGEST = cython.declare(cython.longlong, 1000)  # characters of a block that is judged: a line of text may be cut
_KINDS = cython.declare(cython.int, 36)  # of letters and digits in one case
_ASCII = cython.declare(cython.uint, 0x80)
_AMPERSAND = cython.declare(cython.uint, ord("&"))
_LESS_THAN = cython.declare(cython.uint, ord("<"))
_SLASH = cython.declare(cython.uint, ord("/"))
_NUMBER_SIGN = cython.declare(cython.uint, ord("#"))


def repeated_blocks(texts: Texts, whole: str, shortest: int, longest: int, most: int, without: int) -> list[int]:
    """The blocks of `shortest` to `longest` characters, the first `most` of them, whose letters a text may hold.

    `whole` are the letters of the text in lower case; blocks in a context of `without` are left out. Of a block with
    characters beyond ASCII only what stands before them is judged, and one that may hold an entity or a tag is not.
    """
    if not len(texts):
        return []
    letters = np.frombuffer(whole.encode("utf-32-le", "surrogatepass"), np.uint32)
    found = np.zeros(texts.blocks, np.uint8)
    search: _Repeats = _Repeats(
        view(texts.codes),
        view(letters),
        view(np.zeros(len(letters) + 1, np.uint32)),
        view(np.zeros(_KINDS * _KINDS, np.uint8)),
    )
    search.mark(
        view(texts.start),
        view(texts.block_start),
        view(texts.block_length),
        view(texts.context),
        (shortest, longest, most, without),
        view(found),
    )
    return found.nonzero()[0].tolist()  # type: ignore[no-any-return]


@cython.final
@cython.cclass
class _Repeats:
    """The characters of a page beside the letters of another text."""

    _codes: cython.const[cython.uint][::1]
    _whole: cython.const[cython.uint][::1]
    _letters: cython.uint[::1]
    """those of a block: one more than the whole has are too many"""
    _pairs: cython.uchar[::1]
    """which two letters follow each other in the whole"""

    def __init__(
        self,
        codes: cython.const[cython.uint][::1],
        whole: cython.const[cython.uint][::1],
        letters: cython.uint[::1],
        pairs: cython.uchar[::1],
    ) -> None:
        self._codes, self._whole, self._letters, self._pairs = codes, whole, letters, pairs
        at: cython.Py_ssize_t
        for at in range(1, len(whole)):
            if _is_letter(whole[at - 1]) and _is_letter(whole[at]):
                pairs[_kind(whole[at - 1]) * _KINDS + _kind(whole[at])] = 1

    def mark(
        self,
        start: cython.const[cython.longlong][::1],
        block_start: cython.const[cython.int][::1],
        length: cython.const[cython.longlong][::1],
        context: cython.const[cython.int][::1],
        bounds: tuple[int, int, int, int],
        found: cython.uchar[::1],
    ) -> None:
        """Mark the blocks that may be repeated."""
        shortest: cython.longlong = bounds[0]
        longest: cython.longlong = bounds[1]
        left: cython.longlong = bounds[2]
        without: cython.int = bounds[3]
        block: cython.Py_ssize_t
        for block in range(len(found)):
            if length[block] < shortest or length[block] > longest:
                continue
            if left == 0:
                break
            left -= 1
            row: cython.Py_ssize_t = block_start[block]
            if not context[row] & without:
                found[block] = self._may_repeat(start[row], start[block_start[block + 1]])

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_repeat(self, first: cython.longlong, end: cython.longlong) -> cython.bint:
        """Whether the whole holds the letters of some characters, as far as that can be told."""
        if end - first > _LONGEST:
            return True
        room: cython.Py_ssize_t = len(self._letters)
        count: cython.Py_ssize_t = 0
        judged: cython.bint = True
        lost: cython.bint = False  # whether the last letter never follows the one before it in the whole
        at: cython.longlong
        for at in range(first, end):
            code: cython.uint = self._codes[at]
            if at + 1 < end and self._may_be_markup(code, self._codes[at + 1]):
                return True
            if code >= _ASCII:
                judged = False
            if 65 <= code <= 90:
                code += 32
            if judged and count < room and _is_letter(code):
                if lost:  # a letter that nothing moves follows
                    return self._has_markup(at + 1, end)
                self._letters[count] = code
                count += 1
                lost = count > 1 and not self._pairs[_kind(self._letters[count - 2]) * _KINDS + _kind(code)]
        if judged:
            return count >= _FEWEST and self._holds(count)
        return self._holds(max(count - 1, 0))  # the last letter may be one with a mark that stands behind it

    @cython.cfunc
    @cython.exceptval(check=False)
    def _has_markup(self, first: cython.longlong, end: cython.longlong) -> cython.bint:
        """Whether an entity or the end of a tag may be among some characters."""
        at: cython.longlong
        for at in range(first, end - 1):  # noqa: SIM110 (a generator would not be compiled to this loop)
            if self._may_be_markup(self._codes[at], self._codes[at + 1]):
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_be_markup(self, sign: cython.uint, following: cython.uint) -> cython.bint:
        """Whether an entity or the end of a tag may start with a sign and what follows it."""
        if sign == _LESS_THAN:
            return following == _SLASH
        return sign == _AMPERSAND and (following == _NUMBER_SIGN or 97 <= following | 32 <= 122)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _holds(self, count: cython.Py_ssize_t) -> cython.bint:
        """Whether the whole holds the first letters."""
        at: cython.Py_ssize_t
        for at in range(len(self._whole) - count + 1):
            same: cython.Py_ssize_t = 0
            while same < count and self._whole[at + same] == self._letters[same]:
                same += 1
            if same == count:
                return True
        return False


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_letter(code: cython.uint) -> cython.bint:
    return 97 <= code <= 122 or 48 <= code <= 57


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _kind(letter: cython.uint) -> cython.int:
    """The number of a letter or digit, below `_KINDS`."""
    return cython.cast(cython.int, letter - 97 if letter >= 97 else letter - 48 + 26)
