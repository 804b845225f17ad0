"""What questions of trees do, against the definition of Shapley values, and the choice of the strongest causes."""

from __future__ import annotations

from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.explanation import shapley
from kaensan.methods.core.leaf_effects import add_effects, strongest

LEVELS = 8
CAUSES = 5


def expected(leaf: NDArray[np.float64], place: int, known: frozenset[int]) -> float:
    """The mean of the leaves that agree with the leaf at `place` in the answers to the questions that are known."""
    mask = sum(1 << level for level in known)
    agreeing = [value for at, value in enumerate(leaf.tolist()) if at & mask == place & mask]
    return float(np.mean(agreeing))


def by_definition(leaf: NDArray[np.float64], place: int, level: int) -> float:
    """The mean, over all sets of other questions weighed as orders of asking, of what the answer to one adds."""
    others = [other for other in range(LEVELS) if other != level]
    total = 0.0
    for taken in product((False, True), repeat=len(others)):
        known = frozenset(other for other, there in zip(others, taken, strict=True) if there)
        weight = factorial(len(known)) * factorial(LEVELS - len(known) - 1) / factorial(LEVELS)
        total += weight * (expected(leaf, place, known | {level}) - expected(leaf, place, known))
    return total


def test_shapley_values_are_those_of_their_definition() -> None:
    leaf = np.random.default_rng(3).normal(size=(2, 256))
    values = shapley(leaf)
    for tree, place, level in ((0, 0, 0), (0, 77, 3), (1, 255, 7), (1, 129, 6)):
        assert np.isclose(values[tree, level, place], by_definition(leaf[tree], place, level))


def test_effects_are_summed_over_trees_by_cause() -> None:
    random = np.random.default_rng(5)
    trees, features, cases = 3, 6, 300
    columns = random.normal(size=(features, cases)).astype(np.float32)
    feature = random.integers(0, features, trees * LEVELS).astype(np.int32)
    border = random.normal(size=trees * LEVELS).astype(np.float32)
    cause = random.integers(0, CAUSES, trees * LEVELS).astype(np.int32)
    share = random.normal(size=(trees, 256, LEVELS)).astype(np.float32)
    effect = np.zeros((cases, CAUSES))
    add_effects(columns, feature, border, share.reshape(-1), cause, effect)
    for case in (0, 127, 128, 299):
        slowly = np.zeros(CAUSES)
        for tree in range(trees):
            asked = slice(tree * LEVELS, (tree + 1) * LEVELS)
            place = sum(int(yes) << level for level, yes in enumerate(columns[feature[asked], case] > border[asked]))
            for level in range(LEVELS):
                slowly[cause[asked][level]] += share[tree, place, level]
        assert np.allclose(effect[case], slowly)


def ranked(effect: list[float], sign: int, most: int, most_others: int) -> list[int]:
    """The same by sorting."""
    strong = [(-sign * value, at) for at, value in enumerate(effect) if sign * value > 0.2]
    weak = [(sign * value, at) for at, value in enumerate(effect) if -sign * value > 0.2]
    mine, others = ([at for _, at in sorted(side)][:count] for side, count in ((strong, most), (weak, most_others)))
    return [*mine, *[-1] * (most - len(mine)), *others, *[-1] * (most_others - len(others))]


def test_the_strongest_causes_come_first_and_equal_ones_in_their_order() -> None:
    rows = [list(row) for row in permutations((0.5, 0.5, -0.5, 0.1, 3.0, -0.9))]
    effect = np.array([[*row, 99.0] for row in rows])  # the last is not among those that may be named
    for sign in (1, -1):
        chosen = strongest(effect, np.full(len(rows), float(sign)), 6, 0.2, 3, 1)
        assert chosen.tolist() == [ranked(row, sign, 3, 1) for row in rows]
