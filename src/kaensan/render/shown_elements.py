# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The rows that are rendered and the elements around them, looked at in a few passes.

Part of the kernel (see `kaensan.kernel`). Columns of rows are as long as there are texts, columns of elements as there
are elements; parents are -1 or smaller than the row itself, and the texts of an element lie in 0 … the number of texts.
"""

from __future__ import annotations

from typing import NamedTuple

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

from kaensan.page.elements import Elements
from kaensan.page.tags import BLOCK, TAGS, family, tag_id
from kaensan.page.texts import Context, Texts
from kaensan.render.content_elements import BLOCKS, INLINE

__all__ = ["Shown", "Visits", "find_shown", "find_visits", "image_rows", "mark_pictured", "rows_in_code_and_headings"]

_IN_CODE = cython.declare(cython.int, int(Context.PREFORMATTED))
_IN_HEADING = cython.declare(cython.int, int(Context.HEADING))
_IMAGE = cython.declare(cython.int, tag_id("img"))

# What a tag means for the tree of the content, as bits of a number.
_MEANT = cython.declare(cython.int, 1)  # it is written, or says where a line ends
_BREAKS = cython.declare(cython.int, 2)
_PARTS = cython.declare(cython.int, 4)  # a block that parts paragraphs
_IS_CELL = cython.declare(cython.int, 8)
_LINE_ENDS = family("br hr")
_TAG_BITS = (
    np.array([name in BLOCKS or name in INLINE or name in ("br", "hr", "img") for name in TAGS]) * 1
    + _LINE_ENDS * 2
    + (BLOCK & ~_LINE_ENDS) * 4
    + family("td th") * 8
).astype(np.uint8)


def rows_in_code_and_headings(texts: Texts, kept: NDArray[np.bool_], longest: int) -> tuple[list[int], list[int]]:
    """The kept rows in code, and those of up to `longest` characters in headings."""
    if len(kept) != len(texts):
        raise ValueError(f"{len(kept)} rows are kept or not, and the page has {len(texts)}")
    in_code: list[int] = []
    in_heading: list[int] = []
    if len(kept):
        marked = np.ascontiguousarray(kept, np.bool_).view(np.uint8)
        _list_rows(view(marked), view(texts.context), view(texts.length), longest, in_code, in_heading)
    return in_code, in_heading


@cython.cfunc
def _list_rows(
    kept: cython.const[cython.uchar][::1],
    context: cython.const[cython.int][::1],
    length: cython.const[cython.longlong][::1],
    longest: cython.longlong,
    in_code: list,
    in_heading: list,
) -> None:
    row: cython.Py_ssize_t
    for row in range(len(kept)):
        if kept[row]:
            if context[row] & _IN_CODE:
                in_code.append(row)
            if context[row] & _IN_HEADING and length[row] <= longest:
                in_heading.append(row)


class Shown(NamedTuple):
    """What is rendered."""

    rows: NDArray[np.bool_]
    """for every text whether it is"""
    before: NDArray[np.int32]
    """how many texts before each are, and of all at the end"""
    has: NDArray[np.bool_]
    """for every element whether it holds one that is"""


def find_shown(texts: Texts, rows: NDArray[np.int64]) -> Shown:
    """What is rendered, given the rows of the texts that are."""
    elements = texts.elements
    shown = np.zeros(len(texts), np.uint8)
    shown[rows] = 1
    before = np.empty(len(texts) + 1, np.int32)
    has = np.empty(len(elements), np.uint8)
    _sum_up(view(shown), view(elements.first_text), view(elements.end_text), view(before), view(has))
    return Shown(shown.view(np.bool_), before, has.view(np.bool_))


@cython.cfunc
def _sum_up(
    shown: cython.const[cython.uchar][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    before: cython.int[::1],
    has: cython.uchar[::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        before[0] = 0
        for row in range(len(shown)):
            before[row + 1] = before[row] + shown[row]
        for row in range(len(has)):
            has[row] = before[end_text[row]] > before[first_text[row]]


def image_rows(elements: Elements, shown: Shown) -> list[int]:
    """The images between two texts that are both rendered, or in an element of whose texts at least half are: the
    smallest around them that has any.
    """
    rows: list[int] = []
    if len(shown.rows) and elements.tags_held[_IMAGE]:
        _list_images(
            view(elements.tag),
            view(elements.parent),
            view(elements.first_text),
            view(elements.end_text),
            view(shown.before),
            view(np.empty(len(elements), np.int32)),
            rows,
        )
    return rows


@cython.cfunc
def _list_images(
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    first_text: cython.const[cython.int][::1],
    end_text: cython.const[cython.int][::1],
    before: cython.const[cython.int][::1],
    around: cython.int[::1],
    rows: list,
) -> None:
    last: cython.Py_ssize_t = len(before) - 1
    row: cython.Py_ssize_t
    for row in range(len(tag)):
        first: cython.Py_ssize_t = first_text[row]
        around[row] = -1
        if end_text[row] > first:
            around[row] = cython.cast(cython.int, row)
        elif parent[row] >= 0:
            around[row] = around[parent[row]]
        if tag[row] != _IMAGE:
            continue
        wanted: cython.bint = before[min(first + 1, last)] - before[max(first - 1, 0)] == 2
        if not wanted and around[row] >= 0:
            first = first_text[around[row]]
            end: cython.Py_ssize_t = end_text[around[row]]
            wanted = 2 * (before[end] - before[first]) >= end - first
        if wanted:
            rows.append(row)


def mark_pictured(elements: Elements, has: NDArray[np.bool_], images: list[int]) -> None:
    """Mark the elements that hold some images among those that hold rendered text."""
    marked: cython.uchar[::1] = view(has.view(np.uint8))
    parent: cython.const[cython.int][::1] = view(elements.parent)
    row: cython.Py_ssize_t
    for row in images:
        while 0 <= row < len(parent) and not marked[row]:  # around a marked one all are marked
            marked[row] = 1
            row = parent[row]


class Visits(NamedTuple):
    """The elements that the tree of the content is made of."""

    wanted: NDArray[np.bool_]
    """for every element whether it is one"""
    box: NDArray[np.int32]
    """for every element the nearest one that parts paragraphs, -1 for none"""


def find_visits(elements: Elements, has: NDArray[np.bool_], data: NDArray[np.bool_]) -> Visits:
    """The elements that are written, given which hold something to render and which tables hold data."""
    wanted, within = np.empty((2, len(elements)), np.uint8)
    box = np.empty(len(elements), np.int32)
    _choose(
        view(elements.tag),
        view(elements.parent),
        view(_TAG_BITS),
        view(has.view(np.uint8)),
        view(data.view(np.uint8)),
        view(within),
        view(wanted),
        view(box),
    )
    return Visits(wanted.view(np.bool_), box)


@cython.cfunc
def _choose(
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    bits: cython.const[cython.uchar][::1],
    has: cython.const[cython.uchar][::1],
    data: cython.const[cython.uchar][::1],
    within: cython.uchar[::1],
    wanted: cython.uchar[::1],
    box: cython.int[::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(tag)):
            around: cython.Py_ssize_t = parent[row]
            means: cython.int = bits[tag[row]]
            within[row] = data[row]
            box[row] = -1
            wanted[row] = has[row] and means & _MEANT != 0
            if around >= 0:
                within[row] = within[row] or within[around]
                box[row] = box[around]
                if has[around] and (means & _BREAKS or (means & _IS_CELL and within[row])):
                    wanted[row] = 1
            if means & _PARTS:
                box[row] = cython.cast(cython.int, row)
