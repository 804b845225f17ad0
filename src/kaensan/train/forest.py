"""Gradient boosting of oblivious trees, with the same result on every machine.

The trees that `methods.core.forest` evaluates ask one question per level of all rows. Gradients are rounded to whole
numbers before they are added up and the sigmoid is read from a table, so that no sum depends on the order or the
device it was made on: a model trained on a GPU can be trained again, bit for bit, on a CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

__all__ = ["DEPTH", "ForestOptions", "Trees", "borders_of", "fit", "to_bins"]

DEPTH = 8
_GRID = 1 << 10  # steps of the sigmoid table per unit of log-odds
_LIMIT = 12
_BITS = 30


@dataclass(frozen=True)
class ForestOptions:
    """How a forest is grown."""

    trees: int = 200
    rate: float = 0.1
    depth: int = DEPTH
    ridge: float = 4.0
    """added to the weight of every leaf, in units of the mean weight of a row"""
    rows: float = 0.6
    """share of the rows that each tree sees"""
    columns: float = 0.35
    """share of the columns that each tree may ask about"""
    seed: int = 1


@dataclass(frozen=True)
class Trees:
    """A forest as arrays: questions as (column, bin), and the values of the leaves."""

    column: NDArray[np.int32]
    bin: NDArray[np.int32]
    """a question is answered yes when the bin of the column is greater"""
    leaf: NDArray[np.float64]
    start: float


def borders_of(column: NDArray[np.float32], most: int = 64) -> NDArray[np.float32]:
    """Up to `most` borders that cut a column into bins of about equal size."""
    values = np.unique(np.quantile(column, np.linspace(0, 1, most + 2)[1:-1], method="nearest"))
    return values.astype(np.float32)


def to_bins(column: NDArray[np.float32], borders: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The bin of every value: how many borders are smaller."""
    return np.searchsorted(borders, column, side="left").astype(np.uint8)


def _sigmoid_table(device: torch.device) -> torch.Tensor:
    steps = range(-_LIMIT * _GRID, _LIMIT * _GRID + 1)
    return torch.tensor([1 / (1 + math.exp(-step / _GRID)) for step in steps], dtype=torch.float64, device=device)


def fit(
    bins: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor,
    options: ForestOptions,
) -> Trees:
    """Grow a forest that predicts `target` (0…1) from binned columns, a row of `bins` per column."""
    device = bins.device
    columns, rows = bins.shape
    random = np.random.default_rng(options.seed)
    table = _sigmoid_table(device)
    total = float(weight.sum(dtype=torch.float64))
    mean = float((weight * target).sum(dtype=torch.float64)) / total
    start = math.log(mean / (1 - mean))
    scale = float(1 << _BITS) / total
    ridge = options.ridge * total / rows * scale
    weight = weight.double()
    target = target.double()
    raw = torch.full((rows,), start, dtype=torch.float64, device=device)
    asked_column: list[list[int]] = []
    asked_bin: list[list[int]] = []
    leaves: list[NDArray[np.float64]] = []
    for _ in range(options.trees):
        place = (raw.clamp(-_LIMIT, _LIMIT) * _GRID).round().long() + _LIMIT * _GRID
        chance = table[place]
        gradient = ((target - chance) * weight * scale).round().long()
        hessian = (chance * (1 - chance) * weight * scale).round().long()
        packed = (gradient << 32) + hessian
        some = np.sort(random.permutation(rows)[: int(options.rows * rows)])
        chosen = torch.from_numpy(some).to(device)
        offered = np.sort(random.permutation(columns)[: max(1, int(options.columns * columns))])
        view = bins[torch.from_numpy(offered).to(device)][:, chosen]
        questions, leaf = _grow(view, packed[chosen], options.depth, ridge)
        asked_column.append([int(offered[column]) for column, _ in questions])
        asked_bin.append([border for _, border in questions])
        gained, weighed = _unpack(
            torch.zeros(1 << options.depth, dtype=torch.int64, device=device).index_add_(0, leaf, packed[chosen])
        )
        value = options.rate * gained / (weighed + ridge)
        everywhere = torch.zeros(rows, dtype=torch.int64, device=device)
        for level, (column, border) in enumerate(questions):
            everywhere |= (bins[int(offered[column])] > border).long() << level
        raw = raw + value[everywhere]
        leaves.append(value.cpu().numpy())
    return Trees(np.array(asked_column, np.int32), np.array(asked_bin, np.int32), np.stack(leaves), start)


def _unpack(packed: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Sums of gradients and of weights from their common integer."""
    weighed = packed & 0xFFFFFFFF
    return ((packed - weighed) >> 32).double(), weighed.double()


def _grow(
    view: torch.Tensor, packed: torch.Tensor, depth: int, ridge: float
) -> tuple[list[tuple[int, int]], torch.Tensor]:
    """Choose one question a level for all leaves together; also tells the leaf of every row."""
    columns, rows = view.shape
    size = int(view.max()) + 1
    leaf = torch.zeros(rows, dtype=torch.int64, device=view.device)
    questions: list[tuple[int, int]] = []
    add = _adder(packed)
    wide = view.long()
    for level in range(depth):
        leaves = 1 << level
        sums = add(wide + leaf * size, leaves * size)
        gained, weighed = _unpack(sums.view(columns, leaves, size).cumsum(dim=2))
        gain = torch.zeros((columns, size), dtype=torch.float64, device=view.device)
        for number in range(leaves):  # one after the other: the order of a sum must not depend on the device
            left, under = gained[:, number], weighed[:, number]
            right, over = left[:, -1:] - left, under[:, -1:] - under
            gain = gain + left * left / (under + ridge) + right * right / (over + ridge)
        best = int(gain[:, :-1].reshape(-1).argmax())
        column, border = divmod(best, size - 1)
        questions.append((column, border))
        leaf = leaf | ((view[column] > border).long() << level)
    return questions, leaf


def _adder(packed: torch.Tensor) -> Callable[[torch.Tensor, int], torch.Tensor]:
    """A function that adds the packed numbers up by place, exactly, for every row of places."""
    if packed.is_cuda:  # all columns in one sum: a graphics processor is fast once it has been started

        def add_at_once(places: torch.Tensor, size: int) -> torch.Tensor:
            columns = len(places)
            offset = torch.arange(0, columns * size, size, device=places.device)[:, None]
            sums = torch.zeros(columns * size, dtype=torch.int64, device=places.device)
            sums.index_add_(0, (places + offset).view(-1), packed.expand(columns, -1).reshape(-1))
            return sums.view(columns, size)

        return add_at_once
    gained, weighed = _unpack(packed)  # on a CPU two sums of doubles, exact below 2^53, are faster than one of integers

    def add(places: torch.Tensor, size: int) -> torch.Tensor:
        sums = torch.empty((len(places), size), dtype=torch.int64)
        for column, place in enumerate(places):
            high = torch.bincount(place, gained, size).long()
            sums[column] = (high << 32) + torch.bincount(place, weighed, size).long()
        return sums

    return add
