"""One spelling for one text, and never a mark lost."""

from __future__ import annotations

import sys
import unicodedata
from collections import Counter
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page import parse
from kaensan.page.normalise import normalise, normalise_all

NIKHAHIT, SARA_AA, SARA_AM, SARA_I, SARA_U = "\u0e4d", "\u0e32", "\u0e33", "\u0e34", "\u0e38"
MAI_EK, MAI_THO, SARA_E, SARA_AE = "\u0e48", "\u0e49", "\u0e40", "\u0e41"

thai_marks = st.text(st.characters(min_codepoint=0x0E2F, max_codepoint=0x0E4E), max_size=12)
mixed_text = st.text(
    st.one_of(st.characters(min_codepoint=0x0E01, max_codepoint=0x0E5B), st.sampled_from("aé e\u0301\u0323\u0316กด")),
    max_size=25,
)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        (f"น{NIKHAHIT}{MAI_THO}{SARA_AA}", f"น{MAI_THO}{SARA_AM}"),
        (f"น{MAI_THO}{NIKHAHIT}{SARA_AA}", f"น{MAI_THO}{SARA_AM}"),
        (f"น{SARA_AM}{MAI_THO}", f"น{MAI_THO}{SARA_AM}"),
        (f"ก{NIKHAHIT}{SARA_AA}", f"ก{SARA_AM}"),
        (f"ท{MAI_EK}{SARA_I}", f"ท{SARA_I}{MAI_EK}"),
        (f"ค{MAI_EK}{SARA_U}", f"ค{SARA_U}{MAI_EK}"),
        (f"{SARA_E}{SARA_E}ม{MAI_EK}", f"{SARA_AE}ม{MAI_EK}"),
        ("cafe\u0301", "café"),
    ],
)
def test_what_looks_the_same_is_spelled_the_same(typed: str, canonical: str) -> None:
    assert normalise(typed) == canonical


@pytest.mark.parametrize("text", ["น้ำ", "ที่ซื้อ", "เก็บเงิน", "ผู้ใหญ่", "พิมพ์", "hello", "", "ญี่ปุ่น 日本 ñ"])
def test_right_spelling_is_left_alone(text: str) -> None:
    assert normalise(text) == text


@given(mixed_text)
def test_normal_text_stays_as_it_is(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)


def _characters(text: str) -> Counter[str]:
    """Every character once, with SARA AM and SARA AE taken apart as they may be typed."""
    apart = unicodedata.normalize("NFC", text).replace(SARA_AM, NIKHAHIT + SARA_AA).replace(SARA_AE, SARA_E * 2)
    return Counter(apart)


@given(thai_marks)
def test_no_mark_is_lost_and_none_is_invented(text: str) -> None:
    assert _characters(normalise(text)) == _characters(text)


@given(st.lists(st.one_of(mixed_text, st.just("a\x00b"), st.just(MAI_EK), st.just("\u0301")), max_size=8))
def test_many_texts_are_each_normalised_for_themselves(texts: list[str]) -> None:
    assert normalise_all(texts) == [normalise(text) for text in texts]


def test_the_texts_of_a_page_are_normalised_and_its_source_is_not() -> None:
    typed = f"<p>น{SARA_AM}{MAI_THO} cafe\u0301</p>"
    page = parse(typed)
    assert page.texts.strings == ["น้ำ café"]
    assert page.source == typed


def _calls(text: str) -> int:
    """How many functions, Python's and C's, normalising takes."""
    count = 0

    def tally(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tally)
    try:
        normalise(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "pattern",
    [MAI_EK + SARA_I, SARA_AM + MAI_EK, NIKHAHIT + MAI_EK + SARA_AA, SARA_E, MAI_EK + SARA_U, "\u0301\u0327"],
)
def test_a_long_run_of_marks_in_disorder_takes_steps_in_proportion_to_its_length(pattern: str) -> None:
    assert _calls("ก" + pattern * 4000) <= 2.2 * _calls("ก" + pattern * 2000)


@pytest.mark.parametrize("run", [MAI_EK * 200_000 + SARA_I, SARA_AM + MAI_EK * 200_000])
def test_a_mark_moves_over_many_others_in_one_step(run: str) -> None:
    assert normalise(run) in (SARA_I + MAI_EK * 200_000, MAI_EK * 200_000 + SARA_AM)
    assert _calls(run) < 1_000_000
