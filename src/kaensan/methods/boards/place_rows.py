# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The place of every row of a page relative to posts.

Part of the kernel (see `kaensan.kernel`). Members are elements, whose texts begin and end within the page's; numbers of
texts are below their count.
"""

from __future__ import annotations

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

from kaensan.methods.boards.post_places import Place

__all__ = ["place_rows"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

_BEFORE = cython.declare(cython.int, int(Place.BEFORE))
_OWN = cython.declare(cython.int, int(Place.OWN))
_REPEATED = cython.declare(cython.int, int(Place.REPEATED))
_BETWEEN = cython.declare(cython.int, int(Place.BETWEEN))
_AFTER = cython.declare(cython.int, int(Place.AFTER))


def place_rows(
    texts: tuple[Ints, Ints],
    members: Longs,
    postable: Bools,
    quoted: tuple[Ints, int, Ints, int],
    said: tuple[Longs, Ints, int],
) -> NDArray[np.int8]:
    """The `Place` of every row, if some elements, in document order, are the bodies of the posts.

    `texts` are where those of each element begin and end; `postable` the rows that may be part of a body; `quoted` two
    columns of flags with the bits of each that mean a quote; `said` the number of each text, its units, and the units
    from which a text that was said before is a repetition.
    """
    count = len(postable)
    first, end = texts
    around, named, context, set_apart = quoted
    text, units, repeats = said
    begins, ends = int(first[members[0]]), int(end[members[len(members) - 1]])
    place = np.empty(count, np.int8)
    steps = np.zeros(count + 1, np.int32)
    seen = np.zeros(count, np.uint8)
    _place_rows(
        view(first),
        view(end),
        view(members),
        view(postable.view(np.uint8)),
        view(around),
        named,
        view(context),
        set_apart,
        view(text),
        view(units),
        repeats,
        view(steps),
        view(seen),
        begins,
        ends,
        view(place),
    )
    return place


@cython.cfunc
def _place_rows(
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    members: cython.const[cython.longlong][::1],
    postable: cython.const[cython.uchar][::1],
    around: cython.const[cython.int][::1],
    named: cython.int,
    context: cython.const[cython.int][::1],
    set_apart: cython.int,
    text: cython.const[cython.longlong][::1],
    units: cython.const[cython.int][::1],
    repeats: cython.int,
    steps: cython.int[::1],
    seen: cython.uchar[::1],
    begins: cython.Py_ssize_t,
    ends: cython.Py_ssize_t,
    place: cython.schar[::1],
) -> None:
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    open_members: cython.int = 0
    whole: cython.bint = True  # a board that puts every post into a quote quotes nothing
    with cython.nogil:
        for at in range(len(members)):
            steps[first[members[at]]] += 1
            steps[end[members[at]]] -= 1
        for row in range(len(place)):
            open_members += steps[row]
            if open_members > 0 and postable[row]:
                place[row] = _OWN
                whole = whole and ((around[row] & named) != 0 or (context[row] & set_apart) != 0)
            elif row >= ends:
                place[row] = _AFTER
            elif row < begins:
                place[row] = _BEFORE
            else:
                place[row] = _BETWEEN
        for row in range(len(place)):
            if place[row] != _OWN:
                continue
            if not whole and ((around[row] & named) != 0 or (context[row] & set_apart) != 0):
                place[row] = _REPEATED
            if units[row] >= repeats:
                if seen[text[row]]:
                    place[row] = _REPEATED
                seen[text[row]] = 1
