# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What attributes say about whether an element is shown.

Part of the kernel (see `kaensan.kernel`). Owners of attributes are rows of elements, and so of the columns here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

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
    name: cython.const[cython.int][::1] = memoryview(table.name)
    owner: cython.const[cython.int][::1] = memoryview(table.owner)
    start: cython.const[cython.int][::1] = memoryview(table.value_start)
    end: cython.const[cython.int][::1] = memoryview(table.value_end)
    column: cython.int[::1] = memoryview(flags)
    markup: bytes = table.markup
    undisplayed: cython.int = bits.undisplayed
    hidden: cython.int = bits.hidden
    aria_hidden: cython.int = bits.aria_hidden
    collapsed: cython.int = bits.collapsed
    template: cython.int = bits.template
    at: cython.Py_ssize_t
    for at in range(len(name)):
        number: cython.int = name[at]
        row: cython.Py_ssize_t = owner[at]
        if number == _STYLE:
            if _is_undisplayed(markup[start[at] : end[at]]):
                column[row] = column[row] | undisplayed
        elif number == _HIDDEN:
            if markup[start[at] : end[at]].lower() != b"until-found":
                column[row] = column[row] | hidden
        elif number == _ARIA_HIDDEN:
            if markup[start[at] : end[at]].lower() == b"true":
                column[row] = column[row] | aria_hidden
        elif number == _OPEN:
            column[row] = column[row] & ~collapsed
        elif number == _SHADOW_ROOT:  # a declared shadow root is shown
            column[row] = column[row] & ~template


@cython.cfunc
def _is_undisplayed(style: bytes) -> cython.bint:
    style = style.lower()
    if b"none" not in style and b"hidden" not in style:
        return False
    style = b"".join(style.split())
    return b"display:none" in style or b"visibility:hidden" in style
