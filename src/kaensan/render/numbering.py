"""The numbers of list items, also where items before them are left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.page.elements import Elements
from kaensan.page.safe_readers import read_whole_number
from kaensan.page.tags import tag_id

__all__ = ["Numbering", "small_number"]

_DIGITS = 7
"""of the number of a list item or of the cells that a cell spans: no page has ten million"""

_ORDERED = tag_id("ol")


class Numbering:
    """Counts the items of each ordered list while a page is written in order."""

    def __init__(self, elements: Elements) -> None:
        self._elements = elements
        self._last: dict[int, tuple[int, int]] = {}

    def value(self, item: int) -> int | None:
        """The number of the item, None where it follows from the item written before it."""
        elements = self._elements
        owner = int(elements.parent[item])
        if elements.tag[owner] != _ORDERED:
            return None
        place = int(self._place[item])
        if owner not in self._last:
            start = small_number(elements.get(owner, "start"))
            self._last[owner] = -1, (1 if start is None else start) - 1
        seen, number = self._last[owner]
        given = small_number(elements.get(item, "value"))
        actual = number + place - seen if given is None else given
        self._last[owner] = place, actual
        return None if actual == number + 1 else actual

    @cached_property
    def _place(self) -> NDArray[np.int32]:
        """The place of each list item among the items of its list, from 0; of use on pages with ordered lists only."""
        elements = self._elements
        items = (elements.tag == tag_id("li")).nonzero()[0]
        owner = elements.parent[items]
        order = np.argsort(owner, kind="stable")
        ordered = owner[order]
        place = np.zeros(len(elements), np.int32)
        place[items[order]] = np.arange(len(items)) - np.searchsorted(ordered, ordered)
        return place


def small_number(value: str) -> int | None:
    """A whole number of a few digits.

    >>> small_number(" 12 "), small_number("๑๒"), small_number("-1"), small_number("")
    (12, 12, None, None)
    """
    return read_whole_number(value, _DIGITS)
