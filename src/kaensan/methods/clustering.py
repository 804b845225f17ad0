"""Points in the plane into a few clusters: Farthest First, K-Means and EM, by distance or by density.

Each is the plain textbook algorithm in the form that Weka gave it (its `MakeDensityBasedClusterer` for the density
mode), in vector arithmetic and deterministic under a seed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clusters", "em", "farthest_first", "kmeans"]

Points = NDArray[np.float64]
"""a row per point, or per cluster"""
_MIN_DEVIATION = 1e-6
_MIN_GAIN = 1e-6
_ITERATIONS = 50


@dataclass(frozen=True)
class Clusters:
    """One Gaussian per cluster, with independent axes."""

    centroid: Points
    deviation: Points
    prior: NDArray[np.float64]
    density: bool
    """points belong to the likeliest cluster, not to the nearest centroid"""

    def assign(self, points: Points) -> NDArray[np.int64]:
        """The cluster of each point."""
        return _highest(self.log_density(points) if self.density else -_distance(points, self.centroid))

    def log_density(self, points: Points) -> NDArray[np.float64]:
        """Logarithm of prior × density, but for a constant: a row per cluster, a column per point."""
        x, y = points.T
        centroid, scale = self.centroid, 1 / self.deviation
        away = ((x - centroid[:, :1]) * scale[:, :1]) ** 2
        away += ((y - centroid[:, 1:]) * scale[:, 1:]) ** 2
        log: NDArray[np.float64] = np.log(self.prior * scale[:, 0] * scale[:, 1])[:, None] - away / 2
        return log

    @cached_property
    def nearest_origin(self) -> int:
        """The cluster whose centroid is nearest the origin."""
        return int((self.centroid**2).sum(axis=1).argmin())


def farthest_first(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """Centroids are points: one at random, then again and again the point farthest from those chosen."""
    x, y = points.T
    chosen = [random.Random(seed).randrange(len(points))]
    member = np.zeros(len(points), np.int64)
    apart = np.full(len(points), np.inf)
    while True:
        distance = (x - x[chosen[-1]]) ** 2 + (y - y[chosen[-1]]) ** 2
        member[distance < apart] = len(chosen) - 1
        apart = np.minimum(apart, distance)
        if len(chosen) == count:
            return _described(points, points[chosen], member, density=density)
        chosen.append(int(apart.argmax()))


def kmeans(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """Centroids are means of the points nearest to them; they start as distinct points at random."""
    centroid = _means(points, count, seed)
    return _described(points, centroid, _highest(-_distance(points, centroid)), density=density)


def em(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """A mixture of Gaussians by expectation and maximisation, started from K-Means."""
    clusters = kmeans(points, count, density=True, seed=seed)
    last = -np.inf
    for _ in range(_ITERATIONS):
        log = clusters.log_density(points)
        top = log.max(axis=0)
        belongs = np.exp(log - top)
        total = belongs.sum(axis=0)
        likelihood = float((top + np.log(total)).mean())
        belongs /= total
        weight = np.maximum(belongs.sum(axis=1), 1e-12)
        centroid = belongs @ points / weight[:, None]
        square = belongs @ points**2 / weight[:, None]
        clusters = Clusters(centroid, _deviation(square, centroid), weight / weight.sum(), density)
        if likelihood - last < _MIN_GAIN:
            break
        last = likelihood
    return clusters


def _means(points: Points, count: int, seed: int) -> Points:
    distinct = np.unique(points, axis=0)
    picked = random.Random(seed).sample(range(len(distinct)), min(count, len(distinct)))
    centroid: Points = distinct[np.resize(np.array(picked), count)]
    for _ in range(_ITERATIONS):
        moved = _mean_of_members(points, _highest(-_distance(points, centroid)), centroid)[1]
        if np.array_equal(moved, centroid):
            break
        centroid = moved
    return centroid


def _mean_of_members(points: Points, member: NDArray[np.int64], centroid: Points) -> tuple[NDArray[np.int64], Points]:
    """Size and mean of each cluster; an empty one stays where it is."""
    size = np.bincount(member, minlength=len(centroid))
    sums = np.array([np.bincount(member, axis, minlength=len(centroid)) for axis in points.T])
    mean: Points = (sums / np.maximum(size, 1)).T
    return size, mean if size.all() else np.where(size[:, None] > 0, mean, centroid)


def _described(points: Points, centroid: Points, member: NDArray[np.int64], *, density: bool) -> Clusters:
    """Fit a Gaussian and a prior to the members of each cluster."""
    size, mean = _mean_of_members(points, member, centroid)
    square = _mean_of_members(points**2, member, centroid**2)[1]
    prior = (size + 1) / (len(points) + len(centroid))
    return Clusters(mean if density else centroid, _deviation(square, mean), prior, density)


def _deviation(square: Points, mean: Points) -> Points:
    deviation: Points = np.maximum(np.sqrt(np.maximum(square - mean**2, 0)), _MIN_DEVIATION)
    return deviation


def _distance(points: Points, centroid: Points) -> NDArray[np.float64]:
    """Squared distances: a row per centroid, a column per point."""
    x, y = points.T
    squared: NDArray[np.float64] = (x - centroid[:, :1]) ** 2 + (y - centroid[:, 1:]) ** 2
    return squared


def _highest(closeness: NDArray[np.float64]) -> NDArray[np.int64]:
    """The row of the highest value in each column, the first one of equals; faster than argmax for a few rows."""
    best = closeness[0]
    highest = np.zeros(len(best), np.int64)
    for row in range(1, len(closeness)):
        highest[closeness[row] > best] = row
        best = np.maximum(best, closeness[row])
    return highest
