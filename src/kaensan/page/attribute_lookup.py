# cython: language_level=3, initializedcheck=False
"""One attribute of one element.

Part of the kernel (see `kaensan.kernel`). The row is checked, the places of its attributes are below their number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["AttributeLookup"]

Ints = NDArray[np.int32]


@cython.final
@cython.cclass
class AttributeLookup:
    """Finds values in the columns of an `AttributeTable`."""

    _markup: bytes
    _start: cython.const[cython.int][::1]
    _name: cython.const[cython.int][::1]
    _value_start: cython.const[cython.int][::1]
    _value_end: cython.const[cython.int][::1]

    def __init__(self, markup: bytes, start: Ints, name: Ints, value_start: Ints, value_end: Ints) -> None:
        self._markup = markup
        self._start, self._name = memoryview(start), memoryview(name)
        self._value_start, self._value_end = memoryview(value_start), memoryview(value_end)

    def find(self, row: cython.Py_ssize_t, number: cython.int) -> bytes | None:
        """The value of the first attribute of an element with the name of that number, None where it has none."""
        if row < 0 or row + 1 >= len(self._start):
            raise IndexError(f"there is no element {row}")
        place: cython.Py_ssize_t
        for place in range(self._start[row], self._start[row + 1]):
            if self._name[place] == number:
                return self._markup[self._value_start[place] : self._value_end[place]]
        return None
