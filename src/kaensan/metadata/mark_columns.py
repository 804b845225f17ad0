# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What is said of elements, gathered from the columns of a page in one pass each.

Part of the kernel (see `kaensan.kernel`). Elements are below the length of the columns over elements, names below that
of the kinds of names, and the first and the end row of an element below that of the column of sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view


if TYPE_CHECKING:
    from kaensan.page.elements import Elements

__all__ = ["Marked", "first_with_text", "inside_marked", "kinds_by_element", "marked_elements"]

Ints = NDArray[np.int32]

_CLIMB = cython.declare(cython.int, 3)  # elements around one whose marks count for it


class Marked(NamedTuple):
    """An element that something is said of."""

    row: int
    first: int
    """the first row of `texts` in it …"""
    end: int
    """… and one past the last"""
    is_short: bool
    """whether it has text, and not too much of it"""
    held: int
    """what is said of it, a bit each"""
    around: int
    """what is said of the nearest elements around it"""


def kinds_by_element(elements: Elements, kinds: Ints, *attributes: str) -> Ints:
    """Per element the kinds of the names that it has by some attributes; `kinds` are those of each distinct name."""
    found = np.zeros(len(elements), np.int32)
    for attribute in attributes:
        owner, value = elements.named.part(attribute)
        if len(owner):
            _add_kinds(view(owner), view(value), view(kinds), view(found))
    return found


@cython.cfunc
def _add_kinds(
    owner: cython.const[cython.int][::1],
    value: cython.const[cython.int][::1],
    kinds: cython.const[cython.int][::1],
    found: cython.int[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(owner)):
            found[owner[at]] = found[owner[at]] | kinds[value[at]]


def inside_marked(elements: Elements, held: Ints, bit: int, size: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For every element whether it, or one around it, has a bit; one that holds half of all text or more never does.

    `size` is how much text stands before each row of `texts`, and all of it at the end.
    """
    inside = np.zeros(len(elements), np.uint8)
    if len(inside):
        _mark_inside(
            view(held),
            bit,
            view(elements.first_text),
            view(elements.end_text),
            view(elements.end),
            view(size),
            view(inside),
        )
    return inside.view(np.bool_)


@cython.cfunc
def _mark_inside(
    held: cython.const[cython.int][::1],
    bit: cython.int,
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    subtree_end: cython.const[cython.int][::1],
    size: cython.const[cython.longlong][::1],
    inside: cython.uchar[::1],
) -> None:
    row: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0  # one past the last element in a marked one
    all_text: cython.longlong = size[len(size) - 1]
    with cython.nogil:
        for row in range(len(inside)):
            if row >= until and held[row] & bit and (size[end[row]] - size[first[row]]) * 2 < all_text:
                until = subtree_end[row]
            inside[row] = row < until


def first_with_text(elements: Elements, kinds: NDArray[np.uint8], most: tuple[int, ...]) -> list[list[int]]:
    """The first elements with text of each kind, so many of it; `kinds` has by tags a number from 1, 0 for no kind."""
    found: list[list[int]] = [[] for _ in most]
    if len(elements):
        _list_first(
            view(elements.tag), view(elements.first_text), view(elements.end_text), view(kinds), list(most), found
        )
    return found


@cython.cfunc
def _list_first(
    tag: cython.const[cython.short][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    kinds: cython.const[cython.uchar][::1],
    left: list,
    found: list,
) -> None:
    row: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    for row in range(len(tag)):
        if not 0 <= tag[row] < len(kinds) or kinds[tag[row]] == 0 or first[row] >= end[row]:
            continue
        kind = kinds[tag[row]] - 1
        if left[kind] > 0:
            left[kind] -= 1
            found[kind].append(row)


def marked_elements(
    elements: Elements, held: Ints, size: NDArray[np.int64], longest: int, most: int, *, only_short: bool = False
) -> list[Marked]:
    """The first `most` elements that something is said of; short ones have up to `longest` characters of text."""
    if not len(held):
        return []
    marked: list[Marked] = _list_marked(
        view(held),
        view(elements.parent),
        view(elements.first_text),
        view(elements.end_text),
        view(size),
        (longest, most, only_short),
    )
    return marked


@cython.cfunc
def _list_marked(
    held: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    size: cython.const[cython.longlong][::1],
    bounds: tuple[int, int, bool],
) -> list:
    longest: cython.longlong = bounds[0]
    left: cython.longlong = bounds[1]
    only_short: cython.bint = bounds[2]
    marked: list = []
    row: cython.Py_ssize_t
    for row in range(len(held)):
        if held[row] == 0:
            continue
        is_short: cython.bint = first[row] < end[row] and size[end[row]] - size[first[row]] <= longest
        if only_short and not is_short:
            continue
        if left == 0:
            break
        left -= 1
        marked.append(Marked(row, first[row], end[row], is_short, held[row], _held_around(held, parent, row)))
    return marked


@cython.cfunc
@cython.exceptval(check=False)
def _held_around(
    held: cython.const[cython.int][::1], parent: cython.const[cython.int][::1], row: cython.Py_ssize_t
) -> cython.int:
    """What is said of the nearest elements around one."""
    around: cython.int = 0
    step: cython.int
    for step in range(_CLIMB):  # noqa: B007 (a name for the number, which C wants)
        row = parent[row]
        if row < 0:
            break
        around = around | held[row]
    return around
