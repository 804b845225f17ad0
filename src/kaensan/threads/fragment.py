"""A part of a page as a page of its own, so that rendering it costs what the part costs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.methods.lstm.tokens import VOID, places
from kaensan.page import Page, parse
from kaensan.page.tags import family
from kaensan.render.text import render_parts

__all__ = ["Fragment", "Fragments"]

_KEPT = family("img br hr wbr td th tr tbody")
"""elements that mean something without text"""
_LEFT_OUT = frozenset({"style", "onclick", "onload"})


class Fragments:
    """Cuts parts out of one page."""

    def __init__(self, page: Page, kept: NDArray[np.bool_]) -> None:
        """`kept` says which rows may be part of a fragment."""
        self.page, self.kept = page, kept

    @cached_property
    def _places(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Where elements begin and end in the markup, and where texts stand."""
        return places(self.page)

    def cut(self, element: int, without: Sequence[tuple[int, int]] = ()) -> Page:
        """The element with the kept rows in it, as a page; ranges of rows in `without` are left out."""
        elements, texts = self.page.elements, self.page.texts
        last = int(elements.end[element])
        first_row, end_row = int(elements.first_text[element]), int(elements.end_text[element])
        starts, ends, rows = self._places
        kept = self.kept[first_row:end_row].copy()
        for begin, end in without:
            kept[begin - first_row : end - first_row] = False
        total = np.concatenate([[0], np.cumsum(kept)])
        inside = np.arange(element, last)
        has = total[elements.end_text[inside] - first_row] > total[elements.first_text[inside] - first_row]
        shown = inside[has | _KEPT[elements.tag[inside]]]
        events = [(int(starts[row]), self._opening(row)) for row in shown.tolist()]
        events += [(int(ends[row]), f"</{elements.names[row]}>") for row in shown[~VOID[elements.tag[shown]]].tolist()]
        for row in (np.flatnonzero(kept) + first_row).tolist():
            gap = " " if texts.spaced[row] else ""
            events.append((int(rows[row]), gap + escape(texts.strings[row], quote=False)))
        return parse("".join(text for _, text in sorted(events)), self.page.head.addresses.base or None)

    def texts(self, bodies: Sequence[int], without: Sequence[tuple[int, int]] = ()) -> list[str]:
        """The texts of some elements that do not hold one another; ranges of rows in `without` are left out."""
        elements = self.page.elements
        first, end = elements.first_text[bodies], elements.end_text[bodies]
        inside = np.zeros(len(self.page.texts) + 1, np.int32)
        np.add.at(inside, first, 1)
        np.add.at(inside, end, -1)
        chosen = self.kept & (np.cumsum(inside[:-1]) > 0)
        for begin, stop in without:
            chosen[begin:stop] = False
        return render_parts(self.page, chosen, first, end)

    def _opening(self, row: int) -> str:
        elements = self.page.elements
        parts = [elements.names[row]]
        for name, value in elements.attrs[row]:
            if name in _LEFT_OUT:
                continue
            parts.append(f'{name}="{escape(value or "")}"')
        return f"<{' '.join(parts)}>"


class Fragment:
    """An element as a page of its own, cut out when it is first asked for; it is pickled as that page."""

    def __init__(self, fragments: Fragments, element: int, without: Sequence[tuple[int, int]] = ()) -> None:
        """`without` are the ranges of its rows that are left out."""
        self._fragments, self._element, self._without = fragments, element, without

    @classmethod
    def of(cls, page: Page) -> Fragment:
        """A page that is there already."""
        fragment = cls.__new__(cls)
        fragment.__dict__["page"] = page
        return fragment

    @cached_property
    def page(self) -> Page:
        """The page."""
        return self._fragments.cut(self._element, self._without)

    def __getstate__(self) -> dict[str, Page]:
        return {"page": self.page}
