"""Whatever is handed in as a page gives a Page with a plain warning, in work that grows with its size."""

from __future__ import annotations

import sys
import tracemalloc
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wild_markup import any_text

from kaensan.errors import InputError
from kaensan.page import Page, parse
from kaensan.page import page as page_module
from kaensan.page.page import MOST_ATTRIBUTES


def look_at_everything(page: Page) -> None:
    """Compute every column that is computed only when asked for."""
    texts = page.texts
    assert len(texts.offset) == len(texts.end_offset) == len(texts.anchor) == len(texts.heading) == len(texts)
    assert len(texts.context) == len(texts.spaced) == len(texts.length) == len(texts.visible) == len(texts)
    assert page.head is not None


# Things that are no pages.


@pytest.mark.parametrize("nothing", [b"", "", b"   \n\t ", "<!-- a comment -->", b"<html><body></body></html>"])
def test_a_page_without_text_says_so(nothing: str | bytes) -> None:
    page = parse(nothing)
    assert page.texts.strings == []
    assert page.warnings == ("the page has no text",)
    look_at_everything(page)


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG image"),
        (b"GIF89a\x01\x00", "a GIF image"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive or office document"),
        (b"\x1f\x8b\x08\x00", "gzip-compressed data"),
        (b"RIFF\x00\x00\x00\x00WEBP", "a media file"),
        (b"\x00\x00\x00\x18ftypmp42", "a media file"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"\x00\x01\x02\x00", "binary data"),
        (b"", "binary data"),
    ],
)
def test_a_file_of_another_kind_is_empty_and_named(start: bytes, kind: str) -> None:
    page = parse(start + bytes(range(256)) * 4 + b"<p>words that are not for reading")
    assert page.texts.strings == []
    assert page.warnings == (f"this is {kind}, not a web page",)
    look_at_everything(page)


def test_utf16_is_not_taken_for_binary() -> None:
    assert parse("<p>wide".encode("utf-16")).texts.strings == ["wide"]
    assert parse("<p>wide".encode("utf-16-le"), charset="UTF-16LE").texts.strings == ["wide"]


@pytest.mark.parametrize("thing", [None, 7, ["<p>"], object()])
def test_what_is_neither_text_nor_bytes_is_an_input_error(thing: Any) -> None:
    with pytest.raises(InputError, match="a page is str or bytes, not"):
        parse(thing)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_every_kind_of_bytes_is_read(kind: Any) -> None:
    assert parse(kind("<p>ก</p>".encode())).texts.strings == ["ก"]


# Broken pages.


@pytest.mark.parametrize(
    "broken",
    [
        "<p>words<a href='",
        "<p>words<!-- unfinished",
        "<p>words</",
        "<p>words<",
        "<div><ul><li><p>words",
        "</div></p></body></html>words",
        "<p>words<script>if (a",
        "<html><frameset></frameset></html><p>words",
    ],
)
def test_truncated_and_misnested_markup_keeps_its_words(broken: str) -> None:
    page = parse(broken)
    assert "".join(page.texts.strings).startswith("words") or "frameset" in broken
    look_at_everything(page)


@given(st.binary(max_size=500), st.one_of(st.none(), st.text(max_size=12)))
@example(b"\xff\xfe", None)
@example(b"\xef\xbb\xbf", "utf-16")
@example(b"<meta charset=", None)
def test_any_bytes_give_a_page(data: bytes, charset: str | None) -> None:
    page = parse(data, charset=charset)
    assert len(page.texts) or page.warnings
    look_at_everything(page)


@given(any_text)
@example("\ud800\udfff<p>\udc00")
@example("<p>\x00</p>\x00")
def test_any_text_gives_a_page(text: str) -> None:
    page = parse(text)
    assert len(page.texts) or page.warnings
    look_at_everything(page)


# Large pages.


def test_a_page_of_50_megabytes_is_read_whole() -> None:
    words = 9_000_000
    page = parse(b"<p>" + b"word " * words + b"<p>" + b"x" * 5_000_000)
    assert [len(text) for text in page.texts.strings] == [5 * words, 5_000_000]
    assert page.warnings == ()


