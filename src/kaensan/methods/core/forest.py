"""A forest of oblivious trees, evaluated in a handful of vector operations.

Every level of an oblivious tree asks one question of all cases, so a tree is a list of questions and a table: the
answers to its questions, read as bits, are the case's place in the table. No walk, no branches.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["Forest"]

_DEPTH = 8  # questions a tree: their answers fill a byte
_CHUNK = 256  # cases at a time: small enough for the cache, whatever the page


@dataclass(frozen=True)
class Forest:
    """Trees that ask eight questions each; trees with fewer repeat a question that is always answered no."""

    feature: NDArray[np.signedinteger]
    """the feature that each question looks at, tree by tree"""
    border: NDArray[np.float32]
    """a question is answered yes when the feature is greater"""
    leaf: NDArray[np.float32]
    """256 values a tree"""
    bias: float
    """what the sum starts from"""

    @property
    def trees(self) -> int:
        return len(self.feature) // _DEPTH

    @cached_property
    def _by_level(self) -> tuple[NDArray[np.signedinteger], NDArray[np.float32], NDArray[np.int32]]:
        """Features and borders level by level, so that the answers of a level lie together; and each tree's table."""
        feature = self.feature.reshape(-1, _DEPTH).T.reshape(-1)
        border = self.border.reshape(-1, _DEPTH).T.reshape(-1, 1)
        return feature, border, np.arange(0, 256 * self.trees, 256, dtype=np.int32)[:, None]

    def __call__(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of the trees for every case; features come as rows, cases as columns."""
        total = np.full(columns.shape[1], self.bias, np.float32)
        for at in range(0, len(total), _CHUNK):
            total[at : at + _CHUNK] += self._some(np.ascontiguousarray(columns[:, at : at + _CHUNK]))
        return total

    def _some(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        feature, border, table = self._by_level
        answers = (columns.take(feature, axis=0) > border).view(np.uint8).reshape(_DEPTH, self.trees, -1)
        place = answers[-1]
        for level in range(_DEPTH - 2, -1, -1):
            place = place + place
            place += answers[level]
        summed: NDArray[np.float32] = self.leaf.take(place + table).sum(axis=0)
        return summed
