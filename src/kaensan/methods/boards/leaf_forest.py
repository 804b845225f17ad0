"""Boosted trees of up to sixteen leaves, evaluated without walking them.

Each leaf of a tree is one bit of a number. A question that is answered no rules out the leaves under its yes branch;
when all questions have been asked, the lowest bit still set is the leaf that a walk would have reached (QuickScorer,
Lucchese et al. 2015).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.errors import ModelError
from kaensan.frozen_records import record
from kaensan.methods.boards.loops import LEAVES, add_trees

__all__ = ["LEAVES", "BitForest"]


def _lowest_free_bits() -> NDArray[np.uint8]:
    lowest = np.zeros(1 << LEAVES, np.uint8)
    for bit in range(LEAVES):
        lowest[(1 << bit) - 1 :: 2 << bit] = bit
    return lowest


_REACHED = _lowest_free_bits()
"""the leaf that a case reaches, by the leaves that are ruled out, a bit each"""


@record
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

    def __post_init__(self) -> None:
        trees, questions = self.feature.shape
        same = self.border.shape == self.ruled_out.shape == (trees, questions)
        if not same or self.leaf.shape != (trees, LEAVES):
            raise ValueError("questions and leaves do not match")

    def __call__(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of the trees for every case; features come as rows, cases as columns."""
        least, greatest = self._asked
        if least < 0 or greatest >= len(columns):
            raise ModelError("the model asks about features that it does not name; train it again")
        return add_trees(columns, self.feature, self.border, self.ruled_out, self.leaf, _REACHED)

    @cached_property
    def _asked(self) -> tuple[int, int]:
        """The least and the greatest column that a question looks at."""
        return (int(self.feature.min()), int(self.feature.max())) if self.feature.size else (0, -1)
