"""Which blocks of a page are in its gold text."""

from __future__ import annotations

import math

import kaensan
from kaensan.gold.coverage import block_texts, coverage, rows_in_text, snippet_labels


def test_blocks_read_as_they_are_rendered() -> None:
    page = kaensan.parse("<p>One <b>bold</b>er word</p><p>Two<br>three</p>")
    assert block_texts(page) == ["One bolder word", "Two", "three"]


def test_content_is_covered_and_menus_are_not() -> None:
    blocks = ["Home News Sport", "The river rose by two metres overnight.", "Read the news of sport"]
    share, size = coverage(blocks, "The river rose by two metres overnight.")
    assert share.tolist() == [0, 1, 0]
    assert size.tolist() == [3, 7, 5]


def test_chance_hits_of_single_words_do_not_count() -> None:
    share, _ = coverage(["the", "a long way from the river to the sea"], "a long way from the river to the sea")
    assert share.tolist() == [0, 1]


def test_a_short_heading_between_its_neighbours_counts() -> None:
    blocks = ["Menu", "The first part has many words.", "History", "The second part has many words too."]
    share, _ = coverage(blocks, "\n".join(blocks[1:]))
    assert share.tolist() == [0, 1, 1, 1]


def test_thai_is_aligned_character_by_character() -> None:
    share, size = coverage(["หน้าแรก", "แม่น้ำเพิ่มขึ้นสองเมตร"], "แม่น้ำเพิ่มขึ้นสองเมตร")
    assert share.tolist() == [0, 1]
    assert size[1] > 10


def test_snippets_label_only_the_blocks_that_hold_them() -> None:
    labels = snippet_labels(["A story of a river", "Subscribe now", "More"], ["story of"], ["Subscribe"])
    assert labels[:2].tolist() == [1, 0]
    assert math.isnan(labels[2])


def test_a_gold_text_finds_its_blocks() -> None:
    page = kaensan.parse(
        "<ul><li>Home<li>Yes</ul><p>The first paragraph of the story.</p><p>Yes</p>"
        "<p>And the last one, with an end.</p>"
    )
    kept = rows_in_text(page, "The first paragraph of the story\nYes.\nAnd the last one with, an END")
    assert [text for text, one in zip(page.texts.strings, kept.tolist(), strict=True) if one][-3:] == [
        "The first paragraph of the story.",
        "Yes",
        "And the last one, with an end.",
    ]
    assert not kept[0]
    assert rows_in_text(kaensan.parse(""), "anything").shape == (0,)


def test_hidden_text_is_not_what_the_gold_holds() -> None:
    page = kaensan.parse("<p hidden>The river rose by two metres.</p><p>The river rose by two metres.</p>")
    assert rows_in_text(page, "The river rose by two metres.").tolist() == [False, True]
