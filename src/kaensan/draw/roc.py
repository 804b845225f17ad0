"""ROC curves over the threshold coefficient of `histogram`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kaensan.draw.axes import Chart
from kaensan.draw.escaping import Markup
from kaensan.draw.svg import circle, curve, label, line, picture

__all__ = ["RocCurve", "RocPoint", "draw_roc"]

_WIDTH, _HEIGHT = 520, 460
_APART = 16  # pixels between the coefficients that are written out
_KINDS = ("content", "second", "third", "title")  # colours, one after another for the curves that are not dashed
_ENTRY = 16  # pixels between two lines of the legend


class RocPoint(NamedTuple):
    """What one coefficient c of the threshold c·σ' gives."""

    coefficient: float
    fall_out: float
    """false positive rate"""
    recall: float
    """true positive rate"""


class RocCurve(NamedTuple):
    """The points of one curve, and the area under it."""

    name: str
    points: Sequence[RocPoint]
    area: float
    dashed: bool = False
    """drawn dashed, in the colour of the curve before it"""


def draw_roc(curves: Sequence[RocCurve], *, alone: bool = True) -> Markup:
    """Draw true against false positives for rising thresholds, with the area under each curve."""
    chart = Chart.of(_WIDTH, _HEIGHT, (0, 1), (0, 1), (40, 16, 44, 56))
    parts: list[Markup] = []
    number = -1
    for at, each in enumerate(curves):
        number += not each.dashed or number < 0
        kind = _KINDS[number % len(_KINDS)]
        parts += _curve(chart, each, kind, numbered=at == 0)
        parts += _entry(chart, each, kind, len(curves) - at) if len(curves) > 1 else []
    areas = ", ".join(f"{each.name} {each.area:.4f}" for each in curves)
    heading = f"area {curves[0].area:.4f}" if len(curves) == 1 else "areas in the legend"
    return picture(
        _WIDTH,
        _HEIGHT,
        "ROC curve over the threshold coefficient",
        f"Area under the curve: {areas}.",
        chart.frame("false positive rate", "true positive rate"),
        line(chart.x.start, chart.y.start, chart.x.end, chart.y.end, "other-line dashed thin"),
        *parts,
        label(16, 20, f"ROC curve over the coefficient c of the threshold, {heading}", "ink strong"),
        alone=alone,
    )


def _curve(chart: Chart, drawn: RocCurve, kind: str, *, numbered: bool) -> list[Markup]:
    """One curve with a mark for each coefficient; the numbers of the first are written beside it."""
    ordered = sorted(drawn.points, key=lambda point: (point.fall_out, point.recall))
    x = chart.x(np.array([0.0, *(point.fall_out for point in ordered), 1.0]))
    y = chart.y(np.array([0.0, *(point.recall for point in ordered), 1.0]))
    parts = [curve(x, y, f"{kind}-line {'dashed thin' if drawn.dashed else 'thick'}")]
    written: list[tuple[float, float]] = []
    for point in sorted(drawn.points):
        at = chart.x.at(point.fall_out), chart.y.at(point.recall)
        tip = f"{drawn.name}, c = {point.coefficient:g}: true {point.recall:.3f}, false {point.fall_out:.3f}"
        parts.append(circle(*at, 2 if drawn.dashed else 3.5, kind, tip=tip))
        if numbered and all(abs(at[0] - a) + abs(at[1] - b) >= _APART for a, b in written):
            below = 13 if point.recall > 0.05 else -6
            parts.append(label(at[0] + 7, at[1] + below, f"{point.coefficient:g}", "quiet small"))
            written.append(at)
    return parts


def _entry(chart: Chart, drawn: RocCurve, kind: str, above: int) -> list[Markup]:
    """A line of the legend, in the corner under the curves."""
    x, y = chart.x.end - 210, chart.y.start - 8 - _ENTRY * (above - 1)
    style = "dashed thin" if drawn.dashed else "thick"
    return [
        line(x, y - 4, x + 22, y - 4, f"{kind}-line {style}"),
        label(x + 28, y, f"{drawn.name}, area {drawn.area:.4f}", "ink small"),
    ]
