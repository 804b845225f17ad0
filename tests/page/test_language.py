"""Languages by tag and by text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page.language import detect_language, language_code


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("th", "th"),
        ("TH-th", "th"),
        ("tha", "th"),
        ("en_US.UTF-8", "en"),
        ("de, en", "de"),
        ("Thai", "th"),
        ("jp", "ja"),
    ],
)
def test_tags_of_all_kinds_mean_a_language(tag: str, code: str) -> None:
    assert language_code(tag) == code


@pytest.mark.parametrize("tag", ["", "x", "{{ lang }}", "xx-XX", "und"])
def test_other_tags_mean_nothing(tag: str) -> None:
    assert language_code(tag) is None


def test_texts_are_recognised() -> None:
    assert detect_language("Das ist ein einfacher deutscher Satz, den man leicht erkennt.")[0] == "de"
    assert detect_language("1 2 3 …")[0] is None


@given(st.text())
def test_any_text_gets_an_answer(text: str) -> None:
    code, sure = detect_language(text)
    assert code is None or len(code) == 2
    assert 0 <= sure <= 1
