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

__all__ = ["OWN_AT_ONCE", "Asked", "OwnQuestions", "Questions", "add_leaves"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

OWN_AT_ONCE = 4
"""Questions about a block itself that are answered together: so the answers stay in registers."""

_LEAVES = cython.declare(cython.int, 256)
_AT_ONCE = cython.declare(cython.int, OWN_AT_ONCE)
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
    """Questions about blocks themselves, as many as `OWN_AT_ONCE` at a time."""

    start: Ints
    """where those of each tree begin, and where the last ones end"""
    feature: Ints
    bit: Ints
    """0 for a question that is there to fill up"""
    border: Floats


class Questions(NamedTuple):
    """All questions of a forest, by what they are about."""

    around: Asked
    """about the containers around a block, a level each, and after these about the page"""
    own: OwnQuestions
    leaf: Floats
    """256 values a tree"""


def add_leaves(
    asked: Questions, around: Floats, chain: Ints, shared: Floats, own: Floats, total: NDArray[np.float64]
) -> None:
    """Add the leaves of all trees to the totals of blocks.

    `around` has a row of features per container, `chain` the containers of each block, `shared` what all blocks have in
    common, and `own` a row per feature of blocks themselves, a column per block.
    """
    trees = len(asked.own.start) - 1
    asking = _Asking(asked, around, chain, trees)
    asking.ask(view(shared.reshape(1, -1)), view(own), view(total))


@cython.final
@cython.cclass
class _Asking:
    """A page whose blocks are asked about."""

    _start: cython.const[cython.int][::1]
    _feature: cython.const[cython.int][::1]
    _tree: cython.const[cython.int][::1]
    _bit: cython.const[cython.uchar][::1]
    _border: cython.const[cython.float][::1]
    _own_start: cython.const[cython.int][::1]
    _own_feature: cython.const[cython.int][::1]
    _own_bit: cython.const[cython.int][::1]
    _own_border: cython.const[cython.float][::1]
    _leaf: cython.const[cython.float][::1]
    _around: cython.const[cython.float][:, ::1]
    _chain: cython.const[cython.int][:, ::1]
    _trees: cython.Py_ssize_t
    _levels: cython.Py_ssize_t
    _told: cython.uchar[:, ::1]
    """the places in the tables of all trees, as far as a container tells them, some for each level; then as the page
    does"""
    _of_case: cython.uchar[:, ::1]
    """the same, as far as all that stands around each of some blocks tells them"""
    _teller: cython.int[::1]
    """the container that each row of `_told` but the last is of"""
    _rows: cython.int[::1]
    """the rows of `_told` that a block needs"""
    _place: cython.int[::1]

    def __init__(self, asked: Questions, around: Floats, chain: Ints, trees: int) -> None:
        start, feature, tree, bit, border = asked.around
        self._start, self._feature, self._tree = view(start), view(feature), view(tree)
        self._bit, self._border = view(bit), view(border)
        start, feature, own_bit, border = asked.own
        self._own_start, self._own_feature = view(start), view(feature)
        self._own_bit, self._own_border = view(own_bit), view(border)
        self._leaf = view(asked.leaf)
        self._around, self._chain = view(around), view(chain)
        self._trees, self._levels = trees, chain.shape[1]
        self._told = view(np.zeros((self._levels * _SLOTS + 1, trees), np.uint8))
        self._of_case = view(np.empty((_CASES, trees), np.uint8))
        self._teller = view(np.full(self._levels * _SLOTS, -1, np.int32))
        self._rows = view(np.full(self._levels + 1, self._levels * _SLOTS, np.int32))
        self._place = view(np.zeros(_CASES, np.int32))

    def ask(
        self,
        shared: cython.const[cython.float][:, ::1],
        own: cython.const[cython.float][:, ::1],
        total: cython.double[::1],
    ) -> None:
        """Add the leaves of all trees to the totals."""
        case: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        cases: cython.Py_ssize_t = len(total)
        with cython.nogil:
            self._answer_level(self._levels, shared, 0, self._levels * _SLOTS)
            while first < cases:
                some: cython.Py_ssize_t = min(_CASES, cases - first)
                for case in range(some):
                    self._look_around(first + case, case)
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
    def _look_around(self, block: cython.Py_ssize_t, case: cython.Py_ssize_t) -> cython.int:
        """Note what the page and the containers around a block tell; most stand around the block before, too."""
        level: cython.Py_ssize_t
        for level in range(self._levels):
            container: cython.int = self._chain[block, level]
            row: cython.int = cython.cast(cython.int, level) * _SLOTS + container % _SLOTS
            if self._teller[row] != container:
                self._teller[row] = container
                self._answer_level(level, self._around, container, row)
            self._rows[level] = row
        return _merge(self._told, self._rows, self._of_case, case)

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
        """Answer what is left for some blocks, tree by tree, and add the leaves."""
        tree: cython.Py_ssize_t
        question: cython.Py_ssize_t
        for tree in range(self._trees):
            _begin_places(self._of_case, tree, some, self._place)
            question = self._own_start[tree]
            while question < self._own_start[tree + 1]:
                _answer_own(own, self._own_feature, self._own_border, self._own_bit, question, first, some, self._place)
                question += _AT_ONCE
            _add_leaves(self._leaf, tree * _LEAVES, self._place, first, some, total)
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
def _merge(
    told: cython.uchar[:, ::1], rows: cython.int[::1], of_case: cython.uchar[:, ::1], case: cython.Py_ssize_t
) -> cython.int:
    """Put together what all that stands around one block tells."""
    at: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    row: cython.Py_ssize_t = rows[0]
    for tree in range(of_case.shape[1]):
        of_case[case, tree] = told[row, tree]
    for at in range(1, len(rows)):
        row = rows[at]
        for tree in range(of_case.shape[1]):
            of_case[case, tree] |= told[row, tree]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _begin_places(
    of_case: cython.uchar[:, ::1], tree: cython.Py_ssize_t, some: cython.Py_ssize_t, place: cython.int[::1]
) -> cython.int:
    """Start from what is told by all that stands around some blocks."""
    case: cython.Py_ssize_t
    for case in range(some):
        place[case] = of_case[case, tree]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_leaves(
    leaf: cython.const[cython.float][::1],
    table: cython.Py_ssize_t,
    place: cython.int[::1],
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    total: cython.double[::1],
) -> cython.int:
    """Add the leaves of one tree, whose table begins at a place, to the totals of some blocks."""
    case: cython.Py_ssize_t
    for case in range(some):
        total[first + case] += leaf[table + place[case]]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _answer_own(
    own: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    bit: cython.const[cython.int][::1],
    question: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    place: cython.int[::1],
) -> cython.int:
    """Add the answers of some blocks to four questions; written without branches, so that compilers vectorise it."""
    case: cython.Py_ssize_t
    a: cython.Py_ssize_t = feature[question]
    b: cython.Py_ssize_t = feature[question + 1]
    c: cython.Py_ssize_t = feature[question + 2]
    d: cython.Py_ssize_t = feature[question + 3]
    of_a: cython.float = border[question]
    of_b: cython.float = border[question + 1]
    of_c: cython.float = border[question + 2]
    of_d: cython.float = border[question + 3]
    bit_a: cython.int = bit[question]
    bit_b: cython.int = bit[question + 1]
    bit_c: cython.int = bit[question + 2]
    bit_d: cython.int = bit[question + 3]
    for case in range(some):
        yes_a: cython.int = own[a, first + case] > of_a
        yes_b: cython.int = own[b, first + case] > of_b
        yes_c: cython.int = own[c, first + case] > of_c
        yes_d: cython.int = own[d, first + case] > of_d
        place[case] |= (-yes_a & bit_a) | (-yes_b & bit_b) | (-yes_c & bit_c) | (-yes_d & bit_d)
    return 0
