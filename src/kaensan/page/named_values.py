# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The names of a page's elements: values of class, id, role and itemprop, each distinct one numbered.

Part of the kernel (see `kaensan.kernel`). Places are below the number of attributes, spans of values lie in the markup,
and slots are taken modulo the size of their table, which is at most half full.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.string import memcmp
else:
    from kaensan.page.views import view

from kaensan.page.attributes import ATTRIBUTES, AttributeTable, unescaped

__all__ = ["NAMING", "NamedValues", "named_values"]

NAMING = ("class", "id", "role", "itemprop")
"""The attributes whose values are names."""

Ints = NDArray[np.int32]

_HASH = cython.declare(cython.ulonglong, 0x3FFFFFFF)
_SAMPLED = cython.declare(cython.Py_ssize_t, 24)  # letters of a value that its slot depends on: some have thousands
_PROBES = cython.declare(
    cython.int, 32
)  # slots that are looked at: a half-full table of honest values has shorter runs
_KIND = np.zeros(len(ATTRIBUTES), np.int8)
"""one more than the place in `NAMING` by the number of an attribute's name, 0 for the others"""
for _kind, _name in enumerate(NAMING, start=1):
    _KIND[ATTRIBUTES[_name]] = _kind


class NamedValues:
    """Which elements have which names."""

    def __init__(self, markup: bytes, begin: Ints, end: Ints, owner: Ints, value: Ints, start: list[int]) -> None:
        self.markup = markup
        """what the values stand in, escaped"""
        self.begin = begin
        """where each distinct value begins in it …"""
        self.end = end
        """… and where it ends"""
        self.owner = owner
        """the elements that have a value, attribute by attribute in the order of `NAMING` …"""
        self.value = value
        """… and the number of the value each of them has"""
        self.start = start
        """where the values of each attribute begin among these, and how many there are in all"""

    def __len__(self) -> int:
        """How many distinct values there are."""
        return len(self.begin)

    @cached_property
    def values(self) -> list[bytes]:
        """The distinct values as they stand in the markup."""
        markup = self.markup
        return [markup[begin:end] for begin, end in zip(self.begin.tolist(), self.end.tolist(), strict=True)]

    @cached_property
    def texts(self) -> list[str]:
        """The distinct values as they are read."""
        return [unescaped(value.decode("utf-8", "ignore")) for value in self.values]  # a cut may halve a letter

    @cached_property
    def lower(self) -> str:
        """All of them one below the other, in lower case."""
        return "\n".join(self.texts).lower()

    def part(self, name: str) -> tuple[Ints, Ints]:
        """The elements that have an attribute, and the numbers of their values."""
        at = NAMING.index(name)
        of = slice(self.start[at], self.start[at + 1])
        return self.owner[of], self.value[of]


def named_values(attributes: AttributeTable) -> NamedValues:
    """Number the values of the naming attributes of a page."""
    counted = np.zeros(len(NAMING) + 1, np.int32)
    name = view(attributes.name)
    _count(name, view(_KIND), view(counted))
    start = list(accumulate(counted[1:].tolist(), initial=0))
    size = start[len(NAMING)]
    room = np.empty((4, size), np.int32)
    place, owner, value, first = room[0], room[1], room[2], room[3]
    _places(name, view(_KIND), view(np.array(start, np.int32)), view(place))
    slots = np.empty(1 << (2 * size + 1).bit_length(), np.int32)
    distinct = 0
    if size:
        distinct = _number(
            view(attributes.markup),
            view(attributes.value_start),
            view(attributes.value_end),
            view(attributes.owner),
            view(place),
            view(slots),
            view(first),
            view(owner),
            view(value),
        )
    places = _with_rest(attributes, place, value, first[:distinct])
    return NamedValues(
        attributes.markup, attributes.value_start[places], attributes.value_end[places], owner, value, start
    )


