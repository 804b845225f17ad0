"""Gaussian smoothing of a column of numbers, near-linear however wide the kernel is."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["gaussian_kernel", "smooth"]

_DIRECT = 150  # a narrower kernel is faster by plain convolution


def gaussian_kernel(sigma: float, longest: int) -> NDArray[np.float64]:
    """The weights exp(-j²/2σ²) for j from -⌈σ⌉ to ⌈σ⌉, clipped to the given radius and normalised to sum 1.

    >>> gaussian_kernel(1.0, 100).round(3).tolist()
    [0.274, 0.452, 0.274]
    """
    radius = min(math.ceil(sigma), longest)
    if radius < 1:
        return np.ones(1)
    weight = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma * sigma))
    kernel: NDArray[np.float64] = weight / weight.sum()
    return kernel


def smooth(values: NDArray[np.float64], sigma: float) -> NDArray[np.float64]:
    """Convolve with a Gaussian kernel; beyond both ends the values are 0."""
    kernel = gaussian_kernel(sigma, len(values))
    radius = len(kernel) // 2
    if not radius or not len(values):
        return values.copy()
    if len(kernel) <= _DIRECT:
        return np.convolve(values, kernel)[radius : radius + len(values)]
    size = 1 << (len(values) + len(kernel) - 2).bit_length()
    spectrum = np.fft.rfft(values, size) * np.fft.rfft(kernel, size)
    return np.fft.irfft(spectrum, size)[radius : radius + len(values)]
