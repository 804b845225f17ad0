"""No text with a date in it is ruled out, and most others are, at one look at each letter."""

import random
import re

import numpy as np
import pytest

from kaensan.dates.date_hints import (
    ANY_SHAPE,
    MONTH,
    MONTH_BETWEEN,
    NUMBERED,
    PARTED,
    date_shapes,
    days_behind_months,
    text_shapes,
)
from kaensan.dates.found_dates import find_dates
from kaensan.dates.months import MONTHS


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
    for text in ("1,200 pages", "12 pages", "3/4/2021", "3 May", "20210304", "12:30 3.4", "1,200 €"):
        assert hints(text) == [text_shapes(text)]


def test_a_month_may_stand_behind_another_row_and_no_word_ends_like_one() -> None:
    assert hints("1:54 pmAugust 9, 2012")[0] & MONTH
    assert text_shapes("at 1:54 pm August 9, 2012") & MONTH
    assert text_shapes("3rdmay 2021") & MONTH
    assert text_shapes("1200 dismay 2021") == NUMBERED


def test_signs_that_part_a_date_are_the_same() -> None:
    assert hints("4.5/5 of 120", "555.802.1707", "3.4.2021 5/6", "1/12.3.2021") == [
        NUMBERED,
        NUMBERED,
        NUMBERED | PARTED,
        NUMBERED | PARTED,
    ]


def test_a_letter_beyond_ascii_may_be_of_a_month_but_is_no_digit() -> None:
    assert text_shapes("1200 cafés") == NUMBERED | MONTH
    assert text_shapes("1200 € ★ °") == text_shapes("1200 😀") == NUMBERED
    assert text_shapes("3 oKt 2021") & MONTH
    assert text_shapes("१२/३/२०२१") & ANY_SHAPE == ANY_SHAPE


def test_of_a_long_text_only_the_opening_is_looked_at() -> None:
    texts = "3 May 2021 and so on", "and so on, 3 May 2021", "x" * 9
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    start = np.cumsum([0, *map(len, texts)])
    long = np.array([len(text) for text in texts], np.int64)
    assert date_shapes(codes, start, long, 10, 8).tolist() == [NUMBERED | MONTH_BETWEEN, NUMBERED, 0]
    assert date_shapes(codes, start, long, 30, 8).tolist() == [NUMBERED | MONTH_BETWEEN] * 2 + [0]


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
    monkeypatch.setattr("kaensan.dates.found_dates.text_shapes", lambda text: NUMBERED | ANY_SHAPE)
    assert list(map(repr, found)) == [repr(find_dates(line)) for line in lines]
    assert sum(map(bool, found)) > 400
    for line, dates in zip(lines, found, strict=True):
        assert not dates or hints(line)[0] & ANY_SHAPE


BEHIND_MONTH = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{3,12})\.?[\s-]{1,3}(\d{1,2})(?:st|nd|rd|th)?,?[\s,-]{1,3}(\d{4})(?!\d)"
)
PARTS = (
    *(("May", "June.", "sept", "Monday", "é²", "_may", "at"), (" ", "-", " - ", ". ", "\x1c", "\xa0", "    ", "")),
    *(("3", "31", "312"), ("", "st", "th", ","), (" ", ", ", ",   ", "-", "\t", "", "•"), ("2021", "20211", "21", "")),
)


def test_days_behind_months_are_those_that_a_pattern_finds() -> None:
    chance = random.Random(3)
    seen = 0
    for _ in range(10_000):
        text = "".join(chance.choice(part) for part in PARTS * 2)
        found = [(*match.span(), int(match[3]), int(match[2])) for match in BEHIND_MONTH.finditer(text)]
        days, last = days_behind_months(text)
        assert [(start, end, year, day) for start, end, year, _, day in days] == found, text
        assert last == max((at + 1 for at, letter in enumerate(text) if letter.isdecimal()), default=0)
        seen += len(found)
    assert seen > 100
    assert [month for *_, month, _ in days_behind_months("May 3, 2021, Mayor 4 2021")[0]] == [5, 0]
