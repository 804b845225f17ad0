"""Elements that all hold the same long text cost it once, not once each."""

from __future__ import annotations

import json

import kaensan
from kaensan.page.inline import inline_text
from kaensan.page.structured import LONGEST_TEXT
from kaensan.threads.described import data_posts


def test_one_line_of_a_huge_text_is_short() -> None:
    page = kaensan.parse(f"<p>{'word ' * 200_000}")
    assert len(page.texts) == 1
    assert len(inline_text(page.texts, 0, 1)) <= 8 * 2000


def test_items_in_items_do_not_each_keep_the_whole_text() -> None:
    page = kaensan.parse('<div itemscope itemprop="comment">' * 400 + "word " * 100_000)
    kept = sum(len(value) for thing in page.head.things for value in thing.texts("comment"))
    assert len(page.head.things) == 401
    assert kept <= 400 * 8 * 2000


def _referring(text: str, things: int) -> str:
    person = {"@id": "#p", "@type": "Person", "name": text}
    kinds = ("author", "publisher", "inLanguage", "keywords", "text", "description", "headline")
    told = [person, *({"@type": "Comment", **{kind: {"@id": "#p"} for kind in kinds}} for _ in range(things))]
    return f'<script type="application/ld+json">{json.dumps(told)}</script><p>text'


def test_things_that_refer_to_one_long_text_do_not_each_read_it() -> None:
    page = kaensan.parse(_referring("x <b>" * 40_000, 50))
    assert len(page.head.things) == 51
    assert {len(text) for thing in page.head.things for text in thing.texts("author")} == {LONGEST_TEXT}
    posts = data_posts(page)
    assert len(posts) == 1
    assert page.budget.warnings


def test_a_property_with_many_values_is_read_in_part() -> None:
    names = [None] * 100_000 + [f"n{number}" for number in range(100_000)]
    described = [{"@type": "Article", "author": names}, {"@type": "Article", "author": names[::-1]}]
    page = kaensan.parse(f'<script type="application/ld+json">{json.dumps(described)}</script><p>text')
    assert [len(thing.texts("author")) for thing in page.head.things] == [0, 100]
