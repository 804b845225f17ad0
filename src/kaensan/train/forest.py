"""Gradient boosting of oblivious trees, with the same result on every machine.

The trees that `methods.core.forest` evaluates ask one question per level of all rows. Gradients are rounded to whole
numbers before they are added up and the sigmoid is read from a table, so that no sum depends on the order or the
device it was made on: a model trained on a GPU can be trained again, bit for bit, on a CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from kaensan.train import leaf_sums

__all__ = ["DEPTH", "ForestOptions", "Trees", "borders_of", "fit", "to_bins"]

DEPTH = 8
_GRID = 1 << 10  # steps of the sigmoid table per unit of log-odds
_LIMIT = 12
_BITS = 30
_TEACHERS = 3
"""groups of sites; what is said of each is learned from the others"""


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
    by_site: bool = False
    """each tree sees a share of the sites, with all their rows, instead of a share of the rows"""
    honest: bool = False
    """the leaves of a tree are filled by the rows that its questions were not chosen by"""
    parts: int = 1
    """forests that the trees are shared out to; they are grown one without the other, and averaged"""
    smoothing: float = 0.0
    """how far every target is moved towards not knowing"""
    taught: float = 0.0
    """how far every target is moved towards what forests of other sites say of the row"""
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
    site: NDArray[np.int64] | None = None,
) -> Trees:
    """Grow a forest that predicts `target` (0…1) from binned columns, a row of `bins` per column.

    `site` numbers the site of every row, for forests that draw rows by site or are taught by those of other sites.
    """
    if site is not None and options.taught:
        target = target * (1 - options.taught) + options.taught * _by_other_sites(bins, target, weight, options, site)
    task = _Task.of(bins, target, weight, options)
    random = np.random.default_rng(options.seed)
    trees = [tree for _ in range(options.parts) for tree in _boosted(task, options, random, site)]
    return Trees(
        np.array([[column for column, _ in tree.questions] for tree in trees], np.int32),
        np.array([[border for _, border in tree.questions] for tree in trees], np.int32),
        np.stack([tree.value / options.parts for tree in trees]),
        task.start,
    )


@dataclass(frozen=True)
class _Task:
    """Rows to learn from, with the scales of the whole numbers that they are added up in."""

    bins: torch.Tensor
    target: torch.Tensor
    weight: torch.Tensor
    start: float
    """log-odds of the mean target"""
    scale: float
    ridge: float
    size: int
    """bins of a column at most"""

    @classmethod
    def of(cls, bins: torch.Tensor, target: torch.Tensor, weight: torch.Tensor, options: ForestOptions) -> _Task:
        if options.smoothing:
            target = target * (1 - options.smoothing) + options.smoothing / 2
        total = float(weight.sum(dtype=torch.float64))
        mean = float((weight * target).sum(dtype=torch.float64)) / total
        scale = float(1 << _BITS) / total
        ridge = options.ridge * total / bins.shape[1] * scale
        start = math.log(mean / (1 - mean))
        return cls(bins.contiguous(), target.double(), weight.double(), start, scale, ridge, int(bins.max()) + 1)


def _by_other_sites(
    bins: torch.Tensor, target: torch.Tensor, weight: torch.Tensor, options: ForestOptions, site: NDArray[np.int64]
) -> torch.Tensor:
    """What forests that have not seen its site say of every row: labels that no other site bears out count for less."""
    said = torch.empty(len(target), dtype=torch.float64, device=bins.device)
    table = _sigmoid_table(bins.device)
    for group in range(_TEACHERS):
        inside = site % _TEACHERS == group
        own, others = (torch.from_numpy(np.flatnonzero(rows)).to(bins.device) for rows in (inside, ~inside))
        task = _Task.of(bins[:, others], target[others], weight[others], options)
        random = np.random.default_rng(options.seed)
        raw = torch.full((len(own),), task.start, dtype=torch.float64, device=bins.device)
        asked = bins[:, own]
        for tree in _boosted(task, options, random, site[~inside]):
            raw = raw + torch.from_numpy(tree.value).to(bins.device)[_leaf(asked, tree.questions)]
        said[own] = table[_step(raw)]
    return said.to(target.dtype)


def _leaf(bins: torch.Tensor, questions: Sequence[tuple[int, int]]) -> torch.Tensor:
    """The leaf of a tree that every row falls into."""
    leaf = torch.zeros(bins.shape[1], dtype=torch.int64, device=bins.device)
    for level, (column, border) in enumerate(questions):
        leaf |= (bins[column] > border).long() << level
    return leaf


def _step(raw: torch.Tensor) -> torch.Tensor:
    """The place of log-odds in the sigmoid table."""
    return (raw.clamp(-_LIMIT, _LIMIT) * _GRID).round().long() + _LIMIT * _GRID


@dataclass(frozen=True)
class _Tree:
    questions: list[tuple[int, int]]
    value: NDArray[np.float64]


def _boosted(
    task: _Task, options: ForestOptions, random: np.random.Generator, site: NDArray[np.int64] | None
) -> Iterator[_Tree]:
    """Trees that each correct those before them."""
    device = task.bins.device
    columns, rows = task.bins.shape
    table = _sigmoid_table(device)
    raw = torch.full((rows,), task.start, dtype=torch.float64, device=device)
    for _ in range(options.trees // options.parts):
        chance = table[_step(raw)]
        gradient = ((task.target - chance) * task.weight * task.scale).round().long()
        hessian = (chance * (1 - chance) * task.weight * task.scale).round().long()
        packed = (gradient << 32) + hessian
        some = _drawn(rows, options, random, site)
        offered = np.sort(random.permutation(columns)[: max(1, int(options.columns * columns))])
        grow = _grow_by_loop if leaf_sums.compiled and device.type == "cpu" else _grow
        questions = grow(task, offered, some, packed, options.depth)
        leaf = _leaf(task.bins, questions)
        filling = np.setdiff1d(np.arange(rows), some, assume_unique=True) if options.honest else some
        filled = torch.from_numpy(filling).to(device)
        sums = torch.zeros(1 << options.depth, dtype=torch.int64, device=device)
        gained, weighed = _unpack(sums.index_add_(0, leaf[filled], packed[filled]))
        value = options.rate * gained / (weighed + task.ridge)
        raw = raw + value[leaf]
        yield _Tree(questions, value.cpu().numpy())


def _drawn(
    rows: int, options: ForestOptions, random: np.random.Generator, site: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """The rows that a tree is grown on."""
    if site is None or not options.by_site:
        return np.sort(random.permutation(rows)[: int(options.rows * rows)])
    sites = int(site.max()) + 1
    drawn = np.zeros(sites, np.bool_)
    drawn[random.permutation(sites)[: max(1, int(options.rows * sites))]] = True
    return np.flatnonzero(drawn[site])


def _unpack(packed: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Sums of gradients and of weights from their common integer."""
    weighed = packed & 0xFFFFFFFF
    return ((packed - weighed) >> 32).double(), weighed.double()


