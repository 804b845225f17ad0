"""Scales and ticks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.draw.axes import Chart, Scale, ticks


def test_a_scale_places_values_between_its_ends() -> None:
    scale = Scale(0, 10, 100, 200)
    assert scale(np.array([0.0, 5.0, 10.0])).tolist() == [100, 150, 200]


def test_what_lies_outside_is_drawn_at_the_edge() -> None:
    scale = Scale(0, 10, 300, 0)
    assert [scale.at(value) for value in (-5, 99, float("inf"))] == [300, 0, 0]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (-3.9, 6, [-2, 0, 2, 4, 6]), (5, 5, [5])],
)
def test_ticks_are_round(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == expected


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_are_few_and_inside(low: float, span: float) -> None:
    found = ticks(low, low + span)
    assert len(found) <= 12
    assert all(low - 1e-6 * span <= tick <= low + span * (1 + 1e-6) for tick in found)


def test_a_chart_without_extent_is_still_a_chart() -> None:
    chart = Chart.of(200, 100, (0, 0), (0, 0))
    assert chart.x.at(0) == chart.x.start
    assert "characters" in chart.frame("line", "characters")
