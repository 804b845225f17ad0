# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The white space of rows, told from the code points of a page at one look at each.

Part of the kernel (see `kaensan.kernel`). Spans of rows lie in the codes, rows are below the number of spans, and codes
beyond the table of white space are looked up at its last place.
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


if TYPE_CHECKING:
    from kaensan.page.texts import Texts

__all__ = ["HAS_UNSEEN", "LOOSE", "OPEN_ENDED", "UNSEEN", "chosen", "collapse_loose", "row_states", "spaced_rows"]

LOOSE = 1
"""There is white space between two words of the row that is no single blank."""
HAS_UNSEEN = 2
"""There is one of `UNSEEN` in the row."""
OPEN_ENDED = 4
"""There is white space before the first word of the row, or after the last."""
UNSEEN = "\u00ad\u200b\u2060\ufeff"
"""Soft hyphen, zero-width space, word joiner and zero-width no-break space: they say where a line may or may not
break and are no part of a word. The zero-width joiner and non-joiner change how letters look, so they are."""

_LOOSE = cython.declare(cython.int, LOOSE)
_HAS_UNSEEN = cython.declare(cython.int, HAS_UNSEEN)
_OPEN_ENDED = cython.declare(cython.int, OPEN_ENDED)
_BLANK = cython.declare(cython.uint, ord(" "))
_LAST_ASCII = cython.declare(cython.uint, ord("~"))


def chosen(strings: list[str], rows: NDArray[np.int64]) -> list[str]:
    """The strings of some rows.

    >>> chosen(["a", "b", "c"], np.array([0, 2]))
    ['a', 'c']
    """
    row: cython.const[cython.longlong][::1] = view(rows)
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(strings)
    taken: list = []
    for at in range(len(row)):
        if row[at] < 0 or row[at] >= count:
            raise IndexError(f"there is no row {row[at]}")
        taken.append(strings[row[at]])
    return taken


def row_states(texts: Texts, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
    """`LOOSE`, `OPEN_ENDED` and `HAS_UNSEEN` of some rows."""
    states = np.zeros(len(rows), np.uint8)
    if len(rows):
        _look(view(texts.codes), view(texts.start), view(texts.solid_table), view(rows), view(states))
    return states


@cython.cfunc
def _look(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    rows: cython.const[cython.longlong][::1],
    states: cython.uchar[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(rows)):
            if rows[at] < 0 or rows[at] >= len(start) - 1:
                continue  # there is no such row
            states[at] = cython.cast(cython.uchar, _state(codes, start[rows[at]], start[rows[at] + 1], solid))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _state(
    codes: cython.const[cython.uint][::1],
    first: cython.longlong,
    end: cython.longlong,
    solid: cython.const[cython.uchar][::1],
) -> cython.int:
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    state: cython.int = 0
    while first < end and not solid[min(codes[first], last)]:
        first += 1
        state = _OPEN_ENDED
    while first < end and not solid[min(codes[end - 1], last)]:
        end -= 1
        state = _OPEN_ENDED
    after_blank: cython.bint = False
    at: cython.longlong
    for at in range(first, end):
        code: cython.uint = codes[at]
        if code == _BLANK:
            if after_blank:
                state = state | _LOOSE
            after_blank = True
            continue
        if code < _BLANK or code > _LAST_ASCII:
            if not solid[min(code, last)]:
                state = state | _LOOSE
            elif code == 0xAD or code == 0x200B or code == 0x2060 or code == 0xFEFF:
                state = state | _HAS_UNSEEN
        after_blank = False
    return state


def collapse_loose(texts: list[str], states: NDArray[np.uint8]) -> list[str]:
    """Texts with single blanks between their words and none around them, by their states.

    >>> collapse_loose(["two  words", "one word", " word "], np.array([LOOSE, 0, OPEN_ENDED], np.uint8))
    ['two words', 'one word', 'word']
    """
    state: cython.const[cython.uchar][::1] = view(states)
    collapsed: list = []
    at: cython.Py_ssize_t
    for at in range(min(len(state), len(texts))):
        text: str = texts[at]
        if state[at] & _LOOSE:
            text = " ".join(text.split())
        elif state[at] & _OPEN_ENDED:
            text = text.strip()
        collapsed.append(text)
    return collapsed


def spaced_rows(texts: Texts, blank_before: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows white space parts from the row before: there are blank texts between them, or either ends with it."""
    spaced = blank_before.astype(np.uint8)
    if len(spaced):
        _mark_spaced(view(texts.codes), view(texts.start), view(texts.solid_table), view(spaced))
    return spaced.view(np.bool_)


@cython.cfunc
def _mark_spaced(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    solid: cython.const[cython.uchar][::1],
    spaced: cython.uchar[::1],
) -> None:
    last: cython.uint = cython.cast(cython.uint, len(solid) - 1)
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(spaced)):
            at: cython.longlong = start[row]
            if not solid[min(codes[at], last)] or (row > 0 and not solid[min(codes[at - 1], last)]):
                spaced[row] = 1