@cython.cfunc
def _count(name: cython.const[cython.int][::1], kind: cython.schar[::1], counted: cython.int[::1]) -> None:
    """How often each kind of name occurs."""
    at: cython.Py_ssize_t
    known: cython.Py_ssize_t = len(kind)
    with cython.nogil:
        for at in range(len(name)):
            if name[at] < known:
                counted[kind[name[at]]] += 1


@cython.cfunc
def _places(
    name: cython.const[cython.int][::1], kind: cython.schar[::1], following: cython.int[::1], place: cython.int[::1]
) -> None:
    """The places of the naming attributes, kind by kind, in document order within each."""
    at: cython.Py_ssize_t
    known: cython.Py_ssize_t = len(kind)
    with cython.nogil:
        for at in range(len(name)):
            if name[at] < known and kind[name[at]] > 0:
                to: cython.Py_ssize_t = following[kind[name[at]] - 1]
                place[to] = cython.cast(cython.int, at)
                following[kind[name[at]] - 1] += 1


@cython.cfunc
def _number(
    markup: cython.const[cython.uchar][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    owners: cython.const[cython.int][::1],
    place: cython.const[cython.int][::1],
    slots: cython.int[::1],
    first: cython.int[::1],
    owner: cython.int[::1],
    value: cython.int[::1],
) -> cython.Py_ssize_t:
    """Give every value its number, -1 where it collides with too many others; how many there are."""
    at: cython.Py_ssize_t
    distinct: cython.int = 0
    mask: cython.Py_ssize_t = len(slots) - 1
    with cython.nogil:
        for at in range(len(slots)):
            slots[at] = -1
        for at in range(len(place)):
            begin: cython.Py_ssize_t = start[place[at]]
            size: cython.Py_ssize_t = end[place[at]] - begin
            owner[at] = owners[place[at]]
            value[at] = -1
            slot: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, _hash(markup, begin, size) & mask)
            probe: cython.int = 0
            while probe < _PROBES:
                known: cython.int = slots[slot]
                if known < 0:
                    slots[slot] = distinct
                    first[distinct] = place[at]
                    value[at] = distinct
                    distinct += 1
                    break
                other: cython.Py_ssize_t = start[first[known]]
                if end[first[known]] - other == size and _are_alike(markup, other, begin, size):
                    value[at] = known
                    break
                slot = (slot + 1) & mask
                probe += 1
    return distinct


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(
    markup: cython.const[cython.uchar][::1], begin: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """A number from 0 that alike values have in common: of their size and some letters from the first on.

    Whatever runs over in compiled code has no part in the lowest bits, which are all that is taken.
    """
    code: cython.ulonglong = cython.cast(cython.ulonglong, size)
    step: cython.Py_ssize_t = 1 + size // _SAMPLED
    count: cython.Py_ssize_t = size // step
    letter: cython.Py_ssize_t
    if step == 1:
        for letter in range(begin, begin + count):
            code = code * 31 + markup[letter]
    else:
        for letter in range(count):
            code = code * 31 + markup[begin + letter * step]
    code = code & _HASH
    return cython.cast(cython.Py_ssize_t, code ^ (code >> 15))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _are_alike(
    markup: cython.const[cython.uchar][::1], one: cython.Py_ssize_t, other: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.bint:
    """Whether the same bytes stand at two places."""
    if not cython.compiled:
        return markup[one : one + size] == markup[other : other + size]
    return size == 0 or memcmp(cython.address(markup[one]), cython.address(markup[other]), size) == 0


def _with_rest(attributes: AttributeTable, place: Ints, value: Ints, first: Ints) -> Ints:
    """Number the values that collide with too many others, which only a page that means to has.

    Given and returned is where each number first occurs.
    """
    unnumbered = (value < 0).nonzero()[0]
    if not len(unnumbered):
        return first
    numbers: dict[bytes, int] = {}
    places = first.tolist()
    for at in unnumbered.tolist():
        text = attributes.markup[attributes.value_start[place[at]] : attributes.value_end[place[at]]]
        if text not in numbers:
            numbers[text] = len(places)
            places.append(place[at])
        value[at] = numbers[text]
    return np.array(places, np.int32)
