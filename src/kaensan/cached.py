"""What is computed once: properties, and the values of a function.

`cached_property` is as that of `functools`, but without a lock or checks on every first use. Python 3.11 takes a lock
for each, which is a tenth of the time of a short page. Two threads that ask for the same property of the same object at
once may both compute it, to the same value.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["Remembered", "cached_property"]

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801 (named like the one that it stands for)
        """A property whose value replaces it in the object that it was asked of."""

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Remembered(dict[_Key, _Value]):
    """The values of a function by its argument: as `functools.cache`, which takes longer to make than a page to read.

    >>> lengths = Remembered(len)
    >>> lengths["tea"], lengths
    (3, {'tea': 3})
    """

    def __init__(self, function: Callable[[_Key], _Value]) -> None:
        self._function = function

    def __missing__(self, key: _Key) -> _Value:
        value = self[key] = self._function(key)
        return value
