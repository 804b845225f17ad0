"""What a large page takes to be rendered."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from kaensan.page import Page, columns, parse
from kaensan.render import html as html_module
from kaensan.render import render_html, render_markdown
from kaensan.render.node import NO_ATTRIBUTES, Node

ITEMS = 20_000
MANY_ITEMS = "<ul>" + "<li>a" * ITEMS
MANY_CELLS = "<table>" + "<tr><td>a<td>b" * (ITEMS // 2)


def _all(page: Page) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.ones(len(page.texts), np.bool_)


def _peak(markup: str, render: Callable[[Page], str]) -> int:
    """The most bytes that rendering holds, above what the page does."""
    page = parse(markup)
    render(page)  # what the page keeps once it is asked for is the page's
    tracemalloc.start()
    try:
        render(page)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not columns.compiled, reason="nodes are larger as plain Python objects")
@pytest.mark.parametrize("markup", [MANY_ITEMS, MANY_CELLS], ids=["items", "cells"])
def test_markdown_holds_little_more_than_a_small_node_for_every_element(markup: str) -> None:
    # 192 and 267 bytes; with a dictionary for every node, and lists for the blocks of every item, 512 and 419.
    assert _peak(markup, lambda page: render_markdown(page, _all(page))) < 320 * ITEMS


@pytest.mark.skipif(not columns.compiled, reason="nodes are larger as plain Python objects")
def test_nodes_are_gone_once_they_are_written_as_markup() -> None:
    # 381 bytes, nearly all the sanitiser's; with the nodes and a string for every tag at the same time 709.
    assert _peak(MANY_CELLS, lambda page: render_html(page, _all(page))) < 500 * ITEMS


def test_html_is_the_same_whether_it_is_cleaned_in_one_piece_or_in_many(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse(
        "<h1>A &lt; B</h1><p>One <b>bold</b> <a href=javascript:x>word</a><ul><li>two<li>three</ul>"
        "<pre>a\n b</pre><table><tr><td>1<td>2<tr><td>3<td>4</table><blockquote><p>five</blockquote>" * 5
    )
    whole = render_html(page, _all(page))
    monkeypatch.setattr(html_module, "_PIECE", 1)
    assert render_html(page, _all(page)) == whole
    assert whole.count("</table>") == 5


def test_nothing_is_written_of_nothing() -> None:
    page = parse("<p>word")
    assert render_html(page, np.zeros(len(page.texts), np.bool_)) == ""


def test_nodes_without_attributes_share_theirs() -> None:
    assert Node("p").attrs is Node("br", {}).attrs is NO_ATTRIBUTES
    assert NO_ATTRIBUTES == {}
