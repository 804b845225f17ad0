"""How the confidence is learned and judged."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.methods.core.expected_f1 import FACTS, Confidence
from kaensan.train.calibrate import calibration_error, error_by_chance
from kaensan.train.confidence import fitted
from kaensan.train.judged import Judged

TRUE = Confidence((0.6, 0.2, -0.5, -0.3, -0.2, -0.4), 0.8)


def judged(number: int, dataset: str = "mine", off: float = 0.0, variant: str = "page") -> list[Judged]:
    """Pages whose F1 is what `TRUE` says of them, and a difference."""
    random = np.random.default_rng(number)
    pages = []
    for at in range(number):
        facts = tuple(random.normal(1, 1.5, len(FACTS)).tolist())
        f1 = min(max(TRUE(facts) + off, 0), 1)
        pages.append(Judged(f"{dataset}/{at}", dataset, at % 5, variant, facts, f1, 0.0))
    return pages


def test_what_pages_became_is_learned() -> None:
    learned = fitted(judged(400))
    assert (*learned.weight, learned.bias) == pytest.approx((*TRUE.weight, TRUE.bias), abs=0.1)


def test_a_large_set_does_not_speak_for_a_small_one_by_its_number() -> None:
    high, low = judged(1600, "large", 0.1), judged(100, "small", -0.1)
    middle = fitted([*high, *low])
    by_number = (1600 * 0.1 - 100 * 0.1) / 1700
    mean = np.mean([middle(page.facts) - TRUE(page.facts) for page in low])
    assert mean < by_number - 0.01


def test_the_copies_of_a_page_weigh_as_much_as_the_page() -> None:
    pages = judged(200)
    copies = [copy for name in ("bare", "thai", "flat") for copy in judged(200, off=-0.2, variant=name)]
    mean = np.mean([fitted([*pages, *copies])(page.facts) - TRUE(page.facts) for page in pages])
    assert mean == pytest.approx(-0.1, abs=0.03)


def test_nothing_to_learn_from_leaves_what_is_expected() -> None:
    assert fitted([]) == Confidence()
    certain = [Judged("a", "mine", 0, "page", (7.0, 7.0, 0.5, 0.0, 0.0, 0.0), 1.0, 0.0)]
    assert np.isfinite(fitted(certain)(certain[0].facts))


def test_the_error_of_a_right_confidence_is_what_chance_gives() -> None:
    random = np.random.default_rng(1)
    few: list[tuple[float, float]] = []
    many: list[tuple[float, float]] = []
    for errors, pages in ((few, 28), (many, 900)):
        for _ in range(30):
            expected = random.uniform(0.7, 0.95, pages)
            real = expected + random.normal(0, 0.05, pages)
            chance = error_by_chance(expected, real, draws=50)
            assert chance.mean < chance.high
            errors.append((calibration_error(expected, real), chance.mean))
    for errors in (few, many):
        real_mean, by_chance = np.mean(errors, axis=0)
        assert by_chance == pytest.approx(real_mean, rel=0.15)
    assert np.mean(few) > 3 * np.mean(many)


def test_a_wrong_confidence_has_an_error_beyond_chance() -> None:
    random = np.random.default_rng(2)
    real = random.uniform(0.8, 1, 300)
    expected = np.full(300, 0.8) + random.uniform(0, 0.01, 300)
    assert calibration_error(expected, real) == pytest.approx(0.1, abs=0.02)
    assert calibration_error(expected, real) > error_by_chance(expected, real).high
    assert calibration_error(np.array([]), np.array([])) == 0
