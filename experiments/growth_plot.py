"""The picture of growth: time and memory against the size of the page, on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from kaensan.draw.axes import Scale
from kaensan.draw.escaping import Markup, join
from kaensan.draw.svg import circle, curve, label, legend, line, picture

__all__ = ["draw_growth"]

_COLOURS = ("content", "title", "second", "third", "threshold", "quiet")
_WIDTH, _HEIGHT = 820, 380


def draw_growth(series: Mapping[str, Sequence[tuple[float, float, float]]]) -> str:
    """Two charts side by side from (bytes, seconds, bytes of memory) of each kind of page."""
    colours = dict(zip(series, _COLOURS, strict=False))
    every = [point for points in series.values() for point in points]
    sizes = [size / 1e6 for size, _, _ in every]
    times = {kind: [(size / 1e6, seconds) for size, seconds, _ in points] for kind, points in series.items()}
    memory = {kind: [(size / 1e6, used / 1e6) for size, _, used in points] for kind, points in series.items()}
    parts = [
        label(16, 24, "Cost of one page against its size", "ink strong"),
        legend(16, 46, [(colours[kind], kind) for kind in series]),
        label(_WIDTH - 16, 46, "dashed: exactly linear", "quiet small", "end"),
        _chart(60, times, colours, sizes, "CPU seconds"),
        _chart(470, memory, colours, sizes, "peak memory, MB"),
    ]
    title = "Time and memory of an extraction against the size of the page"
    return str(picture(_WIDTH, _HEIGHT, title, "Both axes are logarithmic.", *parts))


def _chart(
    left: float,
    series: Mapping[str, list[tuple[float, float]]],
    colours: Mapping[str, str],
    sizes: Sequence[float],
    name: str,
) -> Markup:
    values = [value for points in series.values() for _, value in points if value > 0]
    x = Scale(_floor(min(sizes)), _ceil(max(sizes)), left, left + 330)
    y = Scale(_floor(min(values)), _ceil(max(values)), _HEIGHT - 56, 84)
    parts = [label(left, 74, name, "quiet")]
    for power in range(int(y.low), int(y.high) + 1):
        at = y.at(power)
        parts += [
            line(x.start, at, x.end, at, "grid-line thin"),
            label(x.start - 6, at + 4, f"{10.0**power:g}", "quiet small", "end"),
        ]
    for power in range(int(x.low), int(x.high) + 1):
        at = x.at(power)
        parts += [
            line(at, y.start, at, y.end, "grid-line thin"),
            label(at, y.start + 16, f"{10.0**power:g}", "quiet small", "middle"),
        ]
    parts.append(label((x.start + x.end) / 2, y.start + 36, "size of the page, MB", "quiet", "middle"))
    for kind, points in series.items():
        kept = [(size, value) for size, value in points if value > 0]
        if not kept:
            continue
        across, up = (np.log10(np.array(column)) for column in zip(*kept, strict=True))
        parts.append(curve(x(across), y(up), f"{colours[kind]}-line thick"))
        parts += [circle(a, b, 3, colours[kind]) for a, b in zip(x(across).tolist(), y(up).tolist(), strict=True)]
    return join([*parts, _linear(x, y, values, sizes)])


def _linear(x: Scale, y: Scale, values: Sequence[float], sizes: Sequence[float]) -> Markup:
    """A line of slope 1 that ends where the largest page does."""
    end = (math.log10(max(sizes)), math.log10(max(values)))
    back = min(end[0] - math.log10(min(sizes)), end[1] - y.low)
    return line(x.at(end[0] - back), y.at(end[1] - back), x.at(end[0]), y.at(end[1]), "quiet-line thin dashed")


def _floor(value: float) -> float:
    return float(math.floor(math.log10(value)))


def _ceil(value: float) -> float:
    return float(math.ceil(math.log10(value)))
