# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops of the forests of the search for posts, and a table of stems.

Part of the kernel (see `kaensan.kernel`). What a tree asks about is a column by construction: see `BitForest`. What is
rounded are rows of their table: see `FeatureTable`.
"""

from __future__ import annotations

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

__all__ = ["LEAVES", "add_trees", "rounded_rows"]

LEAVES = 16
"""The most leaves that a tree can have: the bits of a number."""

_ALL = cython.declare(cython.int, (1 << LEAVES) - 1)
_CASES = cython.declare(cython.int, 128)  # at a time: what is known of them stays in the processor's first cache


def rounded_rows(table: NDArray[np.float64], rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """Some rows of a table in single precision."""
    rounded = np.empty((len(rows), table.shape[1]), np.float32)
    if rounded.size:
        _round_rows(view(table), view(rows), view(rounded))
    return rounded


@cython.cfunc
def _round_rows(
    table: cython.const[cython.double][:, ::1],
    rows: cython.const[cython.longlong][::1],
    rounded: cython.float[:, ::1],
) -> None:
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rounded.shape[0]):
            wanted: cython.Py_ssize_t = rows[row]
            for column in range(rounded.shape[1]):
                rounded[row, column] = table[wanted, column]


def add_trees(
    columns: NDArray[np.float32],
    feature: NDArray[np.int16],
    border: NDArray[np.float32],
    ruled_out: NDArray[np.uint16],
    leaf: NDArray[np.float32],
    reached: NDArray[np.uint8],
) -> NDArray[np.float32]:
    """The sums of the leaves that cases reach, tree by tree; features come as rows, cases as columns.

    `reached` is the lowest bit that is not set of every number of `LEAVES` bits.
    """
    total = np.zeros(columns.shape[1], np.float32)
    _add_trees(
        view(columns),
        view(feature),
        view(border),
        view(ruled_out),
        view(leaf),
        view(reached),
        view(total),
        view(np.empty(_CASES, np.int32)),
    )
    return total


@cython.cfunc
def _add_trees(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.short][:, ::1],
    border: cython.const[cython.float][:, ::1],
    ruled_out: cython.const[cython.ushort][:, ::1],
    leaf: cython.const[cython.float][:, ::1],
    reached: cython.const[cython.uchar][::1],
    total: cython.float[::1],
    dead: cython.int[::1],
) -> None:
    first: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    question: cython.Py_ssize_t
    cases: cython.Py_ssize_t = len(total)
    with cython.nogil:
        while first < cases:
            some: cython.Py_ssize_t = min(_CASES, cases - first)
            for tree in range(feature.shape[0]):
                for case in range(some):
                    dead[case] = 0
                question = 0
                while question < feature.shape[1]:
                    _ask_three(columns, feature, border, ruled_out, tree, question, first, some, dead)
                    question += 3
                for case in range(some):
                    total[first + case] += leaf[tree, reached[dead[case]]]
            first += some


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ask_three(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.short][:, ::1],
    border: cython.const[cython.float][:, ::1],
    ruled_out: cython.const[cython.ushort][:, ::1],
    tree: cython.Py_ssize_t,
    question: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    some: cython.Py_ssize_t,
    dead: cython.int[::1],
) -> cython.int:
    """Ask up to three questions of a tree at once, so that the dead leaves are read and written once for all of them.

    Where there are fewer, the last is asked again, which changes nothing.
    """
    case: cython.Py_ssize_t
    last: cython.Py_ssize_t = feature.shape[1] - 1
    second: cython.Py_ssize_t = min(question + 1, last)
    third: cython.Py_ssize_t = min(question + 2, last)
    a: cython.Py_ssize_t = feature[tree, question]
    b: cython.Py_ssize_t = feature[tree, second]
    c: cython.Py_ssize_t = feature[tree, third]
    limit_a: cython.float = border[tree, question]
    limit_b: cython.float = border[tree, second]
    limit_c: cython.float = border[tree, third]
    kills_a: cython.int = _ALL ^ ruled_out[tree, question]
    kills_b: cython.int = _ALL ^ ruled_out[tree, second]
    kills_c: cython.int = _ALL ^ ruled_out[tree, third]
    for case in range(some):  # without branches, so that compilers vectorise it
        no_a: cython.int = columns[a, first + case] > limit_a
        no_b: cython.int = columns[b, first + case] > limit_b
        no_c: cython.int = columns[c, first + case] > limit_c
        dead[case] |= (-no_a & kills_a) | (-no_b & kills_b) | (-no_c & kills_c)
    return 0
