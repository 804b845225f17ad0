"""Made articles: every layout and every piece of furniture can be written, and what is content in them is known."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from kaensan import parse
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.train.made.articles.marks import without_marks
from kaensan.train.made.articles.pages import furnished, make_article, write_piece
from kaensan.train.made.articles.templates import ERAS, FOLDER, PLACES, Furniture, Layout, read_furniture, read_layouts
from kaensan.train.made.discussions import Discussion, draw_people, draw_posts
from kaensan.train.made.words import LANGUAGES, read_words
from kaensan.train.made_gold import made_articles
from kaensan.train.variants import surrounded

LAYOUTS = read_layouts()
FURNITURE = read_furniture()
SPOKEN = [language for language in LANGUAGES if set(read_words("en")) <= set(read_words(language))]
"""the languages that have all words"""

_GAP = re.compile(r"\{\{|\{%|\{[a-z]+\}|>None<")
"""what a template or a phrase leaves behind where something goes wrong"""


def by_name(template: Layout | Furniture) -> str:
    return template.name


def is_by_itself(markup: str) -> bool:
    """Whether text before and after some markup is in blocks of its own, and in no element that the markup opened."""
    page = parse(f"<body><div>before{markup}after</div>")
    block, said = page.texts.block.tolist(), [text.strip() for text in page.texts.strings]
    names = [page.elements.names[page.texts.parent[row]] for row in (0, -1)]
    alone = block.count(block[0]) == block.count(block[-1]) == 1
    return alone and (said[0], said[-1], names) == ("before", "after", ["div", "div"])


@pytest.mark.parametrize("layout", LAYOUTS, ids=by_name)
def test_every_layout_shows_an_article_in_every_language(layout: Layout) -> None:
    for number, language in enumerate(sorted(set(SPOKEN) & set(layout.languages))):
        page = make_article(replace(layout, languages=(language,)), number, remodel=number % 2 > 0)
        assert page.language == language
        assert "data-gold" not in page.html
        assert not _GAP.search(page.html)
        assert page.label.shape == (page.page.texts.blocks,)
        assert set(page.label[~np.isnan(page.label)].tolist()) <= {0.0, 1.0}
        assert np.any(page.label == 1)


@pytest.mark.parametrize("piece", FURNITURE, ids=by_name)
def test_every_piece_is_written_in_every_era_and_language_and_stays_in_its_box(piece: Furniture) -> None:
    for era in piece.eras:
        for language in SPOKEN:
            markup = write_piece(piece, language, era)
            assert markup.strip()
            assert not _GAP.search(markup)
            assert is_by_itself(markup)


def test_there_is_furniture_for_every_place_in_every_era() -> None:
    for era in ERAS:
        for place in PLACES:
            assert sum(era in piece.eras and place in piece.places for piece in FURNITURE) > 4, (era, place)


def test_what_stands_between_paragraphs_does_not_ask_for_the_article() -> None:
    for piece in FURNITURE:
        if "inside" in piece.places:
            assert "article." not in (FOLDER / "furniture" / f"{piece.name}.html").read_text("utf-8")


def test_a_page_is_the_same_every_time_and_another_with_another_seed() -> None:
    layout = replace(LAYOUTS[0], languages=("en",))
    one, again, other = (make_article(layout, 3, seed, remodel=True).html for seed in (0, 0, 1))
    assert one == again
    assert one != other
    assert furnished("a", "en", "css") == furnished("a", "en", "css") != furnished("b", "en", "css")


def test_discussions_are_as_long_as_asked_and_no_two_people_have_one_name() -> None:
    kind = Discussion.draw(rng := Random(4), "en", "blog.example")
    people = draw_people(rng, "en", "blog.example", 150)
    posts = draw_posts(kind, people, nested=True, shortly=True, count=300)
    assert len(posts) == 300
    assert len({person.author for person in people}) == 150


@pytest.mark.parametrize("encoding", ["utf-8", "cp874"])
def test_furniture_around_a_page_leaves_its_text_as_it_is(encoding: str) -> None:
    text = "ฝนตกหนักที่เชียงใหม่เมื่อคืนนี้"
    page = f'<html><head><meta charset="{encoding}"></head><body class="a"><p>{text}</p></body></html>'.encode(encoding)
    assert surrounded(page, b"", b"") == page
    for seed in range(6):
        above, below = furnished(str(seed), "en", ERAS[seed % 3])
        assert b"data-gold" not in above + below
        around = surrounded(page, above, below)
        assert around is not None
        assert parse(around).texts.strings.count(text) == 1
    assert len(above + below) > 100


def test_nothing_is_put_around_what_has_no_body() -> None:
    assert surrounded(b"<p>Tea.", b"<p>above", b"<p>below") is None


def test_marks_leave_the_markup_as_a_site_would_write_it() -> None:
    assert without_marks('<p class="a" data-gold-maybe>By <b data-gold-other>Ann</b>') == '<p class="a">By <b>Ann</b>'


def test_there_are_layouts_of_every_type_of_page_but_boards() -> None:
    for page_type in set(PAGE_TYPES) - {"forum"}:
        assert sum(layout.page_type == page_type for layout in LAYOUTS) >= 8, page_type


def test_lists_are_content_on_pages_that_list_things() -> None:
    links = {"article": [0.0, 0.0], "listing": [0.0, 0.0]}
    for layout in LAYOUTS:
        if layout.page_type in links:
            made = make_article(replace(layout, languages=("en",)), 0)
            texts = made.page.texts
            first = texts.block_start[:-1]
            linked = (texts.anchor[first] >= 0) & ~np.isnan(made.label)
            links[layout.page_type][0] += float(made.label[linked].sum())
            links[layout.page_type][1] += int(linked.sum())
    assert links["listing"][0] / links["listing"][1] > 4 * links["article"][0] / links["article"][1]


def test_the_type_of_a_layout_is_that_of_its_gold() -> None:
    types = {gold.page_type for gold in made_articles()}
    assert types == set(PAGE_TYPES) - {"forum"}
