"""What strangers write is read or not, and never raises."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.page.lenient_json import read_json
from kaensan.page.safe_readers import (
    MOST_DIGITS,
    decode_json_at,
    load_json,
    paired_surrogates,
    read_http_date,
    read_whole_number,
    unescape,
    valid_text,
    whole_number,
)
from kaensan.web.timeouts import retry_after

MANY_DIGITS = "9" * 5000
DEEP = "[" * 200_000


@pytest.mark.parametrize("text", [MANY_DIGITS, "1" * (MOST_DIGITS + 1), "", " ", "1.5", "-3", "x", "²", "1_000", "٣x"])
def test_what_is_no_number_of_a_sensible_size_is_none(text: str) -> None:
    assert read_whole_number(text) is None


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), (" 007\n", 7), ("๒๕๖๗", 2567), ("٣", 3), ("1" * MOST_DIGITS, int("1" * MOST_DIGITS))]
)
def test_whole_numbers_of_any_script_are_read(text: str, number: int) -> None:
    assert read_whole_number(text) == number


def test_numbers_in_data_fit_every_column_or_are_none() -> None:
    assert whole_number(-12) == -12
    assert [whole_number(value) for value in (10**400, True, 1.5, "1", None)] == [None] * 5


@pytest.mark.parametrize("text", [DEEP, MANY_DIGITS + "x", "{", "", b"\xff", '{"a": 1'])
def test_what_is_no_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        load_json(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_comes_back_as_it_was_written_but_for_lone_surrogates(value: object) -> None:
    assert load_json(json.dumps(value)) == json.loads(valid_text(json.dumps(value, ensure_ascii=False)))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"\ud83d\ude00", "😀"),
        (r"\ud83d", "\ufffd"),
        (r"\ude00\ud83d", "\ufffd\ufffd"),
        (r"\uD83D\uD83D\uDE00", "\ufffd😀"),
        (r"\\ud83d", "\\ud83d"),
        (r"\\\ud83d", "\\\ufffd"),
    ],
)
def test_escapes_of_half_a_character_become_the_replacement_character(written: str, text: str) -> None:
    assert load_json(f'"{written}"') == text
    assert decode_json_at(paired_surrogates(f'x "{written}"'), 2) == (text, 4 + len(paired_surrogates(written)))
    assert read_json(f'{{"a": "{written}", }}') == [{"a": text}]  # the comma makes it the lenient reader's


@pytest.mark.parametrize("text", [f"&#{MANY_DIGITS};", f"&#x{MANY_DIGITS};", "&#55296;", "&#x110000;"])
def test_entities_of_no_character_become_the_replacement_character(text: str) -> None:
    assert unescape(text) == "\ufffd"


@pytest.mark.parametrize(
    "text",
    ["Sun, 06 Nov 99999999999 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:59 -2359", f"Sun, {MANY_DIGITS}", "soon", ""],
)
def test_a_moment_that_no_calendar_has_is_none(text: str) -> None:
    assert read_http_date(text) is None
    assert retry_after(text) is None


def test_a_moment_of_a_header_has_its_zone() -> None:
    assert read_http_date("Sun, 06 Nov 1994 08:49:37 GMT") == datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)


def _json_ld(written: str) -> str:
    return f'<script type="application/ld+json">{written}</script><p>x'


_PAGER = f'<a href="?page=1">1</a> <b>{MANY_DIGITS}</b> <a href="?page=2">2</a>'
_CELLS = f"<tr><td colspan={MANY_DIGITS}>y<td>z"
PAGES = {
    "digits in an entity of the title": f"<title>a &amp;#{MANY_DIGITS}; b</title><p>x",
    "digits in an entity of a claim": f'<meta name=author content="&amp;#{MANY_DIGITS};"><p>x',
    "digits in a pager": f"<p>x<div class=pager>{_PAGER}</div>",
    "digits in attributes": f"<ol start={MANY_DIGITS}><li value={MANY_DIGITS}>x</ol><table>{_CELLS}</table>",
    "a number in JSON-LD": _json_ld(f'{{"@type":"Article","headline":{MANY_DIGITS}}}'),
    "a surrogate in JSON-LD": _json_ld(r'{"@type":"Article","headline":"a \ud800 b","author":{"name":"\udfff c"}}'),
    "brackets in a state": f"<div data-preloaded='{DEEP}'></div><p>x",
    "brackets in the state of a topic": f"<div data-preloaded='{json.dumps({'topic_1': DEEP})}'></div><p>x",
    "brackets in JSON-LD": _json_ld(DEEP),
}


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_a_page_that_python_cannot_read_is_a_document_all_the_same(html: str) -> None:
    document = kaensan.extract(html, f"https://example.org/?page={MANY_DIGITS}")
    thread = document.thread.to_json() if document.thread else ""
    for written in (document.to_json(), document.text, document.markdown, document.html, thread):
        written.encode()


def test_a_topic_whose_names_are_halves_of_characters_can_be_written() -> None:
    post = {"cooked": "<p>Some words \ud800 of an opening post", "username": "\udfff ann", "post_number": 1}
    state = json.dumps({"topic_1": json.dumps({"post_stream": {"posts": [post, {**post, "post_number": 2}]}})})
    thread = kaensan.extract(f"<div data-preloaded='{state}'></div><p>x").thread
    assert thread is not None
    assert "\ufffd ann" in thread.to_json().encode().decode()
