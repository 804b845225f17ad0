"""Lists are kept whole, copies once, and raw shortcodes not at all."""

from __future__ import annotations

import numpy as np

import kaensan
from kaensan import parse
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.copies import without_copies, without_shortcodes
from kaensan.methods.core.wholes import with_wholes

SENTENCE = "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn."
ARTICLE = np.array([4, 0, 0, 0, 0, 0, 0], np.float32)
DOCUMENTATION = np.array([0, 0, 4, 0, 0, 0, 0], np.float32)


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
    assert with_wholes(kept, blocks, situation(blocks)).all()
    assert not with_wholes(np.zeros(4, np.bool_), blocks, situation(blocks)).any()


def test_paragraphs_in_a_list_speak_for_themselves() -> None:
    blocks = Blocks.of(parse("<ul>" + "".join(f"<li>{SENTENCE} {SENTENCE}</li>" for _ in range(4)) + "</ul>"))
    kept = np.array([True, True, False, False])
    assert with_wholes(kept, blocks, situation(blocks)).tolist() == kept.tolist()


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


def test_raw_shortcodes_are_no_text_and_brackets_are() -> None:
    codes = '<p>[vc_row el_class="x"][vc_column width="1/2"]</p><p>[/vc_row]</p>'
    blocks = Blocks.of(parse(f"{codes}<p>[sic] the water rose</p><p>[1]</p>"))
    assert without_shortcodes(np.ones(4, np.bool_), blocks).tolist() == [False, False, True, True]


def test_nothing_is_silent_about_a_page_without_content() -> None:
    assert any("no main content" in warning for warning in kaensan.extract("<nav><a href=/>Home</a></nav>").warnings)
    assert kaensan.extract("").warnings
