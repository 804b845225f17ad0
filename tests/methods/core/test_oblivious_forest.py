"""Oblivious trees as a table look-up."""

from __future__ import annotations

import numpy as np

from kaensan.methods.core.forest import Forest


def slow(forest: Forest, row: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
    """The same by walking every tree."""
    total = forest.bias
    for tree in range(forest.trees):
        place = 0
        for level in range(8):
            question = 8 * tree + level
            place |= int(row[forest.feature[question]] > forest.border[question]) << level
        total += float(forest.leaf[256 * tree + place])
    return total


def random_forest(trees: int, columns: int) -> Forest:
    random = np.random.default_rng(4)
    return Forest(
        feature=random.integers(0, columns, 8 * trees).astype(np.int32),
        border=random.normal(size=8 * trees).astype(np.float32),
        leaf=random.normal(size=256 * trees).astype(np.float32),
        bias=0.5,
    )


def test_a_forest_gives_what_walking_its_trees_gives() -> None:
    forest = random_forest(trees=7, columns=5)
    rows = np.random.default_rng(1).normal(size=(50, 5)).astype(np.float32)
    assert np.allclose(forest(rows.T), [slow(forest, row) for row in rows], atol=1e-4)


def test_long_pages_are_done_in_parts_with_the_same_result() -> None:
    forest = random_forest(trees=3, columns=4)
    rows = np.random.default_rng(2).normal(size=(5000, 4)).astype(np.float32)
    whole = forest(rows.T)
    assert whole.shape == (5000,)
    assert np.array_equal(whole[4000:4010], forest(rows[4000:4010].T))


def test_no_rows_give_no_answers() -> None:
    assert random_forest(2, 3)(np.zeros((3, 0), np.float32)).shape == (0,)
