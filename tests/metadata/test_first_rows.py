"""The first rows with enough text."""

import numpy as np

from kaensan.metadata.first_rows import first_rows

LENGTH = np.array([2, 9, 3, 4, 5])
WANTED = np.array([True, False, True, True, False])


def test_rows_end_with_the_one_that_has_enough() -> None:
    assert first_rows(WANTED, LENGTH, 1, 5) == [0, 2]
    assert first_rows(WANTED, LENGTH, 1, 6) == [0, 2, 3]
    assert first_rows(WANTED, LENGTH, 9, 100) == [0, 2, 3]


def test_too_little_text_is_none() -> None:
    assert first_rows(WANTED, LENGTH, 10, 100) == []
    assert first_rows(np.zeros(0, np.bool_), np.zeros(0, np.int64), 0, 5) == []


def test_columns_of_different_pages_are_no_rows() -> None:
    assert first_rows(WANTED[:2], LENGTH, 1, 5) == []
