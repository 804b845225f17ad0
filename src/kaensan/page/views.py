"""How the kernel hands arrays to its own functions.

Compiled, these take arrays as they are (see `views.pxd`). Plain Python reads them through a `memoryview`, whose
numbers are Python's: they neither wrap around nor are rounded on the way, and are read faster.
"""

from __future__ import annotations

from typing import Any

__all__ = ["view"]


def view(array: Any) -> Any:
    """The array as plain Python reads it.

    >>> view(b"ab")[1]
    98
    """
    return memoryview(array)
