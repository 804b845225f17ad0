"""What a page says never becomes markup of ours."""

from __future__ import annotations

from xml.dom import minidom

from hypothesis import given
from hypothesis import strategies as st

from kaensan.draw.escaping import element, escape, join
from kaensan.draw.svg import STYLE, columns, label, legend, picture, rect, shorten

hostile = st.one_of(
    st.text(max_size=40),
    st.text(st.sampled_from("<>&\"'/=a]-!\x00\x0b\ud800\ufffe\u202eก้"), max_size=20),
    st.sampled_from(
        ["<script>alert(1)</script>", "</text></svg><img src=x onerror=alert(1)>", "]]>", "--><b>", "&lt;"]
    ),
)


def readable(text: str) -> str:
    """A text as it must come back: what no document may hold is replaced."""
    allowed = {"\t", "\n", "\r"}
    return "".join(
        char
        if char in allowed or (char >= " " and not 0xD800 <= ord(char) < 0xE000 and char not in "\ufffe\uffff")
        else "\ufffd"
        for char in text
    )


@given(hostile)
def test_text_comes_back_from_a_document_as_it_went_in(text: str) -> None:
    document = minidom.parseString(element("p", escape(text)).encode())
    assert document.documentElement is not None
    found = "".join(node.data for node in document.documentElement.childNodes if isinstance(node, minidom.Text))
    assert found == readable(text).replace("\r\n", "\n").replace("\r", "\n")


@given(hostile)
def test_an_attribute_holds_any_text(text: str) -> None:
    written = element("p", title=text)
    document = minidom.parseString(written.encode())
    assert document.documentElement is not None
    assert len(document.documentElement.attributes) == 1
    assert not document.documentElement.childNodes


@given(hostile, hostile)
def test_a_picture_is_a_whole_document_whatever_it_is_told(title: str, words: str) -> None:
    svg = picture(100, 50, title, words, label(1, 2, words, tip=title), rect(0, 0, 1, 1, "content", tip=words))
    document = minidom.parseString(svg.encode())
    names = {node.tagName for node in document.getElementsByTagName("*")}
    assert names <= {"svg", "title", "desc", "style", "rect", "text"}


def test_a_picture_brings_its_style_and_nothing_from_outside() -> None:
    svg = picture(10, 10, "t", "d")
    assert STYLE in svg
    assert "prefers-color-scheme:dark" in svg
    for forbidden in ("<script", "@import", "@font-face", "href", "url("):
        assert forbidden not in svg
    assert "<style>" not in picture(10, 10, "t", "d", alone=False)


def test_numbers_are_written_short_and_missing_attributes_not_at_all() -> None:
    assert element("rect", x=1.0, y=2.346, width=3, rx=None) == '<rect x="1" y="2.35" width="3"></rect>'
    assert element("meta", http_equiv="a") == '<meta http-equiv="a"/>'
    assert join([escape("a"), escape("<")]) == "a&lt;"


def test_thai_marks_take_no_room() -> None:
    assert columns("กี่ปี่") == 2
    assert columns("น้ำ") == 2
    assert columns("日本 ab") == 7


def test_long_texts_are_shortened_at_the_end_that_matters_less() -> None:
    assert shorten("one two three four", 9) == "one two …"
    assert shorten("/html[1]/body[1]/p[7]", 8, keep="end") == "…1]/p[7]"
    assert shorten("  short \n text ", 20) == "short text"
    assert columns(shorten("ที่นี่มีน้ำใจ" * 20, 10)) <= 10


@given(st.text(max_size=60), st.integers(1, 30), st.sampled_from(["start", "end"]))
def test_a_shortened_text_fits(text: str, width: int, keep: str) -> None:
    assert columns(shorten(text, width, keep=keep)) <= width


def test_a_legend_explains_each_colour() -> None:
    drawn = legend(0, 0, [("content", "kept"), ("other", "not kept")])
    assert drawn.count("<rect") == drawn.count("<text") == 2
    assert "not kept" in drawn
