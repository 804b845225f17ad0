"""Text from bytes, and bytes from text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.page.utf8 import utf8_bytes, utf8_text

LETTERS = st.sampled_from(
    ["a", "<", "\0", "\x7f", "\x80", "\xff", "\u07ff", "\u0800", "–", "ไ", "\ud7ff", "\ue000", "\uffff"]
)


PIECES = st.sampled_from(["plain ", "four", "x", "sixteen letters "]) | LETTERS | st.just("\U0001f600")


@given(st.lists(st.lists(PIECES, max_size=40).map("".join), max_size=4))
def test_any_text_is_what_python_makes_of_it(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert utf8_bytes(pieces) == text.encode()
    assert utf8_text(text.encode()) == (text, len(text.encode()))


@pytest.mark.parametrize("length", range(0, 40, 3))
@pytest.mark.parametrize("place", range(0, 40, 3))
def test_a_letter_beyond_ascii_at_any_place(length: int, place: int) -> None:
    text = "abcdefghij" * 4
    text = text[:place] + "–" + text[place:length]
    assert utf8_bytes([text]) == text.encode()
    assert utf8_text(text.encode()) == (text, len(text.encode()))


@pytest.mark.parametrize("text", ["\ud800", "plain text – and \udfff more"])
def test_a_lone_surrogate_is_an_error(text: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        utf8_bytes(["fine", text])


_BYTES = st.sampled_from(
    [b"plain text, more than sixteen letters", "ไ–é\xa0".encode(), b"\xed\x9f\xbf", b"\xe0\xa0\x80"]
)
_BROKEN = st.sampled_from(
    [b"\x80", b"\xc0\xaf", b"\xc3", b"\xe0\x80\x80", b"\xe2\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff"]
)


@given(st.lists(_BYTES | _BROKEN | st.binary(max_size=3), max_size=8).map(b"".join))
def test_any_bytes_are_read_or_refused_as_python_does(data: bytes) -> None:
    try:
        expected: tuple[str, int] | None = codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        expected = None
    assert utf8_text(data) == expected


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_character_cut_off_at_the_end_is_left_out(cut: int) -> None:
    data = ("x" * 20 + "ไทย–").encode()[:-cut]
    assert utf8_text(data) == codecs.utf_8_decode(data, "strict", False)


def test_spans_of_other_bytes_stand_behind_the_text() -> None:
    assert utf8_bytes(["\U0001f600 x"], b"some bytes", [(4, 6), (0, 4)]) == "\U0001f600 x bsome".encode()


@pytest.mark.skipif(not kaensan.compiled, reason="slices of plain Python are always within")
@pytest.mark.parametrize("span", [(-1, 2), (2, 1), (0, 5)])
def test_spans_beyond_the_bytes_are_an_error(span: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no bytes from"):
        utf8_bytes(["text"], b"four", [span])
