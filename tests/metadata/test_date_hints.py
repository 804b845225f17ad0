"""No text with a date in it is ruled out, and most others are, at one look at each letter."""

import random

import numpy as np
import pytest

from kaensan.metadata.date_hints import ANY_SHAPE, MONTH, NUMBERED, date_shapes, text_shapes
from kaensan.metadata.dates import find_dates
from kaensan.metadata.months import MONTHS


def hints(*texts: str) -> list[int]:
    """The hints of some texts."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    found: list[int] = date_shapes(codes, np.cumsum([0, *map(len, texts)])).tolist()
    return found


@pytest.mark.parametrize("month", sorted(MONTHS))
def test_no_month_is_overlooked(month: str) -> None:
    for text in (f"12 {month} 2021", f"{month.title()} 3, 2021", f"2021 {month.upper()} 4", f"3{month}2021"):
        assert text_shapes(text) & MONTH
        assert hints(text)[0] & MONTH


@pytest.mark.parametrize(
    "text",
    [
        *("2021-03-04", "20210304", "3. 4. 2021", "03/04/21", "12.10.2567", "2021年3月4日", "๑๒ ตุลาคม ๒๕๖๗"),
        "12-Oct-21",
        "on 3. \n4. 2021 again",
    ],
)
def test_no_shape_of_a_date_is_overlooked(text: str) -> None:
    assert find_dates(" ".join(text.split()))
    assert hints(text)[0] & ANY_SHAPE


def test_numbers_that_are_no_date_are_told_at_one_look() -> None:
    assert hints("1,200 pages", "at 12.50 each", "call 555 0199", "12 of 34") == [NUMBERED] * 4
    assert hints("12 pages", "", "a 3. b 4. c") == [0, 0, 0]
    for text in ("1,200 pages", "12 pages", "3/4/2021", "3 May", "20210304", "12:30 3.4"):
        assert hints(text) == [text_shapes(text)]


def test_no_date_is_made_of_two_texts() -> None:
    assert hints("2021-03", "-04 5") == [NUMBERED, NUMBERED]


def test_signs_beyond_ascii_are_no_months_and_a_month_stands_near_a_number() -> None:
    assert hints("“1,200 pages” – told", "2021 · to be or not to be: what we may do") == [NUMBERED] * 2
    for text in ("“3 May 2021”", "May\u00a03,\u20092021", "3.\u00a04. 2021", "the ’3rd of September, ’2021"):
        assert find_dates(text)
        assert hints(text)[0] & ANY_SHAPE


def test_the_look_at_each_letter_rules_no_date_out(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    pieces = ["3", "12", "21", "2021", "2567", "20210304", "may", "Sept", "août", "marketing", "ต.ค.", "年3月4日"]
    pieces += [" ", " ", "-", "/", ".", ", ", "\u00a0", "’", " – ", "th ", " de ", "of ", ":30", "T10:20", "“", "x"]
    lines = ["".join(chance.choices(pieces, k=chance.randrange(3, 14))) for _ in range(4000)]
    found = [find_dates(line) for line in lines]
    monkeypatch.setattr("kaensan.metadata.dates.text_shapes", lambda text: NUMBERED | ANY_SHAPE)
    assert found == [find_dates(line) for line in lines]
    assert sum(map(bool, found)) > 400
    for line, dates in zip(lines, found, strict=True):
        assert not dates or hints(line)[0] & ANY_SHAPE
