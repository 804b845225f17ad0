"""The quick scan of the source sees the tags and texts that a tokeniser sees."""

from __future__ import annotations

import sys
from html import unescape
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import TokenType, tokenize

from kaensan.page.markup import COMMENT, Markup, scan
from kaensan.page.tags import TAGS, tag_id

_names = st.sampled_from(
    ["a", "p", "div", "h1", "table", "svg", "title", "script", "style", "textarea", "br", "iframe", "x-y"]
)
_closed = st.sampled_from(["", " x=1", ' a="b"', " c='a>b'", "/", " hidden", ' d="<p>"', "\nclass=k"])
_unclosed = st.one_of(_closed, st.sampled_from([' d="', " e =f>", " '"]))
_texts = st.sampled_from(
    [
        *[
            " ",
            "\n",
            "word ",
            "ภาษา",
            "&amp;",
            "a&lt;b",
            "<!--c-->",
            "<!-- > -->",
            "<!--",
            "<?pi x?>",
            "</ >",
            "<",
            "< ",
        ],
        *[">", "<!doctype html>", '"', "'", "<1", "-->", "<!-->", "<!--->", "\U0001f600"],
    ]
)


def markup(attributes: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    start = st.builds("<{}{}>".format, _names, attributes)
    end = st.builds("</{}>".format, _names)
    return st.lists(st.one_of(start, end, _texts), max_size=14).map("".join)


def text_of(found: Markup) -> str:
    runs = zip(found.run_start.tolist(), found.run_end.tolist(), found.code.tolist(), strict=True)
    return "".join(
        found.source[start:end] if code else unescape(found.source[start:end])
        for start, end, code in runs
        if start < end
    )


def tokenised_text(source: str) -> str:
    return "".join(token.data or "" for token in tokenize(source) if token.type is TokenType.TEXT)


@given(markup(_closed))
def test_the_scan_finds_the_texts_that_the_tokeniser_finds(source: str) -> None:
    assert text_of(scan(source)) == tokenised_text(source)


@given(markup(_unclosed))
def test_a_careful_scan_does_so_too_where_quotes_are_left_open(source: str) -> None:
    assert text_of(scan(source, careful=True)) == tokenised_text(source)


@given(markup(_closed))
def test_tags_have_the_names_that_the_tokeniser_reads(source: str) -> None:
    source += "<p>"
    found = scan(source)
    named = found.tag != COMMENT
    mine = list(zip(found.tag[named].tolist(), found.closing[named].tolist(), strict=True))
    wanted = (TokenType.START_TAG, TokenType.END_TAG)
    theirs = [
        (tag_id(token.tag or ""), token.type is TokenType.END_TAG) for token in tokenize(source) if token.type in wanted
    ]
    # The last tag may be lost in a comment or in code that never ends, for both alike.
    assert mine == theirs


@given(markup(_unclosed))
def test_tags_and_runs_share_out_the_source(source: str) -> None:
    found = scan(source)
    covered = 0
    for start, end in zip(found.tag_start.tolist(), found.tag_end.tolist(), strict=True):
        assert covered <= start < end <= len(source)
        covered = end
    assert found.run_start.tolist() == [0, *found.tag_end.tolist()]
    assert found.run_end.tolist() == [*found.tag_start.tolist(), len(source)]


@pytest.mark.parametrize("name", ["p", "DIV", "h1", "H6", "blockquote", "figcaption", "noscript", "hr", "section"])
def test_names_are_read_whatever_their_case_and_length(name: str) -> None:
    found = scan(f"<{name} class=a>ก")
    assert [TAGS[tag] for tag in found.tag.tolist()] == [name.lower()]


@pytest.mark.parametrize("name", ["px", "h7", "blockquotes", "blockquot", "textarea-x", "template1", "di-v", "ก"])
def test_names_that_only_begin_alike_are_others(name: str) -> None:
    assert tag_id(name) == 0
    assert all(tag in (0, COMMENT) for tag in scan(f"<{name}>").tag.tolist())


def test_line_ends_are_found_in_every_width_of_characters() -> None:
    for text in ("a\nb\n", "ก\nข\n", "\U0001f600\nb\n"):
        assert scan(text).newlines.tolist() == [1, 3]


def _calls(source: str, *, careful: bool) -> int:
    count = 0

    def tally(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tally)
    try:
        scan(source, careful=careful)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize(
    "pattern", ["<p>a</p>", "<p a='", "<!--", "<!-- a -->", "<script>", "<script></script>", "<", ">"]
)
def test_steps_of_the_scan_grow_in_proportion_to_the_source(pattern: str, careful: bool) -> None:
    assert _calls(pattern * 4000, careful=careful) <= 2.2 * _calls(pattern * 2000, careful=careful)
