"""Characters are counted alike in every script."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.page.characters import COUNTED, LETTER, counts


def counted(text: str) -> dict[str, float]:
    page = kaensan.parse(f"<p>{text}</p>")
    return dict(zip(COUNTED, counts(page.texts)[0].tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "letters"),
    [("heartwood", 9), ("แก่น", 3.5), ("漢字", 6), ("かな", 4), ("한글", 4), ("a b\u00a0c", 3), ("𠀀", 2)],
)
def test_a_character_weighs_what_it_says(text: str, letters: float) -> None:
    assert counted(text)["units"] == letters * LETTER


def test_digits_of_every_script_are_digits() -> None:
    assert counted("๑๒ 34 ٥")["digits"] == 5


def test_marks_are_sorted_by_what_they_do() -> None:
    found = counted("One, two. Three! Home | About › Us £5 ฿6")
    assert found["stops"] == 3
    assert found["separators"] == 2
    assert found["money"] == 2
    assert found["capitals"] == 5


def test_a_page_without_text_has_no_rows() -> None:
    assert counts(kaensan.parse("").texts).shape == (0, len(COUNTED))


def test_counts_add_up_over_the_rows_of_a_long_page() -> None:
    page = kaensan.parse("<p>" + "word " * 10_000 + "</p>" + "<p>ab</p>" * 3)
    assert np.allclose(counts(page.texts)[:, 0], [40_000 * LETTER, 2 * LETTER, 2 * LETTER, 2 * LETTER])


def test_a_text_counts_the_same_beside_one_of_east_asia() -> None:
    """The table of characters is a smaller one on pages without such."""
    alone = counts(kaensan.parse("<p>Tea, 40 ฿ – ชา ๔๐ บาท!").texts)
    beside = counts(kaensan.parse("<p>Tea, 40 ฿ – ชา ๔๐ บาท!<p>茶😀").texts)
    assert np.array_equal(alone[0], beside[0])


@given(st.lists(st.text(st.sampled_from("aZ7., $|\u0e01\u6f22\n"), max_size=40), min_size=1, max_size=4))
def test_characters_are_counted_by_kind(strings: list[str]) -> None:
    texts = kaensan.parse("".join(f"<p>{text}x</p>" for text in strings)).texts
    of = dict(zip(COUNTED, counts(texts).T.tolist(), strict=True))
    for name, kind in (("digits", "7"), ("stops", ".,"), ("separators", "|"), ("capitals", "Z"), ("money", "$")):
        assert of[name] == [sum(text.count(sign) for sign in kind) for text in texts.strings]


def test_texts_of_any_length_are_counted() -> None:
    of = counted("7," * 3000 + "7")
    assert (of["digits"], of["stops"], of["money"]) == (3001, 3000, 0)
