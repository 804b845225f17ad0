"""Repeated structure: elements of a page that look alike, as groups.

Two elements look alike when they agree in one of several ways: in tag and class, in those of their parents as well,
in the pattern of their ids (`post_1`, `post_2`), or in the tags around them. What repeats on a board page are its
posts, and the parts of its posts; one of the groups, as a rule, holds exactly the bodies of the posts.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.boards.look_alikes import fill_looks, find_members, number_names
from kaensan.page.elements import Elements
from kaensan.page.tags import TAGS, tag_id

__all__ = ["Groups", "find_groups", "looks"]

Ints = NDArray[np.int64]

_CELLS = (tag_id("td"), tag_id("th"))
_FONT = tag_id("font")
_OF_FONTS = ("color", "size")
_NUMBER = re.compile(r"\d+")


@record
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

    @cached_property
    def size(self) -> Ints:
        return np.diff(self.start)


def looks(elements: Elements) -> Ints:
    """Per way of looking alike a row with a number for every element; equal numbers look alike, -1 looks like nothing.

    The ways are: tag and class; these and the itemprop; these and those of the parent; of two parents; tag and pattern
    of the id; the tags from the root down; in tables these and the columns of cells; the columns of one table, with the
    tags inside its cells; tag and class with its digits, where it has any.
    """
    classes, itemprops = _numbered(elements, "class", ""), _numbered(elements, "itemprop", "")
    if elements.tags_held[_FONT]:
        classes = _with_fonts(elements, classes)
    ids = _numbered(elements, "id", "#")
    exact = _with_digits(elements)
    return fill_looks(elements.tag, elements.parent, classes, itemprops, ids, exact, _CELLS, len(TAGS))


def _with_fonts(elements: Elements, classes: Ints) -> Ints:
    """The classes, with numbers for fonts without one by colour and size, which came before classes."""
    bare = (elements.tag == _FONT) & (classes == 0)
    numbers: dict[tuple[str, ...], int] = {}
    told = classes.copy()
    first = int(classes.max(initial=0)) + 1
    for row, values in elements.attrs.of_elements(bare, _OF_FONTS).items():
        told[row] = first + numbers.setdefault(tuple(values.get(name, "").lower() for name in _OF_FONTS), len(numbers))
    return told


def _with_digits(elements: Elements) -> Ints:
    """The classes that hold digits as numbers, 0 for others: some programs number the parts of their posts."""
    owner, value = elements.named.part("class")
    numbers = np.zeros(len(elements), np.int64)
    numbers[owner] = value + 1
    numbers[_numbered(elements, "class", "#") == 0] = 0
    return numbers


def _numbered(elements: Elements, name: str, digits: str) -> Ints:
    """The values of an attribute as numbers, 0 for none; digits do not count, nor does the order of words.

    Where something stands for digits, only values with digits have a number.
    """
    owner, value = elements.named.part(name)

    def pattern(number: int) -> bytes:
        text = elements.name_text(number)
        words = _NUMBER.sub(digits, text)
        return b"" if digits and words == text else " ".join(set(words.split())).encode("utf-8", "surrogatepass")

    named = elements.named
    sign = ord(digits) if digits else 0
    return number_names(named.markup, named.begin, named.end, owner, value, sign, pattern, len(elements))


def find_groups(elements: Elements, looked: Ints | None = None) -> Groups:
    """All groups of elements that look alike and hold text, each set of elements once.

    `looked` are the `looks` of the elements, where they are known already.
    """
    looked = looks(elements) if looked is None else looked
    return Groups(*find_members(looked, elements.end, elements.first_text, elements.end_text))
