"""White space between and around words."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kaensan.page.white_space import collapse, collapse_all, is_tidy, letters_of, line_ends


def test_what_has_nothing_to_collapse_stays_the_same_text() -> None:
    text = "น้ำ in a “plain” line"
    assert collapse(text) == text
    assert collapse_all(["", " ", "a", " a ", "a  b", "a\u00a0b", "a\u3000"]) == ["", "", "a", "a", "a b", "a b", "a"]


@given(st.text(st.one_of(st.characters(), st.sampled_from(" \t\n\x1c\x85\u00a0\u2003\u3000"))))
def test_words_are_parted_as_python_parts_them(text: str) -> None:
    assert collapse(text) == " ".join(text.split())


@given(st.text("\r\na\0ก").map(str.encode))
def test_line_ends_are_alike(data: bytes) -> None:
    assert line_ends(data) == data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


@given(st.text(st.one_of(st.characters(), st.sampled_from(" \n&</~\x7fa"))))
def test_a_tidy_text_is_one_line_of_plain_text(text: str) -> None:
    plain = text.isascii() and text.isprintable() and "&" not in text and "</" not in text
    assert is_tidy(text) == (plain and text != "" and text == " ".join(text.split()))


@given(st.text(st.characters(max_codepoint=127)) | st.text())
def test_letters_are_those_that_python_calls_so(text: str) -> None:
    assert letters_of(text) == "".join(letter for letter in text.casefold() if letter.isalnum())
    assert letters_of(text) == re.sub(r"[\W_]+", "", text.casefold())
