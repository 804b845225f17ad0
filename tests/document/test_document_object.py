"""A document: what was found, in every form."""

from __future__ import annotations

import json
import pickle

import pytest

import kaensan
from kaensan import RenderOptions, UsageError
from plain_methods import All

PAGE = (
    "<html lang=th><title>หัวเรื่อง</title><h2>บท <b>หนึ่ง</b></h2><p>ย่อหน้า</p><ul><li>ข้อ</ul>"
    "<blockquote>คำพูด</blockquote><pre>x  =  1</pre><table><tr><td>ช่อง<td>2</table><p><a href=/x>ลิงก์</a>"
)


def document() -> kaensan.Document:
    return kaensan.extract(PAGE, "https://example.org/", method=All())


def test_blocks_say_what_they_are_and_make_up_the_text() -> None:
    blocks = document().blocks
    assert [block.kind for block in blocks] == [
        *["heading", "paragraph", "list", "quote", "code", "table", "table", "paragraph"]
    ]
    assert blocks[0].text == "บท หนึ่ง"
    assert blocks[0].level == 2
    assert blocks[0].rows == (0, 1)
    assert blocks[4].text == "x  =  1"
    assert "".join("".join(block.text for block in blocks).split()) == "".join(document().text.split())


def test_an_empty_document_has_no_blocks() -> None:
    assert kaensan.extract("", method=All()).blocks == ()


def test_it_becomes_plain_data() -> None:
    made = document().to_dict()
    assert made["title"] == "หัวเรื่อง"
    assert made["url"] == "https://example.org/"
    assert made["confidence"] == 0.5
    assert made["text"] == document().text
    assert json.loads(document().to_json()) == json.loads(json.dumps(made))
    assert "หัวเรื่อง" in document().to_json()


def test_the_content_comes_in_the_formats_that_are_asked_for() -> None:
    assert "text" not in document().to_dict(formats=["html"])
    assert document().to_dict(formats=["html"])["html"] == document().html


def test_options_of_rendering_leave_the_text_alone() -> None:
    doc = document()
    bare = doc.render("markdown", RenderOptions(links=False))
    assert "https://" in doc.render("markdown")
    assert "https://" not in bare
    assert doc.render("text", RenderOptions(links=False)) == doc.text


def test_an_unknown_format_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="choose one of text, markdown, html, json"):
        document().render("docx")


def test_it_survives_pickling_without_the_reasons() -> None:
    doc = document()
    again = pickle.loads(pickle.dumps(doc))
    assert again.to_dict() == doc.to_dict()
    assert again.page.texts.strings == doc.page.texts.strings
    assert pickle.loads(pickle.dumps(again)).text == doc.text
    assert (doc.labels.reason(0), again.labels.reason(0)) == ("row 0", "")


def test_its_representation_is_short() -> None:
    assert repr(document()).startswith("Document(title='หัวเรื่อง', text=")
