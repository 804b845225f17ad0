"""The features of short texts beside posts, counted in a loop as they are defined."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kaensan.threads.sign_columns import (
    SOME,
    are_labels,
    fill_equal,
    fill_kinds,
    fill_places,
    fill_shapes,
    fill_stands,
)

_POSTS, _TEXTS, _PLACES = 4, 5, 3
_SIGNS = st.lists(
    st.tuples(st.integers(0, _POSTS - 1), st.integers(0, _TEXTS - 1), st.integers(0, _PLACES - 1)), max_size=40
)
"""the post of each text, the number of what it says, and that of its place"""


@given(st.lists(st.text(st.sampled_from("aé٣7 ก:：中")).map(str.strip).filter(bool)))
def test_shapes_are_counts_of_characters(texts: list[str]) -> None:
    out = np.zeros((5, len(texts)))
    numbered = fill_shapes(texts, out)
    for at, text in enumerate(texts):
        letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
        expected = [len(text), letters / len(text), digits / len(text), text.count(" ") + 1, text.endswith((":", "："))]
        assert out[:, at].tolist() == expected
        assert (at in numbered) == (digits > 0)


@given(st.lists(st.text(st.sampled_from("a :：\u3000\n"))))
def test_a_label_ends_with_a_colon(texts: list[str]) -> None:
    assert are_labels(texts) == [text.rstrip().endswith((":", "：")) for text in texts]


def _columns(signs: list[tuple[int, int, int]]) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    posts, said, places = ([sign[at] for sign in signs] for at in range(3))
    return np.array(posts, np.int32), np.array(said, np.int64), np.array(places, np.int64)


@given(_SIGNS)
def test_equal_texts_are_counted_in_posts_and_on_the_page(signs: list[tuple[int, int, int]]) -> None:
    post, said, _ = _columns(signs)
    out = np.zeros((3, len(signs)))
    fill_equal(said, _TEXTS, post, _POSTS, out)
    for at, (own_post, own_text, _) in enumerate(signs):
        equal = [other_post for other_post, text, _ in signs if text == own_text]
        assert out[:, at].tolist() == [len(set(equal)) / _POSTS, equal.count(own_post), min(len(equal), SOME)]


@given(_SIGNS)
def test_places_are_compared_between_posts(signs: list[tuple[int, int, int]]) -> None:
    post, said, place = _columns(signs)
    rising, out = np.array([0.5, -1.0, 1.0]), np.zeros((5, len(signs)))
    fill_places(place, _PLACES, post, _POSTS, said, _TEXTS, rising, out)
    for at, (own_post, _, own_place) in enumerate(signs):
        there = [(other, text) for other, text, where in signs if where == own_place]
        posts, some = {other for other, _ in there}, min(len(there), SOME)
        is_first = not any(other == own_post and where == own_place for other, _, where in signs[:at])
        assert out[:, at].tolist() == [
            *(len(posts) / _POSTS, len(there) / len(posts), min(len({text for _, text in there}), some) / some),
            *(rising[own_place], is_first),
        ]


def test_kinds_are_those_of_the_element_and_of_two_above() -> None:
    parent = np.array([-1, 0, 1, 2], np.int32)
    tag, kinds = np.array([0, 1, 2, 1], np.int16), np.array([4, 1, 0, 2], np.int32)
    families = np.array([[1, 0, 0], [0, 1, 0]], np.uint8)
    out = np.zeros((10, 2))
    fill_kinds(np.array([3, 1], np.int32), (tag, kinds, parent), families, 3, out)
    assert out[:, 0].tolist() == [0, 1, 0, 1, 0, 1, 0, 1, 0, 0]
    assert out[:, 1].tolist() == [0, 1, 1, 0, 1, 0, 0, 0, 0, 1]


def test_texts_stand_before_or_behind_the_words_of_their_post() -> None:
    row, post = np.array([0, 2, 5], np.int64), np.array([0, 0, 0], np.int32)
    bounds = np.array([[1], [3], [5], [2]], np.int32)
    lead = np.array([True, False, False, False, False, False])
    date = np.array([False, True, False, False, False, True])
    out = np.zeros((8, 3))
    fill_stands(row, post, bounds, np.array([1, 2, 4], np.int32), (lead, date), out)
    assert out[:, 0].tolist() == [1, 3, 0, -1, 1, 0, 0, 1]
    assert out[:, 1].tolist() == [1, 1, 1, 0, 0, 1, 0, 0]
    assert out[:, 2].tolist() == [0, 1, 4, 2, 0, 0, 1, 1]
