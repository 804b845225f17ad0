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

__all__ = ["LEAVES", "add_trees", "rounded_rows", "stem_table"]

LEAVES = 16
"""The most leaves that a tree can have: the bits of a number."""

_ALL = cython.declare(cython.int, (1 << LEAVES) - 1)
_CASES = cython.declare(cython.int, 128)  # at a time: what is known of them stays in the processor's first cache


def stem_table(stems: str) -> NDArray[np.uint8]:
    """A table of all three-letter stems, 1 for those that are given."""
    table = np.zeros(1 << 15, np.uint8)
    for stem in stems.split():
        table[[(ord(stem[0]) & 31) << 10 | (ord(stem[1]) & 31) << 5 | (ord(stem[2]) & 31)]] = 1
    return table


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
    lowest: NDArray[np.uint8],
) -> NDArray[np.float32]:
    """The sums of the leaves that cases reach, tree by tree; features come as rows, cases as columns.

    `lowest` is the lowest bit that is set of every number of `LEAVES` bits.
    """
    total = np.zeros(columns.shape[1], np.float32)
    _add_trees(
        view(columns),
        view(feature),
        view(border),
        view(ruled_out),
        view(leaf),
        view(lowest),
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
    lowest: cython.const[cython.uchar][::1],
    total: cython.float[::1],
    alive: cython.int[::1],
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
                    alive[case] = _ALL
                for question in range(feature.shape[1]):
                    asked: cython.Py_ssize_t = feature[tree, question]
                    limit: cython.float = border[tree, question]
                    stay: cython.int = ruled_out[tree, question]
                    for case in range(some):  # without branches, so that compilers vectorise it
                        no: cython.int = columns[asked, first + case] > limit
                        alive[case] &= stay | (no - 1)
                for case in range(some):
                    total[first + case] += leaf[tree, lowest[alive[case]]]
            first += some
