"""Where texts stand relative to posts."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.methods.boards.place_rows import place_rows
from kaensan.methods.boards.post_places import Place

FIRST, END = np.array([0, 1, 4, 6], np.int32), np.array([9, 4, 4, 8], np.int32)
"""Texts of a page of nine: the root, a post of three texts, one without any, and one of two."""
BODIES = np.array([1, 2, 3], np.int64)
QUOTE, NAMED_QUOTE = 4, 2


def places(named: dict[int, int], flagged: dict[int, int], text: list[int], postable: list[int]) -> list[int]:
    """The places of nine texts of which those with the numbers 2 and 6 are long."""
    around, context = np.zeros(9, np.int32), np.zeros(9, np.int32)
    for row, bits in named.items():
        around[row] = bits
    for row, bits in flagged.items():
        context[row] = bits
    units = np.array([60 if number in (2, 6) else 59 for number in text], np.int32)
    place = place_rows(
        (FIRST, END),
        BODIES,
        np.isin(np.arange(9), postable),
        (around, NAMED_QUOTE, context, QUOTE),
        (np.array(text, np.int64), units, 60),
    )
    found: list[int] = place.tolist()
    return found


ALL = list(range(9))
PLAIN = [
    Place.BEFORE,
    *(Place.OWN, Place.OWN, Place.OWN),
    *(Place.BETWEEN, Place.BETWEEN),
    *(Place.OWN, Place.OWN),
    Place.AFTER,
]


def test_texts_stand_before_in_between_and_after_posts() -> None:
    assert places({}, {}, ALL, ALL) == PLAIN


def test_what_is_no_part_of_a_body_stands_between() -> None:
    assert places({}, {}, ALL, [0, 1, 2, 6, 8])[3:8] == [Place.BETWEEN] * 3 + [Place.OWN, Place.BETWEEN]


@pytest.mark.parametrize(("named", "flagged"), [({2: NAMED_QUOTE | 1}, {}), ({}, {2: QUOTE | 8})])
def test_a_quote_repeats(named: dict[int, int], flagged: dict[int, int]) -> None:
    assert [row for row, place in enumerate(places(named, flagged, ALL, ALL)) if place == Place.REPEATED] == [2]


def test_a_board_that_puts_every_post_into_a_quote_quotes_nothing() -> None:
    assert places({}, dict.fromkeys((1, 2, 3, 6, 7), QUOTE), ALL, ALL) == PLAIN


def test_a_long_text_repeats_one_of_an_earlier_post_only() -> None:
    texts = [2, 1, 2, 3, 2, 5, 2, 1, 2]  # before the posts and between them, and a short one twice
    assert [row for row, place in enumerate(places({}, {}, texts, ALL)) if place == Place.REPEATED] == [6]


def test_no_bodies_have_no_places() -> None:
    with pytest.raises(IndexError):
        place_rows(
            (FIRST, END),
            np.zeros(0, np.int64),
            np.ones(9, np.bool_),
            (FIRST, 1, FIRST, 1),
            (np.zeros(9, np.int64), np.zeros(9, np.int32), 60),
        )
