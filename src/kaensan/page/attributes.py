"""The attributes of a page in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.page.attribute_lookup import AttributeLookup, decoded, unescaped
from kaensan.page.counting import any_longer
from kaensan.page.stems import StemTable, with_stems

__all__ = ["ATTRIBUTES", "AttributeTable", "Attributes", "decoded", "unescaped"]

Attributes = tuple[tuple[str, str], ...]
"""The attributes of one element: names in lower case, first occurrence wins; one without a value has an empty one."""

_COMMON = """
class id style hidden aria-hidden open role itemprop itemtype itemscope content name property http-equiv
href src rel datetime lang width type alt title aria-label data-author data-date value cite shadowrootmode
target height autocomplete tabindex for loading decoding srcset sizes media defer async as hreflang crossorigin charset
integrity referrerpolicy fetchpriority placeholder action method dir colspan rowspan start encoding onclick
aria-expanded aria-controls aria-labelledby aria-haspopup data-id data-src data-testid data-toggle data-target
d fill fill-rule stroke stroke-width stroke-linecap stroke-linejoin xmlns xlink:href xmlns:xlink viewBox
"""
ATTRIBUTES: dict[str, int] = {name: number for number, name in enumerate(_COMMON.split())}
"""Names whose numbers are the same on every page; others are numbered as they come."""

Ints = NDArray[np.int32]


class AttributeTable(Sequence[Attributes]):
    """The attributes of every element: a sequence with an item per element, and columns with a row per attribute.

    Values stay in the markup that the parser wrote, and are cut out of it when asked for.
    """

    def __init__(
        self,
        markup: bytes,
        start: Ints,
        owner: Ints,
        name: Ints,
        value_start: Ints,
        value_end: Ints,
        numbers: dict[str, int],
    ) -> None:
        self.start = start
        """the first attribute of each element, and how many there are in all at the end"""
        self.owner = owner
        """the element of each attribute"""
        self.name = name
        """the number of its name"""
        self.numbers = numbers
        """the numbers of all names of the page"""
        self.markup = markup
        """the tree as the parser wrote it down, in UTF-8"""
        self.value_start = value_start
        """where each value begins in it, escaped …"""
        self.value_end = value_end
        """… and where it ends"""
        self._by_name: dict[str, list[tuple[int, str]]] = {}
        # where the attributes of a name stand, for those that were asked for
        self._place_of: dict[str, NDArray[np.intp]] = {}

    @classmethod
    def of(cls, attributes: Iterable[Attributes]) -> AttributeTable:
        """The table of attributes that do not come from the parser."""
        numbers = dict(ATTRIBUTES)
        start, owner, name, values, ends = [0], [], [], [], [0]
        for element, pairs in enumerate(attributes):
            for key, value in pairs:
                owner.append(element)
                name.append(numbers.setdefault(key, len(numbers)))
                values.append(escaped(value).encode())
                ends.append(ends[-1] + len(values[-1]))
            start.append(len(owner))
        first, owners, names, starts, stops = (
            np.array(column, np.int32) for column in (start, owner, name, ends[:-1], ends[1:])
        )
        return cls(b"".join(values), first, owners, names, starts, stops, numbers)

    @cached_property
    def _names(self) -> list[str]:
        return list(self.numbers)

    def __len__(self) -> int:
        return len(self.start) - 1

    @overload
    def __getitem__(self, row: int) -> Attributes: ...
    @overload
    def __getitem__(self, row: slice) -> list[Attributes]: ...
    def __getitem__(self, row: int | slice) -> Attributes | list[Attributes]:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if row < 0:
            row += len(self)
        first, end = self.start[row : row + 2].tolist()
        names = map(self._names.__getitem__, self.name[first:end].tolist())
        return tuple(zip(names, self._values(slice(first, end)), strict=True))

    def __iter__(self) -> Iterator[Attributes]:
        for row in range(len(self)):
            yield self[row]

    def bound(self, most: int, longest: int, names: Iterable[str]) -> bool:
        """Cut elements to their first `most` attributes and the values of some to `longest` bytes; whether any was."""
        cut = False
        self.__dict__.pop("_lookup", None)
        if any_longer(self.value_start, self.value_end, longest):
            long = (self.value_end - self.value_start > longest).nonzero()[0]
            numbers = frozenset(self._numbered(names))
            long = long[np.fromiter(map(numbers.__contains__, self.name[long].tolist()), np.bool_, len(long))]
            cut = len(long) > 0
            self.value_end[long] = self.value_start[long] + longest
        if not any_longer(self.start[:-1], self.start[1:], most):
            return cut
        counts = np.diff(self.start)
        kept = np.arange(len(self.owner)) - self.start[self.owner] < most
        self.owner, self.name = self.owner[kept], self.name[kept]
        self.value_start, self.value_end = self.value_start[kept], self.value_end[kept]
        self.start = np.append(0, np.cumsum(np.minimum(counts, most))).astype(np.int32)
        self._place_of.clear()
        return True

    def _numbered(self, names: Iterable[str]) -> list[int]:
        return [self.numbers[name] for name in names if name in self.numbers]

    def _values(self, places: slice | NDArray[np.intp]) -> list[str]:
        spans = zip(self.value_start[places].tolist(), self.value_end[places].tolist(), strict=True)
        markup = self.markup
        return [decoded(markup[start:end]) for start, end in spans]

    def of_elements(self, wanted: NDArray[np.bool_], only: Iterable[str]) -> dict[int, dict[str, str]]:
        """Some attributes of the wanted elements that have any of them, by name, in document order."""
        return self.of_rows(wanted.nonzero()[0].tolist(), only)

    def of_rows(self, rows: list[int], only: Iterable[str]) -> dict[int, dict[str, str]]:
        """The same for elements that are given by their rows."""
        names = {number: name for name in only if (number := self.numbers.get(name)) is not None}
        held: dict[int, dict[str, str]] = self._lookup.of_elements(rows, names)
        return held

    def contents(self, wanted: NDArray[np.bool_], names: Iterable[str], values: Iterable[str]) -> list[tuple[str, str]]:
        """For the wanted elements with one of the values the names that they give it, and the value."""
        rows = wanted.nonzero()[0].tolist()
        held: list[tuple[str, str]] = self._lookup.contents(rows, self._numbered(names), self._numbered(values))
        return held

    def having(self, name: str) -> list[tuple[int, str]]:
        """The elements that carry an attribute, as (row, value) in document order."""
        held = self._by_name.get(name)
        if held is None:
            places = self._places(name)
            held = list(zip(self.owner[places].tolist(), self._values(places), strict=True))
            self._by_name[name] = held
        return held

    def starting(self, name: str, sign: str, wanted: NDArray[np.bool_]) -> list[tuple[int, str]]:
        """Those of the wanted elements whose attribute starts with an ASCII sign, as (row, value) in document order."""
        held: list[tuple[int, str]] = self._lookup.starting(self.numbers.get(name, -1), ord(sign), wanted)
        return held

    def first_with(self, name: str, values: set[str]) -> dict[str, int]:
        """The first element that has each of some values of an attribute; nothing for values that none has."""
        held: dict[str, int] = self._lookup.first_with(self.numbers.get(name, -1), values)
        return held

    def with_stems(self, name: str, table: StemTable) -> list[tuple[str, list[int]]]:
        """The values of an attribute that may hold a stem of the table, each with its elements in document order.

        Pages repeat a few classes many times, so that each is looked at once.
        """
        places = self._places(name)
        start, end = self.value_start[places], self.value_end[places]
        held = with_stems(table, self.markup, start, end)
        rows: dict[bytes, list[int]] = {}
        spans = zip(self.owner[places[held]].tolist(), start[held].tolist(), end[held].tolist(), strict=True)
        for row, first, last in spans:
            rows.setdefault(self.markup[first:last], []).append(row)
        return [(decoded(value), owners) for value, owners in rows.items()]

    def count(self, name: str) -> int:
        """How many elements carry an attribute."""
        return len(self._places(name))

    def get(self, row: int, name: str, default: str = "") -> str:
        """The value of one attribute of one element."""
        number = self.numbers.get(name)
        if number is None:
            return default
        value: str | None = self._lookup.get(row, number)
        return default if value is None else value

    @cached_property
    def _lookup(self) -> AttributeLookup:
        return AttributeLookup(self.markup, self.start, self.name, self.value_start, self.value_end)

    def _places(self, name: str) -> NDArray[np.intp]:
        places = self._place_of.get(name)
        if places is None:
            places = self._place_of[name] = (self.name == self.numbers.get(name, -1)).nonzero()[0]
        return places


def escaped(text: str) -> str:
    """A value as the parser writes it down, as far as reading it needs."""
    return text.replace("&", "&amp;")
