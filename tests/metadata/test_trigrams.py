"""Runs of three characters that texts share."""

import random

import pytest

from kaensan.metadata.trigrams import MOST_WHOLES, trigram_shares


def runs(text: str) -> set[str]:
    """The runs of a text, both ends of which count as a blank."""
    padded = f" {text} "
    return {padded[at : at + 3] for at in range(len(text))}


def test_runs_are_counted_as_sets_have_them() -> None:
    chance = random.Random(11)
    texts = ["".join(chance.choices("abcกข🙂", k=chance.randrange(40))) for _ in range(60)]
    parts, wholes = texts[:40], texts[40:]
    expected = []
    for part in map(runs, parts):
        both = [(len(part & whole), len(part), len(whole)) for whole in map(runs, wholes)]
        expected.append([share for common, *sizes in both for share in (common / max(size, 1) for size in sizes)])
    assert trigram_shares(parts, wholes) == expected


def test_there_may_be_nothing_to_compare() -> None:
    assert trigram_shares([], []) == []
    assert trigram_shares(["tea"], []) == [[]]
    with pytest.raises(ValueError, match="at most"):
        trigram_shares([], [""] * (MOST_WHOLES + 1))
