"""Why a block was kept or dropped: what each cause added to its log-odds, exactly.

An oblivious tree is a function of eight yes-or-no answers. Under the uniform measure on answers it is a sum of parts,
one for every set of questions (its Walsh-Hadamard transform), and the Shapley value of a question is its share of the
parts that it takes part in. These values are worked out once for every leaf of every tree, so that the causes of a
block are a look-up and a sum. What follows the forest is linear too: the posts of a thread gain, blocks that look alike
agree, and an article asks for more.

What a cause adds is told as the difference to a block half-way between those of the page that were kept and those that
were dropped: what all texts of a page have in common explains none of them. Base and causes add up to the log-odds of
the block, and nothing is left over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.core.causes import CAUSES, cause_of
from kaensan.methods.core.choice import Decision, Situation, settle_terms
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.forest import Forest
from kaensan.methods.core.leaf_effects import add_effects
from kaensan.methods.core.model import CoreModel
from kaensan.methods.core.thread_evidence import thread_gain

__all__ = ["Contributions", "Explainer", "shapley"]

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Places = NDArray[np.intp]

_LEVELS = 8
"""Questions of a tree."""
_LEAVES = 1 << _LEVELS
_RUNS, _IN_A_RUN = 2, 16
"""Runs of kept blocks, and as many of dropped ones, that a block is compared with, and the blocks of a run."""
_NEAR = 64
"""Blocks between two whose features are written together: to write those between costs less than to begin anew."""


@record
class Contributions:
    """What speaks for and against some blocks, in log-odds."""

    base: float
    """where every block of the page starts: the log-odds of one half-way between kept and dropped"""
    effect: Doubles
    """a row per block, a column per name of `CAUSES`"""
    columns: Floats
    """the features of the blocks"""

    @property
    def log_odds(self) -> Doubles:
        """What base and causes add up to: the log-odds that the block was chosen by."""
        summed: Doubles = self.base + self.effect.sum(axis=1)
        return summed


class Explainer:
    """Tells what each cause adds to the blocks of a page; `log_odds` is what went into the decision."""

    def __init__(
        self, model: CoreModel, evidence: Evidence, situation: Situation, log_odds: Floats, decision: Decision
    ) -> None:
        self._table = _table(_ByIdentity(model))
        self._evidence = evidence
        self._log_odds = log_odds
        self._decision = decision
        self._by_thread = thread_gain(evidence)
        self._sharper, self._needed = settle_terms(situation)

    def contributions(self, first: int, end: int) -> Contributions:
        """The contributions of all causes to the blocks `first … end`."""
        columns = self._features(first, end)
        effect = self._effects(np.arange(first, end), columns)
        base, reference = self._reference
        return Contributions(base, effect - reference, columns)

    @cached_property
    def _reference(self) -> tuple[float, Doubles]:
        """The log-odds of a block half-way between kept and dropped, and what each cause adds to it."""
        kept = self._decision.kept
        compared = np.sort(np.concatenate([_runs(np.flatnonzero(kept)), _runs(np.flatnonzero(~kept))]))
        effect = np.concatenate([self._effects(*some) for some in self._near(compared)])
        reference = _halves(kept[compared]) @ effect
        return self._table.base * self._sharper + float(reference.sum()), reference

    def _near(self, blocks: Places) -> Iterator[tuple[Places, Floats]]:
        """Some blocks and their features, those that are near one another together."""
        for near in np.split(blocks, np.flatnonzero(np.diff(blocks) > _NEAR) + 1):
            first = int(near[0])
            yield near, self._features(first, int(near[-1]) + 1)[:, near - first]

    def _features(self, first: int, end: int) -> Floats:
        columns = np.empty((self._evidence.features, end - first), np.float32)
        self._evidence.fill(first, end, columns)
        return columns

    def _effects(self, blocks: Places, columns: Floats) -> Doubles:
        """What each cause adds to some blocks, given their features."""
        effect = self._table.effects(columns)
        decision, log_odds = self._decision, self._log_odds[blocks]
        alike = decision.alike[blocks]
        if self._by_thread is not None:
            effect[:, _THREAD] += self._by_thread[blocks]
        effect[:, _ALIKE] += alike - log_odds
        effect[:, _AROUND] += decision.agreed[blocks] - alike
        effect *= self._sharper
        effect[:, _DEMAND] -= self._needed[blocks]
        return effect


_ALIKE, _AROUND, _THREAD, _DEMAND = map(CAUSES.index, ("alike", "around", "thread", "demand"))


def _runs(blocks: Places) -> Places:
    """Some of the blocks, in runs spread evenly over the page; all of few."""
    if len(blocks) <= _RUNS * _IN_A_RUN:
        return blocks
    last = len(blocks) - _IN_A_RUN
    starts = [last * run // (_RUNS - 1) for run in range(_RUNS)]
    return np.concatenate([blocks[start : start + _IN_A_RUN] for start in starts])


def _halves(kept: NDArray[np.bool_]) -> Doubles:
    """What every block weighs: those that are kept together one half, and so do the others; one alone weighs all."""
    count = int(kept.sum())
    if count in (0, len(kept)):
        return np.full(len(kept), 1 / len(kept))
    return np.where(kept, 0.5 / count, 0.5 / (len(kept) - count))


class _Table:
    """For every leaf of every tree what each of its questions does, and the cause of every question."""

    def __init__(self, forest: Forest, places: Places, columns: tuple[str, ...]) -> None:
        self._feature = places[forest.feature].astype(np.int32)
        self._border = forest.border
        leaf = forest.leaf.reshape(-1, _LEAVES).astype(np.float64)
        self.base = float(forest.bias + leaf.mean(axis=1).sum())
        self._share = shapley(leaf).transpose(0, 2, 1).astype(np.float32).reshape(-1)
        self._cause = np.array([CAUSES.index(cause_of(name)) for name in columns], np.int32)[forest.feature]

    def effects(self, columns: Floats) -> Doubles:
        """For every case what each cause adds up to; features come as rows, cases as columns."""
        effect = np.zeros((columns.shape[1], len(CAUSES)))
        add_effects(columns, self._feature, self._border, self._share, self._cause, effect)
        return effect


def shapley(leaf: Doubles) -> Doubles:
    """For every tree and question the Shapley value at each leaf: (trees, questions, leaves)."""
    parts = _walsh(leaf) / _LEAVES
    asked = (np.arange(_LEAVES)[None] >> np.arange(_LEVELS)[:, None]) & 1
    share = asked / np.maximum(asked.sum(axis=0), 1)
    return _walsh(parts[:, None, :] * share[None])


def _walsh(values: Doubles) -> Doubles:
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
    model = key.model
    return _Table(model.forest, model.places, model.columns)
