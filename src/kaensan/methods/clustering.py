"""Points in the plane into a few clusters: Farthest First, K-Means and EM, by distance or by density.

Each is the plain textbook algorithm in the form that Weka gave it, in vector arithmetic and deterministic under a seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clusters", "em", "farthest_first", "kmeans"]

Points = NDArray[np.float64]
_MIN_DEVIATION = 1e-6
_ITERATIONS = 50


@dataclass(frozen=True)
class Clusters:
    """One Gaussian per cluster, with independent axes."""

    centroid: Points
    """a row per cluster"""
    deviation: Points
    prior: NDArray[np.float64]
    density: bool
    """points belong to the likeliest cluster, not to the nearest centroid"""

    def assign(self, points: Points) -> NDArray[np.int64]:
        """The cluster of each point."""
        closeness = self.log_density(points) if self.density else -self.distance(points)
        cluster: NDArray[np.int64] = np.argmax(closeness, axis=0)
        return cluster

    def distance(self, points: Points) -> NDArray[np.float64]:
        """Squared distance of each point to each centroid: a row per cluster."""
        return _distance(points, self.centroid)

    def log_density(self, points: Points) -> NDArray[np.float64]:
        """Logarithm of prior × density, but for a constant: a row per cluster."""
        return _log_density(points, self.centroid, self.deviation, self.prior)

    @cached_property
    def nearest_origin(self) -> int:
        """The cluster whose centroid is nearest the origin."""
        return int(np.argmin((self.centroid**2).sum(axis=1)))


def farthest_first(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """Centroids are points: one at random, then again and again the point farthest from those chosen."""
    chosen = [int(np.random.default_rng(seed).integers(len(points)))]
    apart = _distance(points, points[chosen])[0]
    while len(chosen) < count:
        chosen.append(int(np.argmax(apart)))
        apart = np.minimum(apart, _distance(points, points[chosen[-1:]])[0])
    return _described(points, points[chosen], density=density)


def kmeans(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """Centroids are means of the points nearest to them; they start as distinct points at random."""
    return _described(points, _means(points, count, seed), density=density)


def em(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """A mixture of Gaussians by expectation and maximisation, started from K-Means."""
    start = _described(points, _means(points, count, seed), density=True)
    centroid, deviation, prior = start.centroid, start.deviation, start.prior
    last = -np.inf
    for _ in range(_ITERATIONS):
        log = _log_density(points, centroid, deviation, prior)
        top = log.max(axis=0)
        belongs = np.exp(log - top)
        total = belongs.sum(axis=0)
        likelihood = float((top + np.log(total)).mean())
        belongs /= total
        weight = np.maximum(belongs.sum(axis=1), 1e-12)
        centroid = belongs @ points / weight[:, None]
        spread = belongs @ points**2 / weight[:, None] - centroid**2
        deviation = np.maximum(np.sqrt(np.maximum(spread, 0)), _MIN_DEVIATION)
        prior = weight / weight.sum()
        if likelihood - last < 1e-6:
            break
        last = likelihood
    return Clusters(centroid, deviation, prior, density)


def _means(points: Points, count: int, seed: int) -> Points:
    distinct = np.unique(points, axis=0)
    picked = np.random.default_rng(seed).permutation(len(distinct))[:count]
    centroid = distinct[np.resize(picked, count)]
    for _ in range(_ITERATIONS):
        member = np.argmin(_distance(points, centroid), axis=0)
        moved = _mean_of_members(points, member, centroid)
        if np.array_equal(moved, centroid):
            break
        centroid = moved
    return centroid


def _mean_of_members(points: Points, member: NDArray[np.int64], centroid: Points) -> Points:
    """The mean of each cluster's points; an empty cluster stays where it is."""
    size = np.bincount(member, minlength=len(centroid))
    sums = np.stack([np.bincount(member, axis, minlength=len(centroid)) for axis in points.T], axis=1)
    mean: Points = np.where(size[:, None] > 0, sums / np.maximum(size, 1)[:, None], centroid)
    return mean


def _described(points: Points, centroid: Points, *, density: bool) -> Clusters:
    """Fit a Gaussian and a prior to the points nearest to each centroid."""
    member = np.argmin(_distance(points, centroid), axis=0)
    mean = _mean_of_members(points, member, centroid)
    variance = _mean_of_members((points - mean[member]) ** 2, member, np.zeros_like(centroid))
    deviation = np.maximum(np.sqrt(variance), _MIN_DEVIATION)
    prior = (np.bincount(member, minlength=len(centroid)) + 1) / (len(points) + len(centroid))
    return Clusters(mean if density else centroid, deviation, prior, density)


def _distance(points: Points, centroid: Points) -> NDArray[np.float64]:
    x, y = points[:, 0], points[:, 1]
    squared: NDArray[np.float64] = (x - centroid[:, :1]) ** 2 + (y - centroid[:, 1:]) ** 2
    return squared


def _log_density(
    points: Points, centroid: Points, deviation: Points, prior: NDArray[np.float64]
) -> NDArray[np.float64]:
    x, y = points[:, 0], points[:, 1]
    away = ((x - centroid[:, :1]) / deviation[:, :1]) ** 2 + ((y - centroid[:, 1:]) / deviation[:, 1:]) ** 2
    log: NDArray[np.float64] = (np.log(prior) - np.log(deviation).sum(axis=1))[:, None] - away / 2
    return log
