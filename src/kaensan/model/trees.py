"""A forest of oblivious trees, evaluated in a handful of vector operations.

Every level of an oblivious tree asks one question of all rows, so a tree is a list of questions and a table of answers:
the answers to its questions, read as bits, are the row's place in the table. No walk, no branches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Forest"]

_DEPTH = 8  # questions a tree: their answers fill a byte
_CHUNK = 128  # rows at a time: small enough for the cache, whatever the page


@dataclass(frozen=True)
class Forest:
    """Trees that ask eight questions each; trees with fewer repeat a question that is always answered no."""

    feature: NDArray[np.signedinteger]
    """the column that each question looks at, tree by tree"""
    border: NDArray[np.float32]
    """a question is answered yes when the column is greater"""
    leaf: NDArray[np.float32]
    """256 values a tree; one column per output"""
    bias: NDArray[np.float32]
    """what each output starts from"""

    @property
    def trees(self) -> int:
        return len(self.feature) // _DEPTH

    @property
    def outputs(self) -> int:
        return len(self.bias)

    def __call__(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        """The raw sum of the trees for every case, a column per output; features come as rows, cases as columns."""
        cases = columns.shape[1]
        parts = [self._some(columns[:, at : at + _CHUNK]) for at in range(0, cases, _CHUNK)]
        return np.concatenate(parts) if parts else np.zeros((0, self.outputs), np.float32)

    def _some(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        answers = columns[self.feature] > self.border[:, None]
        place = np.packbits(answers.reshape(self.trees, _DEPTH, -1), axis=1, bitorder="little")[:, 0]
        row = place + np.arange(0, 256 * self.trees, 256, dtype=np.int32)[:, None]
        total: NDArray[np.float32] = self.bias + self.leaf[row].sum(axis=0)
        return total
