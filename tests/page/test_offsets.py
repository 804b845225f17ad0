"""Where each text stands in the source."""

from __future__ import annotations

import sys
from html import unescape
from types import FrameType
from typing import Any
from unicodedata import normalize

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wild_markup import any_text

from kaensan.page import parse
from kaensan.page.offsets import locate


def located(markup: str) -> dict[str, str]:
    """The stretch of source that each text is said to come from."""
    page = parse(markup)
    places = zip(page.texts.offset.tolist(), page.texts.end_offset.tolist(), strict=True)
    return {text: page.source[start:end] for text, (start, end) in zip(page.texts.strings, places, strict=True)}


def test_offsets_point_at_the_text() -> None:
    page = parse("<p>one <b>two</b>\n three</p>")
    assert page.texts.offset.tolist() == [3, 10, 17]
    assert page.texts.end_offset.tolist() == [7, 13, 24]


def test_offsets_count_characters_not_bytes() -> None:
    assert located("<p>ภาษา<b>ไทย</b>\U0001f600<i>x</i>") == {
        "ภาษา": "ภาษา",
        "ไทย": "ไทย",
        "\U0001f600": "\U0001f600",
        "x": "x",
    }


def test_references_are_covered_as_they_are_written() -> None:
    assert located("<p>a &amp; b</p><p>&#3585;</p>") == {"a & b": "a &amp; b", "ก": "&#3585;"}


def test_text_that_was_normalised_still_points_at_its_source() -> None:
    assert located("<p>น\u0e4d\u0e49\u0e32") == {"น\u0e49\u0e33": "น\u0e4d\u0e49\u0e32"}


def test_scripts_and_comments_between_texts_do_not_shift_them() -> None:
    markup = "<title>T</title><script>if (a<b) 'p'</script><p>a<!-- b -->c</p><style>p{}</style><p>d</p>"
    assert located(markup) == {"a": "a", "c": "c", "d": "d"}


def test_text_inside_noscript_is_found_as_markup() -> None:
    markup = "<body><noscript><p>one</p><p>two</p></noscript><NOSCRIPT>three</NOSCRIPT><p>four</p>"
    assert located(markup) == {"one": "one", "two": "two", "three": "three", "four": "four"}


def test_text_that_the_parser_moves_out_of_a_table_is_found() -> None:
    markup = "<table><tr><td>cell</td></tr>moved</table>" + "".join(f"<p>after {n}</p>" for n in range(40))
    page = parse(markup)
    assert page.texts.strings[:2] == ["moved", "cell"]
    assert all(text == source for text, source in located(markup).items())


def test_text_that_the_parser_drops_does_not_shift_what_follows() -> None:
    markup = "<p>a</p><table><colgroup><col>dropped?</colgroup><tr><td>b</table><p>c</p>"
    assert located(markup) == {"a": "a", "dropped?": "dropped?", "b": "b", "c": "c"}


def test_text_joined_over_a_tag_that_means_nothing_is_covered_whole() -> None:
    assert located("<p>a</nothing> </nothing>b</nothing>c<p>d") == {
        "a bc": "a</nothing> </nothing>b</nothing>c",
        "d": "d",
    }


def test_text_without_a_token_of_its_own_has_no_extent() -> None:
    assert located("<svg><![CDATA[drawn]]></svg><p>text") == {"drawn": "", "text": "text"}


def test_zero_characters_in_the_source_do_not_shift_texts() -> None:
    assert located("<p>a\x00b</p><p>c</p>") == {"ab": "a\x00b", "c": "c"}


_word = st.text(st.sampled_from("abก้ำน่&<> \né\U0001f600"), min_size=1, max_size=8)
_leaf = st.builds(lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), _word)
_tree = st.recursive(
    _leaf,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>" + "<br>".join(parts) + f"</{tag}>",
        st.sampled_from(["div", "span", "section", "b", "noscript", "ul", "x-card"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@given(_tree)
def test_in_well_formed_markup_every_extent_spells_its_text(body: str) -> None:
    page = parse(f"<!doctype html><html><head><title>t</title></head><body><div>{body}</div></body></html>")
    for text, start, end in zip(page.texts.strings, page.texts.offset, page.texts.end_offset, strict=True):
        assert parse(f"<div>{page.source[start:end]}</div>").texts.strings == [text]
    assert page.texts.offset.tolist() == sorted(page.texts.offset.tolist())


@given(any_text)
@example(" &#0;<p>word </a>&#0;")
def test_offsets_lie_in_the_source_whatever_the_markup(markup: str) -> None:
    page = parse(markup)
    assert all(
        0 <= start <= end <= len(page.source)
        for start, end in zip(page.texts.offset, page.texts.end_offset, strict=True)
    )
    for text, start, end in zip(page.texts.strings, page.texts.offset, page.texts.end_offset, strict=True):
        spelled = normalize("NFC", unescape(page.source[start:end]).replace("\x00", "\ufffd"))
        assert start == end or text.strip()[0] in spelled + "\ufffd"


def test_no_texts_have_no_offsets() -> None:
    nothing = locate("", [], np.zeros(0, np.bool_))
    assert nothing.start.tolist() == nothing.end.tolist() == []
    comment = locate("<!-- only a comment -->", ["text from elsewhere"], np.ones(1, np.bool_))
    assert comment.start.tolist() == comment.end.tolist() == [0]


def _calls(markup: str) -> int:
    """How many functions, Python's and C's, finding all offsets takes."""
    texts = parse(markup).texts
    count = 0

    def tally(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tally)
    try:
        assert len(texts.offset) == len(texts)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "pattern",
    [
        "<p>a</p>",
        "a</x> </x>",
        "<table><tr><td>a</td></tr>b</table>",
        "<svg><![CDATA[a]]></svg>",
        "<table><colgroup>x<col>",
    ],
)
def test_steps_grow_in_proportion_to_the_page(pattern: str) -> None:
    assert _calls(pattern * 2000) <= 2.2 * _calls(pattern * 1000)
