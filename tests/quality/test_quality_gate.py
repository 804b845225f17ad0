"""Accuracy on pages written for the project does not fall below the floors that are written down."""

from __future__ import annotations

from pathlib import Path

import pytest
from quality_corpus import PAGES, digest, read_corpus, read_page
from quality_gate import Quality, below, measure_method, read_floors, table, to_toml

from kaensan.gold.datasets import GoldPage
from kaensan.methods import load, names

KINDS = {
    *("news", "blog", "documentation", "product", "listing", "collection", "service", "forum", "qa"),
    *("thai-news", "thai-board", "ja", "zh", "ar", "hi"),
    *("broken", "frames", "amp", "print", "table-layout", "spa"),
}


@pytest.fixture(scope="module")
def corpus() -> list[GoldPage]:
    return read_corpus()


@pytest.mark.parametrize("name", list(names()))
def test_no_method_falls_below_its_floors(name: str, corpus: list[GoldPage]) -> None:
    assert below(measure_method(load(name), corpus), read_floors().methods[name]) == []


def test_the_floors_belong_to_this_corpus(corpus: list[GoldPage]) -> None:
    floors = read_floors()
    assert (floors.digest, floors.pages) == (digest(), len(corpus))
    assert set(floors.methods) == set(names())


def test_the_corpus_has_every_kind_of_page(corpus: list[GoldPage]) -> None:
    assert len(corpus) >= 60
    assert {page.page_type for page in corpus} == KINDS


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.html")), ids=lambda path: path.stem)
def test_every_page_has_gold_that_is_part_of_it_and_no_mark_is_left(path: Path) -> None:
    page = read_page(path)
    assert page.text is not None
    assert len(page.text) > 150
    assert page.title is not None
    assert page.title.split()[0] in page.text
    assert not any(mark in page.html for mark in (b"gold-->", b"not-->", b"<!-- quality"))
    source = path.read_text(encoding="utf-8")
    assert source.count("<!--gold-->") == source.count("<!--/gold-->") > 0


def test_gold_is_read_by_marks_and_blocks(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        "<!-- quality\nkind: news\nlang: th\ncharset: windows-874\ntitle: ก\n-->\n"
        "<nav>x</nav><!--gold--><h1>ก<!--not--> #<!--/not--></h1>"
        "<p>ข &amp; ค<!--/gold--><p>y",
        encoding="utf-8",
    )
    page = read_page(path)
    assert (page.text, page.title, page.page_type) == ("ก\nข & ค", "ก", "news")
    assert page.html == "<nav>x</nav><h1>ก #</h1><p>ข &amp; ค<p>y".encode("cp874")


def test_what_is_below_its_floor_is_named() -> None:
    measured = Quality(0.9, {"title": 1.0}, {"news": 0.5})
    assert below(measured, Quality(0.8, {"title": 1.0}, {"news": 0.5})) == []
    assert below(measured, Quality(0.95, {}, {"news": 0.6, "blog": 0.1})) == [
        "f1 is 0.900, its floor 0.950",
        "kind news is 0.500, its floor 0.600",
        "kind blog is 0.000, its floor 0.100",
    ]


def test_pinned_floors_are_a_little_below_what_was_measured(tmp_path: Path) -> None:
    measured = {"core": Quality(0.9, {"title": 1.0}, {"news": 0.5}), "xpath": Quality(0.9, {}, {"news": 0.01})}
    path = tmp_path / "floors.toml"
    path.write_text(to_toml(measured, "abc", 3), encoding="utf-8")
    floors = read_floors(path)
    assert floors.methods["core"] == Quality(0.88, {"title": 0.96}, {"news": 0.42})
    assert floors.methods["xpath"] == Quality(0.89, {}, {"news": 0.0})
    shown = table({"core": Quality(0.8, {}, {"news": 0.5})}, floors)
    assert "0.800!" in shown
    assert "0.500!" not in shown
