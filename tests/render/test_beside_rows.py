"""Rows that may be drawn beside headings and code."""

import numpy as np
import pytest

from kaensan.page import parse
from kaensan.render.beside_rows import rows_in_code_and_headings

TEXTS = parse("<h2>Tea<a>#</a></h2><p>A drink.</p><pre>1 <b>brew</b></pre><h3>A long headline</h3>").texts


def test_kept_rows_are_told_by_where_they_stand() -> None:
    kept = np.ones(len(TEXTS), np.bool_)
    assert rows_in_code_and_headings(TEXTS, kept, 5) == ([3, 4], [0, 1])
    kept[[1, 3]] = False
    assert rows_in_code_and_headings(TEXTS, kept, 50) == ([4], [0, 5])


def test_there_is_a_mark_for_every_row() -> None:
    with pytest.raises(ValueError, match="page has 6"):
        rows_in_code_and_headings(TEXTS, np.ones(9, np.bool_), 5)
    assert rows_in_code_and_headings(parse("").texts, np.zeros(0, np.bool_), 5) == ([], [])
