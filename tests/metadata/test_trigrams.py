"""Runs of three characters that texts share."""

import random

import pytest

from kaensan.metadata.trigrams import MOST_WHOLES, shared_trigrams


def runs(text: str) -> set[str]:
    """The runs of a text, both ends of which count as a blank."""
    padded = f" {text} "
    return {padded[at : at + 3] for at in range(len(text))}


def test_runs_are_counted_as_sets_have_them() -> None:
    chance = random.Random(11)
    texts = ["".join(chance.choices("abcกข🙂", k=chance.randrange(40))) for _ in range(60)]
    parts, wholes = texts[:40], texts[40:]
    shared = shared_trigrams(parts, wholes)
    assert shared.own == [len(runs(part)) for part in parts]
    assert shared.whole == [len(runs(whole)) for whole in wholes]
    assert shared.common == [[len(runs(part) & runs(whole)) for whole in wholes] for part in parts]


def test_there_may_be_nothing_to_compare() -> None:
    assert shared_trigrams([], []) == ([], [], [])
    assert shared_trigrams(["tea"], []) == ([3], [], [[]])
    with pytest.raises(ValueError, match="at most"):
        shared_trigrams([], [""] * (MOST_WHOLES + 1))
