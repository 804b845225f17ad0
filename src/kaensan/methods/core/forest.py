"""A forest of oblivious trees.

Every level of an oblivious tree asks one question of all cases, so a tree is a list of questions and a table: the
answers to its questions, read as bits, are the case's place in the table. No walk, no branches.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.core.measures import add_trees

__all__ = ["DEPTH", "Forest"]

DEPTH = 8
"""Questions a tree: their answers fill a byte."""


@record
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
        return len(self.feature) // DEPTH

    def __call__(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of the trees for every case; features come as rows, cases as columns."""
        total = np.full(columns.shape[1], self.bias)
        add_trees(columns, self.feature.astype(np.int32, copy=False), self.border, self.leaf, total)
        return total.astype(np.float32)
