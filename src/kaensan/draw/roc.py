"""The ROC curve over the threshold coefficient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kaensan.draw.axes import Chart
from kaensan.draw.markup import Markup
from kaensan.draw.svg import circle, curve, label, line, picture

__all__ = ["RocPoint", "draw_roc"]

_WIDTH, _HEIGHT = 520, 460
_APART = 16  # pixels between the coefficients that are written out


class RocPoint(NamedTuple):
    """What one coefficient c of the threshold c·σ' gives."""

    coefficient: float
    fall_out: float
    """false positive rate"""
    recall: float
    """true positive rate"""


def draw_roc(points: Sequence[RocPoint], area: float, *, alone: bool = True) -> Markup:
    """Draw true against false positives for rising thresholds; `area` is what lies under the curve."""
    chart = Chart.of(_WIDTH, _HEIGHT, (0, 1), (0, 1), (40, 16, 44, 56))
    ordered = sorted(points, key=lambda point: (point.fall_out, point.recall))
    x = chart.x(np.array([0.0, *(point.fall_out for point in ordered), 1.0]))
    y = chart.y(np.array([0.0, *(point.recall for point in ordered), 1.0]))
    marks: list[Markup] = []
    written: list[tuple[float, float]] = []
    for point in sorted(points):
        at = chart.x.at(point.fall_out), chart.y.at(point.recall)
        tip = f"c = {point.coefficient:g}: true {point.recall:.3f}, false {point.fall_out:.3f}"
        marks.append(circle(*at, 3.5, "content", tip=tip))
        if all(abs(at[0] - a) + abs(at[1] - b) >= _APART for a, b in written):
            below = 13 if point.recall > 0.05 else -6
            marks.append(label(at[0] + 7, at[1] + below, f"{point.coefficient:g}", "quiet small"))
            written.append(at)
    return picture(
        _WIDTH,
        _HEIGHT,
        "ROC curve over the threshold coefficient",
        f"Area under the curve {area:.4f} for {len(points)} coefficients.",
        chart.frame("false positive rate", "true positive rate"),
        line(chart.x.start, chart.y.start, chart.x.end, chart.y.end, "other-line dashed thin"),
        curve(x, y, "content-line thick"),
        *marks,
        label(16, 20, f"ROC curve over the coefficient c of the threshold, area {area:.4f}", "ink strong"),
        alone=alone,
    )
