# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Walks over the tree of elements, each a loop over rows in which parents come before their children.

Part of the kernel (see `kaensan.kernel`). All columns are as long as there are elements, parents are -1 or smaller than
the row itself, and ends lie in `row + 1 … len`, so no index leaves its column.
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

__all__ = ["flow_down", "nearest"]


def nearest(parent: NDArray[np.int32], wanted: NDArray[np.bool_]) -> NDArray[np.int32]:
    """For every element the row of the closest wanted element among itself and its ancestors, or -1."""
    found = np.empty(len(parent), np.int32)
    _nearest(view(parent), view(wanted.view(np.uint8)), view(found))
    return found


@cython.cfunc
def _nearest(parent: cython.int[::1], wanted: cython.uchar[::1], found: cython.int[::1]) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(parent)):
            if wanted[row]:
                found[row] = cython.cast(cython.int, row)
            elif parent[row] >= 0:
                found[row] = found[parent[row]]
            else:
                found[row] = -1


def flow_down(parent: NDArray[np.int32], flags: NDArray[np.int32]) -> None:
    """Add to the flags of every element those of the elements around it; a `parent` may skip some of these."""
    _flow_down(view(parent), view(flags))


@cython.cfunc
def _flow_down(parent: cython.int[::1], flags: cython.int[::1]) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(parent)):
            if parent[row] >= 0:
                flags[row] = flags[row] | flags[parent[row]]
