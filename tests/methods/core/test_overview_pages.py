"""The home page of a site, its sections and its categories are no articles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kaensan import parse
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.method import Core, situation_of
from kaensan.methods.core.model import shipped_model
from kaensan.methods.core.overview_pages import is_home, is_section, types_by_address
from kaensan.methods.core.thread_evidence import ThreadRule

TEASERS = "".join(
    f"<article><h2><a href=/{day}>The river on day {day}</a></h2><p>It rose by two metres overnight, and the old "
    "bridge was closed to all traffic before dawn.</p></article>"
    for day in range(8)
)

LINKS = "".join(
    f"<p><a href=/{day}>The river on day {day} rose by two metres, and the old bridge was closed</a>"
    for day in range(9)
)
PROSE = (
    "<p>It rose by two metres overnight, and the old bridge was closed to all traffic before dawn; nobody was hurt.</p>"
)


@pytest.mark.parametrize(
    ("url", "head", "home"),
    [
        ("https://reed.example", "", True),
        ("https://reed.example/", "<link rel=canonical href=https://reed.example/>", True),
        ("https://reed.example/", "<link rel=canonical href=https://reed.example/2024/river>", False),
        ("https://reed.example/?p=7", "", False),
        ("https://reed.example/news", "", False),
        (None, "", False),
    ],
    ids=["host", "stated", "stated otherwise", "query", "path", "unknown"],
)
def test_a_page_at_the_address_of_its_site_is_its_home(url: str | None, head: str, home: bool) -> None:
    assert is_home(parse(f"<head>{head}</head><p>Text", url)) is home


@pytest.mark.parametrize("path", ["", "category/rivers", "news/tag/floods/"])
def test_an_article_is_less_likely_at_home_and_in_a_category(path: str) -> None:
    types = np.array([2, 0, 0, 0, 1, 0, 0], np.float32)
    page = Blocks.of(parse("<p>Text", f"https://reed.example/{path}"))
    assert PAGE_TYPES[int(np.argmax(types_by_address(types, page)))] == "listing"
    assert types.tolist() == [2, 0, 0, 0, 1, 0, 0]


def test_the_decision_and_the_type_of_a_page_know_its_home() -> None:
    home = parse(TEASERS, "https://reed.example/")
    evidence = shipped_model().evidence(home)
    assert situation_of(evidence).types[0] < evidence.types[0]
    assert Core().label(home).page_type == PAGE_TYPES[int(np.argmax(situation_of(evidence).types))]


@pytest.mark.parametrize("path", ["a-tag/rivers", "news/category", "news?in=/tag/floods"])
def test_other_addresses_say_nothing(path: str) -> None:
    types = np.array([2, 0, 0, 0, 1, 0, 0], np.float32)
    assert types_by_address(types, Blocks.of(parse("<p>Text", f"https://reed.example/{path}"))) is types


@pytest.mark.parametrize(
    ("path", "page", "section"),
    [
        ("news/rivers", LINKS, True),
        ("news/rivers/", LINKS + PROSE, True),
        ("news/rivers?page=2", LINKS, True),
        ("news/rivers", PROSE, False),
        ("news/rivers", LINKS * 9 + PROSE * 9, False),
        ("news/the-river-is-back", LINKS, False),
        ("news/2024/rivers", LINKS, False),
        ("news/rivers.html", LINKS, False),
    ],
    ids=["links", "little prose", "query", "prose", "an article", "title", "number", "file"],
)
def test_a_page_of_links_at_a_short_address_is_a_section(path: str, page: str, section: bool) -> None:
    assert is_section(Blocks.of(parse(page, f"https://reed.example/{path}"))) is section


def test_no_posts_are_looked_for_at_home() -> None:
    model = replace(shipped_model(), rule=ThreadRule(gate=0.0))
    assert model.evidence(parse(TEASERS, "https://reed.example/river")).thread is not None
    assert model.evidence(parse(TEASERS, "https://reed.example/")).thread is None
