"""How blocks begin, and which of them repeat one another, as the kernel tells it."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.methods.core.amount_lists import _AMOUNT
from kaensan.methods.core.block_openings import ASK, LineLimits, amount_lines, beginning_with
from kaensan.methods.core.repetition import alike_siblings, repeated_blocks, times_repeated
from kaensan.page import parse
from kaensan.page.characters import counts
from kaensan.page.texts import Texts

ANY_LINE = LineLimits(longest=15, links=0.5, elsewhere=0)


def texts_of(*blocks: str) -> Texts:
    return parse("".join(f"<p>{block}</p>" for block in blocks)).texts


def told(
    texts: Texts, limits: LineLimits = ANY_LINE, size: float = 3, linked: float = 0, context: int = 0
) -> list[int]:
    sizes, shares = np.full((2, texts.blocks), size, np.float32)
    shares[:] = linked
    contexts = np.full(texts.blocks, context, np.int32)
    lines: list[int] = amount_lines(
        texts.codes, texts.start, texts.block_start, sizes, shares, contexts, limits
    ).tolist()
    return lines


@pytest.mark.parametrize(
    "line",
    [
        *("2 eggs", "2", "2.", "eggs", "1/2 l", "10-12 leaves", "1, 2, 3, 4, 5 x", "1,2,3,4,5,6 x", "1,2,3,4,5,6,x"),
        *("1,2,3,4,5,6,7x", "12345678901234 x", "3_x", "3 (x)", "3x", " 2 \t eggs", "- 2 eggs", "2\x1ceggs", "7 Up"),
    ],
)
def test_an_amount_of_ascii_is_what_the_pattern_says(line: str) -> None:
    texts = texts_of(line)
    assert told(texts) == [int(_AMOUNT.match("".join(texts.strings)) is not None)]


def test_what_is_not_ascii_is_left_to_the_pattern() -> None:
    assert told(texts_of("½ cup", "2½ cups", "2 œufs", "๒ ฟอง", "eggs ½")) == [ASK, ASK, ASK, ASK, 0]


def test_the_number_may_be_a_text_of_its_own() -> None:
    assert told(texts_of("<b>2</b> eggs", "<b>2</b><i>.</i>eggs")) == [1, 0]


def test_long_lines_links_and_places_are_no_amounts() -> None:
    texts = texts_of("2 eggs")
    assert told(texts, size=16) == told(texts, linked=0.5) == [0]
    assert told(texts, LineLimits(15, 0.5, elsewhere=4), context=6) == [0]
    assert told(texts, LineLimits(15, 0.5, elsewhere=4), context=3) == [1]


def test_blocks_are_found_by_their_first_character() -> None:
    texts = texts_of("[a]", " \u00a0 [b]", "c [d]", "[e]", "x")
    kept = np.array([True, True, True, False, True])
    found = beginning_with(ord("["), kept, texts.codes, texts.start, texts.block_start, texts.solid_table)
    assert found == [0, 1]


def test_texts_that_occur_again_are_counted() -> None:
    texts = texts_of("tide", "moon", "tide", "tides", "moon", "tide")
    often = times_repeated(texts.codes, texts.start)
    assert often.tolist() == np.log1p([2.0, 1.0, 2.0, 0.0, 1.0, 2.0]).astype(np.float32).tolist()
    assert alike_siblings(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32)).tolist() == []


def test_a_text_of_any_length_may_be_counted() -> None:
    codes = np.full(1 << 20, 0x10FFFF, np.uint32)
    half, once = len(codes) // 2, np.log1p(1).astype(np.float32)
    assert times_repeated(codes, np.array([0, half, 2 * half])).tolist() == [once, once]


def test_blocks_of_the_same_letters_repeat_one_another() -> None:
    texts = texts_of("high tide at nine", "low tide", "high  tide at\nnine", "high tide at nine", "low tide")
    starts, size = texts.start[texts.block_start], np.array([4, 2, 4, 4, 2], np.float32)
    context = np.array([0, 0, 0, 8, 0], np.int32)

    def repeated(kept: list[bool], least: float, apart: int) -> list[int]:
        return repeated_blocks(
            *(np.array(kept), size, least, context, apart, counts(texts), texts.codes, starts, texts.solid_table),
        )

    assert repeated([True] * 5, 2, 0) == [0, 1, 2, 3, 4]
    assert repeated([True] * 5, 3, 0) == [0, 2, 3]
    assert repeated([True] * 5, 3, 8) == [0, 2]
    assert repeated([True, True, False, True, False], 2, 8) == []
    assert repeated([False] * 5, 2, 0) == []
