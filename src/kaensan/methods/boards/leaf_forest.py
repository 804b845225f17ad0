"""Boosted trees of up to sixteen leaves, evaluated without walking them.

Each leaf of a tree is one bit of a number. A question that is answered no rules out the leaves under its yes branch;
when all questions have been asked, the lowest bit still set is the leaf that a walk would have reached (QuickScorer,
Lucchese et al. 2015). All trees are asked about all rows at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEAVES", "BitForest"]

LEAVES = 16
"""The most leaves a tree can have."""

_CHUNK = 1024  # rows at a time: bounds the memory whatever the page
_ALL = np.uint16(0xFFFF)


def _lowest_bits() -> NDArray[np.uint8]:
    numbers = np.arange(1 << LEAVES)
    lowest = np.zeros(len(numbers), np.uint8)
    for bit in range(LEAVES - 1, -1, -1):
        lowest[numbers & (1 << bit) != 0] = bit
    return lowest


_LOWEST = _lowest_bits()


@dataclass(frozen=True)
class BitForest:
    """Trees with fifteen questions each; smaller ones repeat a question that rules nothing out."""

    feature: NDArray[np.int16]
    """the column that each question looks at, a row per tree"""
    border: NDArray[np.float32]
    """a question is answered yes when the column is not greater"""
    ruled_out: NDArray[np.uint16]
    """the bits that stay when the answer is no"""
    leaf: NDArray[np.float32]
    """sixteen values a tree"""

    def __call__(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of the trees for every row of the matrix."""
        parts = [self._some(matrix[at : at + _CHUNK]) for at in range(0, len(matrix), _CHUNK)]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)

    def _some(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        columns = np.ascontiguousarray(matrix.T)
        tree = np.arange(len(self.leaf))[:, None]
        alive = np.full((len(self.leaf), len(matrix)), _ALL)
        for question in range(self.feature.shape[1]):
            no = columns[self.feature[:, question]] > self.border[:, question, None]
            alive &= np.where(no, self.ruled_out[:, question, None], _ALL)
        result: NDArray[np.float32] = self.leaf[tree, _LOWEST[alive]].sum(axis=0)
        return result
