# cython: language_level=3, initializedcheck=False
"""Attributes of single elements.

Part of the kernel (see `kaensan.kernel`). The row is checked, the places of its attributes are below their number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.string import strncmp
else:
    from kaensan.page.views import view

__all__ = ["AttributeLookup", "decoded", "unescaped"]

Ints = NDArray[np.int32]

_AMPERSAND = cython.declare(cython.schar, ord("&"))
_QUOTE = cython.declare(cython.schar, ord('"'))
_LESS_THAN = cython.declare(cython.schar, ord("<"))
_GREATER_THAN = cython.declare(cython.schar, ord(">"))
_BEFORE_FIXED_BLANK = cython.declare(cython.schar, 0xC2 - 256)  # U+00A0 in UTF-8, in signed bytes
_FIXED_BLANK = cython.declare(cython.schar, 0xA0 - 256)


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
        self._start, self._name = view(start), view(name)
        self._value_start, self._value_end = view(value_start), view(value_end)

    @cython.ccall
    def get(self, row: cython.Py_ssize_t, number: cython.int) -> str | None:
        """The value of the first attribute of an element with the name of that number, None where it has none."""
        place: cython.Py_ssize_t
        self._check(row)
        for place in range(self._start[row], self._start[row + 1]):
            if self._name[place] == number:
                return self._value(place)
        return None

    def of_elements(self, rows: list[int], names: dict[int, str]) -> dict[int, dict[str, str]]:
        """The attributes of elements that go by one of the names, given by number; none for an element without any."""
        held: dict[int, dict[str, str]] = {}
        row: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for row in rows:
            self._check(row)
            own: dict = {}
            for place in range(self._start[row], self._start[row + 1]):
                name: object = names.get(self._name[place])
                if name is not None:
                    own[name] = self._value(place)
            if own:
                held[row] = own
        return held

    def starting(self, number: cython.int, sign: cython.int, wanted: NDArray[np.bool_]) -> list[tuple[int, str]]:
        """Those of the wanted elements whose attribute of that number starts with an ASCII sign, each with its value;
        elements beyond the last that is wanted or not are not.
        """
        held: list = []
        is_wanted: cython.const[cython.uchar][::1] = view(wanted.view(np.uint8))
        row: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for row in range(min(len(is_wanted), len(self._start) - 1)):
            if not is_wanted[row]:
                continue
            for place in range(self._start[row], self._start[row + 1]):
                at: cython.Py_ssize_t = self._value_start[place]
                if self._name[place] == number and at < self._value_end[place] and self._markup[at] == sign:
                    held.append((row, self._value(place)))
        return held

    def first_with(self, number: cython.int, values: set[str]) -> dict[str, int]:
        """The first element that has each of some values of the attribute of that number; none for other values."""
        held: dict = {}
        row: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for row in range(len(self._start) - 1):
            for place in range(self._start[row], self._start[row + 1]):
                if self._name[place] == number:
                    value: str = self._value(place)
                    if value in values:
                        held.setdefault(value, row)
        return held

    def contents(self, rows: list[int], names: list[int], values: list[int]) -> list[tuple[str, str]]:
        """For elements with a value the names that they give it, joined by blanks, and the value without white space
        around it: attributes by number, names in that order, of the values the first that is not empty.
        """
        held: list = []
        row: cython.Py_ssize_t
        for row in rows:
            value: str = self._first(row, values).strip()
            if value:
                given = [name for number in names if (name := self.get(row, number))]
                held.append((" ".join(given), value))
        return held

    @cython.cfunc
    def _first(self, row: cython.Py_ssize_t, numbers: list) -> str:
        """The first of some attributes that is not empty, or else an empty text."""
        for number in numbers:
            value = self.get(row, number)
            if value:
                return value
        return ""

    @cython.cfunc
    def _check(self, row: cython.Py_ssize_t) -> None:
        if row < 0 or row + 1 >= len(self._start):
            raise IndexError(f"there is no element {row}")

    @cython.cfunc
    def _value(self, place: cython.Py_ssize_t) -> str:
        return decoded(self._markup[self._value_start[place] : self._value_end[place]])


@cython.ccall
def decoded(value: bytes) -> str:
    """A value of the markup as it is read."""
    if b"&" not in value:
        return value.decode("utf-8", "ignore")  # a cut may halve a letter
    if not cython.compiled:
        return unescaped(value.decode("utf-8", "ignore"))
    plain: bytes = _plain(value)
    return plain.decode("utf-8", "ignore")


def unescaped(text: str) -> str:
    """Text as it was before the parser wrote it down."""
    if "&" not in text:
        return text
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&nbsp;", "\xa0")
    return text.replace("&amp;", "&")


@cython.cfunc
def _plain(value: bytes) -> bytes:
    """The same for bytes that hold an escape, in one pass: pages keep the data of a whole application in a value."""
    letters: cython.p_const_char = value
    size: cython.Py_ssize_t = len(value)
    plain: bytes = PyBytes_FromStringAndSize(cython.NULL, size)  # no escape is shorter than what it stands for
    written: cython.p_char = plain
    at: cython.Py_ssize_t = 0
    to: cython.Py_ssize_t = 0
    while at < size:
        letter: cython.schar = letters[at]
        length: cython.Py_ssize_t = 1
        if letter == _AMPERSAND:  # zero stands behind the value, so that no comparison goes beyond it
            if strncmp(letters + at, b"&quot;", 6) == 0:
                letter, length = _QUOTE, 6
            elif strncmp(letters + at, b"&amp;", 5) == 0:
                length = 5
            elif strncmp(letters + at, b"&lt;", 4) == 0:
                letter, length = _LESS_THAN, 4
            elif strncmp(letters + at, b"&gt;", 4) == 0:
                letter, length = _GREATER_THAN, 4
            elif strncmp(letters + at, b"&nbsp;", 6) == 0:
                written[to] = _BEFORE_FIXED_BLANK
                to += 1
                letter, length = _FIXED_BLANK, 6
        written[to] = letter
        to += 1
        at += length
    return plain[:to]
