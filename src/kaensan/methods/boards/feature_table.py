"""Features of several things as one table: a row per feature, by name, and a column per thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.loops import rounded_rows

__all__ = ["FeatureTable"]

Floats = NDArray[np.float64]


class FeatureTable(Mapping[str, Floats]):
    """The features of several things, each by its name or many at once."""

    def __init__(self, names: tuple[str, ...], table: Floats) -> None:
        self.names = names
        self.table = table

    def __getitem__(self, name: str) -> Floats:
        row: Floats = self.table[_places(self.names)[name]]
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def rows(self, names: tuple[str, ...]) -> NDArray[np.float32]:
        """Some of the features in the order given; a name that is not there is a `KeyError`."""
        return rounded_rows(self.table, _rows(self.names, names))


_TABLES = 8
"""kinds of tables, and of what is asked of them: the program has fewer"""


@lru_cache(_TABLES)
def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


@lru_cache(_TABLES)
def _rows(names: tuple[str, ...], wanted: tuple[str, ...]) -> NDArray[np.int64]:
    return np.array([_places(names)[name] for name in wanted], np.int64)
