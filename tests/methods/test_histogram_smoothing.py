"""Smoothing is convolution with the paper's kernel, whatever way it is computed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.methods.histogram import gaussian_kernel, smooth


def by_definition(values: list[float], sigma: float) -> list[float]:
    """h'_i as the sum of k_j h_(i+j), written out."""
    radius = min(math.ceil(sigma), len(values))
    offsets = range(-radius, radius + 1)
    weight = [math.exp(-(j**2) / (2 * sigma**2)) for j in offsets]
    return [
        sum(w * values[i + j] for w, j in zip(weight, offsets, strict=True) if 0 <= i + j < len(values)) / sum(weight)
        for i in range(len(values))
    ]


def test_the_kernel_runs_from_minus_sigma_to_sigma_and_sums_to_one() -> None:
    kernel = gaussian_kernel(2.5, 100)
    assert len(kernel) == 2 * 3 + 1
    assert kernel.sum() == pytest.approx(1)
    assert kernel[0] / kernel[3] == pytest.approx(math.exp(-9 / (2 * 2.5**2)))
    assert kernel.tolist() == pytest.approx(kernel[::-1].tolist())


def test_the_kernel_is_clipped_to_the_page() -> None:
    assert len(gaussian_kernel(1000.0, 4)) == 9


def test_without_deviation_nothing_is_smoothed() -> None:
    assert smooth(np.array([3.0, 3.0]), 0.0).tolist() == [3, 3]
    assert smooth(np.zeros(0), 0.0).tolist() == []


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=60), st.floats(0.1, 50))
def test_smoothing_is_what_the_equation_says(values: list[float], sigma: float) -> None:
    assert smooth(np.array(values), sigma).tolist() == pytest.approx(by_definition(values, sigma), abs=1e-6)


@pytest.mark.parametrize("sigma", [74.0, 75.0, 200.0])
def test_wide_kernels_give_the_same_values_by_another_way(sigma: float) -> None:
    values = np.random.default_rng(1).random(400) * 100
    assert smooth(values, sigma).tolist() == pytest.approx(by_definition(values.tolist(), sigma), abs=1e-9)
