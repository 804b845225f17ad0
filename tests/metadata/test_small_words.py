"""Small words of a text are counted as its pieces between white space would be."""

import random

import pytest

from kaensan.metadata.small_words import count_small_words, numbered_words

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
        assert count_small_words(text, numbered_words(WORDS)) == (len(words), small), text


@pytest.mark.parametrize("word", ["longer", "The", "é", "like"])
def test_other_words_cannot_be_counted(word: str) -> None:
    with pytest.raises(ValueError, match="four letters"):
        numbered_words([word])
