"""Runs of three characters that texts share."""

import random

import pytest

from kaensan.metadata.trigrams import MOST_WHOLES, Compared, add_shares, trigram_shares


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


def test_shares_are_noted_by_name_and_as_unknown_where_there_is_no_text() -> None:
    noted: list[dict[str, float]] = [{"h1": 1.0}, {}]
    compared = [Compared("teas", "in", "covers"), Compared("", None, "none"), Compared("", "unknown", None, 0.3)]
    add_shares(noted, ["tea", "x"], compared)
    assert noted[0] == {"h1": 1.0, "in": 2 / 3, "covers": 0.5, "none": 0.0, "unknown": 0.3}
    assert list(noted[1].items()) == [("in", 0.0), ("covers", 0.0), ("none", 0.0), ("unknown", 0.3)]
