"""Elements that all hold the same long text cost it once, not once each."""

from __future__ import annotations

import kaensan
from kaensan.page.inline import inline_text


def test_one_line_of_a_huge_text_is_short() -> None:
    page = kaensan.parse(f"<p>{'word ' * 200_000}")
    assert len(page.texts) == 1
    assert len(inline_text(page.texts, 0, 1)) <= 8 * 2000


def test_items_in_items_do_not_each_keep_the_whole_text() -> None:
    page = kaensan.parse('<div itemscope itemprop="comment">' * 400 + "word " * 100_000)
    kept = sum(len(value) for thing in page.head.things for value in thing.texts("comment"))
    assert len(page.head.things) == 401
    assert kept <= 400 * 8 * 2000
