"""Dates that tell no year."""

from __future__ import annotations

import pytest

from kaensan.dates.found_dates import read_date
from kaensan.dates.yearless import read_day_of_year, with_year


@pytest.mark.parametrize(
    ("text", "near", "date"),
    [
        ("03/18 13:28", "2020-03-18T12:25", "2020-03-18T13:28"),
        ("08.20 01:11", "2021-08-19", "2021-08-20T01:11"),
        ("3月18日 13:28", "2020-01-01", "2020-03-18T13:28"),
        ("3월 18일 13:28", "2020-01-01", "2020-03-18T13:28"),
        ("18 มี.ค. 13:28 น.", "2020-01-01", "2020-03-18T13:28"),
        ("18 มีนาคม เวลา 13:28 น.", "2020-01-01", "2020-03-18T13:28"),
        ("12 Jan 14:22", "2019-12-30", "2020-01-12T14:22"),
        ("Tue May 14, 09:27 AM", "2013-05-13", "2013-05-14T09:27"),
        ("30 Dec", "2021-01-02", "2020-12-30"),
    ],
)
def test_the_year_is_that_of_a_date_nearby(text: str, near: str, date: str) -> None:
    told = read_day_of_year(text)
    assert told is not None
    assert with_year(told, near) == date


@pytest.mark.parametrize(
    "text", ["5 May 2021", "2021-05-03", "3/4", "yesterday 13:22", "4:15 PM", "31 Feb", "5 apples", ""]
)
def test_other_texts_are_no_day_of_a_year(text: str) -> None:
    assert read_day_of_year(text) is None


def test_an_hour_is_no_year() -> None:
    assert read_date("12 Jan 14:22") is None
    assert read_date("17 января 2004 г., 18:40") == "2004-01-17T18:40"
