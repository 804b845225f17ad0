# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The loops of explanations: what the leaves of all trees add to each cause, and which causes matter most.

Part of the kernel (see `kaensan.kernel`). Sums are taken in double precision and in a fixed order, so that compiled and
plain Python give the same numbers.
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

__all__ = ["add_effects", "strongest"]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

_QUESTIONS = cython.declare(cython.int, 8)
_LEAVES = cython.declare(cython.int, 256)
_CASES = cython.declare(cython.int, 128)  # at a time: a tree's effects and their places stay in the first cache


def add_effects(columns: Floats, feature: Ints, border: Floats, share: Floats, cause: Ints, effect: Doubles) -> None:
    """Add to the causes (columns) of every case (row) what they do in all trees.

    Features come as rows, cases as columns; `share` has for each leaf what each of the tree's questions does, and
    `cause` which cause the question belongs to.
    """
    _add_effects(
        view(np.ascontiguousarray(columns)),
        view(feature),
        view(border),
        view(share),
        view(cause),
        view(effect),
        view(np.empty(_CASES, np.uint8)),
    )


@cython.cfunc
def _add_effects(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][::1],
    border: cython.const[cython.float][::1],
    share: cython.const[cython.float][::1],
    cause: cython.const[cython.int][::1],
    effect: cython.double[:, ::1],
    place: cython.uchar[::1],
) -> None:
    first: cython.Py_ssize_t
    case: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    level: cython.Py_ssize_t
    trees: cython.Py_ssize_t = len(feature) // _QUESTIONS
    cases: cython.Py_ssize_t = effect.shape[0]
    with cython.nogil:
        first = 0
        while first < cases:
            some: cython.Py_ssize_t = min(_CASES, cases - first)
            for tree in range(trees):
                for case in range(some):
                    place[case] = 0
                for level in range(_QUESTIONS):
                    asked: cython.Py_ssize_t = feature[tree * _QUESTIONS + level]
                    limit: cython.float = border[tree * _QUESTIONS + level]
                    bit: cython.uchar = 1 << level
                    for case in range(some):
                        place[case] = place[case] | (bit if columns[asked, first + case] > limit else 0)
                for case in range(some):
                    leaf: cython.Py_ssize_t = (tree * _LEAVES + place[case]) * _QUESTIONS
                    for level in range(_QUESTIONS):
                        effect[first + case, cause[tree * _QUESTIONS + level]] += share[leaf + level]
            first += some


def strongest(effect: Doubles, sign: Doubles, named: int, least: float, most: int, most_others: int) -> Ints:
    """For every case (row) its strongest causes among the first `named`, −1 for none.

    First come up to `most` whose effect has the case's `sign`, then up to `most_others` that have the other; each is
    greater than `least`, the strongest first.
    """
    chosen = np.full((len(effect), most + most_others), -1, np.int32)
    _strongest(view(effect), view(sign), named, least, most, view(chosen))
    return chosen


@cython.cfunc
def _strongest(
    effect: cython.const[cython.double][:, ::1],
    sign: cython.const[cython.double][::1],
    named: cython.Py_ssize_t,
    least: cython.double,
    most: cython.Py_ssize_t,
    chosen: cython.int[:, ::1],
) -> None:
    case: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    cause: cython.Py_ssize_t
    with cython.nogil:
        for case in range(effect.shape[0]):
            for slot in range(chosen.shape[1]):
                side: cython.double = sign[case] if slot < most else -sign[case]
                ceiling: cython.int = -1  # the cause before, than which this one is weaker
                if slot not in (0, most):
                    ceiling = chosen[case, slot - 1]
                    if ceiling < 0:
                        continue
                best: cython.double = least
                for cause in range(named):
                    strength: cython.double = side * effect[case, cause]
                    if strength <= best:
                        continue
                    if ceiling >= 0:
                        before: cython.double = side * effect[case, ceiling]
                        if strength > before or (strength == before and cause <= ceiling):
                            continue
                    best = strength
                    chosen[case, slot] = cython.cast(cython.int, cause)
