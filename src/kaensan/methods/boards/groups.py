"""Repeated structure: elements of a page that look alike, as groups.

Two elements look alike when they agree in one of several ways: in tag and class, in those of their parents as well,
in the pattern of their ids (`post_1`, `post_2`), or in the tags around them. What repeats on a board page are its
posts, and the parts of its posts; one of the groups, as a rule, holds exactly the bodies of the posts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.loops import combined, find_members, paths
from kaensan.page.elements import Elements
from kaensan.page.tags import TAGS

__all__ = ["LIKENESSES", "Groups", "find_groups", "looks", "mixed"]

Ints = NDArray[np.int64]

LIKENESSES = 6
"""The number of ways to look alike, see `looks`."""

_NUMBER = re.compile(r"\d+")
_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Groups:
    """Groups of elements with text; no element of a group lies inside another one of the same group."""

    members: Ints
    """the elements of all groups, group by group, in document order within each"""
    start: Ints
    """where each group starts in `members`, and the total at the end"""
    likeness: Ints
    """the number of the way in which the elements look alike, see `looks`"""
    siblings: Ints
    """how many elements look like those of the group, with text or without, nested or not"""

    def __len__(self) -> int:
        return len(self.likeness)

    def __getitem__(self, group: int) -> Ints:
        return self.members[self.start[group] : self.start[group + 1]]

    @property
    def size(self) -> Ints:
        return np.diff(self.start)

    @property
    def group(self) -> Ints:
        """The group of each of `members`."""
        return np.repeat(np.arange(len(self)), self.size)


def looks(elements: Elements) -> list[Ints]:
    """Per way of looking alike a number for every element; equal numbers look alike, -1 looks like nothing."""
    count = len(elements)
    tag = elements.tag.astype(np.int64)
    classes = _numbered(elements, "class", "")
    itemprops = _numbered(elements, "itemprop", "")
    ids = _numbered(elements, "id", "#", only_numbered=True)
    parent = elements.parent
    own = classes * len(TAGS) + tag
    with_role = combined(own, itemprops)
    with_parent = combined(own, _above(own, parent))
    with_two = combined(with_parent, _above(_above(own, parent), parent))
    by_id = np.where(ids > 0, ids * len(TAGS) + tag, -1)
    return [own, with_role, with_parent, with_two, by_id, paths(tag, parent)] if count else []


def mixed(numbers: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Numbers scattered over 64 bits, so that sums of different sets differ (the finaliser of SplitMix64)."""
    scattered = (numbers.astype(np.uint64) + np.uint64(1)) * _MIX
    scattered = (scattered ^ (scattered >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    scattered = (scattered ^ (scattered >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return scattered ^ (scattered >> np.uint64(31))


def _numbered(elements: Elements, name: str, digits: str, only_numbered: bool = False) -> Ints:
    """The values of an attribute as numbers, 0 for none; digits do not count, nor does the order of words."""
    owner, value = elements.named.part(name)
    texts = elements.named.texts
    number_of = np.zeros(len(texts), np.int64)
    numbers: dict[str, int] = {}
    for number in dict.fromkeys(value.tolist()):
        pattern = _NUMBER.sub(digits, texts[number])
        if only_numbered and pattern == texts[number]:
            continue
        words = pattern.split()
        pattern = " ".join(sorted(set(words))) if len(words) > 1 else "".join(words)
        number_of[number] = numbers.setdefault(pattern, len(numbers) + 1) if pattern else 0
    column = np.zeros(len(elements), np.int64)
    column[owner] = number_of[value]
    return column


def _above(value: Ints, parent: NDArray[np.int32]) -> Ints:
    return np.where(parent >= 0, value[parent], -1)


def find_groups(elements: Elements) -> Groups:
    """All groups of elements that look alike and hold text, each set of elements once."""
    found = [find_members(look, elements.end, elements.first_text, elements.end_text) for look in looks(elements)]
    if not any(len(members) for members, *_ in found):
        nothing = np.zeros(0, np.int64)
        return Groups(nothing, np.zeros(1, np.int64), nothing, nothing)
    members = np.concatenate([members for members, *_ in found])
    size = np.concatenate([np.diff(start) for _, start, *_ in found])
    likeness = np.repeat(np.arange(len(found)), [len(name) for *_, name in found])
    siblings = np.concatenate([siblings for _, _, siblings, _ in found])
    # A group that holds the same elements as an earlier one is dropped.
    _, first = np.unique(np.concatenate([name for *_, name in found]), return_index=True)
    first.sort()
    keep = np.zeros(len(size), np.bool_)
    keep[first] = True
    return Groups(
        members=members[np.repeat(keep, size)],
        start=np.concatenate([[0], np.cumsum(size[first])]),
        likeness=likeness[first],
        siblings=siblings[first],
    )
