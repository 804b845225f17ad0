"""Frozen data classes that are made quickly.

`dataclass(frozen=True)` writes six functions as text for every class and has Python read them, most of a millisecond
each time, and a first page needs some forty classes. A `record` has one such function, its `__init__`; all records
share the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

__all__ = ["record"]

_Class = TypeVar("_Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: _Class) -> _Class:
    """The class as `dataclass(frozen=True)` makes it; `fields`, `replace` and `asdict` know it.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point(1) == Point(2)
    (Point(x=1, y=0), True, False)
    """
    made: Any = dataclass(init=False, repr=False, eq=False)(cls)
    made.__init__ = _initialiser(made)
    for name, function in _SHARED.items():
        if name not in vars(cls):
            setattr(made, name, function)
    return cls


class _Factory:
    """Stands for the value of an argument that is made anew whenever it is not given."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _initialiser(cls: Any) -> Callable[..., None]:
    """A function that fills the fields of a new object."""
    known: dict[str, Any] = {"_factory": _FACTORY}
    arguments, lines = [], ["_own = self.__dict__"]
    for one in fields(cls):
        default, value = _default(one, known), one.name
        if default == "_factory":
            value = f"_make_{one.name}() if {one.name} is _factory else {one.name}"
        arguments.append(f"{one.name}={default}" if default else one.name)
        lines.append(f"_own['{one.name}'] = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__(self, {', '.join(arguments)}):\n " + "\n ".join(lines), known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {one.name: one.type for one in fields(cls)} | {"return": None}
    return made


def _default(one: Field[Any], known: dict[str, Any]) -> str:
    """What an argument is by default, as a name that is then known; empty for none."""
    if one.default_factory is not MISSING:
        known[f"_make_{one.name}"] = one.default_factory
        return "_factory"
    if one.default is MISSING:
        return ""
    known[f"_default_{one.name}"] = one.default
    return f"_default_{one.name}"


class _Shared:
    """What all records do."""

    def __repr__(self) -> str:
        shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)  # type: ignore[arg-type]
        return f"{type(self).__qualname__}({shown})"

    def __eq__(self, other: object) -> bool:
        return _compared(self) == _compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(_compared(self))

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


_SHARED = {name: getattr(_Shared, name) for name in ("__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__")}


def _compared(one: Any) -> tuple[Any, ...]:
    """The values that tell objects apart."""
    return tuple(getattr(one, field.name) for field in fields(one) if field.compare)
