# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The forest of the learned method, asked about the blocks of a page.

Part of the kernel (see `kaensan.kernel`). A question about a container is answered once for blocks nearby that stand
in it, and one about the page once for all, so that the hundreds of features of containers are never copied to
blocks. Hardly two blocks have the same innermost container: what is asked about it is asked like what is asked about
the blocks themselves, of many blocks at once. The leaves of a block are added up in the order of the trees, in double
precision: the sums are those of `Forest`, which is asked about a matrix of all features.
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

__all__ = ["Asked", "Asker", "OwnQuestions", "Questions"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Doubles = NDArray[np.float64]

_LEAVES = 256
_AT_ONCE = cython.declare(cython.int, 4)  # trees whose leaves are added together: so the sums stay in registers
_SLOTS = cython.declare(cython.int, 8)  # containers of a level that are remembered: blocks go in and out of some
_CASES = cython.declare(cython.int, 64)  # at a time: what is known of their containers stays in the first cache
_ROOM = 72  # places that are kept for each tree: of 64 blocks, and eight that may be written in vain
_SPREAD = cython.declare(cython.int, 8)  # blocks that what stands around one is written for at a time
_PARTS = (np.eye(4, dtype=np.uint8) * 255).view(np.uint32).reshape(-1)
"""the answers of four blocks in a word, one by one"""


class Asked(NamedTuple):
    """Questions about the containers around a block but for the innermost one, and about the page."""

    start: Ints
    """where the questions of each level begin, and where the last ones end; those of the innermost are none"""
    feature: Ints
    tree: Ints
    bit: NDArray[np.uint8]
    """what a yes adds to the place in the table of the tree"""
    border: Floats


class OwnQuestions(NamedTuple):
    """Questions about blocks themselves and their innermost containers; each is answered once for all that ask it."""

    feature: Ints
    """those that are asked about: first features of blocks …"""
    of_blocks: int
    """… as many of them, then those of containers"""
    start: Ints
    """where the questions about each of these begin among the following, and where the last ones end"""
    border: Floats
    """of every question; those about a feature are in ascending order"""
    asks: Ints
    """where the trees that ask each question begin among the following, and where the last ones end"""
    tree: Ints
    bit: NDArray[np.uint32]
    """what a yes adds to the place in the table of the tree, for four blocks at once: in each byte"""


class Questions(NamedTuple):
    """All questions of a forest, by what they are about."""

    around: Asked
    """about the containers around a block, a level each, and after these about the page"""
    own: OwnQuestions
    leaf: Floats
    """256 values a tree"""


@cython.final
@cython.cclass
class Asker:
    """Asks the questions of a forest about the blocks of one page after another; one page at a time."""

    _start: cython.const[cython.int][::1]
    _feature: cython.const[cython.int][::1]
    _tree: cython.const[cython.int][::1]
    _bit: cython.const[cython.uchar][::1]
    _border: cython.const[cython.float][::1]
    _own_feature: cython.const[cython.int][::1]
    _of_blocks: cython.Py_ssize_t
    _own_start: cython.const[cython.int][::1]
    _own_border: cython.const[cython.float][::1]
    _own_asks: cython.const[cython.int][::1]
    _own_tree: cython.const[cython.int][::1]
    _own_bit: cython.const[cython.uint][::1]
    _leaf: cython.const[cython.float][:, ::1]
    _trees: cython.Py_ssize_t
    _levels: cython.Py_ssize_t
    _told: cython.uchar[:, ::1]
    """the places in the tables of all trees, as far as a container tells them, some for each level; then as the page
    does, and at last as the page and all containers but the innermost one do"""
    _teller: cython.int[::1]
    """the container that each row of `_told` but the last two is of"""
    _rows: cython.int[::1]
    """the rows of `_told` that a block needs"""
    _place: cython.uchar[::1]
    """the places in the tables of some blocks: 72 for each tree, one per block and room to write eight too many"""
    _place_words: cython.uint[::1]
    """the same, four at a time"""
    _values: cython.float[::1]
    """a feature of some blocks: of the first, fifth, ninth …, from the sixteenth place on of the second, sixth …"""
    _yes: cython.uint[::1]
    """which of some blocks answer a question with yes: a byte of ones for each"""
    _parts: cython.const[cython.uint][::1]

    def __init__(self, asked: Questions) -> None:
        start, feature, tree, bit, border = asked.around
        self._start, self._feature, self._tree = view(start), view(feature), view(tree)
        self._bit, self._border = view(bit), view(border)
        own = asked.own
        self._own_feature, self._of_blocks = view(own.feature), own.of_blocks
        self._own_start, self._own_border, self._own_asks = view(own.start), view(own.border), view(own.asks)
        self._own_tree, self._own_bit = view(own.tree), view(own.bit)
        self._leaf = view(asked.leaf.reshape(-1, _LEAVES))
        self._trees, self._levels = len(asked.leaf) // _LEAVES, len(start) - 2
        self._told = view(np.zeros((self._levels * _SLOTS + 2, self._trees), np.uint8))
        self._teller = view(np.zeros(self._levels * _SLOTS, np.int32))
        self._rows = view(np.full(self._levels + 1, self._levels * _SLOTS, np.int32))
        place = np.zeros(self._trees * _ROOM, np.uint8)
        self._place, self._place_words = view(place), view(place.view(np.uint32))
        self._values, self._yes = view(np.zeros(_CASES, np.float32)), view(np.zeros(_CASES // 4, np.uint32))
        self._parts = view(_PARTS)

    def add_leaves(self, around: Floats, chain: Ints, shared: Floats, own: Floats, total: Doubles) -> None:
        """Add the leaves of all trees to the totals of blocks.

        `around` has a row of features per container, `chain` the containers of each block, `shared` what all blocks
        have in common, and `own` a row per feature of blocks themselves, a column per block.
        """
        self._ask(view(around), view(chain), view(shared.reshape(1, -1)), view(own), view(total))

    @cython.cfunc
    def _ask(
        self,
        around: cython.const[cython.float][:, ::1],
        chain: cython.const[cython.int][:, ::1],
        shared: cython.const[cython.float][:, ::1],
        own: cython.const[cython.float][:, ::1],
        total: cython.double[::1],
    ) -> None:
        at: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        cases: cython.Py_ssize_t = len(total)
        with cython.nogil:
            for at in range(len(self._teller)):
                self._teller[at] = -1
            self._answer_level(self._levels, shared, 0, self._levels * _SLOTS)
            while first < cases:
                some: cython.Py_ssize_t = min(_CASES, cases - first)
                self._look_around(around, chain, first, some)
                self._ask_blocks(own, around, chain, first, some)
                self._add_trees(total, first, some)
                first += some

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _answer_level(
        self,
        level: cython.Py_ssize_t,
        features: cython.const[cython.float][:, ::1],
        row: cython.Py_ssize_t,
        to: cython.Py_ssize_t,
    ) -> cython.int:
        """Answer the questions about one container, or about the page, for all trees."""
        return _answer(
            features,
            row,
            self._feature,
            self._border,
            self._tree,
            self._bit,
            self._start[level],
            self._start[level + 1],
            self._told,
            to,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_around(
        self,
        around: cython.const[cython.float][:, ::1],
        chain: cython.const[cython.int][:, ::1],
        first: cython.Py_ssize_t,
        some: cython.Py_ssize_t,
    ) -> cython.int:
        """Note what the page and the containers around some blocks tell; most stand around the block before, too."""
        case: cython.Py_ssize_t
        written: cython.Py_ssize_t = 0
        outer: cython.Py_ssize_t = self._levels * _SLOTS + 1
        for case in range(some):
            if self._find_rows(around, chain, first + case) or first + case == 0:
                _merge(self._told, self._rows, outer)
                written = case
            if case == written:
                _spread(self._told, outer, self._place, case)
                written += _SPREAD
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_rows(
        self,
        around: cython.const[cython.float][:, ::1],
        chain: cython.const[cython.int][:, ::1],
        block: cython.Py_ssize_t,
    ) -> cython.bint:
        """Find or make what the outer containers of a block tell; whether any is not that of the block before."""
        level: cython.Py_ssize_t
        is_new: cython.bint = False
        for level in range(1, self._levels):
            container: cython.int = chain[block, level]
            row: cython.int = cython.cast(cython.int, level) * _SLOTS + container % _SLOTS
            if self._teller[row] != container:
                self._teller[row] = container
                self._answer_level(level, around, container, row)
                is_new = True
            if self._rows[level] != row:
                self._rows[level] = row
                is_new = True
        return is_new

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ask_blocks(
        self,
        own: cython.const[cython.float][:, ::1],
        around: cython.const[cython.float][:, ::1],
        chain: cython.const[cython.int][:, ::1],
        first: cython.Py_ssize_t,
        some: cython.Py_ssize_t,
    ) -> cython.int:
        """Answer what is asked about some blocks and their innermost containers, a feature at a time."""
        at: cython.Py_ssize_t
        question: cython.Py_ssize_t
        asks: cython.Py_ssize_t
        for at in range(len(self._own_feature)):
            if at < self._of_blocks:
                _take_row(own, self._own_feature[at], first, some, self._values)
            else:
                _take_inner(around, self._own_feature[at], chain, first, some, self._values)
            for question in range(self._own_start[at], self._own_start[at + 1]):
                if not _compare(self._values, self._own_border[question], self._parts, self._yes):
                    break  # nor is any above the borders that follow
                for asks in range(self._own_asks[question], self._own_asks[question + 1]):
                    _note(self._yes, self._own_bit[asks], self._place_words, self._own_tree[asks])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_trees(self, total: cython.double[::1], first: cython.Py_ssize_t, some: cython.Py_ssize_t) -> cython.int:
        """Add the leaves of some blocks, some trees at a time."""
        tree: cython.Py_ssize_t = 0
        while tree + _AT_ONCE <= self._trees:
            _add_four_leaves(self._leaf, tree, self._place, first, some, total)
            tree += _AT_ONCE
        while tree < self._trees:
            _add_leaves(self._leaf, tree, self._place, first, some, total)
            tree += 1
        return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _answer(
    features: cython.const[cython.float][:, ::1],
    row: cython.Py_ssize_t,
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    tree: cython.const[cython.int][::1],
    bit: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    told: cython.uchar[:, ::1],
    to: cython.Py_ssize_t,
) -> cython.int:
    """Answer some questions about one row of features."""
    at: cython.Py_ssize_t
    for at in range(told.shape[1]):
        told[to, at] = 0
    for at in range(first, last):
        yes: cython.int = features[row, feature[at]] > border[at]
        told[to, tree[at]] |= -yes & bit[at]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _merge(told: cython.uchar[:, ::1], rows: cython.int[::1], to: cython.Py_ssize_t) -> cython.int:
    """Put together what all that stands around one block tells, but for the innermost container."""
    at: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    row: cython.Py_ssize_t = rows[len(rows) - 1]
    for tree in range(told.shape[1]):
        told[to, tree] = told[row, tree]
    for at in range(1, len(rows) - 1):
        row = rows[at]
        for tree in range(told.shape[1]):
            told[to, tree] |= told[row, tree]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spread(
    told: cython.uchar[:, ::1], row: cython.Py_ssize_t, place: cython.uchar[::1], case: cython.Py_ssize_t
) -> cython.int:
    """Write what a row tells as the places of eight blocks, the ones of which that stand elsewhere come later."""
    tree: cython.Py_ssize_t
    ahead: cython.Py_ssize_t
    for tree in range(told.shape[1]):
        telling: cython.uchar = told[row, tree]
        for ahead in range(8):
            place[tree * 72 + case + ahead] = telling
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _take_row(
    own: cython.const[cython.float][:, ::1],
    row: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    values: cython.float[::1],
) -> cython.int:
    """Take a feature of some blocks, in the order of `_values`."""
    word: cython.Py_ssize_t
    case: cython.Py_ssize_t
    for word in range(some // 4):
        values[word] = own[row, first + 4 * word]
        values[word + 16] = own[row, first + 4 * word + 1]
        values[word + 32] = own[row, first + 4 * word + 2]
        values[word + 48] = own[row, first + 4 * word + 3]
    for case in range(some // 4 * 4, some):
        values[case % 4 * 16 + case // 4] = own[row, first + case]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _take_inner(
    around: cython.const[cython.float][:, ::1],
    feature: cython.Py_ssize_t,
    chain: cython.const[cython.int][:, ::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    values: cython.float[::1],
) -> cython.int:
    """The same of their innermost containers."""
    word: cython.Py_ssize_t
    case: cython.Py_ssize_t
    for word in range(some // 4):
        values[word] = around[chain[first + 4 * word, 0], feature]
        values[word + 16] = around[chain[first + 4 * word + 1, 0], feature]
        values[word + 32] = around[chain[first + 4 * word + 2, 0], feature]
        values[word + 48] = around[chain[first + 4 * word + 3, 0], feature]
    for case in range(some // 4 * 4, some):
        values[case % 4 * 16 + case // 4] = around[chain[first + case, 0], feature]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _compare(
    values: cython.float[::1],
    border: cython.float,
    parts: cython.const[cython.uint][::1],
    yes: cython.uint[::1],
) -> cython.uint:
    """Write for which blocks the feature is greater; not 0 where any is. Without branches: compilers vectorise it."""
    word: cython.Py_ssize_t
    found: cython.uint = 0
    first: cython.uint = parts[0]
    second: cython.uint = parts[1]
    third: cython.uint = parts[2]
    fourth: cython.uint = parts[3]
    for word in range(16):
        one: cython.int = values[word] > border
        two: cython.int = values[word + 16] > border
        three: cython.int = values[word + 32] > border
        four: cython.int = values[word + 48] > border
        answers: cython.uint = (-one & first) | (-two & second) | (-three & third) | (-four & fourth)
        yes[word] = answers
        found |= answers
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _note(yes: cython.uint[::1], bit: cython.uint, place: cython.uint[::1], tree: cython.Py_ssize_t) -> cython.int:
    """Add the answers to a question to the places of blocks, of as many as there is room for."""
    word: cython.Py_ssize_t
    for word in range(16):
        place[tree * 18 + word] |= yes[word] & bit
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_leaves(
    leaf: cython.const[cython.float][:, ::1],
    tree: cython.Py_ssize_t,
    place: cython.uchar[::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    total: cython.double[::1],
) -> cython.int:
    """Add the leaves of one tree to the totals of some blocks."""
    case: cython.Py_ssize_t
    for case in range(some):
        total[first + case] += leaf[tree, place[tree * 72 + case]]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_four_leaves(
    leaf: cython.const[cython.float][:, ::1],
    tree: cython.Py_ssize_t,
    place: cython.uchar[::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    total: cython.double[::1],
) -> cython.int:
    """The same for four trees, in their order; distances that compilers know spare them additions."""
    case: cython.Py_ssize_t
    row: cython.Py_ssize_t = tree * 72
    for case in range(some):
        summed: cython.double = total[first + case]
        summed += leaf[tree, place[row + case]]
        summed += leaf[tree + 1, place[row + 72 + case]]
        summed += leaf[tree + 2, place[row + 144 + case]]
        summed += leaf[tree + 3, place[row + 216 + case]]
        total[first + case] = summed
    return 0
