"""A property that is computed once: as `functools.cached_property`, but without a lock or checks on every first use.

Python 3.11 takes a lock for each, which is a tenth of the time of a short page. Two threads that ask for the same
property of the same object at once may both compute it, to the same value.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property"]

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
