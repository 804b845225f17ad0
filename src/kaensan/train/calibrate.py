"""What the method is worth on sites it has not seen, and how far its expectations can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.choice import Decision, decide
from kaensan.methods.core.class_words import PAGE_TYPES, Vocabulary
from kaensan.methods.core.forest import Forest
from kaensan.train.examples import Example

__all__ = ["ByChance", "Scored", "calibration_error", "decision_about", "error_by_chance", "out_of_fold"]

_BINS = 10
"""groups of pages whose mean F1 is compared with what was expected of them"""
_SPREAD = 10
"""pages from whose deviations one can tell how far like pages are from what is expected"""


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


def calibration_error(expected: NDArray[np.floating], real: NDArray[np.floating]) -> float:
    """The mean gap between expected and real F1 over ten groups of pages with like expectations."""
    groups = _alike(expected, _BINS)
    gaps = [abs(float(expected[group].mean() - real[group].mean())) * len(group) for group in groups]
    return sum(gaps) / max(len(expected), 1)


@dataclass(frozen=True)
class ByChance:
    """The calibration error that chance alone gives a set of pages whose confidence is right."""

    mean: float
    high: float
    """what one set in twenty is above"""


def error_by_chance(expected: NDArray[np.floating], real: NDArray[np.floating], draws: int = 200) -> ByChance:
    """The error of pages that are drawn around their expectation, as far from it as like pages of the set are.

    The mean of the deviations in a group of like pages is taken out, so they are made larger by what that takes.
    """
    random = np.random.default_rng(0)
    left, groups = real - expected, _alike(expected, min(_BINS, max(len(expected) // _SPREAD, 1)))
    around = [(left[group] - left[group].mean()) * np.sqrt(len(group) / max(len(group) - 1, 1)) for group in groups]
    errors = []
    for _ in range(draws):
        drawn = expected.astype(np.float64)
        for group, apart in zip(groups, around, strict=True):
            drawn[group] += apart[random.integers(0, len(group), len(group))]
        errors.append(calibration_error(expected, drawn))
    return ByChance(float(np.mean(errors)), float(np.quantile(errors, 0.95)))


def _alike(expected: NDArray[np.floating], number: int) -> list[NDArray[np.intp]]:
    """The pages in groups of like expectation, as many in each."""
    order = np.argsort(expected, kind="stable")
    return [group for group in np.array_split(order, number) if len(group)]
