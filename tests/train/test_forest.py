"""Boosting gives the same trees every time, and trees that predict."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from kaensan.train import leaf_sums
from kaensan.train.forest import ForestOptions, Trees, borders_of, fit, to_bins

OPTIONS = ForestOptions(trees=12, depth=4, rate=0.3)


def grown(
    seed: int = 0, options: ForestOptions = OPTIONS
) -> tuple[Trees, torch.Tensor, np.ndarray[tuple[int], np.dtype[np.float32]]]:
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(1500, 6)).astype(np.float32)
    target = ((matrix[:, 0] > 0) ^ (matrix[:, 1] > 0.5)).astype(np.float32)
    bins = torch.from_numpy(np.stack([to_bins(column, borders_of(column)) for column in matrix.T]))
    return fit(bins, torch.from_numpy(target), torch.ones(len(target)), options), bins, target


def answers(trees: Trees, bins: torch.Tensor) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    total = np.full(bins.shape[1], trees.start)
    for column, border, leaf in zip(trees.column, trees.bin, trees.leaf, strict=True):
        place = sum(
            (bins[int(c)].numpy() > b).astype(np.int64) << level
            for level, (c, b) in enumerate(zip(column, border, strict=True))
        )
        total += leaf[place]
    return total


def test_the_same_rows_give_the_same_trees() -> None:
    one, two = grown()[0], grown()[0]
    assert np.array_equal(one.column, two.column)
    assert np.array_equal(one.bin, two.bin)
    assert np.array_equal(one.leaf, two.leaf)


@pytest.mark.skipif(not leaf_sums.compiled, reason="the kernel is not compiled here, so there is nothing to compare")
def test_the_compiled_loop_grows_the_same_trees_as_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = grown()[0]
    monkeypatch.setattr(leaf_sums, "compiled", False)
    slow = grown()[0]
    assert np.array_equal(fast.column, slow.column)
    assert np.array_equal(fast.bin, slow.bin)
    assert np.array_equal(fast.leaf, slow.leaf)


def test_trees_learn_what_no_single_column_tells() -> None:
    trees, bins, target = grown()
    right = (answers(trees, bins) > 0) == (target > 0.5)
    assert right.mean() > 0.9


def test_bins_count_the_borders_below_a_value() -> None:
    borders = np.array([1.0, 2.0], np.float32)
    assert to_bins(np.array([0.5, 1.0, 1.5, 2.5], np.float32), borders).tolist() == [0, 0, 1, 2]
    assert len(borders_of(np.zeros(50, np.float32))) == 1
