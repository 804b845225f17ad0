# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The kept rows that may be drawn beside headings and code, found in one pass.

Part of the kernel (see `kaensan.kernel`). All columns are as long as that of the kept rows.
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

from kaensan.page.texts import Context, Texts

__all__ = ["rows_in_code_and_headings"]

_IN_CODE = cython.declare(cython.int, int(Context.PREFORMATTED))
_IN_HEADING = cython.declare(cython.int, int(Context.HEADING))


def rows_in_code_and_headings(texts: Texts, kept: NDArray[np.bool_], longest: int) -> tuple[list[int], list[int]]:
    """The kept rows in code, and those of up to `longest` characters in headings."""
    if len(kept) != len(texts):
        raise ValueError(f"{len(kept)} rows are kept or not, and the page has {len(texts)}")
    in_code: list[int] = []
    in_heading: list[int] = []
    if len(kept):
        marked = np.ascontiguousarray(kept, np.bool_).view(np.uint8)
        _list_rows(view(marked), view(texts.context), view(texts.length), longest, in_code, in_heading)
    return in_code, in_heading


@cython.cfunc
def _list_rows(
    kept: cython.const[cython.uchar][::1],
    context: cython.const[cython.int][::1],
    length: cython.const[cython.longlong][::1],
    longest: cython.longlong,
    in_code: list,
    in_heading: list,
) -> None:
    row: cython.Py_ssize_t
    for row in range(len(kept)):
        if kept[row]:
            if context[row] & _IN_CODE:
                in_code.append(row)
            if context[row] & _IN_HEADING and length[row] <= longest:
                in_heading.append(row)
