"""The derivative of the smoothed histogram."""

from __future__ import annotations

import numpy as np

from kaensan.draw.axes import Chart
from kaensan.draw.histogram import thinned
from kaensan.draw.markup import Markup
from kaensan.draw.svg import curve, label, legend, line, picture
from kaensan.methods.histogram import TextToTag

__all__ = ["draw_slope"]

_WIDTH, _HEIGHT = 960, 276


def draw_slope(histogram: TextToTag, *, alone: bool = True) -> Markup:
    """Draw g, the slope of h', and g', the slope smoothed and without its sign."""
    slope, smoothed = histogram.slope, histogram.smoothed_slope
    low, high = float(min(slope.min(), 0)), float(max(slope.max(), smoothed.max(), 1))
    chart = Chart.of(_WIDTH, _HEIGHT, (0, len(slope)), (low, high))
    falling, rising = thinned(-slope)[1], thinned(slope)[1]
    at, edge = thinned(smoothed)
    steepest = np.where(falling > rising, -falling, rising)
    zero = chart.y.at(0)
    return picture(
        _WIDTH,
        _HEIGHT,
        "Derivative of the histogram",
        f"Slope of the smoothed text-to-tag histogram over {len(slope)} source lines.",
        chart.frame("line of the source", "change a line"),
        line(chart.x.start, zero, chart.x.end, zero, "quiet-line thin"),
        curve(chart.x(at + 0.5), chart.y(steepest), "other-line thick"),
        curve(chart.x(at + 0.5), chart.y(edge), "second-line thick"),
        label(16, 20, f"Derivative: mean of the next {histogram.options.ahead} values minus the value", "ink strong"),
        legend(16, 40, [("other", "g"), ("second", "g′, smoothed and without its sign")]),
        alone=alone,
    )
