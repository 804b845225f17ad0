# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that fill a row of features per container.

Part of the kernel (see `kaensan.kernel`). A result is rounded to single precision after each operation, by storing it,
so that compiled and plain Python give the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page.characters import LETTER

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import single, view
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from kaensan.page.views import single, view

__all__ = [
    *("KINDS", "ROW", "Around", "KindTotals", "Main", "Some", "Totals", "Worth"),
    *("block_totals", "container_rows", "kind_totals", "main_containers", "standing_in"),
    "weigh_containers",
]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]

ROW = (
    *("words", "linked", "blocks", "mean", "spread", "share", "longs", "long_share", "stops", "tags", "children"),
    *("controls", "images", "paragraphs", "items", "headings", "times", "links", "digits", "separators", "breaks"),
    *("money", "alike", "token", "path", "tag", "depth", "before", "after", "score", "anchor_ratio", "importance"),
)
"""The features of a container, in the order of their columns."""

KINDS = ("controls", "images", "paragraphs", "items", "headings", "times", "anchors")
"""Kinds of elements that are counted, in the order of their columns."""

_WORD = cython.declare(cython.double, 6.0 * LETTER)  # units of a word
_LAST_KIND = cython.declare(cython.Py_ssize_t, 6)  # that of links, which follows those that are features
_LOGS = 5  # features that are logarithms of other than whole numbers
_LITTLE = cython.declare(cython.double, 1e-6)  # what an empty container is divided by
# Columns of the totals: what is counted of blocks by `block_totals`, then the columns of `COUNTED`.
_LINKED = cython.declare(cython.int, 0)
_LONG = cython.declare(cython.int, 1)
_LINKS = cython.declare(cython.int, 2)
_UNITS = cython.declare(cython.int, 3)
_DIGITS = cython.declare(cython.int, 4)
_STOPS = cython.declare(cython.int, 5)
_SEPARATORS = cython.declare(cython.int, 6)
_BREAKS = cython.declare(cython.int, 8)
_MONEY = cython.declare(cython.int, 9)


class Totals(NamedTuple):
    """Sums over blocks, from which the sum over any range of them is made; those of no page are beyond 32 bits."""

    counted: Floats
    """what is counted of every block, a row each …"""
    linked: Floats
    """… its units in links …"""
    links: Floats
    """… and how many links it has"""
    long: float
    """units outside links from which on a block is long"""
    units: Ints
    """the units before each block, and in all …"""
    in_links: Ints
    """… and those in links"""
    step: int
    """blocks from one of the following sums to the next: the larger, the less memory and the more to add"""
    whole: Ints
    """units in links, long blocks, links, and what is counted, over the blocks before"""
    square: Doubles
    """the squares of words"""


