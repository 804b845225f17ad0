"""What the kernel needs of Cython where it runs as plain Python and Cython is not installed.

The types of the kernel are annotations, which Python never looks at; only decorators and a few names are left.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

__all__ = [
    *("cast", "ccall", "cclass", "cfunc", "compiled", "declare", "exceptval", "final", "inline", "no_gc", "nogil"),
    *("double", "int", "longlong", "Py_ssize_t", "schar", "short", "uchar", "uint", "ulonglong"),
]

_Defined = TypeVar("_Defined")

compiled = False
"""Whether the module that asks is compiled."""


class _NoGil(nullcontext[None]):
    """Python keeps its lock, in a block and in a function."""

    def __call__(self, defined: _Defined) -> _Defined:
        return defined


nogil = _NoGil()


def _as_it_is(defined: _Defined) -> _Defined:
    return defined


def declare(kind: object, value: _Defined) -> _Defined:
    """A constant, which compiled code keeps as a C number."""
    return value


def exceptval(check: bool) -> Callable[[_Defined], _Defined]:
    """Whether callers of a C function look for an exception; in Python they always do."""
    return _as_it_is


def cast(kind: object, value: Any) -> Any:
    """A number as a number of another kind, of which Python tells whole numbers from others only."""
    return whole(value) if kind is Py_ssize_t and isinstance(value, float) else value


whole = int
Py_ssize_t = object()
double = int = longlong = schar = short = uchar = uint = ulonglong = None  # kinds of constants
ccall = cclass = cfunc = final = inline = no_gc = _as_it_is
