"""Which values hold a word is told at one look at each byte, and never wrongly denied."""

import random

import numpy as np
import pytest

from kaensan.page.stems import bits_held, stem_bits, stem_table, with_stems


def holding(stems: list[str], values: list[str]) -> list[str]:
    """The values in which one of the stems is found."""
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)]).astype(np.int32)
    places = with_stems(stem_table(stems), b"".join(encoded), ends[:-1].copy(), ends[1:].copy())
    return [values[place] for place in places]


def test_a_stem_is_found_anywhere_in_a_value_in_either_case() -> None:
    values = ["post-author", "postAuthor", "AUTHOR", "auth or", "", "by-line"]
    assert holding(["author", "by-"], values) == ["post-author", "postAuthor", "AUTHOR", "by-line"]


def test_no_stem_is_found_across_two_values() -> None:
    assert holding(["author"], ["auth", "or"]) == []


def test_a_stem_inside_another_is_found_by_itself() -> None:
    assert holding(["update", "date"], ["up", "dated", "updated", "updat"]) == ["dated", "updated"]


def test_a_stem_that_starts_inside_a_failed_one_is_found() -> None:
    assert holding(["ababc", "bax"], ["ababax", "abababc", "abab"]) == ["ababax", "abababc"]


def test_a_value_beyond_ascii_is_never_ruled_out() -> None:
    assert holding(["kind"], ["\u212aind", "วันที่", "plain"]) == ["\u212aind", "วันที่"]


@pytest.mark.parametrize("seed", range(20))
def test_the_table_agrees_with_a_plain_search(seed: int) -> None:
    chance = random.Random(seed)
    words = ["".join(chance.choices("abc", k=chance.randint(1, 5))) for _ in range(300)]
    stems = ["".join(chance.choices("abc", k=chance.randint(2, 5))) for _ in range(6)]
    assert holding(stems, words) == [word for word in words if any(stem in word for stem in stems)]


def test_kinds_of_stems_are_told_apart_in_one_look() -> None:
    values = ["post-author", "updated", "dated", "AUTHOR-DATE", "plain", "", "วัน"]
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)]).astype(np.int32)
    stems = stem_bits([["author"], ["update"], ["date", "day"]])
    held = bits_held(stems, b"".join(encoded), ends[:-1].copy(), ends[1:].copy())
    assert held.tolist() == [0b001, 0b110, 0b100, 0b101, 0, 0, -1]
