"""The elements of a page as flat arrays: the tree without node objects."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.page import climbing
from kaensan.page.attributes import Attributes, AttributeTable, decoded
from kaensan.page.named_values import NAMING, NamedValues, named_values
from kaensan.page.stems import StemBits, StemTable, bits_held, with_stems
from kaensan.page.tags import TAGS
from kaensan.page.telling_names import TELLING

__all__ = ["Attributes", "Elements"]

_SHOWN_STEPS, _SHOWN_NAME = 32, 40
"""Steps of a path, and letters of each name in it, that people are shown: honest pages have fewer."""


@record
class Elements:
    """One row per element in document order (preorder), so a subtree is the range `i … end[i]`."""

    tag: NDArray[np.int16]
    """element names as numbers, see `tags.TAGS`"""
    other_names: dict[int, str]
    """the names that have no number, by row"""
    attrs: AttributeTable
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
        return len(self.attrs)

    @cached_property
    def names(self) -> list[str]:
        """Element names, in lower case."""
        names = list(map(TAGS.__getitem__, self.tag.tolist()))
        for row, name in self.other_names.items():
            names[row] = name
        return names

    @cached_property
    def named(self) -> NamedValues:
        """What authors call the elements: the values of class, id, role and itemprop."""
        return named_values(self.attrs)

    @cached_property
    def tags_held(self) -> NDArray[np.bool_]:
        """By the number of a name whether any element has it; the reader of a page knows it already."""
        held = np.zeros(len(TAGS), np.bool_)
        held[self.tag] = True
        return held

    def name_of(self, row: int) -> str:
        """The name of one element, empty for the parent of the root."""
        if row < 0:
            return ""
        return self.other_names.get(row) or TAGS[self.tag[row]]

    def having(self, name: str) -> list[tuple[int, str]]:
        """The elements that carry an attribute, as (row, value) in document order."""
        return self.attrs.having(name)

    def with_stems(self, name: str, table: StemTable) -> list[tuple[str, list[int]]]:
        """The values of an attribute that may hold a stem of the table, each with its elements in document order.

        Of what authors call elements, each distinct value is looked at once.
        """
        if name not in NAMING:
            return self.attrs.with_stems(name, table)
        named = self.named
        owner, value = named.part(name)
        if not len(owner):
            return []
        numbers = with_stems(table, named.markup, named.begin, named.end)
        if not len(numbers):
            return []
        held = np.zeros(len(named), np.bool_)
        held[numbers] = True
        rows: dict[int, list[int]] = {}
        places = held[value].nonzero()[0]
        for row, number in zip(owner[places].tolist(), value[places].tolist(), strict=True):
            rows.setdefault(number, []).append(row)
        return [(self.name_text(number), owners) for number, owners in rows.items()]

    def name_text(self, number: int) -> str:
        """One of the distinct values of `named` as it is read."""
        named = self.named
        text: str = decoded(named.markup[named.begin[number] : named.end[number]])
        return text

    @cached_property
    def telling(self) -> NDArray[np.int32]:
        """Per distinct value of `named` what it may tell, see `telling_names`."""
        return self.stem_kinds(TELLING)

    def stem_kinds(self, stems: StemBits) -> NDArray[np.int32]:
        """Per distinct value of `named` the kinds of stems that it may hold, a bit each."""
        return bits_held(stems, self.named.markup, self.named.begin, self.named.end)

    def get(self, row: int, name: str, default: str = "") -> str:
        """The value of one attribute of one element."""
        return self.attrs.get(row, name, default)

    def inherit(self, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """True for every element that is marked or lies inside a marked one."""
        if not np.count_nonzero(marked):
            return marked
        around = marked - np.bincount(self.end[marked], minlength=len(self) + 1)[:-1]
        inherited: NDArray[np.bool_] = around.cumsum() > 0
        return inherited

    def nearest(self, wanted: NDArray[np.bool_]) -> NDArray[np.int32]:
        """For every element the row of the closest wanted element among itself and its ancestors, or -1."""
        return climbing.nearest(self.parent, wanted)

    def xpath(self, row: int) -> str:
        """The indexed XPath of an element, such as `/html[1]/body[1]/div[2]`."""
        steps: list[str] = []
        while row >= 0:
            steps.append(f"/{self.names[row]}[{self._ordinal[row]}]")
            row = int(self.parent[row])
        return "".join(reversed(steps))

    def shown_path(self, row: int) -> str:
        """The last steps of the XPath of an element, as people are shown where it stands: a path for each of many texts
        must not repeat whatever the page nests around all of them.
        """
        steps: list[str] = []
        while row >= 0 and len(steps) < _SHOWN_STEPS:
            steps.append(f"/{self.names[row][:_SHOWN_NAME]}[{self._ordinal[row]}]")
            row = int(self.parent[row])
        return ("…" if row >= 0 else "") + "".join(reversed(steps))

    @cached_property
    def _ordinal(self) -> list[int]:
        """Position of each element among the siblings of its own name, from 1, as XPath counts."""
        seen: dict[tuple[int, str], int] = {}
        ordinals: list[int] = []
        for parent, name in zip(self.parent.tolist(), self.names, strict=True):
            count = seen[parent, name] = seen.get((parent, name), 0) + 1
            ordinals.append(count)
        return ordinals
