"""Front matter that every reader of YAML reads alike."""

from __future__ import annotations

import datetime

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.page import parse
from kaensan.render import RenderOptions, render_html, render_markdown, render_text
from kaensan.render.front_matter import front_matter

PAGE = parse("<p>Some <b>text</b>")
ALL = np.ones(len(PAGE.texts), np.bool_)


def read(block: str) -> dict[str, object]:
    assert block.startswith("---\n")
    assert block.endswith("\n---")
    fields: dict[str, object] = yaml.safe_load(block[4:-4])
    return fields


@pytest.mark.parametrize(
    "value", ["yes", "null", "- x", "a: b", "a #b", "[x]", "12", "1e3", 'say "hi"', "\\n", "~", "@x"]
)
def test_text_stays_text(value: str) -> None:
    assert read(front_matter({"title": value, "tags": (value, "x")})) == {"title": value, "tags": [value, "x"]}


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_is_read_back(value: str) -> None:
    fields = read(front_matter({"title": value}))
    assert fields["title"] == value or isinstance(fields["title"], datetime.date)


def test_half_a_character_becomes_a_mark() -> None:
    assert read(front_matter({"title": "a\ud800"})) == {"title": "a\ufffd"}


def test_days_are_days_and_thai_needs_no_quotes() -> None:
    assert front_matter({"title": "สะพานใหม่", "date": "2024-10-12"}) == "---\ntitle: สะพานใหม่\ndate: 2024-10-12\n---"


def test_nothing_known_gives_nothing() -> None:
    assert front_matter({"title": None, "tags": ()}) == ""


def test_every_format_can_carry_title_and_facts() -> None:
    options = RenderOptions(title="A <bridge>", front_matter={"author": ("Ann Lee", "Bo Ek")})
    facts = "---\nauthor:\n  - Ann Lee\n  - Bo Ek\n---\n\n"
    assert render_text(PAGE, ALL, options) == f"{facts}A <bridge>\n\nSome text"
    assert render_markdown(PAGE, ALL, options) == f"{facts}# A &lt;bridge>\n\nSome **text**"
    html = render_html(PAGE, ALL, options)
    assert html.startswith("<dl><dt>author</dt><dd>Ann Lee</dd><dd>Bo Ek</dd></dl>\n<h1>A &lt;bridge&gt;</h1>")


def test_a_document_offers_its_own_facts() -> None:
    document = kaensan.extract("<html lang=en><title>A bridge</title><h1>A bridge</h1><p>The town has built a bridge.")
    options = RenderOptions(front_matter=document.metadata.front_matter())
    assert document.render("text", options).startswith("---\ntitle: A bridge\n")
