"""The functions most users need."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
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


@pytest.mark.parametrize("kind", [str, bytes])
def test_paths_and_open_files_are_read(kind: type, tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_text(PAGE, encoding="utf-8")
    assert kaensan.extract(path, method=All()).text == "Home\nTea is a drink."
    with path.open("rb" if kind is bytes else "r") as file:
        assert kaensan.extract(file, method=All()).text == "Home\nTea is a drink."


def test_a_file_that_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.html cannot be read"):
        kaensan.extract(tmp_path / "missing.html")
    with (tmp_path / "x").open("wb") as file, pytest.raises(InputError, match="open file cannot be read"):
        kaensan.extract(file)


def test_a_response_gives_its_markup_its_address_and_its_charset() -> None:
    body = "<p>สวัสดี <a href=/a>ลิงก์</a></p>".encode("cp874")
    answer = httpx.Response(
        200,
        content=body,
        headers={"Content-Type": "text/html; charset=tis-620"},
        request=httpx.Request("GET", "https://example.org/page"),
    )
    doc = kaensan.extract(answer, method=All())
    assert (doc.text, doc.url) == ("สวัสดี ลิงก์", "https://example.org/page")
    assert "](https://example.org/a)" in doc.markdown
    assert kaensan.extract(answer, url="https://other.example/", method=All()).url == "https://other.example/"
    several = kaensan.extract_many([answer, (answer, "https://other.example/")], method=All())
    assert [doc.url for doc in several] == ["https://example.org/page", "https://other.example/"]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("https://example.org/", r"kaensan\.fetch\('https://example\.org/'\)"),
        (" HTTP://example.org/a?b=c\n", r"kaensan\.fetch"),
        ("news.html", r"pathlib\.Path\('news\.html'\)"),
        ("/data/ข่าว-วันนี้.htm", r"pathlib\.Path"),
    ],
)
def test_a_string_that_only_says_where_the_page_is_is_never_opened(
    text: str, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "news.html").write_text(PAGE, encoding="utf-8")
    with pytest.raises(InputError, match=advice):
        kaensan.extract(text)
    (doc,) = kaensan.extract_many([text])
    assert isinstance(doc.error, InputError)


@pytest.mark.parametrize("text", ["Read https://example.org/ today", "<p>news.html</p>", "see news.html", "", "a.b"])
def test_text_that_mentions_an_address_or_a_file_is_a_page(text: str) -> None:
    assert kaensan.extract(text, method=All()).error is None


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"url": 5}, "url is str, not int: 5"),
        ({"url": b"https://example.org/"}, "url is str, not bytes"),
        ({"charset": ["utf-8"]}, "charset is str"),
        ({"policy": "precision"}, "policy is Policy, not str: 'precision'"),
        ({"method": 5}, "method is a name"),
        ({"method": ["core"]}, "method is a name"),
        ({"site": 5}, "site is Store or str or PathLike, not int"),
        ({"rules": {}}, "rules is UserRules or str or PathLike, not dict"),
    ],
)
def test_an_option_of_the_wrong_type_is_a_usage_error_that_names_it(options: dict[str, Any], name: str) -> None:
    with pytest.raises(UsageError, match=f"^{name}"):
        kaensan.extract(PAGE, **options)


WRONG: list[tuple[Callable[[Any], object], object, str]] = [
    (lambda wrong: kaensan.extract_many([PAGE], workers=wrong), "2", "workers is a number from 1, not '2'"),
    (lambda wrong: kaensan.extract_many([PAGE], formats=wrong), "text", "formats is a list of names"),
    (lambda wrong: kaensan.extract_many([PAGE], formats=wrong), 5, "formats is a list of names"),
    (lambda wrong: kaensan.extract_many(wrong), PAGE, "pages is a list"),
    (lambda wrong: kaensan.extract_many(wrong), 5, "pages is a list"),
    (lambda wrong: kaensan.extract(kaensan.parse(PAGE), wrong), "https://e.org/", "a Page knows its address"),
    (lambda wrong: kaensan.cloud("ฝน", terms=wrong), 40, "terms is TermOptions, not int: 40"),
    (lambda wrong: kaensan.cloud("ฝน", look=wrong), "dark", "look is Look, not str"),
    (lambda wrong: kaensan.cloud("ฝน", title=wrong), 5, "title is str"),
    (lambda wrong: kaensan.fetch(wrong), 5, "url is str, not int"),
    (lambda wrong: kaensan.fetch(wrong), None, "url is the address"),
    (lambda wrong: kaensan.fetch("https://e.org/", timeout=wrong), "5", "timeout is int or float or Timeouts, not str"),
    (lambda wrong: kaensan.extract(PAGE).render("html", wrong), {"links": False}, "options is RenderOptions"),
]


@pytest.mark.parametrize(("call", "wrong", "name"), WRONG)
def test_the_other_functions_name_wrong_options_too(call: Callable[[Any], object], wrong: object, name: str) -> None:
    with pytest.raises(UsageError, match=f"^{name}"):
        call(wrong)


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
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map("<p>".__add__)))
def test_any_input_gives_a_document_in_every_format(html: bytes | str) -> None:
    """Strings are markup here: without any, `.md` and `a.html` are names of files, which are refused as such."""
    doc = kaensan.extract(html, method=All())
    assert isinstance(doc, Document)
    for form in ("text", "markdown", "html", "json"):
        assert isinstance(doc.render(form), str)
