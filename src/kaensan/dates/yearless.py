"""Dates without a year, as posts of this year are dated: the year is that of a date nearby.

Read are a day and a month with a name or Chinese, Japanese and Korean signs, and two numbers where a time follows.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kaensan.dates.found_dates import read_date
from kaensan.dates.months import MONTHS
from kaensan.dates.stamps import exists
from kaensan.thai.dates import find_thai_dates

__all__ = ["DayOfYear", "read_day_of_year", "with_year"]

_LONGEST = 40
"""characters of a text that is nothing but a date"""
_LEAP = 2000
"""a year that has all days"""
_YEAR = re.compile(r"\d{4}")
_THAI_LETTER = re.compile(r"[ก-๎]")
_TIME = r"(?=\D{0,6}\d{1,2}[:.h時时시]\s?\d\d)"
_SHAPES = (
    re.compile(r"^\D{0,12}?(?<!\d)(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일]"),
    re.compile(
        r"^(?:[^\W\d_]{2,10}[,.]{0,2}\s)?(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?\s(?:de\s)?(?P<name>[^\W\d_]{3,12})\b\.?"
    ),
    re.compile(
        r"^(?:[^\W\d_]{2,10}[,.]{0,2}\s)?(?P<name>[^\W\d_]{3,12})\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?![:.]\d)"
    ),
)
_NUMBERS = re.compile(rf"^\D{{0,4}}(?P<first>\d{{1,2}})[./-](?P<second>\d{{1,2}})\b\.?{_TIME}")
_THAI_TIME = re.compile(r"เวลา|น\.")
"""what stands around a time"""
_THAI_DAY = re.compile(r"\d{1,2}\s{0,2}(?:[ก-๎]{1,3}\.\s?[ก-๎]\.?|[ก-๎]{4,12}(?:คม|ยน|พันธ์))")
_HALF_A_YEAR = 183
"""days from which a day further back is rather one of the next year"""


class DayOfYear(NamedTuple):
    """A day and a month, and what the text says after them."""

    month: int
    day: int
    rest: str


def read_day_of_year(text: str, month_first: bool = True) -> DayOfYear | None:
    """The day and the month that a text is, where it tells no year; `month_first` settles 3/4.

    >>> read_day_of_year("3月18日 13:28"), read_day_of_year("Tue 5 May, 9:40 am"), read_day_of_year("08.20 01:11")
    (DayOfYear(month=3, day=18, rest=' 13:28'), DayOfYear(month=5, day=5, rest=', 9:40 am'), \
DayOfYear(month=8, day=20, rest=' 01:11'))
    >>> read_day_of_year("5 May 2021"), read_day_of_year("5/7"), read_day_of_year("5 apples")
    (None, None, None)
    """
    text = text.strip()
    if len(text) > _LONGEST or _YEAR.search(text):
        return None
    if _THAI_LETTER.search(text):
        return _thai_day(text)
    for shape in _SHAPES:
        if found := shape.search(text):
            parts = found.groupdict()
            month = int(parts["month"]) if "month" in parts else MONTHS.get(parts["name"].lower(), 0)
            if exists(_LEAP, month, int(parts["day"])):
                return DayOfYear(month, int(parts["day"]), text[found.end() :])
    if found := _NUMBERS.search(text):
        one, other = int(found["first"]), int(found["second"])
        month, day = (one, other) if other > 12 or (month_first and one <= 12) else (other, one)
        if exists(_LEAP, month, day):
            return DayOfYear(month, day, text[found.end() :])
    return None


def with_year(told: DayOfYear, near: str) -> str | None:
    """The date in ISO 8601, in the year in which it is the least far from another date.

    >>> with_year(DayOfYear(1, 2, " 8:15"), "2021-12-30T21:00")
    '2022-01-02T08:15'
    """
    year, days = int(near[:4]), _days(told.month, told.day) - _days(int(near[5:7]), int(near[8:10]))
    year += (days < -_HALF_A_YEAR) - (days > _HALF_A_YEAR)
    return read_date(f"{year}-{told.month:02}-{told.day:02}{told.rest}")


def _days(month: int, day: int) -> int:
    """About how many days of a year have passed."""
    return 30 * month + day


def _thai_day(text: str) -> DayOfYear | None:
    """A day and a month in Thai: with a year behind them they are a date."""
    found = next(find_thai_dates(_THAI_DAY.sub(rf"\g<0> {_LEAP} ", text, count=1)), None)
    if found is None or (begin := _THAI_DAY.search(text)) is None:
        return None
    return DayOfYear(found.month, found.day, _THAI_TIME.sub("", text[begin.end() :]))
