"""Points in the plane into a few clusters: Farthest First, K-Means and EM, by distance or by density.

Each is the plain textbook algorithm in the form that Weka gave it (its `FarthestFirst`, `SimpleKMeans` and `EM`, and
`MakeDensityBasedClusterer` for the density mode), in vector arithmetic and deterministic under a seed. Of Weka's habits
two change answers and are kept: distances are taken over axes scaled to 0…1 by their least and greatest value, and a
cluster that has no deviation along an axis takes the deviation of the whole axis.
"""

from __future__ import annotations

import random
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record

__all__ = ["Clusters", "em", "farthest_first", "kmeans"]

Points = NDArray[np.float64]
"""a row per point, or per cluster"""
_MIN_DEVIATION = 1e-6  # Weka's least deviation: below it the density of a Gaussian would overflow
_MIN_GAIN = 1e-6  # of the mean log-likelihood, below which EM has converged; Weka's limit
_ITERATIONS = 50  # enough for K-Means and EM to settle on the few hundred lines of a page


@record
class Clusters:
    """One Gaussian per cluster, with independent axes."""

    centroid: Points
    deviation: Points
    prior: NDArray[np.float64]
    density: bool
    """points belong to the likeliest cluster, not to the nearest centroid"""
    span: NDArray[np.float64] = field(default_factory=lambda: np.ones(2))
    """greatest minus least value of each axis, the unit of distances along it"""

    def assign(self, points: Points) -> NDArray[np.int64]:
        """The cluster of each point."""
        return _highest(self.log_density(points) if self.density else -_distance(points, self.centroid, self.span))

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
    span = _span(points)
    x, y = (points / span).T
    chosen = [random.Random(seed).randrange(len(points))]
    member = np.zeros(len(points), np.int64)
    apart = np.full(len(points), np.inf)
    while True:
        distance = (x - x[chosen[-1]]) ** 2 + (y - y[chosen[-1]]) ** 2
        member[distance < apart] = len(chosen) - 1
        apart = np.minimum(apart, distance)
        if len(chosen) == count:
            return _described(points, points[chosen], member, span, density=density)
        chosen.append(int(apart.argmax()))


def kmeans(points: Points, count: int, *, density: bool, seed: int = 0) -> Clusters:
    """Centroids are means of the points nearest to them; they start as distinct points at random."""
    span = _span(points)
    centroid = _means(points, count, seed, span)
    return _described(points, centroid, _highest(-_distance(points, centroid, span)), span, density=density)


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
        deviation = np.maximum(_deviation(square, centroid), _MIN_DEVIATION)
        clusters = Clusters(centroid, deviation, weight / weight.sum(), density, clusters.span)
        if likelihood - last < _MIN_GAIN:
            break
        last = likelihood
    return clusters


def _span(points: Points) -> NDArray[np.float64]:
    """The unit of distance along each axis; an axis without extent counts as 1, which leaves its distances 0."""
    extent: NDArray[np.float64] = points.max(axis=0) - points.min(axis=0)
    return np.where(extent > 0, extent, 1.0)


def _means(points: Points, count: int, seed: int, span: NDArray[np.float64]) -> Points:
    distinct = np.unique(points, axis=0)
    picked = random.Random(seed).sample(range(len(distinct)), min(count, len(distinct)))
    centroid: Points = distinct[np.resize(np.array(picked), count)]
    for _ in range(_ITERATIONS):
        moved = _mean_of_members(points, _highest(-_distance(points, centroid, span)), centroid)[1]
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


def _described(
    points: Points, centroid: Points, member: NDArray[np.int64], span: NDArray[np.float64], *, density: bool
) -> Clusters:
    """Fit a Gaussian and a prior to the members of each cluster."""
    size, mean = _mean_of_members(points, member, centroid)
    square = _mean_of_members(points**2, member, centroid**2)[1]
    own = _deviation(square, mean)
    whole = np.maximum(points.std(axis=0, ddof=1) if len(points) > 1 else 0.0, _MIN_DEVIATION)
    prior = (size + 1) / (len(points) + len(centroid))
    deviation = np.where(own > _MIN_DEVIATION, own, whole)
    return Clusters(mean if density else centroid, deviation, prior, density, span)


def _deviation(square: Points, mean: Points) -> Points:
    deviation: Points = np.sqrt(np.maximum(square - mean**2, 0))
    return deviation


def _distance(points: Points, centroid: Points, span: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared distances in units of each axis: a row per centroid, a column per point."""
    x, y = (points / span).T
    centroid = centroid / span
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
