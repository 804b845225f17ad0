"""Rendered rows and the elements around them."""

import numpy as np
import pytest

from kaensan.page import parse
from kaensan.page.tags import tag_id
from kaensan.render.shown_elements import (
    find_shown,
    find_visits,
    image_rows,
    mark_pictured,
    rows_in_code_and_headings,
)

TEXTS = parse("<h2>Tea<a>#</a></h2><p>A drink.</p><pre>1 <b>brew</b></pre><h3>A long headline</h3>").texts


def test_kept_rows_are_told_by_where_they_stand() -> None:
    kept = np.ones(len(TEXTS), np.bool_)
    assert rows_in_code_and_headings(TEXTS, kept, 5) == ([3, 4], [0, 1])
    kept[[1, 3]] = False
    assert rows_in_code_and_headings(TEXTS, kept, 50) == ([4], [0, 5])


def test_there_is_a_mark_for_every_row() -> None:
    with pytest.raises(ValueError, match="page has 6"):
        rows_in_code_and_headings(TEXTS, np.ones(9, np.bool_), 5)
    assert rows_in_code_and_headings(parse("").texts, np.zeros(0, np.bool_), 5) == ([], [])


def _names(html: str, rows: list[int], *, data: bool = False) -> tuple[list[str], list[str]]:
    """The images of the content, and the elements that are visited where these rows are rendered."""
    page = parse(html)
    elements = page.elements
    shown = find_shown(page.texts, np.array(rows, np.int64))
    images = image_rows(elements, shown)
    mark_pictured(elements, shown.has, images)
    tables = (elements.tag == tag_id("table")) & data
    wanted = find_visits(elements, shown.has, tables).wanted.nonzero()[0].tolist()
    return [elements.get(row, "src") for row in images], [elements.names[row] for row in wanted]


def test_an_image_belongs_to_the_text_around_it() -> None:
    html = "<p>a<img src=1>b</p><div><img src=2><p>c</p><p>d</p><i>e</i></div><figure><img src=3></figure>"
    assert _names(html, [0, 1])[0] == ["1"]
    assert _names(html, [2, 3, 4])[0] == ["2", "3"]
    assert _names(html, [])[0] == _names("<img src=4>", [])[0] == []


def test_elements_with_something_to_show_are_visited_and_line_ends_between() -> None:
    html = "<div><h2>a</h2><br><ul><li>b<li><b>c</b></ul></div><p>d<br>e</p>"
    assert _names(html, [0, 2])[1] == ["h2", "br", "ul", "li", "b"]
    assert _names("<p>a</p><figure><img></figure><figure></figure><p>b</p>", [0, 1])[1] == ["figure", "img"]


def test_empty_cells_are_visited_in_tables_of_data_only() -> None:
    html = "<table><tr><td>a<td></table>"
    assert _names(html, [0])[1] == ["table", "tr", "td"]
    assert _names(html, [0], data=True)[1] == ["table", "tr", "td", "td"]


def test_paragraphs_are_parted_by_the_nearest_block() -> None:
    page = parse("<div>a<b>b</b><br><p><i>c</i></div>")
    elements = page.elements
    shown = find_shown(page.texts, np.arange(3))
    box = find_visits(elements, shown.has, np.zeros(len(elements), np.bool_)).box
    assert [elements.name_of(box[row]) for row in page.texts.parent.tolist()] == ["div", "div", "p"]
    assert shown.before.tolist() == [0, 1, 2, 3]
