"""Conditions on containers, and the small decision tree that finds them.

Where a name fits several elements of a page, their place and density tell them apart: how much text they hold, how
much of it in links, and which of them comes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page

__all__ = ["FEATURES", "Condition", "features", "grow"]

FEATURES = ("characters", "share", "links", "place", "place from end")
"""text outside white space; its share of the page; its share in links; place among the elements of the name, from 1"""

_DEEPEST = 2
_FEWEST = 2


class Condition(NamedTuple):
    """A feature of a container on one side of a threshold."""

    feature: str
    at_most: bool
    value: float

    def holds(self, table: NDArray[np.float64]) -> NDArray[np.bool_]:
        column = table[:, FEATURES.index(self.feature)]
        return column <= self.value if self.at_most else column > self.value

    def __str__(self) -> str:
        return f"{self.feature} {'≤' if self.at_most else '>'} {self.value:g}"


def features(page: Page, rows: list[int]) -> NDArray[np.float64]:
    """A row of `FEATURES` for each of some elements of a page."""
    elements, texts = page.elements, page.texts
    total = np.concatenate([[0], np.cumsum(texts.length)])
    linked = np.concatenate([[0], np.cumsum(texts.length * (texts.anchor >= 0))])
    at = np.array(rows, np.int64)
    first, end = elements.first_text[at], elements.end_text[at]
    size = (total[end] - total[first]).astype(np.float64)
    place = np.arange(1.0, len(rows) + 1)
    return np.column_stack(
        [size, size / max(total[-1], 1), (linked[end] - linked[first]) / np.maximum(size, 1), place, place[::-1]]
    )


@dataclass(frozen=True)
class _Split:
    condition: Condition
    gain: float


def grow(table: NDArray[np.float64], wanted: NDArray[np.bool_], depth: int = _DEEPEST) -> tuple[Condition, ...]:
    """The conditions on the way to the leaf of a decision tree (Gini, exact thresholds) that holds what is wanted.

    Few when few tell them apart, none when nothing does.
    """
    if depth == 0 or wanted.all() or not wanted.any():
        return ()
    best: _Split | None = None
    for number, name in enumerate(FEATURES):
        split = _best_split(name, table[:, number], wanted)
        if split and (best is None or split.gain > best.gain + 1e-9):
            best = split
    if best is None:
        return ()
    side = best.condition.holds(table)
    return (best.condition, *grow(table[side], wanted[side], depth - 1))


def _best_split(name: str, column: NDArray[np.float64], wanted: NDArray[np.bool_]) -> _Split | None:
    """The threshold that separates best, half-way between two values; the side is the one with more of the wanted."""
    order = np.argsort(column, kind="stable")
    values, marks = column[order], wanted[order].astype(np.float64)
    cuts = np.flatnonzero(np.diff(values) > 0) + 1
    cuts = cuts[(cuts >= _FEWEST) | (cuts == 1)]
    if not len(cuts):
        return None
    left = np.cumsum(marks)[cuts - 1]
    count, all_of = len(marks), marks.sum()
    share_left, share_right = left / cuts, (all_of - left) / (count - cuts)
    impurity = (cuts * share_left * (1 - share_left) + (count - cuts) * share_right * (1 - share_right)) / count
    at = int(np.argmin(impurity))
    gain = all_of / count * (1 - all_of / count) - float(impurity[at])
    if gain <= 1e-9:
        return None
    value = float(f"{(values[cuts[at] - 1] + values[cuts[at]]) / 2:.3g}")
    if not values[cuts[at] - 1] <= value < values[cuts[at]]:
        value = float(values[cuts[at] - 1])
    return _Split(Condition(name, bool(share_left[at] >= share_right[at]), value), gain)
