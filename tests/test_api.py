"""The functions most users need."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kaensan
from kaensan import Document, InputError, KaensanError, UsageError
from plain_methods import All, Failing, Paragraphs

PAGE = "<title>Tea</title><nav>Home</nav><p>Tea is a <b>drink</b>.</p>"


def test_a_page_becomes_a_document() -> None:
    doc = kaensan.extract(PAGE, "https://example.org/", method=Paragraphs())
    assert (doc.title, doc.text, doc.url, doc.method) == ("Tea", "Tea is a .", "https://example.org/", "paragraphs")


def test_markup_may_be_text_or_bytes_of_any_kind() -> None:
    data = PAGE.encode()
    for html in (PAGE, data, bytearray(data), memoryview(data), kaensan.parse(PAGE)):
        assert kaensan.extract(html, method=All()).text == "Home\nTea is a drink."


def test_the_charset_of_the_response_is_used() -> None:
    data = "<p>สวัสดี</p>".encode("cp874")
    assert kaensan.extract(data, charset="tis-620", method=All()).text == "สวัสดี"


@pytest.mark.parametrize("value", [None, 5, 1.5, ["<p>"], object(), {}])
def test_what_is_no_page_is_an_input_error(value: object) -> None:
    with pytest.raises(InputError, match="a page is"):
        kaensan.extract(value)  # type: ignore[arg-type]


def test_an_unknown_method_is_a_usage_error_that_names_the_others() -> None:
    with pytest.raises(UsageError, match="histogram"):
        kaensan.extract(PAGE, method="nonsense")


def test_a_mistake_inside_a_method_is_a_named_error() -> None:
    with pytest.raises(KaensanError, match="the method failing failed on this page") as caught:
        kaensan.extract("<p>fail", method=Failing())
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_methods_are_listed_with_what_they_do() -> None:
    listed = kaensan.method_names()
    assert "histogram" in listed
    assert all(summary for summary in listed.values())


@pytest.mark.parametrize(
    ("data", "warning"),
    [
        (b"", "no text"),
        (b"   \n", "no text"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document, not a web page"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image, not a web page"),
        (b"\xff\xd8\xff\xe0", "a JPEG image, not a web page"),
        (bytes(range(256)) * 8 + b"\0" * 4000, "binary data|U\\+FFFD"),
        (b"<html><body><scr", "no text"),
    ],
)
def test_what_is_no_web_page_gives_an_empty_document_with_a_warning(data: bytes, warning: str) -> None:
    doc = kaensan.extract(data, method=Paragraphs())
    assert (doc.text, doc.markdown, doc.html) == ("", "", "")
    assert doc.error is None
    assert any(re.search(warning, said) for said in doc.warnings)


def test_a_page_cut_off_in_the_middle_keeps_what_is_there() -> None:
    assert kaensan.extract(b"<p>one</p><p>two <b>thr", method=All()).text == "one\ntwo thr"


def test_a_charset_that_is_plainly_wrong_is_corrected_with_a_warning() -> None:
    data = "<meta charset=utf-8><p>สวัสดีครับ นี่คือข้อความภาษาไทยสำหรับทดสอบ</p>".encode("cp874")
    doc = kaensan.extract(data, method=All())
    assert "สวัสดีครับ" in doc.text
    assert any("windows-874" in warning for warning in doc.warnings)


def test_fifty_megabytes_are_a_page_like_any_other() -> None:
    data = b"<p>" + b"word " * 10_000_000 + b"</p><p>end</p>"
    doc = kaensan.extract(data, method=Paragraphs())
    assert doc.text.endswith("word\nend")
    assert len(doc.text) == len(data) - len("<p></p><p></p>")


def test_a_longer_page_is_cut_with_a_warning() -> None:
    doc = kaensan.extract(b"<p>" + b"x" * (65 << 20), method=Paragraphs())
    assert any("was cut" in warning for warning in doc.warnings)


@settings(max_examples=60)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200)))
def test_any_input_gives_a_document_in_every_format(html: bytes | str) -> None:
    doc = kaensan.extract(html, method=All())
    assert isinstance(doc, Document)
    for form in ("text", "markdown", "html", "json"):
        assert isinstance(doc.render(form), str)