def block_totals(counted: Floats, linked: Floats, links: Floats, long: float, step: int) -> Totals:
    """The totals of a page, given what is counted of its blocks."""
    units, in_links = np.zeros(len(counted) + 1, np.int32), np.zeros(len(counted) + 1, np.int32)
    whole = np.empty((len(counted) // step + 1, _UNITS + counted.shape[1]), np.int32)
    square = np.empty(len(whole))
    _block_totals(
        view(counted),
        view(linked),
        view(links),
        long,
        step,
        view(units),
        view(in_links),
        view(whole),
        view(square),
        view(np.zeros(whole.shape[1], np.int32)),
    )
    return Totals(counted, linked, links, long, units, in_links, step, whole, square)


@cython.cfunc
def _block_totals(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    links: cython.const[cython.float][::1],
    long: cython.double,
    step: cython.Py_ssize_t,
    units: cython.int[::1],
    in_links: cython.int[::1],
    whole: cython.int[:, ::1],
    square: cython.double[::1],
    sums: cython.int[::1],
) -> None:
    mark: cython.Py_ssize_t
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    blocks: cython.Py_ssize_t = counted.shape[0]
    squares: cython.double = 0.0
    with cython.nogil:
        for mark in range(whole.shape[0]):
            square[mark] = squares
            for column in range(len(sums)):
                whole[mark, column] = sums[column]
            for at in range(mark * step, min(mark * step + step, blocks)):
                squares += _add_block(counted, linked, links, long, at, sums)
                units[at + 1] = sums[_UNITS]
                in_links[at + 1] = sums[_LINKED]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_block(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    links: cython.const[cython.float][::1],
    long: cython.double,
    at: cython.Py_ssize_t,
    sums: cython.int[::1],
) -> cython.double:
    """Add what is counted of a block to sums; the square of its words."""
    column: cython.Py_ssize_t
    units: cython.double = counted[at, 0]
    in_links: cython.double = linked[at]
    sums[_LINKED] += cython.cast(cython.Py_ssize_t, in_links)
    sums[_LINKS] += cython.cast(cython.Py_ssize_t, links[at])
    if units - in_links > long:
        sums[_LONG] += 1
    for column in range(counted.shape[1]):
        sums[_UNITS + column] += cython.cast(cython.Py_ssize_t, counted[at, column])
    words: cython.double = single(units / _WORD)
    return single(words * words)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_blocks(
    counted: cython.const[cython.float][:, ::1],
    linked: cython.const[cython.float][::1],
    links: cython.const[cython.float][::1],
    long: cython.double,
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    squares: cython.double,
    sums: cython.int[::1],
) -> cython.double:
    """Add what is counted of some blocks to sums, and the squares of their words to `squares`."""
    at: cython.Py_ssize_t
    for at in range(first, end):
        squares += _add_block(counted, linked, links, long, at, sums)
    return squares


class Worth(NamedTuple):
    """What the containers of a page are worth."""

    score: Floats
    """like that of reader modes: paragraphs vouch for the three elements around them"""
    prose: Doubles
    """units outside links before each block, and in all"""
    densest: int
    """where a walk from the root into the child that holds most of the prose ends, each with half of it or more"""


def weigh_containers(totals: Totals, chain: Ints, parent: Ints, first: Ints, end: Ints) -> Worth:
    """Weigh the containers of a page, given those around each block."""
    units: cython.const[cython.int][::1] = view(totals.units)
    in_links: cython.const[cython.int][::1] = view(totals.in_links)
    begins: cython.const[cython.int][::1] = view(first)
    ends: cython.const[cython.int][::1] = view(end)
    score, prose, work = np.empty(len(first), np.float32), np.empty(len(totals.units)), np.zeros((3, len(first)))
    vouched: cython.double[:, ::1] = view(work)
    _reader_mode(
        view(totals.counted),
        units,
        in_links,
        view(chain),
        begins,
        ends,
        vouched,
        view(score),
    )
    _prose_before(units, in_links, view(prose))
    top = _densest(units, in_links, view(parent), begins, ends, view(work[0]), view(np.zeros(len(first), np.int32)))
    return Worth(score, prose, top)


@cython.cfunc
def _prose_before(
    units: cython.const[cython.int][::1], in_links: cython.const[cython.int][::1], prose: cython.double[::1]
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(prose)):
            prose[at] = units[at] - in_links[at]


@cython.cfunc
def _reader_mode(
    counted: cython.const[cython.float][:, ::1],
    units_before: cython.const[cython.int][::1],
    linked_before: cython.const[cython.int][::1],
    chain: cython.const[cython.int][:, ::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    vouched: cython.double[:, ::1],
    score: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(chain.shape[0]):
            prose: cython.double = units_before[at + 1] - units_before[at]
            prose -= linked_before[at + 1] - linked_before[at]
            words: cython.double = single(prose / _WORD)
            if words >= 5:
                stops: cython.double = counted[at, _STOPS - _UNITS]
                vouch: cython.double = single(1 + stops + min(single(words / 17), 3.0))
                vouched[0, chain[at, 1]] += vouch
                vouched[1, chain[at, 2]] += single(vouch * 0.5)
                vouched[2, chain[at, 3]] += single(vouch * single(1.0 / 6))
        for at in range(len(first)):
            units: cython.double = units_before[end[at]] - units_before[first[at]]
            linked: cython.double = linked_before[end[at]] - linked_before[first[at]]
            near: cython.double = single(vouched[0, at]) + single(vouched[1, at])
            near = single(single(near) + single(vouched[2, at]))
            plain: cython.double = single(1 - single(linked / max(units, 1.0)))
            score[at] = near * plain


@cython.cfunc
def _densest(
    units: cython.const[cython.int][::1],
    linked: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    prose: cython.double[::1],
    heaviest: cython.int[::1],
) -> cython.Py_ssize_t:
    at: cython.Py_ssize_t
    top: cython.Py_ssize_t = 0
    with cython.nogil:
        for at in range(len(parent)):
            prose[at] = units[end[at]] - units[first[at]]
            prose[at] -= linked[end[at]] - linked[first[at]]
            if at > 0 and (heaviest[parent[at]] == 0 or prose[at] > prose[heaviest[parent[at]]]):
                heaviest[parent[at]] = cython.cast(cython.int, at)
        while heaviest[top] > 0 and prose[heaviest[top]] > 0 and prose[heaviest[top]] >= 0.5 * prose[top]:
            top = heaviest[top]
    return top


class Main(NamedTuple):
    """The two containers that look like the main one: the best score, and where the walk towards most prose ends."""

    number: Ints
    depth: Ints
    """how deep their elements stand"""
    sizes: Floats
    """the share of each of the prose and of the scores of the page"""


def main_containers(worth: Worth, best: int, element: Ints, first: Ints, end: Ints, depth: Ints) -> Main:
    """The main containers, given the one with the best score and the depth of all elements."""
    places, sizes = np.empty((2, 2), np.int32), np.empty(4, np.float32)
    _fill_main(
        view(worth.prose),
        view(worth.score),
        float(worth.score.sum()) + _LITTLE,
        best,
        worth.densest,
        view(element),
        view(first),
        view(end),
        view(depth),
        view(places),
        view(sizes),
    )
    return Main(places[0], places[1], sizes)


@cython.cfunc
def _fill_main(
    prose: cython.const[cython.double][::1],
    score: cython.const[cython.float][::1],
    all_scores: cython.double,
    best: cython.Py_ssize_t,
    densest: cython.Py_ssize_t,
    element: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    depth: cython.const[cython.int][::1],
    places: cython.int[:, ::1],
    sizes: cython.float[::1],
) -> None:
    at: cython.Py_ssize_t
    all_prose: cython.double = max(prose[len(prose) - 1], 1.0)
    for at in range(2):
        top: cython.Py_ssize_t = best if at == 0 else densest
        places[0, at] = cython.cast(cython.int, top)
        places[1, at] = depth[element[top]]
        sizes[2 * at] = (prose[end[top]] - prose[first[top]]) / all_prose
        sizes[2 * at + 1] = score[top] / all_scores


class KindTotals(NamedTuple):
    """How many elements of each kind are before some elements, from which those of any range of elements are told."""

    kinds: Ints
    """a row for every tag: 1 for each of `KINDS` that it is of"""
    tag: NDArray[np.int16]
    """the tags of all elements"""
    step: int
    """elements from one of the following sums to the next"""
    before: Ints
    """elements of each kind, a column each, before every so many elements"""


def kind_totals(kinds: Ints, tag: NDArray[np.int16], step: int) -> KindTotals:
    """Count the elements of every kind."""
    before = np.empty((len(tag) // step + 1, len(KINDS)), np.int32)
    _kind_totals(view(kinds), view(tag), step, view(before))
    return KindTotals(kinds, tag, step, before)


@cython.cfunc
def _kind_totals(
    kinds: cython.const[cython.int][:, ::1],
    tag: cython.const[cython.short][::1],
    step: cython.Py_ssize_t,
    before: cython.int[:, ::1],
) -> None:
    mark: cython.Py_ssize_t
    row: cython.Py_ssize_t
    elements: cython.Py_ssize_t = len(tag)
    controls: cython.int = 0
    images: cython.int = 0
    paragraphs: cython.int = 0
    items: cython.int = 0
    headings: cython.int = 0
    times: cython.int = 0
    links: cython.int = 0
    with cython.nogil:
        for mark in range(before.shape[0]):
            before[mark, 0] = controls
            before[mark, 1] = images
            before[mark, 2] = paragraphs
            before[mark, 3] = items
            before[mark, 4] = headings
            before[mark, 5] = times
            before[mark, 6] = links
            for row in range(mark * step, min(mark * step + step, elements)):
                of: cython.Py_ssize_t = tag[row]
                controls += kinds[of, 0]
                images += kinds[of, 1]
                paragraphs += kinds[of, 2]
                items += kinds[of, 3]
                headings += kinds[of, 4]
                times += kinds[of, 5]
                links += kinds[of, 6]


@cython.cfunc
def _subtree_counts(
    kinds: cython.const[cython.int][:, ::1],
    tag: cython.const[cython.short][::1],
    step: cython.Py_ssize_t,
    before: cython.const[cython.int][:, ::1],
    number: cython.const[cython.int][::1],
    element: cython.const[cython.int][::1],
    subtree_end: cython.const[cython.int][::1],
    counts: cython.int[:, ::1],
) -> None:
    """Write how many elements of each kind are in some containers: a column per kind."""
    at: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(number)):
            row: cython.Py_ssize_t = element[number[at]]
            since: cython.Py_ssize_t = row
            until: cython.Py_ssize_t = subtree_end[row]
            if step > 1:
                since = since // step
                until = until // step
            for kind in range(7):
                counts[at, kind] = before[until, kind] - before[since, kind]
            if step > 1:
                _count_kinds(kinds, tag, until * step, subtree_end[row], 1, at, counts)
                _count_kinds(kinds, tag, since * step, row, -1, at, counts)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_kinds(
    kinds: cython.const[cython.int][:, ::1],
    tag: cython.const[cython.short][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    sign: cython.int,
    at: cython.Py_ssize_t,
    counts: cython.int[:, ::1],
) -> cython.int:
    """Add the elements of a range to the counts, or take them off."""
    row: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    for row in range(first, end):
        for kind in range(7):
            counts[at, kind] += sign * kinds[tag[row], kind]
    return 0


def standing_in(chain: Ints, containers: int) -> tuple[Ints, Ints]:
    """The containers that some blocks stand in, each once, and for `chain` which of these they are.

    >>> standing_in(np.array([[4, 2], [2, 0]], np.int32), 5)[1].tolist()
    [[0, 1], [1, 2]]
    """
    number, place = np.empty(containers, np.int32), np.empty(chain.shape, np.int32)
    count: int = _number_containers(view(chain), view(np.zeros(containers, np.int32)), view(number), view(place))
    return number[:count], place


@cython.cfunc
def _number_containers(
    chain: cython.const[cython.int][:, ::1],
    numbered: cython.int[::1],
    number: cython.int[::1],
    place: cython.int[:, ::1],
) -> cython.Py_ssize_t:
    """Number the containers by where they come first, from 1 in `numbered`; how many there are."""
    at: cython.Py_ssize_t
    level: cython.Py_ssize_t
    count: cython.int = 0
    with cython.nogil:
        for at in range(chain.shape[0]):
            for level in range(chain.shape[1]):
                container: cython.int = chain[at, level]
                if numbered[container] == 0:
                    number[count] = container
                    count += 1
                    numbered[container] = count
                place[at, level] = numbered[container] - 1
    return count


class Some(NamedTuple):
    """The containers of a page, and which of them rows are asked for."""

    number: Ints
    """the latter …"""
    element: Ints
    """… and of all of them the element"""
    first: Ints
    """the first block of each …"""
    end: Ints
    """… and one past the last"""
    children: Ints
    """how many containers are directly in each"""
    alike: Floats
    """how many of its siblings look like each"""
    score: Floats
    """what each is worth"""


class Around(NamedTuple):
    """The elements of a page."""

    end: Ints
    """where the subtree of each ends"""
    tag: NDArray[np.int16]
    depth: Ints
    own: Floats
    """the scores of their words, of which the first column counts here …"""
    path: Floats
    """… as it does of those of their paths"""


def container_rows(
    totals: Totals, kinds: KindTotals, some: Some, elements: Around, rank: Floats, highest: float, logs: Floats
) -> Floats:
    """A row of features for each of the containers that are asked for.

    `rank` orders the tags, `highest` is the highest score of all containers, `logs` has the logarithms of whole
    numbers, as many as there are blocks and containers.
    """
    count, width = len(some.number), totals.whole.shape[1]
    rows, numbers = np.empty((count, len(ROW)), np.float32), np.empty((_LOGS, count), np.float32)
    out: cython.float[:, ::1] = view(rows)
    number: cython.const[cython.int][::1] = view(some.number)
    element: cython.const[cython.int][::1] = view(some.element)
    subtree_end: cython.const[cython.int][::1] = view(elements.end)
    tag: cython.const[cython.short][::1] = view(elements.tag)
    counts: cython.int[:, ::1] = view(np.empty((count, len(KINDS)), np.int32))
    numbered: cython.float[:, ::1] = view(numbers)
    _subtree_counts(view(kinds.kinds), tag, kinds.step, view(kinds.before), number, element, subtree_end, counts)
    _fill_sums(
        view(totals.counted),
        view(totals.linked),
        view(totals.links),
        totals.long,
        view(totals.units),
        view(totals.in_links),
        totals.step,
        view(totals.whole),
        view(totals.square),
        number,
        view(some.first),
        view(some.end),
        counts,
        element,
        subtree_end,
        out,
        view(np.empty(width, np.int32)),
        view(np.empty(width, np.int32)),
        view(np.empty(width, np.float32)),
    )
    _fill_places(
        number,
        element,
        view(some.children),
        tag,
        view(elements.depth),
        view(rank),
        view(elements.own),
        view(elements.path),
        out,
    )
    _take_numbers(number, view(some.alike), view(logs), out, numbered)
    np.log1p(numbers, out=numbers)
    _put_numbers(numbered, number, view(some.score), highest, out)
    return rows


@cython.cfunc
def _fill_sums(
    counted: cython.const[cython.float][:, ::1],
    linked_units: cython.const[cython.float][::1],
    number_of_links: cython.const[cython.float][::1],
    long: cython.double,
    units_before: cython.const[cython.int][::1],
    linked_before: cython.const[cython.int][::1],
    step: cython.Py_ssize_t,
    whole: cython.const[cython.int][:, ::1],
    square: cython.const[cython.double][::1],
    number: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    kinds: cython.const[cython.int][:, ::1],
    element: cython.const[cython.int][::1],
    subtree_end: cython.const[cython.int][::1],
    rows: cython.float[:, ::1],
    before: cython.int[::1],
    until: cython.int[::1],
    sums: cython.float[::1],
) -> None:
    """Write the features that are sums over the blocks and elements of each container.

    `kinds` has a column per kind of element, from controls to times as in `ROW`, and one for links. Words, numbers and
    sizes are written as they are, not yet their logarithms, and the variance of the words of blocks instead of their
    spread.
    """
    at: cython.Py_ssize_t
    column: cython.Py_ssize_t
    blocks: cython.Py_ssize_t = len(units_before) - 1
    all_units: cython.double = max(units_before[blocks], _LITTLE)
    all_prose: cython.double = max(units_before[blocks] - linked_before[blocks], 1.0)
    marks: cython.Py_ssize_t = whole.shape[0] - 1
    for column in range(len(until)):
        until[column] = whole[marks, column]
    _add_blocks(counted, linked_units, number_of_links, long, marks * step, blocks, 0.0, until)
    all_long: cython.double = max(until[_LONG], 1.0)
    with cython.nogil:
        for at in range(len(number)):
            begins: cython.Py_ssize_t = first[number[at]]
            ends: cython.Py_ssize_t = end[number[at]]
            start: cython.Py_ssize_t = begins
            stop: cython.Py_ssize_t = ends
            if step == 1:
                squares: cython.double = single(square[stop] - square[start])
                for column in range(len(sums)):
                    sums[column] = whole[stop, column] - whole[start, column]
            else:
                start = start // step
                stop = stop // step
                for column in range(len(sums)):
                    before[column] = whole[start, column]
                    until[column] = whole[stop, column]
                squares = _add_blocks(
                    counted, linked_units, number_of_links, long, stop * step, ends, square[stop], until
                )
                less: cython.double = _add_blocks(
                    counted, linked_units, number_of_links, long, start * step, begins, square[start], before
                )
                squares = single(squares - less)
                for column in range(len(sums)):
                    sums[column] = until[column] - before[column]
            size: cython.double = max(ends - begins, 1)
            units: cython.double = sums[_UNITS]
            linked: cython.double = sums[_LINKED]
            links: cython.double = sums[_LINKS]
            some: cython.double = max(units, _LITTLE)
            words: cython.double = single(units / _WORD)
            mean: cython.double = single(words / size)
            more: cython.double = single(words + 1)
            density: cython.double = single(linked / some)
            variance: cython.double = single(squares / size) - single(mean * mean)
            rows[at, 0] = words
            rows[at, 1] = density
            rows[at, 2] = size
            rows[at, 3] = mean
            rows[at, 4] = max(variance, 0.0)
            rows[at, 5] = (units - linked) / all_prose
            rows[at, 6] = sums[_LONG]
            rows[at, 7] = sums[_LONG] / all_long
            rows[at, 8] = sums[_STOPS] / more
            inside: cython.double = subtree_end[element[number[at]]] - element[number[at]]
            rows[at, 9] = inside / more
            for column in range(_LAST_KIND):
                rows[at, 11 + column] = kinds[at, column] / size
            rows[at, 17] = links / size
            rows[at, 18] = sums[_DIGITS] / some
            rows[at, 19] = sums[_SEPARATORS] / some
            rows[at, 20] = sums[_BREAKS] / some
            rows[at, 21] = sums[_MONEY] / size
            rows[at, 27] = units_before[begins] / all_units
            rows[at, 28] = 1 - units_before[ends] / all_units
            share: cython.double = single(single(0.25 * links) / single(size + links))
            rows[at, 30] = single(0.75 * density) + share
            elements: cython.double = max(kinds[at, _LAST_KIND] + inside, _LITTLE)
            rows[at, 31] = single((units - linked) / _WORD) / elements


@cython.cfunc
def _fill_places(
    number: cython.const[cython.int][::1],
    element: cython.const[cython.int][::1],
    children: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    depth: cython.const[cython.int][::1],
    rank: cython.const[cython.float][::1],
    own: cython.const[cython.float][:, ::1],
    path: cython.const[cython.float][:, ::1],
    rows: cython.float[:, ::1],
) -> None:
    """Write how many children each container has, what it is called, and where it stands."""
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(number)):
            row: cython.Py_ssize_t = element[number[at]]
            rows[at, 10] = children[number[at]]
            rows[at, 23] = own[row, 0]
            rows[at, 24] = path[row, 0]
            rows[at, 25] = rank[tag[row]]
            rows[at, 26] = depth[row]


@cython.cfunc
def _take_numbers(
    number: cython.const[cython.int][::1],
    alike: cython.const[cython.float][::1],
    table: cython.const[cython.float][::1],
    rows: cython.float[:, ::1],
    numbers: cython.float[:, ::1],
) -> None:
    """Write the logarithms of whole numbers, and give the numbers whose logarithms are to be taken."""
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(number)):
            numbers[0, at] = rows[at, 0]
            numbers[1, at] = rows[at, 3]
            numbers[2, at] = sqrt(rows[at, 4])
            numbers[3, at] = rows[at, 9]
            numbers[4, at] = rows[at, 31]
            rows[at, 2] = table[cython.cast(cython.Py_ssize_t, rows[at, 2])]
            rows[at, 6] = table[cython.cast(cython.Py_ssize_t, rows[at, 6])]
            rows[at, 10] = table[cython.cast(cython.Py_ssize_t, rows[at, 10])]
            rows[at, 22] = table[cython.cast(cython.Py_ssize_t, alike[number[at]])]


@cython.cfunc
def _put_numbers(
    numbers: cython.const[cython.float][:, ::1],
    number: cython.const[cython.int][::1],
    score: cython.const[cython.float][::1],
    highest: cython.double,
    rows: cython.float[:, ::1],
) -> None:
    """Write those logarithms, and the score of each container."""
    at: cython.Py_ssize_t
    with cython.nogil:
        highest = single(highest)
        for at in range(len(number)):
            rows[at, 0] = numbers[0, at]
            rows[at, 3] = numbers[1, at]
            rows[at, 4] = numbers[2, at]
            rows[at, 9] = numbers[3, at]
            rows[at, 31] = numbers[4, at]
            rows[at, 29] = score[number[at]] / highest
