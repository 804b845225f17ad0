"""The longest common subsequence, against the textbook table."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kaensan.gold.subsequence import common_length, common_pairs

sequences = st.lists(st.sampled_from("abcd"), max_size=40)


def textbook(left: list[str], right: list[str]) -> int:
    before = [0] * (len(right) + 1)
    for one in left:
        row = [0]
        for at, other in enumerate(right):
            row.append(before[at] + 1 if one == other else max(before[at + 1], row[-1]))
        before = row
    return before[-1]


@given(sequences, sequences)
def test_short_sequences_are_solved_exactly(left: list[str], right: list[str]) -> None:
    assert common_length(left, right) == textbook(left, right)


@given(sequences, sequences, st.integers(0, 200))
def test_cut_sequences_never_promise_more_than_there_is(left: list[str], right: list[str], exact: int) -> None:
    assert common_length(left, right, exact=exact) <= textbook(left, right)


def test_a_text_with_insertions_and_gaps_is_found_whole_when_cut() -> None:
    draw = random.Random(5)
    gold = [f"w{draw.randrange(400)}" for _ in range(3000)]
    extract = gold[:700] + [f"x{draw.randrange(50)}" for _ in range(300)] + gold[750:]
    assert common_length(extract, gold, exact=10_000) == common_length(extract, gold) == 2950


def test_sequences_without_anything_to_hold_on_to_are_halved() -> None:
    left, right = ["a", "b"] * 300, ["b", "a"] * 300
    assert 500 <= common_length(left, right, exact=1000) <= textbook(left, right) == 599


def test_an_empty_side_has_nothing_in_common() -> None:
    assert common_length([], ["a"]) == 0
    assert common_length(["a"] * 100, [], exact=1) == 0


@given(sequences, sequences)
def test_pairs_are_a_longest_common_subsequence_in_order(left: list[str], right: list[str]) -> None:
    pairs = sorted(common_pairs(left, right))
    assert len(pairs) == textbook(left, right)
    assert all(left[at] == right[place] for at, place in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
