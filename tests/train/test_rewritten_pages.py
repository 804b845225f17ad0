"""Copies of pages in other markup: rebuilt from their texts, and laid out by tables."""

from __future__ import annotations

import pytest

from experiments.table_layout import Fashion, in_tables
from kaensan.gold.coverage import block_texts
from kaensan.page import parse
from kaensan.train.rebuilt_pages import rebuilt

PAGE = """<html><head><title>River &amp; rain</title><meta property="og:title" content="River"></head><body>
<div class="top"><nav><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li></ul></nav></div>
<div id="page"><div class="main"><h1>The river rises</h1><p>It rained for <b>two</b> days.</p>
<p>Then it stopped.</p></div>
<div class="side"><h2>Most read</h2><p>Boats &lt;for&gt; sale</p></div></div></body></html>"""
BLOCKS = [
    *("News", "Sport", "The river rises", "It rained for two days.", "Then it stopped."),
    *("Most read", "Boats <for> sale"),
]
PLAIN = Fashion(breaks=False, plain_lists=False, columns=False, names=False)
LINES = Fashion(breaks=True, plain_lists=True, columns=True, names=True)


@pytest.mark.parametrize(
    "markup",
    [
        rebuilt(parse(PAGE), joined=True),
        in_tables(parse(PAGE), PLAIN),
        in_tables(parse(PAGE), LINES),
    ],
)
def test_a_copy_has_the_blocks_of_the_page(markup: bytes) -> None:
    assert block_texts(parse(markup)) == BLOCKS


def test_items_that_are_always_told_apart_are_cut_at_every_text() -> None:
    blocks = block_texts(parse(rebuilt(parse(PAGE), joined=False)))
    assert " ".join(blocks) == " ".join(BLOCKS)
    assert "two" in blocks


def test_a_rebuilt_page_has_neither_names_nor_title_and_like_boxes_are_one() -> None:
    page = parse(rebuilt(parse(PAGE), joined=True))
    assert not any(name in ("class", "id") for attrs in page.elements.attrs for name, _ in attrs)
    assert not page.head.title
    assert _count(page.source, "div") == 2  # the one of the top, and both of the page in one another


def test_a_page_in_tables_has_cells_in_place_of_boxes_and_keeps_its_title_alone() -> None:
    page = parse(in_tables(parse(PAGE), PLAIN))
    assert page.head.title == "River & rain"
    assert not page.head.meta.get("og:title")
    assert (_count(page.source, "div"), _count(page.source, "table"), _count(page.source, "tr")) == (0, 1, 2)
    assert (_count(page.source, "p"), _count(page.source, "li"), _count(page.source, "h1")) == (3, 2, 1)
    assert 'href="/sport"' in page.source


def test_paragraphs_items_and_headings_may_be_lines() -> None:
    source = parse(in_tables(parse(PAGE), LINES)).source
    assert not any(_count(source, tag) for tag in ("p", "li", "ul", "h1", "h2"))
    assert "two</b> days.<br><br>" in source
    assert "<b>The river rises</b>" in source
    assert 'class="main"' in source


def test_boxes_of_a_column_stand_in_cells_of_one_row() -> None:
    nested = f"<div>{PAGE}<div>after</div></div>"
    rows, columns = (in_tables(parse(nested), Fashion(False, False, columns, False)) for columns in (False, True))
    assert columns.count(b"<td>") == rows.count(b"<td>")
    assert columns.count(b"<tr>") < rows.count(b"<tr>")


def _count(source: str, tag: str) -> int:
    return source.count(f"<{tag}>") + source.count(f"<{tag} ")
