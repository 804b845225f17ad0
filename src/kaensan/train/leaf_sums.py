# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The loop of boosting: adding up what the rows of every leaf say, column by column and bin by bin.

Part of the kernel (see `kaensan.kernel`). All numbers are whole, so the order in which they are added does not matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["add_leaves", "compiled"]

compiled = cython.compiled
"""Whether this module is compiled: plain Python would take hours for a forest."""


def add_leaves(
    bins: NDArray[np.uint8],
    column: NDArray[np.int32],
    row: NDArray[np.int32],
    offset: NDArray[np.int32],
    number: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Add the numbers of some rows to the sums of some columns, a row of `sums` per column.

    A number goes to the place `offset` (its leaf's first bin) + the bin that the column has in its row.
    """
    _add_leaves(
        memoryview(bins),
        memoryview(column),
        memoryview(row),
        memoryview(offset),
        memoryview(number),
        memoryview(sums),
    )


@cython.cfunc
def _add_leaves(
    bins: cython.const[cython.uchar][:, ::1],
    column: cython.const[cython.int][::1],
    row: cython.const[cython.int][::1],
    offset: cython.const[cython.int][::1],
    number: cython.const[cython.longlong][::1],
    sums: cython.longlong[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(column)):
            asked: cython.Py_ssize_t = column[at]
            for place in range(len(row)):
                sums[at, offset[place] + bins[asked, row[place]]] += number[place]
