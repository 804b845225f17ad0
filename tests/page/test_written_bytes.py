"""Markup as bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page.written_bytes import utf8_bytes

LETTERS = st.sampled_from(
    ["a", "<", "\0", "\x7f", "\x80", "\xff", "\u07ff", "\u0800", "–", "ไ", "\ud7ff", "\ue000", "\uffff"]
)


@given(st.lists(st.sampled_from(["plain ", "four", "x"]) | LETTERS | st.just("\U0001f600"), max_size=40).map("".join))
def test_any_text_is_what_python_makes_of_it(text: str) -> None:
    assert utf8_bytes(text) == text.encode()


@pytest.mark.parametrize("length", range(10))
@pytest.mark.parametrize("place", range(10))
def test_a_letter_beyond_ascii_at_any_place(length: int, place: int) -> None:
    text = "abcdefghij"[:length]
    text = text[:place] + "–" + text[place:]
    assert utf8_bytes(text) == text.encode()


@pytest.mark.parametrize("text", ["\ud800", "plain text – and \udfff more"])
def test_a_lone_surrogate_is_an_error(text: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        utf8_bytes(text)
