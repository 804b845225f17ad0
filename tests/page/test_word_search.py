"""Words are found wherever they stand between two places, and nowhere else."""

import random

import pytest

from kaensan.page.unread import Unread, holding
from kaensan.page.word_search import WordSearch


def test_words_are_found_as_by_looking_for_each() -> None:
    chance = random.Random(4)
    for _ in range(300):
        words = ["".join(chance.choices("abc", k=chance.randrange(3, 7))) for _ in range(chance.randrange(1, 4))]
        search = WordSearch(words)
        data = bytes(chance.choices(b"abc", k=chance.randrange(30)))
        start = chance.randrange(len(data) + 1)
        end = chance.randrange(start, len(data) + 1)
        assert search.is_in(data, start, end) == any(word.encode() in data[start:end] for word in words)


def test_places_of_words_are_counted_as_far_as_asked() -> None:
    chance = random.Random(5)
    for _ in range(300):
        words = ["".join(chance.choices("abc", k=chance.randrange(3, 6))) for _ in range(chance.randrange(1, 4))]
        data = bytes(chance.choices(b"abc", k=chance.randrange(60)))
        places = sum(any(data.startswith(word.encode(), at) for word in words) for at in range(len(data)))
        search = WordSearch(words)
        assert [search.is_often(data, times) for times in range(9)] == [places >= times for times in range(9)]


def test_any_byte_may_stand_around_a_word() -> None:
    search = WordSearch(["วันที่", "date"])
    assert search.is_in("ก่อนวันที่".encode(), 0, len("ก่อนวันที่".encode()))
    assert not search.is_in(bytes(range(256)) * 9, 0, 256 * 9)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (0, 5), (3, 2)])
def test_no_place_lies_outside(start: int, end: int) -> None:
    with pytest.raises(IndexError):
        WordSearch(["abc"]).is_in(b"abcd", start, end)


def test_a_word_has_three_bytes() -> None:
    with pytest.raises(ValueError, match="three"):
        WordSearch(["ab"])


def test_texts_that_hold_no_word_are_not_made() -> None:
    spans = [(0, 1, 0, 4, True), (0, 2, 4, 8, True), (0, 3, 8, 10, True), (0, 3, 10, 12, True)]
    unread = Unread(b"\xff..xabcxabxx", spans)  # the first could not be made
    assert list(holding(unread, WordSearch(["abc"]))) == ["abcx", "abxx"]


def test_texts_with_entities_are_made() -> None:
    unread = Unread(b"a&amp;b", [(0, 1, 0, 7, False)])
    assert list(holding(unread, WordSearch(["a&b"]))) == ["a&b"]


def test_any_mapping_of_texts_is_taken() -> None:
    assert list(holding({1: "abc", 2: "x"}, WordSearch(["abc"]))) == ["abc", "x"]


def test_a_text_is_searched_as_it_is_written() -> None:
    search = WordSearch(["วันที่", "màj"])
    assert [search.is_within(text) for text in ("", "le màj", "maj", "เมื่อวันที่ 3", "\ud800 màj")] == [
        *(False, True, False, True, True)
    ]
