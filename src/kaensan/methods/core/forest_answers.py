# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The forest of the learned method, asked about the blocks of a page.

Part of the kernel (see `kaensan.kernel`). A question about a container is answered once for blocks nearby that stand
in it, and one about the page once for all, so that the hundreds of features of containers are never copied to
blocks. The leaves of a block are added up in the order of the trees, in double precision: the sums are those of
`Forest`, which is asked about a matrix of all features.
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

_LEAVES = cython.declare(cython.int, 256)
_AT_ONCE = cython.declare(cython.int, 4)  # trees whose leaves are added together: so the sums stay in registers
_SLOTS = cython.declare(cython.int, 8)  # containers of a level that are remembered: blocks go in and out of some
_CASES = cython.declare(cython.int, 64)  # at a time: what is known of their containers stays in the first cache


class Asked(NamedTuple):
    """Questions about the containers around a block, and about the page."""

    start: Ints
    """where the questions of each level begin, and where the last ones end"""
    feature: Ints
    tree: Ints
    bit: NDArray[np.uint8]
    """what a yes adds to the place in the table of the tree"""
    border: Floats


class OwnQuestions(NamedTuple):
    """Questions about blocks themselves; each is answered once for all trees that ask it."""

    feature: Ints
    """of every question"""
    border: Floats
    start: Ints
    """where the questions of each tree begin among the following, and where the last ones end"""
    which: Ints
    """the question that a tree asks …"""
    bit: NDArray[np.uint8]
    """… and what a yes adds to the place in its table"""


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
    _own_border: cython.const[cython.float][::1]
    _own_start: cython.const[cython.int][::1]
    _own_which: cython.const[cython.int][::1]
    _own_bit: cython.const[cython.uchar][::1]
    _leaf: cython.const[cython.float][::1]
    _trees: cython.Py_ssize_t
    _levels: cython.Py_ssize_t
    _told: cython.uchar[:, ::1]
    """the places in the tables of all trees, as far as a container tells them, some for each level; then as the page
    does, and at last as the page and all containers but the innermost one do"""
    _by_tree: cython.uchar[:, ::1]
    """the same, as far as all that stands around each of some blocks tells them: a row per tree, a column per block"""
    _teller: cython.int[::1]
    """the container that each row of `_told` but the last two is of"""
    _rows: cython.int[::1]
    """the rows of `_told` that a block needs"""
    _answers: cython.uchar[:, ::1]
    """255 for each question about themselves that some blocks answer with yes"""

    def __init__(self, asked: Questions) -> None:
        start, feature, tree, bit, border = asked.around
        self._start, self._feature, self._tree = view(start), view(feature), view(tree)
        self._bit, self._border = view(bit), view(border)
        own = asked.own
        self._own_feature, self._own_border = view(own.feature), view(own.border)
        self._own_start, self._own_which, self._own_bit = view(own.start), view(own.which), view(own.bit)
        self._leaf = view(asked.leaf)
        self._trees, self._levels = len(own.start) - 1, len(start) - 2
        self._told = view(np.zeros((self._levels * _SLOTS + 2, self._trees), np.uint8))
        self._by_tree = view(np.zeros((self._trees, _CASES), np.uint8))
        self._teller = view(np.zeros(self._levels * _SLOTS, np.int32))
        self._rows = view(np.full(self._levels + 1, self._levels * _SLOTS, np.int32))
        self._answers = view(np.zeros((len(own.feature), _CASES), np.uint8))

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
        case: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        cases: cython.Py_ssize_t = len(total)
        with cython.nogil:
            for at in range(len(self._teller)):
                self._teller[at] = -1
            self._answer_level(self._levels, shared, 0, self._levels * _SLOTS)
            while first < cases:
                some: cython.Py_ssize_t = min(_CASES, cases - first)
                for case in range(some):
                    self._look_around(around, chain, first + case, case)
                self._add_trees(own, total, first, some)
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
        block: cython.Py_ssize_t,
        case: cython.Py_ssize_t,
    ) -> cython.int:
        """Note what the page and the containers around a block tell; most stand around the block before, too."""
        level: cython.Py_ssize_t
        outer: cython.Py_ssize_t = self._levels * _SLOTS + 1
        is_new: cython.bint = False
        for level in range(self._levels):
            container: cython.int = chain[block, level]
            row: cython.int = cython.cast(cython.int, level) * _SLOTS + container % _SLOTS
            if self._teller[row] != container:
                self._teller[row] = container
                self._answer_level(level, around, container, row)
                is_new = is_new or level > 0
            if self._rows[level] != row:
                self._rows[level] = row
                is_new = is_new or level > 0
        if is_new:
            _merge(self._told, self._rows, outer)
        return _join(self._told, self._rows[0], outer, self._by_tree, case)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_trees(
        self,
        own: cython.const[cython.float][:, ::1],
        total: cython.double[::1],
        first: cython.Py_ssize_t,
        some: cython.Py_ssize_t,
    ) -> cython.int:
        """Answer what is left for some blocks, some trees at a time, and add the leaves."""
        tree: cython.Py_ssize_t
        at: cython.Py_ssize_t
        _answer_own(own, self._own_feature, self._own_border, first, some, self._answers)
        for tree in range(self._trees):
            for at in range(self._own_start[tree], self._own_start[tree + 1]):
                _note(self._answers, self._own_which[at], self._own_bit[at], self._by_tree, tree)
        tree = 0
        while tree + _AT_ONCE <= self._trees:
            _add_four_leaves(self._leaf, tree, self._by_tree, first, some, total)
            tree += _AT_ONCE
        while tree < self._trees:
            _add_leaves(self._leaf, tree, self._by_tree, first, some, total)
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
def _join(
    told: cython.uchar[:, ::1],
    inner: cython.Py_ssize_t,
    outer: cython.Py_ssize_t,
    by_tree: cython.uchar[:, ::1],
    case: cython.Py_ssize_t,
) -> cython.int:
    """Write what two rows tell of a block: a column."""
    tree: cython.Py_ssize_t
    for tree in range(by_tree.shape[0]):
        by_tree[tree, case] = told[inner, tree] | told[outer, tree]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _answer_own(
    own: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    answers: cython.uchar[:, ::1],
) -> cython.int:
    """Write the answers of some blocks to all questions about themselves; without branches: compilers vectorise it."""
    question: cython.Py_ssize_t
    case: cython.Py_ssize_t
    for question in range(len(feature)):
        row: cython.Py_ssize_t = feature[question]
        of: cython.float = border[question]
        for case in range(some):
            yes: cython.int = own[row, first + case] > of
            answers[question, case] = -yes & 255
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _note(
    answers: cython.uchar[:, ::1],
    question: cython.Py_ssize_t,
    bit: cython.uchar,
    place: cython.uchar[:, ::1],
    to: cython.Py_ssize_t,
) -> cython.int:
    """Add the answers to a question to the places of blocks, of as many as there is room for."""
    case: cython.Py_ssize_t
    for case in range(_CASES):
        place[to, case] |= answers[question, case] & bit
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_leaves(
    leaf: cython.const[cython.float][::1],
    tree: cython.Py_ssize_t,
    place: cython.uchar[:, ::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    total: cython.double[::1],
) -> cython.int:
    """Add the leaves of one tree to the totals of some blocks."""
    case: cython.Py_ssize_t
    for case in range(some):
        total[first + case] += leaf[tree * _LEAVES + place[tree, case]]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_four_leaves(
    leaf: cython.const[cython.float][::1],
    tree: cython.Py_ssize_t,
    place: cython.uchar[:, ::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    total: cython.double[::1],
) -> cython.int:
    """The same for four trees, in their order."""
    case: cython.Py_ssize_t
    table: cython.Py_ssize_t = tree * _LEAVES
    for case in range(some):
        summed: cython.double = total[first + case]
        summed += leaf[table + place[tree, case]]
        summed += leaf[table + _LEAVES + place[tree + 1, case]]
        summed += leaf[table + 2 * _LEAVES + place[tree + 2, case]]
        summed += leaf[table + 3 * _LEAVES + place[tree + 3, case]]
        total[first + case] = summed
    return 0
