"""Small words of a text are counted as its pieces between white space would be."""

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kaensan.metadata.small_words import Counted, count_small_words, numbered_words
from kaensan.page import parse

WORDS = ("the", "of", "with", "a", "have")


def test_words_are_those_that_white_space_parts() -> None:
    chance = random.Random(2)
    pieces = [
        *WORDS,
        "The",
        "WITH",
        "other",
        "withs",
        "th",
        "o",
        "ที่",
        "İ",
        "\u212a",
        "é",
        "a.",
        "\u00a0",
        "\u3000",
        "\x1c",
    ]
    for _ in range(2000):
        text = "".join(chance.choices([*pieces, " ", " ", "\n"], k=chance.randrange(20)))
        words = text.lower().split()
        small = sum(word in WORDS for word in words)
        beyond = sum(letter > "\u00ff" for letter in text)
        assert counted([text], 1000) == (len(words), small, len(text), beyond), text


def test_rows_are_parted_by_blanks_and_cut_where_enough_is_seen() -> None:
    rows = ["the end", "of", "", "a story"]
    for most in range(1, 30):
        seen = " ".join(rows)[:most]
        small = sum(word in WORDS for word in seen.split())
        assert counted(rows, most) == (len(seen.split()), small, len(seen), 0), most


def counted(rows: list[str], most: int) -> Counted:
    codes = np.frombuffer("".join(rows).encode("utf-32-le"), np.uint32)
    start = np.cumsum([0, *map(len, rows)])
    texts: Any = SimpleNamespace(codes=codes, start=start, solid_table=parse("").texts.solid_table)
    return count_small_words(texts, list(range(len(rows))), most, numbered_words(WORDS))


@pytest.mark.parametrize("word", ["longer", "The", "é", "like"])
def test_other_words_cannot_be_counted(word: str) -> None:
    with pytest.raises(ValueError, match="four letters"):
        numbered_words([word])
