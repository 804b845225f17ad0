# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which texts may hold a date, at one look at each letter.

Part of the kernel (see `kaensan.kernel`). Spans of texts lie in the codes, and three letters of five bits are below the
length of the table, so no index leaves its column.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

from kaensan.metadata.months import MONTHS
from kaensan.methods.boards.loops import stem_table

__all__ = ["DATED", "NUMBERED", "date_hints", "may_name_month"]

NUMBERED = 1
"""Three digits or more: fewer are no date."""
DATED = 2
"""What a date needs beside digits, looked at roughly."""

_STEMS = stem_table(" ".join(sorted({name[:3] for name in MONTHS if name[:3].isascii()})))
"""how the months begin that do so with Latin letters; the others have a letter beyond ASCII"""
_FEWEST = cython.declare(cython.int, 3)
_PARTED = cython.declare(cython.int, 2)  # signs between the numbers of a date
_WHOLE = cython.declare(cython.int, 8)  # digits of a date without signs
_NUMBERED = cython.declare(cython.uchar, NUMBERED)
_DATED = cython.declare(cython.uchar, DATED)


def date_hints(codes: NDArray[np.uint32], start: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Per text `NUMBERED` and `DATED`, as far as each holds.

    A date of ASCII characters has the name of a month, two signs between digits or eight digits in a row. What has
    other characters may always be one.
    """
    hints = np.zeros(len(start) - 1, np.uint8)
    if len(codes):
        _hint(memoryview(codes), memoryview(start), memoryview(_STEMS), memoryview(hints))
    return hints


@cython.cfunc
def _hint(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    stems: cython.const[cython.uchar][::1],
    hints: cython.uchar[::1],
) -> None:
    text: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for text in range(len(hints)):
            digits: cython.int = 0
            run: cython.int = 0  # digits up to here
            parted: cython.int = 0  # signs between digits
            signed: cython.bint = False  # a sign after a digit, with nothing but space since
            dated: cython.bint = False
            last: cython.uint = 0  # the last three letters, five bits each
            for at in range(start[text], start[text + 1]):
                code: cython.uint = codes[at]
                if 48 <= code <= 57:
                    digits += 1
                    run += 1
                    last = 0
                    if signed:
                        parted += 1
                        signed = False
                    if run >= _WHOLE or parted >= _PARTED:
                        dated = True
                    continue
                if code >= 0x80:
                    dated = True
                    if 0xE50 <= code <= 0xE59:  # Thai digits
                        digits += 1
                    last = 0
                    signed = False
                elif 97 <= code | 32 <= 122:
                    last = ((last & 0x3FF) << 5) | (code & 31)
                    if stems[last]:
                        dated = True
                    signed = False
                elif 45 <= code <= 47:
                    signed = run > 0
                    last = 0
                else:
                    signed = signed and code <= 32
                    last = 0
                run = 0
            if digits >= _FEWEST:
                hints[text] = _NUMBERED | _DATED if dated else _NUMBERED


def may_name_month(text: str) -> bool:
    """Whether a text may hold the name of a month: one of their beginnings, or a letter beyond ASCII.

    >>> may_name_month("on 3 May"), may_name_month("12 pages"), may_name_month("3 März")
    (True, False, True)
    """
    return not text.isascii() or _names_month(text, memoryview(_STEMS))


@cython.cfunc
def _names_month(text: str, stems: cython.const[cython.uchar][::1]) -> cython.bint:
    last: cython.uint = 0
    letter: cython.Py_UCS4
    for letter in text:
        code: cython.uint = ord(letter)
        if 97 <= code | 32 <= 122:
            last = ((last & 0x3FF) << 5) | (code & 31)
            if stems[last]:
                return True
        else:
            last = 0
    return False