def test_what_is_longer_than_the_limit_is_cut_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "MAX_BYTES", 1 << 20)
    for html in (b"<p>" + b"a" * (1 << 20), "<p>" + "a" * (1 << 20)):
        page = parse(html)
        assert page.texts.strings == ["a" * ((1 << 20) - 3)]
        assert len(page.warnings) == 1
        assert "the page was cut to its first 1 " in page.warnings[0]


def test_half_a_million_nested_elements_are_all_there() -> None:
    page = parse("<div>" * 500_000 + "deep")
    assert page.elements.names.count("div") == 500_000
    assert page.texts.strings == ["deep"]
    look_at_everything(page)


def test_half_a_million_nested_formatting_elements_lose_no_text() -> None:
    page = parse("<b><i>" * 250_000 + "deep")
    assert page.texts.strings == ["deep"]
    look_at_everything(page)


def test_of_a_million_attributes_the_first_ones_are_there_and_a_warning() -> None:
    page = parse("<p " + " ".join(f"a{n}=v" for n in range(1_000_000)) + ">text")
    assert page.elements.attrs[-1] == tuple((f"a{n}", "v") for n in range(MOST_ATTRIBUTES))
    assert page.warnings == ("elements with more than 256 attributes, or names over 4096 characters, were cut",)
    look_at_everything(page)


# Growth: calls are counted and memory is measured; the clock has no say.


def _calls(markup: str) -> int:
    count = 0

    def tally(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tally)
    try:
        look_at_everything(parse(markup.encode()))
    finally:
        sys.setprofile(None)
    return count


def _peak(markup: str) -> int:
    data = markup.encode()
    tracemalloc.start()
    try:
        look_at_everything(parse(data))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


PATTERNS = {
    "paragraphs": "<p class=a>Some <a href=b>linked</a> words &amp; more</p>\n",
    "nested elements": "<div>",
    "nested links": "<a><b>t",
    "attributes": "<i a=1 b=2 c=3 style='x:y'>",
    "list items": "<ul><li>t",
    "collapsed": "<details><summary>s</summary>t",
    "drawings": "<svg><style>a<g/>",
    "preformatted": "<pre>a <b> </b>",
    "comments": "<!-- c -->t",
    "scripts": "<script>a<b</script>",
    "unfinished tags": "<p a='",
    "meta": "<meta charset=",
    "Thai": "<p>ภาษาไทยน\u0e33\u0e49ใจ</p>",
}


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS.keys())
def test_twice_the_page_takes_at_most_twice_the_calls(pattern: str) -> None:
    assert _calls(pattern * 4000) <= 2.2 * _calls(pattern * 2000)


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS.keys())
def test_four_times_the_page_takes_about_four_times_the_memory(pattern: str) -> None:
    assert _peak(pattern * 8000) <= 5 * _peak(pattern * 2000)


def test_a_title_that_is_never_closed_does_not_swallow_the_page() -> None:
    page = parse("<html><head><title>News of the day\n<script>var a = 1;</script></head><body><p>The story.</p>")
    assert page.texts.strings == ["The story."]
    assert page.head.title == "News of the day"
    assert any("never closed" in warning for warning in page.warnings)


def test_a_page_of_nothing_but_a_closed_title_is_left_alone() -> None:
    page = parse("<title>Only <b>this</b></title>")
    assert len(page.texts) == 0
    assert page.warnings == ("the page has no text",)


def test_a_page_of_frames_is_read_as_one_without_frames() -> None:
    page = parse(
        "<title>Old</title><frameset cols='20%,80%'><frame src=menu.html><frame src=main.html>"
        "<noframes><body><p>Your browser shows no frames; <a href=main.html>read the text</a> here.</p></noframes>"
        "</frameset>"
    )
    assert page.texts.strings == ["Your browser shows no frames; ", "read the text", " here."]
    assert any("frames" in warning for warning in page.warnings)


def test_frames_without_another_text_are_an_empty_page() -> None:
    page = parse("<frameset><frame src=a><frame src=b></frameset>")
    assert len(page.texts) == 0
