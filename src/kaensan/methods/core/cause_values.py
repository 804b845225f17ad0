"""What each cause is on the blocks of a page, as whole numbers: one or two a block, packed into one.

Those of many blocks are read from their columns together. Packed with the number of their cause they are a key: blocks
of which the same can be said have the same one, and what it means is looked up once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.boards.post_places import Place
from kaensan.methods.core.cause_phrases import Fact
from kaensan.methods.core.causes import CAUSES
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.thread_evidence import ALL_NAMES, looks_like_thread
from kaensan.page import Context
from kaensan.page.characters import LETTER
from kaensan.page.elements import Attributes

__all__ = ["PageFacts", "first_that_holds"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Numbers = NDArray[Any]

_BITS = 28
"""Bits of a number in a key: a page of 256 million letters has no greater one."""
_HIGHEST = (1 << _BITS) - 2
_COLUMN = {name: number for number, name in enumerate(ALL_NAMES)}
_WORD = 6 * LETTER
_LANDMARKS = ("nav", "header", "footer", "aside", "article", "main")
_LANDMARK_BITS = tuple(int(Context[name.upper()]) for name in _LANDMARKS)
_UNSEEN = int(Context.NOSCRIPT | Context.COLLAPSED | Context.ARIA_HIDDEN | Context.INVISIBLE)
_PLACES = tuple(place.name.lower() for place in Place)
_FARTHEST = 10
"""Elements outwards in which a name is looked for."""
_LONGEST = 40
"""Letters of a name that are shown."""
_FEW = 8
"""Texts whose repetitions are counted one by one; for more, those of all texts are."""
_NOWHERE = 400
"""A distance from which on there is no such block: the features stop at 500."""


@record
class Seen:
    """Some blocks of a page, and their features."""

    blocks: NDArray[np.intp]
    columns: Floats
    """the features of these blocks and maybe of others …"""
    at: NDArray[np.intp]
    """… and where those of these stand"""

    def __getitem__(self, feature: str) -> Floats:
        column: Floats = self.columns[_COLUMN[feature]][self.at]
        return column


class PageFacts:
    """What the causes are on the blocks of a page."""

    def __init__(self, evidence: Evidence, kept: NDArray[np.bool_]) -> None:
        self._evidence = evidence
        self._blocks = evidence.blocks
        self._kept = kept
        self._names: list[str] = []
        self._number_of: dict[str, int] = {}
        self._number_around: dict[int, int] = {}
        self._asked = 0

    def keys(self, chosen: NDArray[np.int32], blocks: NDArray[np.intp], columns: Floats) -> Longs:
        """A key for every cause that was chosen for some blocks, given their features; −1 where none was."""
        keys = np.full(chosen.shape, -1, np.int64)
        for cause in sorted(set(chosen.reshape(-1).tolist()) - {-1}):
            at, slot = (chosen == cause).nonzero()
            first, *second = _VALUES[CAUSES[cause]](self, Seen(blocks[at], columns, at))
            keys[at, slot] = (cause << 2 * _BITS) + (_packed(first) << _BITS) + (_packed(*second) if second else 0)
        return keys

    def fact(self, key: int) -> tuple[str, Fact]:
        """The cause of a key, and its values by name."""
        cause = CAUSES[key >> 2 * _BITS]
        numbers = ((key >> _BITS) % (1 << _BITS) - 1, key % (1 << _BITS) - 1)
        return cause, {name: self._value(name, number) for name, number in zip(_FIELDS[cause], numbers, strict=False)}

    def _value(self, field: str, number: int) -> Any:
        """A number as what its field means."""
        if field in ("element", "tag"):
            return self._names[number]
        if field in _MEANINGS:
            return _MEANINGS[field][number + 1]
        return None if number < 0 else number

    def _links(self, seen: Seen) -> Sequence[Numbers]:
        blocks, at = self._blocks, seen.blocks
        return _percent(blocks.linked[at] / np.maximum(blocks.units[at], 1)), blocks.links[at]

    def _length(self, seen: Seen) -> Sequence[Numbers]:
        return (np.maximum(np.rint(self._blocks.units[seen.blocks] / _WORD), 1),)

    def _main_block(self, seen: Seen) -> Sequence[Numbers]:
        return (seen["side_of_best"],)

    @cached_property
    def _groups(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """How many blocks of each look there are, and how many of them are kept."""
        count = np.bincount(self._evidence.group)
        return count, np.bincount(self._evidence.group[self._kept], minlength=len(count))

    def _alike(self, seen: Seen) -> Sequence[Numbers]:
        count, kept = self._groups
        group = self._evidence.group[seen.blocks]
        return count[group] - 1, kept[group] - self._kept[seen.blocks]

    def _named(self, seen: Seen) -> Sequence[Numbers]:
        """The nearest element outwards that its author gave a name; else the element itself."""
        named, parent = self._value_of, self._blocks.page.elements.parent
        own = self._blocks.parent[seen.blocks]
        at = own
        for _ in range(_FARTHEST):
            outwards = named[at] < 0
            if not outwards.any():
                break
            at = np.where(outwards, np.maximum(parent[at], 0), at)
        shown = np.where(named[at] < 0, own, at)
        return (np.array([self._number_of_element(element) for element in shown.tolist()]),)

    @cached_property
    def _value_of(self) -> Ints:
        """By element the number of its class, or else of its id; −1 where its author gave it no name."""
        named = self._blocks.page.elements.named
        value_of = np.full(len(self._blocks.page.elements), -1, np.int32)
        for attribute in ("id", "class"):
            owner, value = named.part(attribute)
            value_of[owner] = value
        for blank in (b"", b" "):
            if blank in named.values:
                value_of[value_of == named.values.index(blank)] = -1
        return value_of

    def _number_of_element(self, element: int) -> int:
        """The number of an element as its author wrote it, with its class or its id."""
        if element not in self._number_around:
            elements = self._blocks.page.elements
            shown = _written(elements.name_of(element), elements.attrs[element])
            self._number_around[element] = self._numbered(shown)
        return self._number_around[element]

    def _numbered(self, name: str) -> int:
        """The number of a name, a new one for a new name."""
        if name not in self._number_of:
            self._number_of[name] = len(self._names)
            self._names.append(name)
        return self._number_of[name]

    def _heading(self, seen: Seen) -> Sequence[Numbers]:
        return seen["heading"], _distance(seen["since_heading"])

    def _punctuation(self, seen: Seen) -> Sequence[Numbers]:
        return (self._blocks.column("stops")[seen.blocks],)

    def _digits(self, seen: Seen) -> Sequence[Numbers]:
        return _percent(seen["digits"]), self._blocks.column("money")[seen.blocks]

    def _writing(self, seen: Seen) -> Sequence[Numbers]:
        return (self._blocks.column("separators")[seen.blocks],)

    def _element(self, seen: Seen) -> Sequence[Numbers]:
        containers, name_of = self._blocks.containers, self._blocks.page.elements.name_of
        around = containers.element[self._blocks.container[seen.blocks]]
        return (np.array([self._numbered(name_of(element)) for element in around.tolist()]),)

    def _landmark(self, seen: Seen) -> Sequence[Numbers]:
        context = self._blocks.context[seen.blocks]
        return (first_that_holds([(context & bit) != 0 for bit in _LANDMARK_BITS]) - 1,)

    def _hidden(self, seen: Seen) -> Sequence[Numbers]:
        return ((self._blocks.context[seen.blocks] & _UNSEEN) != 0,)

    def _position(self, seen: Seen) -> Sequence[Numbers]:
        return (_percent(seen["position"]),)

    def _around(self, seen: Seen) -> Sequence[Numbers]:
        return _percent(seen["share@1"]), _percent(seen["linked@1"])

    def _neighbours(self, seen: Seen) -> Sequence[Numbers]:
        return (_distance(np.minimum(seen["since_long"], seen["until_long"])),)

    def _repeats(self, seen: Seen) -> Sequence[Numbers]:
        """How often the very text of a block occurs: the feature takes some texts of the same letters for the same."""
        times = np.ones(len(seen.blocks), np.int64)
        repeated = np.flatnonzero(seen["repeats"] > 0)
        self._asked += len(repeated)
        if self._asked <= _FEW:
            times[repeated] = [self._times(block) for block in seen.blocks[repeated].tolist()]
        else:
            times[repeated] = [self._all_times[text] for text in self._texts(seen.blocks[repeated])]
        return (times,)

    def _times(self, block: int) -> int:
        """How often the text of one block occurs, by comparing it with those that may be the same."""
        texts, rows = self._blocks.page.texts, self._evidence.rows
        if rows is None:
            return 1
        ends = texts.start[texts.block_start]
        alike = np.flatnonzero((rows.repeats == rows.repeats[block]) & (np.diff(ends) == ends[block + 1] - ends[block]))
        letter = texts.codes[ends[alike + 1] - 1]  # numbers, which tell texts apart, often stand at their ends
        (mine,) = self._texts(np.array([block]))
        return self._texts(alike[letter == texts.codes[ends[block + 1] - 1]]).count(mine)

    @cached_property
    def _all_times(self) -> Counter[str]:
        """How often texts of blocks occur that may occur more than once."""
        rows = self._evidence.rows
        return Counter(self._texts(np.flatnonzero(rows.repeats > 0)) if rows else ())

    def _texts(self, blocks: NDArray[np.intp]) -> list[str]:
        texts = self._blocks.page.texts
        strings, start = texts.strings, texts.block_start
        spans = zip(start[blocks].tolist(), start[blocks + 1].tolist(), strict=True)
        return [strings[first] if end == first + 1 else "".join(strings[first:end]) for first, end in spans]

    def _title(self, seen: Seen) -> Sequence[Numbers]:
        return (_percent(seen["in_title"]),)

    def _description(self, seen: Seen) -> Sequence[Numbers]:
        return (_percent(seen["in_description"]),)

    def _thread(self, seen: Seen) -> Sequence[Numbers]:
        thread = self._evidence.thread
        if thread is None or not looks_like_thread(thread.log_odds, self._evidence.types, thread.posts):
            return (np.full(len(seen.blocks), -1),)
        return (seen["thread_place"],)

    def _stated(self, seen: Seen) -> Sequence[Numbers]:
        return (seen["in_stated_body"],)


_VALUES: dict[str, Callable[[PageFacts, Seen], Sequence[Numbers]]] = {
    "links": PageFacts._links,
    "length": PageFacts._length,
    "main_block": PageFacts._main_block,
    "alike": PageFacts._alike,
    "names": PageFacts._named,
    "title": PageFacts._title,
    "description": PageFacts._description,
    "heading": PageFacts._heading,
    "punctuation": PageFacts._punctuation,
    "digits": PageFacts._digits,
    "writing": PageFacts._writing,
    "element": PageFacts._element,
    "landmark": PageFacts._landmark,
    "hidden": PageFacts._hidden,
    "position": PageFacts._position,
    "around": PageFacts._around,
    "neighbours": PageFacts._neighbours,
    "repeats": PageFacts._repeats,
    "thread": PageFacts._thread,
    "stated": PageFacts._stated,
}

_FIELDS: dict[str, tuple[str, ...]] = {
    "links": ("percent", "count"),
    "length": ("words",),
    "main_block": ("side",),
    "alike": ("count", "kept"),
    "names": ("element",),
    "title": ("percent",),
    "description": ("percent",),
    "heading": ("level", "since"),
    "punctuation": ("count",),
    "digits": ("percent", "prices"),
    "writing": ("separators",),
    "element": ("tag",),
    "landmark": ("landmark",),
    "hidden": ("hidden",),
    "position": ("percent",),
    "around": ("percent", "links"),
    "neighbours": ("distance",),
    "repeats": ("times",),
    "thread": ("place",),
    "stated": ("stated",),
}
"""By cause the names of its numbers."""

_MEANINGS: dict[str, tuple[Any, ...]] = {
    "side": (-1, 0, 1),
    "hidden": (None, False, True),
    "landmark": (None, *_LANDMARKS),
    "place": (None, *_PLACES),
    "stated": (False, None, True),
}
"""By field what its numbers mean, from −1 on."""


def first_that_holds(conditions: Sequence[NDArray[np.bool_]]) -> Ints:
    """By place the number of the first of some conditions that holds, from 1 on; 0 where none does."""
    number = np.zeros(len(conditions[0]), np.int32)
    for at in range(len(conditions) - 1, -1, -1):
        number[conditions[at]] = at + 1
    return number


def _packed(values: Numbers) -> Longs:
    """Numbers from −1 on as numbers of a key."""
    packed: Longs = np.minimum(values, _HIGHEST).astype(np.int64) + 1
    return packed


def _percent(share: Numbers) -> Floats:
    percent: Floats = np.rint(np.minimum(np.maximum(100 * share, 0), 100))
    return percent


def _distance(feature: Floats) -> Floats:
    """Blocks between a block and another, −1 where there is no other."""
    blocks = np.rint(np.expm1(feature))
    distance: Floats = np.where(blocks < _NOWHERE, blocks, -1)
    return distance


def _written(tag: str, attributes: Attributes) -> str:
    """An element as its author wrote it, with its class or else its id."""
    values = dict(attributes)
    for key in ("class", "id"):
        if name := values.get(key, "")[: 2 * _LONGEST].strip():
            shown = name if len(name) <= _LONGEST else name[:_LONGEST] + "…"
            return f'<{tag} {key}="{shown}">'
    return f"<{tag}>"
