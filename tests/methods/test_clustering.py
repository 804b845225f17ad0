"""Farthest First, K-Means and EM find the clusters that are there."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.methods.clustering import Clusters, em, farthest_first, kmeans

ALGORITHMS: list[Callable[..., Clusters]] = [farthest_first, kmeans, em]


def three_heaps() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    centres = np.array([[0.0, 0], [50, 5], [100, 60]])
    heap = np.repeat(np.arange(3), [200, 50, 30])
    return centres[heap] + rng.normal(scale=1.0, size=(len(heap), 2)), heap


@pytest.mark.parametrize("density", [True, False])
@pytest.mark.parametrize("cluster", ALGORITHMS)
def test_heaps_that_lie_apart_are_told_apart(cluster: Callable[..., Clusters], density: bool) -> None:
    points, heap = three_heaps()
    for seed in range(5):
        clusters = cluster(points, 3, density=density, seed=seed)
        found = clusters.assign(points)
        if cluster is kmeans or cluster is em:  # a start with two centroids in one heap may stay there
            assert len(set(zip(found.tolist(), heap.tolist(), strict=True))) <= 5
        else:
            assert len(set(zip(found.tolist(), heap.tolist(), strict=True))) == 3
        assert found[0] == clusters.nearest_origin


@pytest.mark.parametrize("density", [True, False])
@pytest.mark.parametrize("cluster", ALGORITHMS)
def test_a_seed_gives_the_same_clusters_again(cluster: Callable[..., Clusters], density: bool) -> None:
    points, _ = three_heaps()
    first, second = (cluster(points, 3, density=density, seed=3) for _ in range(2))
    assert first.assign(points).tolist() == second.assign(points).tolist()
    assert first.centroid.tolist() == second.centroid.tolist()


def test_farthest_first_chooses_the_point_farthest_from_those_chosen() -> None:
    points = np.array([[0.0, 0], [1, 0], [10, 0], [6, 0]])
    clusters = farthest_first(points, 3, density=False, seed=0)
    first = clusters.centroid[0, 0]
    assert clusters.centroid[1, 0] == max(points[:, 0], key=lambda x: abs(x - first))
    chosen = clusters.centroid[:2, 0]
    assert clusters.centroid[2, 0] == max(points[:, 0], key=lambda x: min(abs(x - chosen)))


def test_each_axis_counts_by_its_own_extent_as_in_weka() -> None:
    # Unscaled, the second axis would never matter: its whole extent is less than any step along the first.
    points = np.array([[0.0, 0], [10, 0.9], [100, 0], [50, 1.0], [5, 0.0]])
    clusters = farthest_first(points, 3, density=False, seed=0)
    scaled = points / [100, 1]
    chosen = [int(np.flatnonzero((points == centroid).all(axis=1))[0]) for centroid in clusters.centroid]
    for number in (1, 2):
        apart = [min(np.hypot(*(scaled[at] - scaled[other])) for other in chosen[:number]) for at in range(len(points))]
        assert chosen[number] == int(np.argmax(apart))
    nearest = [int(np.argmin([np.hypot(*(point - scaled[at])) for at in chosen])) for point in scaled]
    assert clusters.assign(points).tolist() == nearest


def test_a_cluster_without_deviation_takes_that_of_the_axis_as_in_weka() -> None:
    lone = np.array([[0.0, 0], [0, 0], [0, 0], [100, 80]])
    clusters = farthest_first(lone, 2, density=True, seed=0)
    assert np.allclose(clusters.deviation, lone.std(axis=0, ddof=1))


def test_the_density_is_a_gaussian_times_its_prior() -> None:
    clusters = Clusters(np.array([[1.0, 2]]), np.array([[2.0, 0.5]]), np.array([0.25]), density=True)
    x, y = 3.0, 2.5
    gaussian = math.exp(-((x - 1) ** 2) / 8) / 2 * math.exp(-((y - 2) ** 2) / 0.5) / 0.5
    assert clusters.log_density(np.array([[x, y]]))[0, 0] == pytest.approx(math.log(0.25 * gaussian))


def test_a_wide_cluster_reaches_farther_by_density_than_by_distance() -> None:
    centroid, deviation = np.array([[0.0, 0], [10, 0]]), np.array([[0.5, 0.5], [5.0, 5.0]])
    prior = np.array([0.5, 0.5])
    point = np.array([[4.0, 0]])
    assert Clusters(centroid, deviation, prior, density=False).assign(point).tolist() == [0]
    assert Clusters(centroid, deviation, prior, density=True).assign(point).tolist() == [1]


def test_density_fits_mean_deviation_and_prior_to_the_members() -> None:
    points = np.array([[0.0, 0], [2, 0], [100, 50], [104, 50]])
    clusters = farthest_first(points, 2, density=True, seed=0)
    at = clusters.nearest_origin
    assert clusters.centroid[at].tolist() == [1, 0]
    assert clusters.deviation[at].tolist() == pytest.approx([1, points[:, 1].std(ddof=1)])
    assert clusters.prior.tolist() == [0.5, 0.5]
    assert clusters.centroid[1 - at].tolist() == [102, 50]


_points = st.lists(st.tuples(st.floats(0, 1e4), st.floats(0, 1e4)), min_size=1, max_size=40).map(np.array)


@pytest.mark.parametrize("density", [True, False])
@pytest.mark.parametrize("cluster", ALGORITHMS)
@given(points=_points)
def test_any_points_get_a_cluster(cluster: Callable[..., Clusters], density: bool, points: np.ndarray) -> None:
    clusters = cluster(points, 3, density=density, seed=1)
    assert np.isfinite(clusters.centroid).all()
    assert set(clusters.assign(points).tolist()) <= {0, 1, 2}
