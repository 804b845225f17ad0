"""How the kernel hands arrays to its own functions, and rounds numbers.

Compiled, these take arrays as they are (see `views.pxd`). Plain Python reads them through a `memoryview`, whose
numbers are Python's: they neither wrap around nor are rounded on the way, and are read faster.
"""

from __future__ import annotations

from ctypes import c_float
from typing import Any

__all__ = ["single", "view"]


def view(array: Any) -> Any:
    """The array as plain Python reads it.

    >>> view(b"ab")[1]
    98
    """
    return memoryview(array)


def single(value: float) -> float:
    """The number in single precision.

    >>> single(0.1), single(0.5)
    (0.10000000149011612, 0.5)
    """
    return c_float(value).value
