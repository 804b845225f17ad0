"""Where the terms of a cloud stand: the weightiest in the middle, the others around it, none over another.

The canvas is a grid of small cells. For each term, its box of cells is tried at all places at once (a summed-area table
says which are free) and the free place nearest to the middle is taken. When a term finds no place, all are drawn a
little smaller. The work for a term does not depend on how many stand already.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["SMALLEST", "Extent", "Place", "arrange"]

SMALLEST = 10.0
"""the smallest size of type, in pixels"""
_CELLS = 60_000
_FILL = 0.8
"""share of the canvas that the boxes may take, for the first trial"""
_SHRINK = 0.94
_MARGIN = 2.0
"""free pixels around every text, at least: what drawing at small sizes rounds must not touch"""
_FAINTEST = 0.16
"""size of the lightest term, as a share of the heaviest"""


@dataclass(frozen=True)
class Extent:
    """The box around the ink of a text at size 1, from where its baseline starts, with y pointing down."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Place:
    """Where a term stands: the start of its baseline, its size of type, and the box around its ink."""

    x: float
    y: float
    size: float
    left: float
    top: float
    right: float
    bottom: float


def arrange(extents: list[Extent], weights: list[float], width: int, height: int, seed: int = 0) -> list[Place | None]:
    """Find a place for each text on a canvas, given in order of falling weight.

    None stands for a text that has no room even at the smallest size. The same seed gives the same places.
    """
    if not extents:
        return []
    box = np.array([(extent.left, extent.top, extent.right, extent.bottom) for extent in extents])
    span = np.maximum(box[:, 2:] - box[:, :2], 1e-3)
    relative = np.maximum(np.sqrt(np.array(weights) / max(weights)), _FAINTEST)
    aims = np.random.default_rng(seed).normal(0, 0.05, (len(extents), 2))
    largest = min(
        np.sqrt(_FILL * width * height / (span.prod(axis=1) * relative**2).sum()),
        float((0.92 * np.array([width, height]) / (span * relative[:, None])).min()),
        0.5 * height,
    )
    while True:
        sizes = np.maximum(relative * largest, SMALLEST)
        places = _pack(box, sizes, aims, _Canvas(width, height), complete=largest > SMALLEST)
        if places is not None:
            return places
        largest = max(largest * _SHRINK, SMALLEST)


class _Canvas:
    """A grid of cells with a summed-area table of those that are taken."""

    def __init__(self, width: int, height: int) -> None:
        self.cell = max(1.0, (width * height / _CELLS) ** 0.5)
        self.columns, self.rows = int(width / self.cell), int(height / self.cell)
        self._table = np.zeros((self.rows + 1, self.columns + 1), np.int32)
        self._across = (np.arange(self.columns + 1) / self.columns).astype(np.float32)
        self._down = (np.arange(self.rows + 1) / self.rows).astype(np.float32)

    def take_nearest(self, wide: int, high: int, aim: NDArray[np.float64]) -> tuple[int, int] | None:
        """Take the free box of cells whose middle is nearest to a point; its first row and column, None for no room."""
        if wide > self.columns or high > self.rows:
            return None
        table = self._table
        inside = table[high:, wide:] - table[:-high, wide:]
        inside -= table[high:, :-wide]
        inside += table[:-high, :-wide]
        across = self._across[: self.columns - wide + 1] + np.float32(wide / 2 / self.columns - 0.5 - aim[0])
        down = self._down[: self.rows - high + 1] + np.float32(high / 2 / self.rows - 0.5 - aim[1])
        distance = np.where(inside, np.float32(np.inf), (down * down)[:, None] + (across * across)[None, :])
        spot = int(distance.argmin())
        row, column = divmod(spot, distance.shape[1])
        if distance[row, column] == np.inf:
            return None
        added_rows = np.minimum(np.arange(1, self.rows - row + 1, dtype=np.int32), high)
        added_columns = np.minimum(np.arange(1, self.columns - column + 1, dtype=np.int32), wide)
        table[row + 1 :, column + 1 :] += np.multiply.outer(added_rows, added_columns)
        return row, column


def _pack(
    box: NDArray[np.float64], sizes: NDArray[np.float64], aims: NDArray[np.float64], canvas: _Canvas, *, complete: bool
) -> list[Place | None] | None:
    """Place the boxes one after another; None when one finds no room and the picture must be complete."""
    margins = np.maximum(_MARGIN, 0.05 * sizes)
    ink = box * sizes[:, None]
    span = np.ceil((ink[:, 2:] - ink[:, :2] + 2 * margins[:, None]) / canvas.cell).astype(int)
    places: list[Place | None] = []
    for term, (wide, high) in enumerate(span.tolist()):
        spot = canvas.take_nearest(wide, high, aims[term])
        if spot is None:
            if complete:
                return None
            places.append(None)
            continue
        left, top, right, bottom = ink[term].tolist()
        x = (spot[1] + wide / 2) * canvas.cell - (left + right) / 2
        y = (spot[0] + high / 2) * canvas.cell - (top + bottom) / 2
        places.append(Place(x, y, float(sizes[term]), x + left, y + top, x + right, y + bottom))
    return places
