"""The texts of made articles: every kind and style of them is content where it should be."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from kaensan import parse
from kaensan.train.made.articles.bodies import KINDS, STYLES, Body, Form
from kaensan.train.made.articles.marks import block_labels, content_length, without_marks
from kaensan.train.made.articles.matter import draw_article, draw_entries
from kaensan.train.made.discussions import draw_people
from kaensan.train.made.remodelling import remodelled
from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import read_words


def writer(seed: int) -> Writer:
    rng = Random(seed)
    return Writer(rng, "en", read_words("en"), [person.author for person in draw_people(rng, "en", "a.example", 4)])


def body(form: Form, seed: int = 0) -> str:
    return Body(Random(seed), writer(seed), "en", form, lambda: "<b>Buy tea</b>").written()


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_of_every_kind_is_content_but_for_what_it_marks(kind: str) -> None:
    for seed in range(8):
        marked = f"<body><nav>Home</nav><div data-gold-content>{body(Form(kind=kind, least=3, most=9), seed)}</div>"
        labels = block_labels(parse(marked)).tolist()
        assert labels[0] == 0
        assert sum(label == 1 for label in labels) >= 1
        assert len(labels) == parse(without_marks(marked)).texts.blocks


@pytest.mark.parametrize("style", STYLES)
def test_a_plain_body_has_as_many_blocks_as_paragraphs_in_every_style(style: str) -> None:
    for seed in range(4):
        blocks = parse(f"<body><div>{body(Form(style, 'passage', 5, 5, plain=True), seed)}</div>").texts.blocks
        assert blocks == (1 if style == "lines" else 5)


def test_where_nothing_is_around_all_paragraphs_each_bears_the_mark() -> None:
    for seed in range(30):
        said = body(Form(marked=True, least=1, most=12), seed)
        page = parse(f"<body>{said}")
        labels = block_labels(page)
        assert content_length(page) > 0
        assert not (labels == 0).any() or "data-gold-other" in said or "caption" in said


def test_an_article_may_be_a_sentence_and_a_live_blog_tells_the_latest_first() -> None:
    time = datetime(2009, 5, 3, 12, 30)
    article = draw_article(Random(1), writer(1), "en", "a.example", "Ann", time, str, Form(most=0))
    assert parse(f"<body>{article.body}").texts.blocks == 1
    entries = draw_entries(Random(1), writer(1), "en", time, 9)
    assert [entry.time for entry in entries] == sorted((entry.time for entry in entries), reverse=True)


def test_boxes_within_boxes_do_not_become_items_within_items() -> None:
    page = "<body><div data-gold-content><div>One.</div><div>Two.</div></div><p>Home</p>"
    for seed in range(60):
        assert content_length(parse(remodelled(page, Random(seed)))) == 8
