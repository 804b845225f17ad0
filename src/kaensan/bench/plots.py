"""The pictures of a report as SVG; colours come from the page's style, so that they follow light and dark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from kaensan.bench.result_tables import short
from kaensan.bench.summary import Row, Summary
from kaensan.bench.timing import Timing
from kaensan.bench.worker import TEXT
from kaensan.methods import DEFAULT, names

__all__ = ["against_time", "bars", "family", "growth", "spread_labels"]

_LABEL = 14.0
"""the height that a label takes"""


@dataclass(frozen=True)
class _Axis:
    """From values to pixels, logarithmic where both ends are positive and it is asked for."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.log:
            low, high, at = math.log(low), math.log(high), math.log(value)
        return self.start + (at - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        if not self.log:
            step = next(step for step in (0.02, 0.05, 0.1, 0.2) if (self.high - self.low) / step <= 8)
            first = math.ceil(self.low / step - 1e-9)
            return [round(number * step, 4) for number in range(first, math.floor(self.high / step + 1e-9) + 1)]
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        marks = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
        return [mark for mark in marks if self.low * 0.999 <= mark <= self.high * 1.001]


def family(system: str) -> str:
    """The class of a system: our default method, another of ours, or a peer."""
    if system == DEFAULT:
        return "core"
    return "own" if system in names() else "peer"


def against_time(summary: Summary) -> str:
    """Mean F1 over datasets against the median CPU time of a page."""
    timed = {timing.system: timing for timing in summary.timings if timing.task == TEXT}
    shown = [(name, timed[name].milliseconds, summary.mean(name)) for name in summary.systems if name in timed]
    shown = [point for point in shown if point[1] > 0]
    if len(shown) < 2:
        return ""
    width, height = 940, 560
    x = _Axis(min(t for _, t, _ in shown) / 1.5, max(t for _, t, _ in shown) * 4, 60, width - 20, log=True)
    low = math.floor(min(f1 for *_, f1 in shown) * 20 - 0.5) / 20
    high = math.ceil(max(f1 for *_, f1 in shown) * 20 + 0.5) / 20
    y = _Axis(max(low, 0.0), min(high, 1.0), height - 50, 20)
    parts = _frame(x, y, width, height, "CPU milliseconds a page (median, logarithmic)", "mean F1 over datasets")
    labels = spread_labels([(y(f1), x(t)) for _, t, f1 in shown])
    for (name, milliseconds, f1), at in zip(shown, labels, strict=True):
        cx, cy = x(milliseconds), y(f1)
        told = f"{name}: F1 {short(f1)}, {milliseconds:.1f} ms a page"
        parts.append(
            f'<g class="{family(name)}"><title>{escape(told)}</title>'
            f'<line class="leader" x1="{cx:.1f}" y1="{cy:.1f}" x2="{cx + 9:.1f}" y2="{at:.1f}"/>'
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{6 if family(name) == "core" else 4.5}"/>'
            f'<text x="{cx + 11:.1f}" y="{at + 4:.1f}">{escape(name)}</text></g>'
        )
    return _svg(parts, width, height, "F1 against time: up is more accurate, left is faster")


def spread_labels(points: Sequence[tuple[float, float]], reach: float = 150.0) -> list[float]:
    """Heights for labels at (y, x), moved as little as needed so that labels near each other do not overlap.

    >>> spread_labels([(100.0, 0.0), (103.0, 10.0), (100.0, 500.0)])
    [94.5, 108.5, 100.0]
    """
    heights = [y for y, _ in points]
    for _ in range(200):
        moved = False
        for first in range(len(points)):
            for second in range(first + 1, len(points)):
                if abs(points[first][1] - points[second][1]) > reach:
                    continue
                gap = heights[second] - heights[first]
                if abs(gap) < _LABEL - 0.01:
                    push = (_LABEL - abs(gap)) / 2
                    sign = 1 if gap > 0 or (gap == 0 and first < second) else -1
                    heights[first] -= sign * push
                    heights[second] += sign * push
                    moved = True
        if not moved:
            break
    return heights


def bars(rows: Sequence[Row], summary: Summary) -> str:
    """A panel for each set of pages: every system's F1 with its interval, the best on top."""
    return f'<div class="panels">{"".join(_panel(row, summary) for row in rows)}</div>'


def _panel(row: Row, summary: Summary) -> str:
    order = sorted(summary.systems, key=lambda name: row.cells[name].f1, reverse=True)
    width, step, left = 330, 17, 128
    height = step * len(order) + 8
    x = _Axis(0.0, 1.0, left, width - 44)
    parts: list[str] = []
    for number, name in enumerate(order):
        cell = row.cells[name]
        top = 4 + number * step
        middle = top + step / 2
        parts.append(
            f'<g class="{family(name)}"><title>{escape(name)}: {short(cell.f1)} ({short(cell.low)}–{short(cell.high)})'
            f'</title><text class="name" x="{left - 6}" y="{middle + 4}">{escape(name)}</text>'
            f'<rect x="{left}" y="{top + 3}" width="{x(cell.f1) - left:.1f}" height="{step - 6}" rx="2"/>'
            f'<line class="whisker" x1="{x(cell.low):.1f}" x2="{x(cell.high):.1f}" y1="{middle}" y2="{middle}"/>'
            f'<text x="{width - 38}" y="{middle + 4}">{short(cell.f1)}</text></g>'
        )
    heading = f"{escape(row.name)}{' †' if row.learned else ''} <small>{row.pages} pages</small>"
    return f"<figure><figcaption>{heading}</figcaption>{_svg(parts, width, height, f'F1 on {row.name}')}</figure>"


def growth(summary: Summary) -> str:
    """CPU time against the size of the page, in medians of bins."""
    curves = [(timing, _binned(timing)) for timing in summary.timings if timing.task == TEXT]
    curves = [(timing, curve) for timing, curve in curves if len(curve) >= 2]
    if not curves:
        return ""
    width, height = 940, 560
    sizes = [size for _, curve in curves for size, _ in curve]
    times = [milliseconds for _, curve in curves for _, milliseconds in curve]
    x = _Axis(min(sizes) / 1.1, max(sizes) * 1.1, 60, width - 200, log=True)
    y = _Axis(min(times) / 1.3, max(times) * 1.3, height - 50, 20, log=True)
    parts = _frame(x, y, width, height, "size of the page in KB", "CPU milliseconds", right=width - 200)
    labels = spread_labels([(y(curve[-1][1]), 0.0) for _, curve in curves])
    for (timing, curve), at in zip(curves, labels, strict=True):
        path = " ".join(f"{x(size):.1f},{y(milliseconds):.1f}" for size, milliseconds in curve)
        end_x, end_y = x(curve[-1][0]), y(curve[-1][1])
        slope = "" if timing.growth is None else f" ({timing.growth:.2f})"
        kind = family(timing.system)
        parts.append(
            f'<g class="curve {kind}"><title>{escape(timing.system)}{slope}</title><polyline points="{path}"/>'
            f'<line class="leader" x1="{end_x:.1f}" y1="{end_y:.1f}" x2="{width - 192}" y2="{at:.1f}"/>'
            f'<text x="{width - 188}" y="{at + 4:.1f}">{escape(timing.system)}{slope}</text></g>'
        )
    return _svg(parts, width, height, "Cost against page size; in brackets the slope, 1 is linear growth")


def _binned(timing: Timing, bins: int = 7) -> list[tuple[float, float]]:
    """Medians of size (KB) and time (ms) over bins that hold equally many pages."""
    points = np.array(sorted((size, seconds) for size, seconds in timing.points if size > 0 and seconds > 0))
    if len(points) < 2:
        return []
    parts = np.array_split(points, min(bins, max(len(points) // 5, 2)))
    return [(float(np.median(part[:, 0])) / 1000, float(np.median(part[:, 1])) * 1000) for part in parts]


def _frame(x: _Axis, y: _Axis, width: int, height: int, below: str, beside: str, right: int | None = None) -> list[str]:
    right = width - 20 if right is None else right
    parts = []
    for tick in x.ticks():
        at = x(tick)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="20" y2="{height - 50}"/>')
        parts.append(f'<text class="tick" x="{at:.1f}" y="{height - 32}" text-anchor="middle">{tick:g}</text>')
    for tick in y.ticks():
        at = y(tick)
        parts.append(f'<line class="grid" x1="60" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="tick" x="52" y="{at + 4:.1f}" text-anchor="end">{tick:g}</text>')
    parts.append(f'<text class="axis" x="{(60 + right) / 2}" y="{height - 10}" text-anchor="middle">{below}</text>')
    middle = (height - 30) / 2
    parts.append(f'<text class="axis" x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">')
    parts.append(f"{beside}</text>")
    return parts


def _svg(parts: list[str], width: int, height: int, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )
