"""Rules are short, readable, and give a single result or none."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from site_pages import article, labelled, news_page, redesigned

from kaensan.page import parse
from kaensan.render import render_text
from kaensan.sites import InduceOptions, LabelledPage
from kaensan.sites.address import ANY, path_shape, place_of, plain_host
from kaensan.sites.conditions import Condition, features, grow
from kaensan.sites.induce import agreement, induce_text
from kaensan.sites.learn import learn_rules
from kaensan.sites.rules import Clause, Rule, TextRule
from kaensan.sites.selector import match, names_of
from kaensan.sites.support import rule_lines, support_of


def induced(pages: list[LabelledPage]) -> tuple[TextRule, float]:
    induction = induce_text(pages)
    assert induction.rule is not None, induction.why
    return induction.rule, induction.agreement


def test_the_container_of_the_story_is_found_without_the_box_in_it() -> None:
    rule, reached = induced([labelled(number) for number in range(1, 6)])
    assert str(rule) == "div.story-text without div.promo"
    assert reached == 1.0
    rows = rule.apply(news_page(40)).rows
    assert rows is not None
    assert render_text(news_page(40), rows) == "\n".join(article(40))


def test_two_pages_are_too_few_for_a_rule() -> None:
    assert induce_text([labelled(1), labelled(2)]).why == "2 labelled pages are too few; it takes 3"


def test_pages_that_no_short_rule_describes_get_none() -> None:
    pages = [labelled(number) for number in range(1, 7)]
    scattered = [
        LabelledPage(page.page, np.arange(len(page.kept)) % 5 == number % 5) for number, page in enumerate(pages)
    ]
    assert induce_text(scattered).rule is None


def test_headline_author_and_date_have_rules_of_their_own() -> None:
    (rule,) = learn_rules("news.example.org", [labelled(number) for number in range(1, 6)])
    assert {name: clause.selector for name, clause in rule.fields.items()} == {
        "title": "h1.headline",
        "author": "div.byline",
        "date": "span.stamp",
    }
    assert rule_lines(rule, support_of(rule, [labelled(number) for number in range(1, 4)])) == [
        "news.example.org *   (learned from 5 pages labelled by hand, accuracy 1.000)",
        "  on the 3 pages that are kept: support 3, accuracy 1.000",
        "  text    div.story-text   # on 3 of 3 pages",
        "  without div.promo   # on 3 of 3 pages",
        "  title   h1.headline   # on 3 of 3 pages",
        "  author  div.byline   # on 3 of 3 pages",
        "  date    span.stamp   # on 3 of 3 pages",
    ]


def test_another_class_of_pages_gets_a_rule_of_its_own() -> None:
    def profile(number: int) -> LabelledPage:
        text = article(number + 500)
        page = parse(
            f'<div class="card"><h2>Member</h2><div class="about">{"<br>".join(text)}</div></div>',
            f"http://news.example.org/member/{number}",
        )
        return LabelledPage.from_text(page, "\n".join(text))

    pages = [*(labelled(number) for number in range(1, 7)), *(profile(number) for number in range(1, 5))]
    rules = {rule.page_class: str(rule.text) for rule in learn_rules("news.example.org", pages)}
    assert rules["/member/#"] == "div.about"
    assert rules.get("/#/#/#/*.html", rules.get(ANY)) == "div.story-text without div.promo"


def test_posts_of_a_thread_are_one_rule_for_many() -> None:
    def thread(number: int) -> LabelledPage:
        posts = article(number, 6)
        html = "".join(
            f'<div class="post" id="p{number}{at}"><b class="who">User {at}</b><div class="said">{post}</div></div>'
            for at, post in enumerate(posts)
        )
        return LabelledPage.from_text(parse(html, f"http://board.example/t/{number}"), "\n".join(posts))

    rule, _ = induced([thread(number) for number in range(1, 5)])
    assert str(rule) == "every div.said"


def test_place_and_density_tell_elements_of_one_name_apart() -> None:
    def table(number: int) -> LabelledPage:
        links = "".join(f'<a href="/{at}">Section {at} of the paper</a> ' for at in range(12))
        text = article(number)
        cells = (links, "<br>".join(text), links)
        html = "<table><tr>" + "".join(f'<td class="c">{cell}</td>' for cell in cells)
        return LabelledPage.from_text(parse(html, f"http://old.example/{number}.html"), "\n".join(text))

    pages = [table(number) for number in range(1, 6)]
    rule, reached = induced(pages)
    assert rule.keep[0].selector == "td.c"
    assert rule.keep[0].where
    assert not rule.keep[0].many
    assert reached == 1.0


def test_a_rule_without_a_single_result_says_why() -> None:
    rule = TextRule((Clause("div.story-text"),), ("div.promo",), shortest=1000)
    assert rule.apply(redesigned(1)).why == "div.story-text fits no elements"
    double = parse('<div class="story-text">One text.</div><div class="story-text">Another text.</div>')
    assert rule.apply(double).why == "div.story-text fits 2 elements"
    assert rule.apply(news_page(1, sentences=1)).why == "div.story-text holds hardly any text"


def test_a_rule_survives_being_written_and_read() -> None:
    (rule,) = learn_rules("news.example.org", [labelled(number) for number in range(1, 6)])
    clause = Clause("td.c", (Condition("links", True, 0.25),), many=True)
    full = Rule(
        "a.example", "/x", TextRule((clause,), ("p.ad",), 7), {"title": clause}, "hand", 3, 2, 0.5, "forum", "now", ""
    )
    for one in (rule, full):
        assert Rule.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    with pytest.raises(ValueError, match="unknown feature"):
        Clause.from_dict({"selector": "p", "where": [["weight", True, 1]]})


def test_the_options_say_what_is_good_enough() -> None:
    pages = [labelled(number) for number in range(1, 5)]
    wrong = [LabelledPage(page.page, ~page.kept) for page in pages[:1]] + pages[1:]
    assert "agrees with the labels by" in induce_text(wrong, InduceOptions(agreement=0.99)).why


@pytest.mark.parametrize(
    ("address", "shape"),
    [
        ("http://a.example/", "/"),
        ("http://a.example/news/a-long-story-4711.html", "/news/*.html"),
        ("http://a.example/t/123/page/2", "/t/#/page/#"),
        ("http://a.example/showthread.php?t=12&page=3", "/showthread.php?page&t"),
        ("http://a.example/" + "x/" * 20, "/x/x/x/x/x/x/x/**"),
        ("http://[broken/", "/"),
        ("http://a.example/%E0%B8%82%E0%B9%88%E0%B8%B2%E0%B8%A7/12", "/*/#"),
    ],
)
def test_the_shape_of_a_path_is_the_class_of_a_page(address: str, shape: str) -> None:
    assert path_shape(address) == shape


def test_the_site_of_a_page_is_its_own_word_when_nobody_says_it() -> None:
    stated = parse('<link rel="canonical" href="https://www.news.example/a/b">')
    assert place_of(stated) == ("news.example", "/a/*")
    assert place_of(parse("<p>A page from nowhere")) is None
    assert plain_host("http://[broken") == ""


def test_selectors_mean_what_they_mean_in_css() -> None:
    html = """<div id="post-7" class="entry big"><p>a</p><p class="x">b</p><div><p class="x">c</p></div></div>
    <p class="x" itemprop="text">d</p>"""
    page = parse(html)
    number = {node: row for row, node in enumerate(page.tree.iter_elements())}
    selectors = [
        "p",
        "p.x",
        "div.entry p.x",
        "div.entry > p",
        'div[id^="post-"] > p',
        'p[itemprop="text"]',
        "div.entry.big",
    ]
    for selector in selectors:
        assert match(page.elements, selector).tolist() == [number[node] for node in page.tree.select(selector)], (
            selector
        )
    for broken in ("", ">", "p >", "> p", "p..x", "p:hover"):
        with pytest.raises(ValueError, match="cannot read"):
            match(page.elements, broken)


def test_every_name_of_an_element_finds_it() -> None:
    elements = news_page(1).elements
    for row in range(len(elements)):
        for name in names_of(elements, row):
            assert row in match(elements, name).tolist()


@given(st.integers(2, 40), st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_the_tree_separates_what_can_be_separated(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    table = random.random((count, 5))
    wanted = table[:, 2] > np.median(table[:, 2])
    where = grow(table, wanted)
    holds = np.logical_and.reduce([condition.holds(table) for condition in where]) if where else np.ones(count, bool)
    assert (holds == wanted).all() or not wanted.any() or wanted.all()


def test_features_are_about_text_and_place() -> None:
    page = parse('<td>x</td><div>abcd</div><div><a href="/">ef</a>gh</div>')
    rows = match(page.elements, "div").tolist()
    table = features(page, rows)
    assert table[:, 0].tolist() == [4, 4]
    assert table[:, 2].tolist() == [0, 0.5]
    assert table[:, 3:].tolist() == [[1, 2], [2, 1]]


def test_agreement_is_f1_by_characters() -> None:
    found, wanted = np.array([True, True, False]), np.array([True, False, True])
    assert agreement(found, wanted, np.array([4, 2, 2])) == pytest.approx(2 * 4 / 12)
    assert agreement(np.zeros(3, bool), np.zeros(3, bool), np.ones(3)) == 1.0
