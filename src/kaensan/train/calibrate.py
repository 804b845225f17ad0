"""What the method is worth on sites it has not seen, and how far its expectations can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from kaensan.methods.core.choice import Decision, decide
from kaensan.methods.core.class_words import PAGE_TYPES, Vocabulary
from kaensan.methods.core.forest import Forest
from kaensan.train.examples import Example

__all__ = ["Scored", "calibrated", "calibration_error", "decision_about", "fitted_curve", "least_error", "out_of_fold"]

_KNOTS = 21


@dataclass(frozen=True)
class Scored:
    """One page, judged by a model that has not seen its site."""

    example: Example
    promise: float
    f1: float
    page_type: str


def out_of_fold(
    pages: Sequence[Example], folded: Sequence[tuple[Vocabulary, Forest]], columns: Sequence[str]
) -> list[Scored]:
    """Judge every page with full gold by the vocabulary and the forest that left its fold out."""
    scored = []
    for example in pages:
        if example.gold is None:
            continue
        vocabulary, forest = folded[example.fold]
        decision = decision_about(example, vocabulary, forest, columns)
        called = PAGE_TYPES[int(np.argmax(example.types(vocabulary)))]
        scored.append(Scored(example, decision.promise, example.f1(decision.kept), called))
    return scored


def decision_about(example: Example, vocabulary: Vocabulary, forest: Forest, columns: Sequence[str]) -> Decision:
    """What would be kept of a page, by the forest and the choice alone."""
    situation = replace(example.situation, types=example.types(vocabulary), thread=example.thread_odds(vocabulary))
    log_odds = forest(example.features(vocabulary, columns)) + example.thread_bonus(vocabulary)
    return decide(log_odds, situation, np.zeros(len(log_odds), np.bool_), example.comments)


def calibrated(scored: Sequence[Scored]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """From the expected F1 to the F1 that pages had: a rising curve, as points."""
    return fitted_curve(np.array([page.promise for page in scored]), np.array([page.f1 for page in scored]))


def fitted_curve(
    promise: NDArray[np.floating], real: NDArray[np.floating]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The rising curve from what was promised to what came of it, as points."""
    curve = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(promise, real)
    knots = np.unique(np.quantile(promise, np.linspace(0, 1, _KNOTS)))
    return knots.astype(np.float32), curve.predict(knots).astype(np.float32)


def calibration_error(expected: NDArray[np.floating], real: NDArray[np.floating], bins: int = 10) -> float:
    """The mean gap between expected and real F1 over groups of pages with like expectations."""
    order = np.argsort(expected, kind="stable")
    groups = np.array_split(order, bins)
    gaps = [abs(float(expected[group].mean() - real[group].mean())) * len(group) for group in groups if len(group)]
    return sum(gaps) / max(len(expected), 1)


def least_error(expected: NDArray[np.floating], real: NDArray[np.floating], draws: int = 200) -> float:
    """The calibration error that chance alone gives so few pages: of pages that are drawn around their expectation."""
    random = np.random.default_rng(0)
    order = np.argsort(expected, kind="stable")
    groups = [group for group in np.array_split(order, 10) if len(group)]
    left = real - expected
    errors = []
    for _ in range(draws):
        drawn = expected.astype(np.float64)
        for group in groups:
            around = left[group] - left[group].mean()
            drawn[group] += around[random.integers(0, len(group), len(group))]
        errors.append(calibration_error(expected, drawn))
    return float(np.mean(errors))
