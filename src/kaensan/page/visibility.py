# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What attributes say about whether an element is shown.

Part of the kernel (see `kaensan.kernel`). Owners of attributes are rows of elements, and so of the columns here;
values lie in the markup.
"""

from __future__ import annotations

from typing import NamedTuple

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

from kaensan.page.attributes import ATTRIBUTES, AttributeTable

__all__ = ["Flags", "apply_attributes"]

_STYLE = cython.declare(cython.int, ATTRIBUTES["style"])
_HIDDEN = cython.declare(cython.int, ATTRIBUTES["hidden"])
_ARIA_HIDDEN = cython.declare(cython.int, ATTRIBUTES["aria-hidden"])
_OPEN = cython.declare(cython.int, ATTRIBUTES["open"])
_SHADOW_ROOT = cython.declare(cython.int, ATTRIBUTES["shadowrootmode"])


class Flags(NamedTuple):
    """The flags that attributes set or clear."""

    undisplayed: int
    hidden: int
    aria_hidden: int
    collapsed: int
    template: int


def apply_attributes(table: AttributeTable, flags: NDArray[np.int32], bits: Flags) -> None:
    """Change the flags of the elements whose attributes hide or show them."""
    name: cython.const[cython.int][::1] = view(table.name)
    owner: cython.const[cython.int][::1] = view(table.owner)
    start: cython.const[cython.int][::1] = view(table.value_start)
    end: cython.const[cython.int][::1] = view(table.value_end)
    column: cython.int[::1] = view(flags)
    markup: bytes = table.markup
    undisplayed: cython.int = bits.undisplayed
    hidden: cython.int = bits.hidden
    aria_hidden: cython.int = bits.aria_hidden
    collapsed: cython.int = bits.collapsed
    template: cython.int = bits.template
    letters: cython.p_const_uchar = markup
    at: cython.Py_ssize_t
    for at in range(len(name)):
        number: cython.int = name[at]
        row: cython.Py_ssize_t = owner[at]
        if number == _STYLE:
            if _may_hide(letters, start[at], end[at]) and _is_undisplayed(markup[start[at] : end[at]]):
                column[row] = column[row] | undisplayed
        elif number == _HIDDEN:
            if markup[start[at] : end[at]].lower() != b"until-found":
                column[row] = column[row] | hidden
        elif number == _ARIA_HIDDEN:
            if _is_true(letters, start[at], end[at]):
                column[row] = column[row] | aria_hidden
        elif number == _OPEN:
            column[row] = column[row] & ~collapsed
        elif number == _SHADOW_ROOT:  # a declared shadow root is shown
            column[row] = column[row] & ~template


@cython.cfunc
@cython.exceptval(check=False)
def _may_hide(letters: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a style has `none` or the end of `hidden` in it, in letters of either case: few have."""
    while at + 4 <= end:
        last: cython.int = letters[at + 3] | 32
        if last == 101:
            if letters[at] | 32 == 110 and letters[at + 1] | 32 == 111 and letters[at + 2] | 32 == 110:
                return True
        elif last == 110 and letters[at] | 32 == 100 and letters[at + 1] | 32 == 100 and letters[at + 2] | 32 == 101:
            return True
        at += 1
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _is_true(letters: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a value is `true`, in letters of either case."""
    if end - at != 4 or letters[at] | 32 != 116 or letters[at + 1] | 32 != 114:
        return False
    return letters[at + 2] | 32 == 117 and letters[at + 3] | 32 == 101


@cython.cfunc
def _is_undisplayed(style: bytes) -> cython.bint:
    style = b"".join(style.lower().split())
    return b"display:none" in style or b"visibility:hidden" in style
