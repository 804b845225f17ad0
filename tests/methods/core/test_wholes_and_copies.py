"""Lists are kept whole, copies once, and raw shortcodes, notices and second articles not at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kaensan
from kaensan import parse
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.copies import (
    without_copies,
    without_echoes,
    without_gathered,
    without_notices,
    without_shortcodes,
)
from kaensan.methods.core.second_article import without_second_article
from kaensan.methods.core.wholes import with_table_heads, with_wholes

SENTENCE = "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn."
NEVER = np.zeros(4, np.float32)
ARTICLE = np.array([4, 0, 0, 0, 0, 0, 0], np.float32)
LISTING = np.array([0, 0, 0, 0, 4, 0, 0], np.float32)
DOCUMENTATION = np.array([0, 0, 4, 0, 0, 0, 0], np.float32)
FORUM = np.array([0, 0, 0, 4, 0, 0, 0], np.float32)


def situation(blocks: Blocks, types: np.ndarray[tuple[int], np.dtype[np.float32]] = ARTICLE) -> Situation:
    size = (blocks.units / 12 + 0.2).astype(np.float32)
    return Situation(
        size=size,
        linked=np.zeros(len(size), np.float32),
        group=np.zeros(len(size), np.int64),
        container=np.arange(len(size), dtype=np.int32),
        types=types,
        named=True,
    )


def test_a_list_that_is_kept_in_part_is_kept_whole() -> None:
    items = ("200 g flour", "2 eggs", "salt", "milk")
    blocks = Blocks.of(parse("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"))
    kept = np.array([True, True, False, False])
    assert with_wholes(kept, NEVER, blocks, situation(blocks)).all()
    assert not with_wholes(np.zeros(4, np.bool_), NEVER, blocks, situation(blocks)).any()


@pytest.mark.parametrize(
    ("frame", "chance", "whole"),
    [
        ("<h2>You need</h2>{}", 0.3, True),
        ("{}", 0.1, False),
        ("<aside>{}</aside>", 0.3, False),
        ("<p>One.</p><p>Two.</p><p>Three.</p><p>Four.</p><p>Five.</p>{}", 0.3, False),
    ],
    ids=["likely and next to the text", "unlikely", "in an aside", "far from the text"],
)
def test_a_likely_list_next_to_the_text_is_kept(frame: str, chance: float, whole: bool) -> None:
    items = "".join(f"<li>{item}</li>" for item in ("200 g flour", "2 eggs", "salt", "milk"))
    blocks = Blocks.of(parse(f"<p>{SENTENCE}</p>" + frame.format(f"<ul>{items}</ul>")))
    kept = np.arange(len(blocks)) == 0
    after = with_wholes(kept, np.full(len(blocks), chance, np.float32), blocks, situation(blocks))
    assert after[-4:].tolist() == [whole] * 4


def test_paragraphs_in_a_list_speak_for_themselves() -> None:
    blocks = Blocks.of(parse("<ul>" + "".join(f"<li>{SENTENCE} {SENTENCE}</li>" for _ in range(4)) + "</ul>"))
    kept = np.array([True, True, False, False])
    assert with_wholes(kept, NEVER, blocks, situation(blocks)).tolist() == kept.tolist()


def test_the_second_copy_of_a_text_is_left_out() -> None:
    blocks = Blocks.of(parse(f"<p>{SENTENCE}</p><p>Another line of the story.</p><div><p>{SENTENCE}</p></div>"))
    every = np.ones(3, np.bool_)
    assert without_copies(every, blocks, situation(blocks)).tolist() == [True, True, False]
    assert without_copies(every, blocks, situation(blocks, DOCUMENTATION)).all()


def test_a_copy_may_differ_in_white_space() -> None:
    spread = SENTENCE.replace(" ", "\n\u3000 ")
    blocks = Blocks.of(parse(f"<p>{SENTENCE}</p><p>Another line of the story.</p><p>{spread}</p>"))
    assert without_copies(np.ones(3, np.bool_), blocks, situation(blocks)).tolist() == [True, True, False]


def test_a_refrain_and_a_text_said_twice_at_once_stay() -> None:
    twice = Blocks.of(parse(f"<p>{SENTENCE}</p><p>{SENTENCE}</p>"))
    refrain = Blocks.of(parse("".join(f"<p>Verse {at}</p><p>{SENTENCE}</p>" for at in range(5))))
    for blocks in (twice, refrain):
        assert without_copies(np.ones(len(blocks), np.bool_), blocks, situation(blocks)).all()


def test_a_board_shows_a_long_post_in_two_forms() -> None:
    blocks = Blocks.of(parse(f"<p>{SENTENCE}</p><p>{SENTENCE}</p><p>Another line.</p><p>{SENTENCE}</p>"))
    thread = replace(situation(blocks, FORUM), thread=2.0)
    assert without_copies(np.ones(4, np.bool_), blocks, thread).tolist() == [True, False, True, True]


def story(lines: int, about: str = "river") -> list[str]:
    return [f"Line {line} of the {about}: {SENTENCE}" for line in range(lines)]


def marked_up(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)


def test_a_notice_that_an_article_repeats_is_left_out() -> None:
    notice = "<div>Your settings keep us from showing this film of another site, allow it here.</div>"
    blocks = Blocks.of(parse("".join(f"<p>{line}</p>{notice}" for line in story(4))))
    every = np.ones(8, np.bool_)
    assert without_notices(every, blocks, situation(blocks)).tolist() == [True, False] * 4
    assert without_notices(every, blocks, situation(blocks, DOCUMENTATION)).all()
    three = Blocks.of(parse("".join(f"<p>{line}</p>{notice}" for line in story(3))))
    assert without_notices(np.ones(6, np.bool_), three, situation(three)).all()


def test_a_page_made_of_repetition_keeps_it() -> None:
    blocks = Blocks.of(parse("".join(f"<p>Verse {at}</p><p>{SENTENCE}</p>" for at in range(5))))
    assert without_notices(np.ones(len(blocks), np.bool_), blocks, situation(blocks)).all()


def test_a_block_that_holds_the_whole_text_once_more_is_left_out() -> None:
    lines = story(20)
    blocks = Blocks.of(parse(f"{marked_up(lines)}<div>{' '.join(lines)}</div>"))
    kept = without_gathered(np.ones(21, np.bool_), blocks, situation(blocks))
    assert kept.tolist() == [True] * 20 + [False]
    first = Blocks.of(parse(f"<div>{' '.join(lines)}</div>{marked_up(lines)}"))
    assert without_gathered(np.ones(21, np.bool_), first, situation(first)).all()
    other = Blocks.of(parse(f"{marked_up(lines)}<div>{' '.join(story(20, 'bridge'))}</div>"))
    assert without_gathered(np.ones(21, np.bool_), other, situation(other)).all()


def second_of(first: int, second: int, types: np.ndarray[tuple[int], np.dtype[np.float32]] = ARTICLE) -> list[bool]:
    """What is kept of a page with two articles of so many lines each, the first with the headline, and a last line."""
    html = f"<article><h1>The river</h1>{marked_up(story(first))}</article>"
    html += f"<article>{marked_up(story(second, 'bridge'))}</article><p>Updated on Tuesday.</p>"
    blocks = Blocks.of(parse(html))
    kept = without_second_article(np.ones(len(blocks), np.bool_), blocks, situation(blocks, types), 0)
    return [bool(one) for one in kept]


def test_the_article_after_the_article_is_left_out() -> None:
    assert second_of(6, 4) == [True] * 7 + [False] * 4 + [True]


def test_a_page_of_many_articles_or_a_short_first_one_keeps_them() -> None:
    assert all(second_of(6, 4, types=np.array([0, 0, 0, 0, 4, 0, 0], np.float32)))
    assert all(second_of(1, 4))
    assert all(second_of(6, 40))


def test_sections_marked_as_articles_under_the_headline_stay() -> None:
    sections = f"<article>{marked_up(story(6))}</article><article>{marked_up(story(4, 'bridge'))}</article>"
    blocks = Blocks.of(parse(f"<h1>The river</h1>{sections}"))
    assert without_second_article(np.ones(11, np.bool_), blocks, situation(blocks), 0).all()


def test_an_article_inside_the_article_belongs_to_it() -> None:
    inner = f"<article>{marked_up(story(3, 'bridge'))}</article>"
    blocks = Blocks.of(parse(f"<article><h1>The river</h1>{marked_up(story(6))}{inner}</article>"))
    assert without_second_article(np.ones(10, np.bool_), blocks, situation(blocks), 0).all()


def test_what_repeats_is_explained() -> None:
    notice = "<div>Your settings keep us from showing this film of another site, allow it here.</div>"
    body = "".join(f"<p>{line}</p>{notice}" for line in story(8))
    doc = kaensan.extract(f"<title>The river</title><article class=article-body><h1>The river</h1>{body}</article>")
    assert "settings" not in doc.text
    row = next(at for at, text in enumerate(doc.page.texts.strings) if "settings" in text)
    assert "repeats other text" in doc.labels.reason(row)


def test_raw_shortcodes_are_no_text_and_brackets_are() -> None:
    codes = '<p>[vc_row el_class="x"][vc_column width="1/2"]</p><p>[/vc_row]</p>'
    blocks = Blocks.of(parse(f"{codes}<p>[sic] the water rose</p><p>[1]</p>"))
    assert without_shortcodes(np.ones(4, np.bool_), blocks).tolist() == [False, False, True, True]


def test_nothing_is_silent_about_a_page_without_content() -> None:
    assert any("no main content" in warning for warning in kaensan.extract("<nav><a href=/>Home</a></nav>").warnings)
    assert kaensan.extract("").warnings


CARD = "<div><a href=/{0}>{0} fishing rod</a><h3>{0} fishing rod</h3><p>20 crowns</p></div>"


def test_the_name_of_a_thing_is_kept_once_on_its_card() -> None:
    blocks = Blocks.of(parse(CARD.format("Short") + CARD.format("Long")))
    every = np.ones(6, np.bool_)
    assert without_echoes(every, blocks, situation(blocks, LISTING)).tolist() == [True, False, True] * 2
    assert without_echoes(every, blocks, situation(blocks, ARTICLE)).all()


def test_cells_and_texts_far_apart_are_no_echoes() -> None:
    table = "<table><tr><td>Old harbour<td>Old harbour<tr><td>New harbour<td>Old harbour</table>"
    apart = "<p>The old harbour</p><p>a</p><p>b</p><p>c</p><p>d</p><p>The old harbour</p>"
    for page in (table, apart):
        blocks = Blocks.of(parse(page))
        assert without_echoes(np.ones(len(blocks), np.bool_), blocks, situation(blocks, LISTING)).all()


def test_heads_of_a_table_stay_with_its_rows() -> None:
    blocks = Blocks.of(parse("<table><tr><th>Bridge<th>Length<tr><td>Old<td>90 m<tr><td>New<td>120 m</table>"))
    rows = np.array([False, False, True, True, True, True])
    nowhere = np.zeros(len(blocks), np.bool_)
    assert with_table_heads(rows, blocks, nowhere).all()
    assert not with_table_heads(~rows, blocks, nowhere).any()
    assert (with_table_heads(rows, blocks, ~rows) == rows).all()