def _best(sums: torch.Tensor, ridge: float) -> tuple[int, int]:
    """The question that all leaves together gain most by, from their sums by column, leaf and bin."""
    columns, leaves, size = sums.shape
    gained, weighed = _unpack(sums.cumsum(dim=2))
    gain = torch.zeros((columns, size), dtype=torch.float64, device=sums.device)
    for number in range(leaves):  # one after the other: the order of a sum must not depend on the device
        left, under = gained[:, number], weighed[:, number]
        right, over = left[:, -1:] - left, under[:, -1:] - under
        gain = gain + left * left / (under + ridge) + right * right / (over + ridge)
    return divmod(int(gain[:, :-1].reshape(-1).argmax()), size - 1)


def _grow_by_loop(
    task: _Task, offered: NDArray[np.int64], some: NDArray[np.int64], packed: torch.Tensor, depth: int
) -> list[tuple[int, int]]:
    """Choose one question a level; only the smaller side of a question is added up, the other is what it leaves."""
    bins, number, size = task.bins.numpy(), packed.numpy(), task.size
    column, row = offered.astype(np.int32), some.astype(np.int32)
    leaf = np.zeros(bins.shape[1], np.int32)
    sums = np.zeros((len(column), 1, size), np.int64)
    leaf_sums.add_leaves(bins, column, row, leaf[row], number[row], sums.reshape(len(column), -1))
    questions: list[tuple[int, int]] = []
    while True:
        at, border = _best(torch.from_numpy(sums), task.ridge)
        asked = int(offered[at])
        questions.append((asked, border))
        if len(questions) == depth:
            return questions
        yes = bins[asked][row] > border
        fewer = bool(2 * yes.sum() < len(row))
        side = row[yes] if fewer else row[~yes]
        added = np.zeros(sums.shape, np.int64)
        leaf_sums.add_leaves(
            bins, column, side, leaf[side] * np.int32(size), number[side], added.reshape(len(column), -1)
        )
        leaf[row[yes]] += sums.shape[1]
        rest = sums - added
        sums = np.concatenate([rest, added] if fewer else [added, rest], axis=1)


def _grow(
    task: _Task, offered: NDArray[np.int64], some: NDArray[np.int64], packed: torch.Tensor, depth: int
) -> list[tuple[int, int]]:
    """Choose one question a level for all leaves together."""
    device = task.bins.device
    chosen = torch.from_numpy(some).to(device)
    view = task.bins[torch.from_numpy(offered).to(device)][:, chosen]
    leaf = torch.zeros(len(some), dtype=torch.int64, device=device)
    questions: list[tuple[int, int]] = []
    add = _adder(packed[chosen])
    wide = view.long()
    for level in range(depth):
        leaves = 1 << level
        sums = add(wide + leaf * task.size, leaves * task.size)
        column, border = _best(sums.view(len(offered), leaves, task.size), task.ridge)
        questions.append((int(offered[column]), border))
        leaf = leaf | ((view[column] > border).long() << level)
    return questions


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
