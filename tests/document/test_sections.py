"""A document is cut at its headings, and the parts make it up again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan import Section
from plain_methods import All

TEA = """<p>Before all headings.</p><h1>ชา</h1><p>A drink.</p><h2>Green <b>tea</b></h2><p>Not fermented.</p>
<pre># no heading</pre><h3><a href="/oolong">Oolong</a></h3><p>Half.</p>
<h2>Black tea</h2><ul><li>Assam<li>Ceylon</ul>"""


def cut(html: str) -> tuple[Section, ...]:
    return kaensan.extract(html, "https://example.org/", method=All()).sections()


def test_a_section_knows_the_headings_above_it() -> None:
    assert [(section.path, section.level) for section in cut(TEA)] == [
        ((), 0),
        (("ชา",), 1),
        (("ชา", "Green tea"), 2),
        (("ชา", "Green tea", "Oolong"), 3),
        (("ชา", "Black tea"), 2),
    ]
    assert [section.heading for section in cut(TEA)][:2] == [None, "ชา"]


def test_text_and_markdown_of_a_section_are_its_own_heading_and_what_follows() -> None:
    green = cut(TEA)[2]
    assert green.text == "Green tea\nNot fermented.\n# no heading"
    assert green.markdown.startswith("## Green tea\n\nNot fermented.")
    assert "# no heading" in green.markdown
    assert cut(TEA)[3].markdown == "### [Oolong](https://example.org/oolong)\n\nHalf."


def test_offsets_lead_back_to_the_text() -> None:
    doc = kaensan.extract(TEA, method=All())
    for section in doc.sections():
        assert doc.text[slice(*section.offsets)] == section.text
    assert "\n".join(section.text for section in doc.sections()) == doc.text


def test_a_page_without_headings_is_one_section_and_an_empty_one_none() -> None:
    assert [(section.path, section.text) for section in cut("<p>One.</p><p>Two.</p>")] == [((), "One.\nTwo.")]
    assert cut("") == ()


def test_the_same_heading_twice_makes_two_sections() -> None:
    texts = [section.text for section in cut("<h2>Again</h2><p>Again</p><h2>Again</h2><p>b</p>")]
    assert texts == ["Again\nAgain", "Again\nb"]


BLOCKS = st.lists(
    st.tuples(st.sampled_from(["h1", "h2", "h3", "p", "li", "td", "pre", "blockquote"]), st.text(max_size=12)),
    max_size=12,
)


@given(BLOCKS)
def test_sections_cover_the_text_whatever_the_page(blocks: list[tuple[str, str]]) -> None:
    html = "".join(f"<{tag}>{text.replace('<', '&lt;')}</{tag}>" for tag, text in blocks)
    doc = kaensan.extract(f"<body>{html}", method=All())
    sections = doc.sections()
    assert all(doc.text[section.start : section.end] == section.text for section in sections)
    assert "\n".join(section.text for section in sections) == doc.text


@pytest.mark.parametrize(
    "nesting", ["<table><tr><td>{}<td>x</table>", "<ul><li>{}</ul>", "<blockquote>{}</blockquote>"]
)
def test_a_heading_inside_a_table_or_a_list_loses_no_text(nesting: str) -> None:
    html = "<h1>One</h1><p>a</p>" + nesting.format("<h2>Inside</h2>text") + "<h2>Two</h2><p>b</p>"
    sections = cut(html)
    assert [section.heading for section in sections if section.heading != "Inside"] == ["One", "Two"]
    assert sections[-1].text == "Two\nb"
