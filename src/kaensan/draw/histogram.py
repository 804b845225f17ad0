"""The text-to-tag histogram of `histogram` over the lines of the source: raw, smoothed, and its derivative."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.axes import Chart
from kaensan.draw.escaping import Markup, join
from kaensan.draw.svg import bars, curve, label, legend, line, picture, rect
from kaensan.methods.histogram import TextToTag

__all__ = ["draw_derivative", "draw_histogram", "draw_ratio", "runs", "thinned"]

_WIDTH, _HEIGHT = 960, 356
_LOW = 276  # height of the pictures with little in them
_MOST = 880
"""more lines than this are drawn together, several to a bar"""


def draw_ratio(histogram: TextToTag, *, alone: bool = True) -> Markup:
    """Draw h, the ratio of every line as the source gives it, and its deviation σ."""
    ratio, sigma = histogram.ratio, histogram.sigma
    chart = Chart.of(_WIDTH, _LOW, (0, len(ratio)), (0, max(float(ratio.max()), 1.0)))
    return picture(
        _WIDTH,
        _LOW,
        "Text-to-tag ratio, raw",
        f"Text-to-tag ratio of {len(ratio)} source lines, deviation {sigma:.1f}.",
        chart.frame("line of the source", "characters a tag"),
        _ratio_bars(chart, ratio, np.zeros(len(ratio), np.bool_)),
        _threshold(chart, sigma, ""),
        label(16, 20, f"Text-to-tag ratio of {len(ratio)} lines, before smoothing", "ink strong"),
        legend(16, 40, [("other", "h, characters outside tags over tags"), ("threshold", f"σ = {sigma:.1f}")]),
        alone=alone,
    )


def draw_histogram(histogram: TextToTag, *, alone: bool = True) -> Markup:
    """Draw h, h', c·σ' and the selected lines over the lines of the source."""
    ratio, smoothed, selected = histogram.ratio, histogram.smoothed, histogram.selected
    count = len(ratio)
    peak = float(smoothed.max())
    high = max(1.6 * peak, 1.2 * histogram.threshold, min(float(ratio.max()), 4 * peak), 1.0)
    chart = Chart.of(_WIDTH, _HEIGHT, (0, count), (0, high))
    clusters = histogram.options.mode == "clusters"
    how = f"{histogram.options.clusterer}, {histogram.options.assign}" if clusters else "threshold"
    chosen, beyond = int(np.count_nonzero(selected)), int(np.count_nonzero(ratio > high))
    return picture(
        _WIDTH,
        _HEIGHT,
        "Text-to-tag histogram",
        f"Text-to-tag ratio of {count} source lines; {chosen} of them selected by {how}.",
        _selected_bands(chart, selected),
        chart.frame("line of the source", "characters a tag"),
        _ratio_bars(chart, ratio, selected),
        curve(*_placed(chart, smoothed), "title-line thick"),
        _threshold(chart, histogram.threshold, "faint" if clusters else ""),
        label(16, 20, f"Text-to-tag histogram, {chosen} of {count} lines selected ({how})", "ink strong"),
        label(_WIDTH - 16, 40, f"{beyond} bars reach beyond the frame" if beyond else "", "quiet small", "end"),
        legend(
            16,
            40,
            [
                ("content", "ratio, selected"),
                ("other", "ratio, not selected"),
                ("title", f"h′, smoothed with σ = {histogram.sigma:.1f}"),
                ("threshold", f"c·σ′ = {histogram.threshold:.1f}"),
            ],
        ),
        alone=alone,
    )


def draw_derivative(histogram: TextToTag, *, alone: bool = True) -> Markup:
    """Draw g, the slope of h', ĝ, the slope smoothed with its sign, and g', the same without it."""
    slope, signed = histogram.slope, histogram.signed_slope
    low = float(min(slope.min(), signed.min(), 0))
    high = float(max(slope.max(), histogram.smoothed_slope.max(), 1))
    chart = Chart.of(_WIDTH, _LOW, (0, len(slope)), (low, high))
    zero = chart.y.at(0)
    return picture(
        _WIDTH,
        _LOW,
        "Derivative of the histogram",
        f"Slope of the smoothed text-to-tag histogram over {len(slope)} source lines.",
        chart.frame("line of the source", "change a line"),
        line(chart.x.start, zero, chart.x.end, zero, "quiet-line thin"),
        curve(*_signed(chart, slope), "other-line thick"),
        curve(*_placed(chart, histogram.smoothed_slope), "third-line dashed thin"),
        curve(*_signed(chart, signed), "second-line thick"),
        label(16, 20, f"Derivative: mean of the next {histogram.options.ahead} values minus the value", "ink strong"),
        legend(16, 40, [("other", "g"), ("second", "ĝ, smoothed, with its sign"), ("third", "g′ = |ĝ|")]),
        alone=alone,
    )


def _signed(chart: Chart, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places of a curve above and below zero; of lines drawn together, the one farthest from zero."""
    at, rising = thinned(values)
    falling = thinned(-values)[1]
    return chart.x(at + 0.5), chart.y(np.where(falling > rising, -falling, rising))


def thinned(values: NDArray[np.float64], most: int = _MOST) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Values in at most so many groups of neighbours: where each group begins, and the largest value in it."""
    step = -(-len(values) // most) or 1
    starts = np.arange(0, len(values), step)
    return starts.astype(np.float64), np.maximum.reduceat(values, starts)


def runs(chosen: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The stretches of neighbours that are true, as (first, one past the last)."""
    change = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]).astype(np.int8)))
    return [(int(first), int(end)) for first, end in change.reshape(-1, 2)]


def _placed(chart: Chart, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    at, top = thinned(values)
    return chart.x(at + 0.5), chart.y(top)


def _selected_bands(chart: Chart, selected: NDArray[np.bool_]) -> Markup:
    height = chart.y.start - chart.y.end
    bands: list[Markup] = []
    for first, end in runs(selected):
        left, right = chart.x.at(first), chart.x.at(end)
        lines = f"lines {first + 1} to {end}" if end > first + 1 else f"line {end}"
        bands.append(rect(left, chart.y.end, max(right - left, 0.5), height, "chosen", tip=f"{lines} selected"))
    return join(bands)


def _ratio_bars(chart: Chart, ratio: NDArray[np.float64], selected: NDArray[np.bool_]) -> Markup:
    kinds = (("other", ~selected), ("content", selected))
    drawn: list[Markup] = []
    for kind, mine in kinds:
        at, top = thinned(np.where(mine, ratio, 0.0))
        step = at[1] - at[0] if len(at) > 1 else 1.0
        width = max((chart.x.end - chart.x.start) / len(ratio) * step * 0.92, 0.4)
        drawn.append(bars(chart.x(at), width, chart.y(top), chart.y.start, kind))
    return join(drawn)


def _threshold(chart: Chart, threshold: float, kind: str) -> Markup:
    y = chart.y.at(threshold)
    return line(chart.x.start, y, chart.x.end, y, f"threshold-line dashed thick {kind}".strip())
