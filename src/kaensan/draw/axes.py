"""Scales, ticks and the frame of a chart."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.escaping import Markup, element, escape, join
from kaensan.draw.svg import label, line

__all__ = ["Chart", "Scale", "ticks"]


@dataclass(frozen=True)
class Scale:
    """From values to places; values outside are drawn at the edge."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        share = (np.clip(values, self.low, self.high) - self.low) / ((self.high - self.low) or 1.0)
        placed: NDArray[np.float64] = self.start + share * (self.end - self.start)
        return placed

    def at(self, value: float) -> float:
        """The place of one value."""
        return float(self(np.array([value]))[0])


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round values between two ends, about so many.

    >>> ticks(0, 97)
    [0.0, 20.0, 40.0, 60.0, 80.0]
    """
    span = high - low
    if not span > 0:
        return [low]
    rough = span / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * min((1, 2, 5, 10), key=lambda factor: abs(factor * power - rough))
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class Chart:
    """The room for a chart: a frame with two scales."""

    x: Scale
    y: Scale

    @classmethod
    def of(
        cls,
        width: float,
        height: float,
        x: tuple[float, float],
        y: tuple[float, float],
        margin: tuple[float, float, float, float] = (56, 16, 44, 56),
    ) -> Chart:
        """A chart with margins (top, right, bottom, left) inside a picture."""
        top, right, bottom, left = margin
        return cls(
            Scale(x[0], x[1] if x[1] > x[0] else x[0] + 1, left, width - right),
            Scale(y[0], y[1] if y[1] > y[0] else y[0] + 1, height - bottom, top),
        )

    def frame(self, x_label: str, y_label: str) -> Markup:
        """Grid, ticks and the names of both axes."""
        parts: list[Markup] = []
        for value in ticks(self.y.low, self.y.high):
            y = self.y.at(value)
            parts += [
                line(self.x.start, y, self.x.end, y, "grid-line thin"),
                label(self.x.start - 7, y + 4, f"{value:g}", "quiet small", "end"),
            ]
        for value in ticks(self.x.low, self.x.high, 8):
            x = self.x.at(value)
            parts += [
                line(x, self.y.start, x, self.y.start + 4, "quiet-line thin"),
                label(x, self.y.start + 16, f"{value:g}", "quiet small", "middle"),
            ]
        middle = (self.y.start + self.y.end) / 2
        left = self.x.start - 42
        return join(
            [
                *parts,
                line(self.x.start, self.y.start, self.x.end, self.y.start, "quiet-line thin"),
                label((self.x.start + self.x.end) / 2, self.y.start + 33, x_label, "quiet", "middle"),
                element(
                    "text",
                    escape(y_label),
                    x=left,
                    y=middle,
                    transform=f"rotate(-90 {left:g} {middle:g})",
                    text_anchor="middle",
                    class_="quiet",
                ),
            ]
        )
