"""The elements of a page as flat arrays: the tree without node objects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

__all__ = ["ATTRIBUTES", "Attributes", "Elements"]

Attributes = tuple[tuple[str, str | None], ...]
"""The attributes of one element as the parser gives them: names in lower case, first occurrence wins."""

_INDEXED = """
class id style hidden aria-hidden open role itemprop itemtype itemscope content name property http-equiv
href src rel datetime lang width type alt title aria-label data-author data-date value cite data-shadowrootmode
"""
ATTRIBUTES: dict[str, int] = {name: number for number, name in enumerate(_INDEXED.split(), start=1)}
"""The attributes that can be asked for over a whole page, by number."""


@dataclass(frozen=True)
class Elements:
    """One row per element in document order (preorder), so a subtree is the range `i … end[i]`."""

    names: list[str]
    """element names, in lower case"""
    tag: NDArray[np.int16]
    """the same as numbers, see `tags.TAGS`"""
    attrs: list[Attributes]
    parent: NDArray[np.int32]
    """row of the parent element; the root has -1"""
    depth: NDArray[np.int32]
    """number of ancestors"""
    end: NDArray[np.int32]
    """one past the last element of the subtree"""
    first_text: NDArray[np.int32]
    """first row of `texts` inside the element"""
    end_text: NDArray[np.int32]
    """one past the last row of `texts` inside the element"""

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def _attribute_list(self) -> tuple[list[str | None], NDArray[np.int32], NDArray[np.int8]]:
        """All attributes of the page in a row: their values, elements and the number of their names."""
        pairs = list(chain.from_iterable(self.attrs))
        count = np.fromiter(map(len, self.attrs), np.int32, len(self.attrs))
        owner = np.repeat(np.arange(len(self.attrs), dtype=np.int32), count)
        name = np.fromiter(map(ATTRIBUTES.get, map(itemgetter(0), pairs), repeat(0)), np.int8, len(pairs))
        return list(map(itemgetter(1), pairs)), owner, name

    def having(self, name: str) -> list[tuple[int, str]]:
        """The elements that carry an attribute, as (row, value) in document order.

        Only the attributes of `ATTRIBUTES` are indexed; for others look at `attrs`.
        """
        found = self._by_name.get(name)
        if found is None:
            values, owner, names = self._attribute_list
            at = np.flatnonzero(names == ATTRIBUTES[name]).tolist()
            found = self._by_name[name] = [
                (row, values[place] or "") for row, place in zip(owner[at].tolist(), at, strict=True)
            ]
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[int, str]]]:
        """What `having` has found so far."""
        return {}

    def columns(self, names: Iterable[str]) -> tuple[NDArray[np.int32], list[str]]:
        """The elements that carry any of some attributes, and the values beside them, attribute by attribute."""
        values, owner, numbers = self._attribute_list
        found = np.concatenate([np.flatnonzero(numbers == ATTRIBUTES[name]) for name in names])
        return owner[found], [values[at] or "" for at in found.tolist()]

    def count(self, name: str) -> int:
        """How many elements carry an attribute."""
        return int(np.count_nonzero(self._attribute_list[2] == ATTRIBUTES[name]))

    def get(self, row: int, name: str, default: str = "") -> str:
        """The value of one attribute of one element."""
        for key, value in self.attrs[row]:
            if key == name:
                return value or ""
        return default

    def inherit(self, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """True for every element that is marked or lies inside a marked one."""
        if not marked.any():
            return marked
        around = marked - np.bincount(self.end[marked], minlength=len(self) + 1)[:-1]
        inherited: NDArray[np.bool_] = around.cumsum() > 0
        return inherited

    def nearest(self, wanted: NDArray[np.bool_]) -> NDArray[np.int32]:
        """For every element the row of the closest wanted element among itself and its ancestors, or -1."""
        if not wanted.any():
            return np.full(len(self), -1, np.int32)
        # Climb by pointer doubling: log2(depth) vector steps instead of a walk per element. The last slot, which is
        # where -1 points, points to itself.
        jump = np.full(len(self) + 1, -1)
        jump[:-1] = np.where(wanted, np.arange(len(self)), self.parent)
        while True:
            ahead = jump[jump]
            if (ahead == jump).all():
                found: NDArray[np.int32] = ahead[:-1].astype(np.int32)
                return found
            jump = ahead

    def xpath(self, row: int) -> str:
        """The indexed XPath of an element, such as `/html[1]/body[1]/div[2]`."""
        steps: list[str] = []
        while row >= 0:
            steps.append(f"/{self.names[row]}[{self._ordinal[row]}]")
            row = int(self.parent[row])
        return "".join(reversed(steps))

    @cached_property
    def _ordinal(self) -> list[int]:
        """Position of each element among the siblings of its own name, from 1, as XPath counts."""
        seen: dict[tuple[int, str], int] = {}
        ordinals: list[int] = []
        for parent, name in zip(self.parent.tolist(), self.names, strict=True):
            count = seen[parent, name] = seen.get((parent, name), 0) + 1
            ordinals.append(count)
        return ordinals
