"""What stands on a page once is looked at once, however many of its texts it concerns."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest
from usp.tree import sitemap_from_str

import kaensan
from kaensan.adapters.mcp import search
from kaensan.crawl.feeds import read_sitemap
from kaensan.crawl.page_links import links_of
from kaensan.document.sections import Section, _is_shown
from kaensan.methods import load
from kaensan.page.tables import data_tables
from kaensan.render.notes import _Labels
from kaensan.serve.work.picture import picture_data
from kaensan.serve.work.safe_page import ViewOptions, render_view
from kaensan.thai.words import segment
from kaensan.web.response import Response


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python some work comes to, in loops within a line each turn: a count, no time."""
    count = 0

    def trace(frame: FrameType, event: str, given: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def _nested_code(depth: int, rows: int) -> Callable[[], object]:
    page = kaensan.parse("<table><tr><td>a<td>b</table>" + "<pre>" * depth + "<b>x</b> " * rows)
    has = np.ones(len(page.elements), np.bool_)
    return lambda: data_tables(page, has)


def test_code_in_code_is_looked_at_once() -> None:
    once, often = steps(_nested_code(1, 400)), steps(_nested_code(200, 400))
    assert often < 2 * once


@pytest.mark.parametrize(
    ("code", "is_data"),
    [
        ("x = 1", True),
        ("\n  x = 1\n", True),
        ("x = 1\ny = 2", False),
        ("<b>x</b> = <b>1</b>", True),
        ("<b>x</b>\n<b>y</b>", False),
        ("<b>x\n</b><b>y</b>", False),
        ("<b>x</b><b>\ny</b>", False),
        ("<pre>\n x</pre>", True),
        ("<pre>x\n</pre>y", False),
        ("<p>x<p>y", False),
    ],
)
def test_code_of_one_line_may_stand_in_a_table(code: str, is_data: bool) -> None:
    page = kaensan.parse(f"<table><tr><td>a<td><pre>{code}</pre><tr><td>b<td>c</table>")
    assert bool(data_tables(page, page.elements.end_text > page.elements.first_text).any()) is is_data


def test_a_heading_without_end_is_looked_at_in_part() -> None:
    assert _is_shown("Tide", "The *tide* and T<i>ide</i>")
    assert not _is_shown("b", "a" * 30_000 + "b")
    assert _is_shown("a" * 30_000, "a" * 30_000)


def test_numbers_of_notes_are_counted_on() -> None:
    class Counting(set[str]):
        looked = 0

        def __contains__(self, label: object) -> bool:
            self.looked += 1
            return super().__contains__(label)

    labels = _Labels()
    labels.taken = counting = Counting()
    assert [labels.take(str(number)) for number in range(501, 1001)] == list(map(str, range(501, 1001)))
    assert [labels.take("*") for _ in range(500)] == list(map(str, range(1001, 1501)))
    assert counting.looked < 3000


def test_a_heading_over_many_passages_is_cut_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counting(text: str) -> list[str]:
        read.append(len(text))
        return segment(text)

    monkeypatch.setattr(search, "segment", counting)
    above = tuple(f"{'tide ' * 50}{level}" for level in range(5))
    sections = [Section((*above, f"h{at}"), 6, f"h{at}\nfish", "", 0, 0) for at in range(300)]
    found = search.search_sections(sections, "tide and fish", 3)
    assert [passage.text for passage in found] == ["fish"] * 3
    assert sum(read) < 10_000


def test_words_of_a_question_are_found_whole_and_in_thai_as_parts() -> None:
    means = search._meanings({"tide", "tides", "เวลาเปิด", "ดาว"}, ["tide", "เปิด"])
    assert means == {"tide": ["tide"], "เวลาเปิด": ["เปิด"]}


@pytest.mark.parametrize("options", [ViewOptions(), ViewOptions(own_look=True), ViewOptions(pictures=True)])
def test_a_long_base_does_not_multiply_the_view(options: ViewOptions) -> None:
    base = f'<base href="https://example.org/{"&" * 1900}/">'
    page = base + "".join(f"<a href=b{number}>l</a> <img src=c{number}>" for number in range(1500))
    parsed = kaensan.parse(page, "https://example.org/")
    assert len(render_view(parsed, options)) < 40 * len(page)
    assert any("links" in warning for warning in parsed.budget.warnings)


@pytest.mark.parametrize("method", ["xpath", "weight"])
@pytest.mark.parametrize("name", ["div", f"x-{'a' * 400}"])
def test_reasons_and_pictures_do_not_repeat_what_stands_around_all_texts(method: str, name: str) -> None:
    texts = "".join(f"<div><p>Text {number} of some words in it</p></div>" for number in range(300))
    page = kaensan.parse(f"<{name}>" * 400 + texts)
    labels = load(method).label(page)
    assert sum(len(labels.reason(row)) for row in range(300)) < 1500 * 300
    assert len(json.dumps(picture_data(page, labels))) < 1500 * 300


@pytest.mark.parametrize("letter", ["a", "ก"])
def test_the_name_of_an_element_is_cut(letter: str) -> None:
    page = kaensan.parse(f"<x-{letter * 5000}>One<br>Two</x-{letter * 5000}><p>Three")
    assert page.texts.strings == ["One", "Two", "Three"]
    names = [page.elements.names[row] for row in page.texts.parent.tolist()]
    assert names[0] == names[1] == f"x-{letter * (126 // len(letter.encode()))}"
    assert names[2] == "p"


def test_a_path_is_shown_whole_where_it_is_short() -> None:
    elements = kaensan.parse("<div></div><div><p>One<p>Two</div>").elements
    assert elements.shown_path(len(elements) - 1) == elements.xpath(len(elements) - 1)
    deep = kaensan.parse("<div>" * 90 + "<p>Two").elements
    assert deep.shown_path(len(deep) - 1) == "…" + "/div[1]" * 31 + "/p[1]"


@pytest.mark.parametrize("page", ["", "<!-- nothing", "<title "])
def test_a_page_without_text_has_an_empty_view(page: str) -> None:
    for options in (ViewOptions(), ViewOptions(own_look=True)):
        assert "data-row" not in render_view(kaensan.parse(page), options)


def test_the_text_of_a_link_is_cut() -> None:
    (link,) = links_of(kaensan.parse(f"<a href=/a>{'word ' * 5000}</a>"))
    assert len(link.text) <= 200


@pytest.mark.parametrize("between", ["", " " * 3000, f"<?x {'y' * 3000}?>", f"<!-- {'y' * 3000} -->"])
def test_a_sitemap_that_declares_entities_is_handed_to_no_parser(between: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[str] = []

    def parsing(text: str) -> Any:
        handed.append(text)
        return sitemap_from_str(text)

    monkeypatch.setattr("usp.tree.sitemap_from_str", parsing)
    start = f"<?xml version='1.0'?><!-- <urlset> -->{between}"
    lists = "<urlset><url><loc>https://example.org/b</loc></url></urlset>"
    assert not read_sitemap(_answer(f"{start}<!DOCTYPE urlset [<!ENTITY a 'a'>]>{lists}")).pages
    assert handed == []
    assert [page.url for page in read_sitemap(_answer(start + lists)).pages] == ["https://example.org/b"]


def _answer(text: str) -> Response:
    return Response("https://example.org/sitemap.xml", 200, text.encode(), "utf-8", "text/xml", {})
