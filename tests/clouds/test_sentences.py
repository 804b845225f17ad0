"""A term's sentences are found around it, whole where the text says where they end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.clouds.sentences import Sentences
from kaensan.thai import segment


def around(text: str, word: str) -> str:
    pieces = segment(text)
    distinct = list(dict.fromkeys(pieces))
    sentences = Sentences(distinct, np.array([distinct.index(piece) for piece in pieces], np.int32))
    return sentences.around(pieces.index(word))


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("One", "One tiger."),
        ("sleeps", "It sleeps at 3.5 metres!"),
        ("Why", "Why?"),
        ("line", "A line without an end"),
        ("last", "the last"),
    ],
)
def test_sentences_end_at_signs_and_lines(word: str, sentence: str) -> None:
    text = "One tiger. It sleeps at 3.5 metres! Why?\nA line without an end\nthe last"
    assert around(text, word) == sentence


def test_thai_clauses_end_at_spaces_once_they_are_long() -> None:
    clause = "นักท่องเที่ยวพายเรือชมป่าชายเลนริมคลองตั้งแต่เช้าจนถึงเย็น"
    text = f"{clause} {clause} {clause} ช้าง{clause} {clause} {clause} {clause}"
    found = around(text, "ช้าง")
    assert found.startswith(clause)
    assert found.endswith(clause)
    assert len(found) < len(text)


def test_no_sentence_is_endless() -> None:
    assert len(around("ก" * 5000 + " ช้าง " + "ก" * 5000, "ช้าง")) <= 410
    assert len(around("กาแฟ" * 3000 + "ช้าง" + "กาแฟ" * 3000, "ช้าง")) <= 410


@given(st.text("กานม .!\nab", min_size=1, max_size=80), st.integers(0, 79))
def test_every_piece_is_in_its_sentence(text: str, place: int) -> None:
    pieces = segment(text)
    distinct = list(dict.fromkeys(pieces))
    sentences = Sentences(distinct, np.array([distinct.index(piece) for piece in pieces], np.int32))
    at = place % len(pieces)
    sentence = sentences.around(at)
    assert " ".join(pieces[at].split()) in sentence
    assert sentence in " ".join(text.split())
