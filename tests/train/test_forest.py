"""Boosting gives the same trees every time, and trees that predict."""

from __future__ import annotations

import math
from dataclasses import replace

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


def test_the_parts_of_a_forest_do_not_know_each_other() -> None:
    whole = grown(options=replace(OPTIONS, trees=6, rows=1.0, columns=1.0))[0]
    parts = grown(options=replace(OPTIONS, trees=12, rows=1.0, columns=1.0, parts=2))[0]
    assert np.array_equal(parts.leaf, np.concatenate([whole.leaf, whole.leaf]) / 2)


def test_smoothed_labels_bound_how_sure_a_forest_gets() -> None:
    bins = torch.from_numpy(np.repeat(np.array([0, 1], np.uint8), 200)[None])
    target = torch.from_numpy(np.repeat(np.array([0, 1], np.float32), 200))
    options = ForestOptions(trees=60, depth=1, rate=0.3, columns=1.0, ridge=0.1)
    sure, smoothed = (
        answers(fit(bins, target, torch.ones(400), replace(options, smoothing=share)), bins) for share in (0.0, 0.1)
    )
    assert np.abs(smoothed).max() < math.log(0.95 / 0.05) + 0.01 < np.abs(sure).max()


def test_rows_are_drawn_by_site_where_that_is_asked_for() -> None:
    """Only one site has content: a tree that sees half of the sites sees all of it or none."""
    site = np.repeat(np.arange(4), 100)
    bins = torch.from_numpy((site == 0).astype(np.uint8)[None])
    target = torch.from_numpy((site == 0).astype(np.float32))
    options = ForestOptions(trees=1, depth=1, columns=1.0, rows=0.5, by_site=True)
    seeds = [fit(bins, target, torch.ones(400), replace(options, seed=seed), site).leaf for seed in range(8)]
    assert {bool(leaf[0, 1] > 0) for leaf in seeds} == {False, True}


def test_honest_leaves_are_filled_by_the_rows_that_did_not_choose_the_questions() -> None:
    site = np.array([0] * 50 + [1] * 50)
    bins = torch.from_numpy(np.tile(np.array([0, 1], np.uint8), 50)[None])
    target = torch.from_numpy(np.where(site == 0, np.tile([0, 1], 50), np.tile([1, 0], 50)).astype(np.float32))
    options = ForestOptions(trees=1, depth=1, columns=1.0, rows=0.5, by_site=True)
    usual, honest = (
        fit(bins, target, torch.ones(100), replace(options, honest=kind), site).leaf[0] for kind in (False, True)
    )
    assert np.allclose(usual, -honest)


def test_a_label_that_no_other_site_bears_out_counts_for_less_where_forests_teach() -> None:
    site = np.repeat(np.arange(6), 50)
    bins = torch.from_numpy(np.tile(np.array([0, 1], np.uint8), 150)[None])
    target = torch.from_numpy(np.where(site == 0, np.tile([1, 0], 150), np.tile([0, 1], 150)).astype(np.float32))
    options = ForestOptions(trees=40, depth=1, rate=0.3, columns=1.0, ridge=0.1)
    alone, taught = (
        answers(fit(bins, target, torch.ones(300), replace(options, taught=share), site), bins)[1] for share in (0, 0.9)
    )
    assert 0 < alone < taught


def test_teachers_do_not_see_the_sites_that_they_speak_of() -> None:
    """Every site has a column of its own that tells its labels: nothing of it is known from elsewhere."""
    site = np.repeat(np.arange(3), 100)
    labels = np.tile(np.array([0, 1], np.uint8), 150)
    bins = torch.from_numpy(np.stack([np.where(site == number, labels, 0) for number in range(3)]).astype(np.uint8))
    target = torch.from_numpy(labels.astype(np.float32))
    options = ForestOptions(trees=60, depth=3, rate=0.3, columns=1.0, ridge=0.1)
    alone, taught = (
        answers(fit(bins, target, torch.ones(300), replace(options, taught=share), site), bins)[labels == 1]
        for share in (0.0, 1.0)
    )
    assert alone.min() > 0 > taught.max()


def test_bins_count_the_borders_below_a_value() -> None:
    borders = np.array([1.0, 2.0], np.float32)
    assert to_bins(np.array([0.5, 1.0, 1.5, 2.5], np.float32), borders).tolist() == [0, 0, 1, 2]
    assert len(borders_of(np.zeros(50, np.float32))) == 1
