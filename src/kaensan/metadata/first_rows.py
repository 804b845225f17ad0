# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The first rows of a page that hold enough of its text to tell its language.

Part of the kernel (see `kaensan.kernel`). All columns are as long as that of the rows that can be seen.
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


__all__ = ["first_rows"]


def first_rows(wanted: NDArray[np.bool_], length: NDArray[np.int64], least: int, most: int) -> list[int]:
    """The wanted rows up to the one with which they have `most` characters; none where all have less than `least`.

    >>> first_rows(np.array([True, False, True, True]), np.array([2, 9, 3, 4]), 4, 5)
    [0, 2]
    """
    if len(wanted) != len(length):
        return []
    return _first(view(wanted.view(np.uint8)), view(length), least, most)


@cython.cfunc
def _first(
    wanted: cython.const[cython.uchar][::1],
    length: cython.const[cython.longlong][::1],
    least: cython.longlong,
    most: cython.longlong,
) -> list:
    rows: list = []
    size: cython.longlong = 0
    row: cython.Py_ssize_t
    for row in range(len(wanted)):
        if wanted[row]:
            rows.append(row)
            size += length[row]
            if size >= most:
                break
    return rows if size >= least else []
