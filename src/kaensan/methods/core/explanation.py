"""Why a block was kept or dropped: what each cause added to its log-odds, exactly, and what the causes are.

An oblivious tree is a function of eight yes-or-no answers. Under the uniform measure on answers it is a sum of parts,
one for every set of questions (its Walsh-Hadamard transform), and the Shapley value of a question is its share of the
parts that it takes part in. These values are worked out once for every leaf of every tree and added up by cause, so
that the causes of a block are a look-up and a sum. What follows the forest is linear too: blocks that look alike
agree, and an article asks for more.

What a cause adds is told as the difference to a block half-way between those of the page that were kept and those that
were dropped: what all texts of a page have in common explains none of them. Base and causes add up to the log-odds of
the block, and nothing is left over.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.causes import CAUSES, cause_of
from kaensan.methods.core.choice import Situation, agree_step, settle_terms
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.forest import Forest
from kaensan.methods.core.model import CoreModel

__all__ = ["Contributions", "Explainer"]

Floats = NDArray[np.float32]

_LEVELS = 8
"""Questions of a tree."""
_LEAVES = 1 << _LEVELS
_CHUNK = 64
"""Blocks whose leaves are looked up at a time, so that the look-ups stay in the cache."""
_COMPARED = 32
"""Kept blocks, and as many dropped ones, that a block is compared with."""


@dataclass(frozen=True)
class Contributions:
    """What speaks for and against some blocks, in log-odds."""

    base: float
    """where every block of the page starts: the log-odds of one half-way between kept and dropped"""
    effect: Floats
    """a row per block, a column per name of `CAUSES`"""

    @property
    def log_odds(self) -> Floats:
        """What base and causes add up to: the log-odds that the block was chosen by."""
        summed: Floats = self.base + self.effect.sum(axis=1)
        return summed


class Explainer:
    """Tells what each cause adds to the blocks of a page; `log_odds` is what the forest says of all of them."""

    def __init__(
        self, model: CoreModel, evidence: Evidence, situation: Situation, log_odds: Floats, kept: NDArray[np.bool_]
    ) -> None:
        self._table = _table(_ByIdentity(model))
        self._columns = evidence.columns
        self._places = model.places
        self._sharper, self._needed = settle_terms(situation)
        alike = agree_step(log_odds, situation.size, situation.group, "group")
        self._by_alike = alike - log_odds
        self._by_container = agree_step(alike, situation.size, situation.container, "container") - alike
        reference = np.stack([self._effects(part).mean(axis=0) for part in _spread(kept)]).mean(axis=0)
        self._reference = reference
        self._base = self._table.base * self._sharper + float(reference.sum())

    def contributions(self, blocks: NDArray[np.intp]) -> Contributions:
        """The contributions of all causes to some blocks."""
        return Contributions(self._base, self._effects(blocks) - self._reference)

    def _effects(self, blocks: NDArray[np.intp]) -> Floats:
        effect = np.empty((len(blocks), len(CAUSES)), np.float32)
        for at in range(0, len(blocks), _CHUNK):
            some = blocks[at : at + _CHUNK]
            effect[at : at + _CHUNK] = self._table.effects(self._columns[self._places[:, None], some])
        effect[:, _ALIKE] += self._by_alike[blocks]
        effect[:, _AROUND] += self._by_container[blocks]
        effect *= self._sharper
        effect[:, _DEMAND] -= self._needed[blocks]
        return effect


_ALIKE, _AROUND, _DEMAND = map(CAUSES.index, ("alike", "around", "demand"))


def _spread(kept: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Some of the kept blocks and some of the dropped ones, spread evenly over the page; all where there are few."""
    parts = [np.flatnonzero(kept), np.flatnonzero(~kept)]
    return [
        part[np.linspace(0, len(part) - 1, min(len(part), _COMPARED)).astype(np.intp)] for part in parts if len(part)
    ]


class _Table:
    """For every leaf of every tree what each cause adds."""

    def __init__(self, forest: Forest, columns: tuple[str, ...]) -> None:
        self._feature = forest.feature.reshape(-1, _LEVELS)
        self._border = forest.border.reshape(-1, _LEVELS)
        self._first = np.arange(forest.trees) * _LEAVES
        leaf = forest.leaf.reshape(-1, _LEAVES).astype(np.float64)
        self.base = float(forest.bias + leaf.mean(axis=1).sum())
        shares = _shapley(leaf)
        cause = np.array([CAUSES.index(cause_of(name)) for name in columns])[self._feature]
        effect = np.zeros((forest.trees, _LEAVES, len(CAUSES)), np.float32)
        for level in range(_LEVELS):
            effect[np.arange(forest.trees), :, cause[:, level]] += shares[:, level]
        self._effect = effect.reshape(-1, len(CAUSES))

    def effects(self, columns: Floats) -> Floats:
        """For every case what each cause adds up to; features come as rows, cases as columns."""
        place = self._first[:, None].repeat(columns.shape[1], axis=1)
        for level in range(_LEVELS):
            place += (columns[self._feature[:, level]] > self._border[:, level, None]) << level
        summed: Floats = self._effect.take(place, axis=0).sum(axis=0)
        return summed


def _shapley(leaf: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every tree and question the Shapley value at each leaf: (trees, questions, leaves)."""
    parts = _walsh(leaf) / _LEAVES
    asked = (np.arange(_LEAVES)[None] >> np.arange(_LEVELS)[:, None]) & 1
    share = asked / np.maximum(asked.sum(axis=0), 1)
    return _walsh(parts[:, None, :] * share[None])


def _walsh(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The Walsh-Hadamard transform along the last axis."""
    shape = values.shape
    for level in range(_LEVELS):
        pairs = values.reshape(*shape[:-1], -1, 2, 1 << level)
        no, yes = pairs[..., 0, :], pairs[..., 1, :]
        values = np.stack([no + yes, no - yes], axis=-2).reshape(shape)
    return values


class _ByIdentity:
    """A model as a key: models hold arrays, which have no hash."""

    def __init__(self, model: CoreModel) -> None:
        self.model = model

    def __hash__(self) -> int:
        return id(self.model)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.model is self.model


@lru_cache(maxsize=2)
def _table(key: _ByIdentity) -> _Table:
    return _Table(key.model.forest, key.model.columns)
