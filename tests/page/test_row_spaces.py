"""White space of rows is what Python's strings say it is."""

import random

import numpy as np

from kaensan.page import parse
from kaensan.page.row_spaces import HAS_UNSEEN, LOOSE, OPEN_ENDED, UNSEEN, collapse_loose, row_states
from kaensan.page.texts import SPACES

PIECES = ["a", "é", "ก", " ", " ", "\n", "\t", "\u00a0", "\u3000", "\u2009", "\u00ad", "\u200b", "\ufeff", "\U0001f600"]


def pages() -> list[str]:
    """Pages of rows with all kinds of white space in and around them."""
    chance = random.Random(3)
    rows = [f"<b>{''.join(chance.choices(PIECES, k=chance.randrange(6)))}</b>" for _ in range(2400)]
    return ["".join(rows[at : at + 12]) for at in range(0, len(rows), 12)]


def test_states_are_those_of_the_strings() -> None:
    for html in pages():
        texts = parse(html).texts
        rows = np.arange(len(texts))
        states = row_states(texts, rows)
        for text, state in zip(texts.strings, states.tolist(), strict=True):
            assert bool(state & LOOSE) == (" ".join(text.split()) != text.strip()), repr(text)
            assert bool(state & OPEN_ENDED) == (text.strip() != text), repr(text)
            assert bool(state & HAS_UNSEEN) == any(sign in text for sign in UNSEEN), repr(text)
        assert collapse_loose(texts.strings, states) == [" ".join(text.split()) for text in texts.strings]


def test_rows_are_spaced_where_either_ends_with_white_space_or_blank_text_is_between() -> None:
    for html in pages():
        texts = parse(html).texts
        before = [None, *texts.strings]
        for row, (last, text) in enumerate(zip(before, texts.strings, strict=False)):
            ends = text[0].isspace() or (last is not None and last[-1].isspace())
            assert bool(texts.spaced[row]) == (ends or bool(texts._blank_before[row]))


def test_every_white_space_is_known() -> None:
    texts = parse("".join(f"<p>a{space}b</p>" for space in SPACES if space.isprintable() or space > " ")).texts
    assert (row_states(texts, np.arange(len(texts))) & LOOSE).tolist() == [
        int(" ".join(text.split()) != text) for text in texts.strings
    ]


def test_rows_that_there_are_not_have_no_state() -> None:
    assert row_states(parse("<p> a ").texts, np.array([0, 1, -1])).tolist() == [OPEN_ENDED, 0, 0]
    assert row_states(parse("").texts, np.zeros(0, np.int64)).tolist() == []
