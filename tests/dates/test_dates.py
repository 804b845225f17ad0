"""Dates in texts, as ISO 8601."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.dates.found_dates import find_dates, read_date, read_timestamp
from kaensan.dates.months import MONTHS

DAYS = st.dates(date(1970, 1, 1), date(2100, 12, 31))


@pytest.mark.parametrize(
    "text",
    [
        "2021-10-12",
        "20211012",
        "2021/10/12",
        "12.10.2021",
        "12. Oktober 2021",
        "October 12th, 2021",
        "Oct. 12 2021",
        "12 de octubre de 2021",
        "le 12 octobre 2021",
        "12-Oct-2021",
        "12.10.21",
        "2021年10月12日",
        "2021년 10월 12일",
        "12 октября 2021 г.",
        "12 października 2021",
        "12 lokakuuta 2021",
        "12 ต.ค. 2564",
        "2564-10-12",
        "Tue Oct 12 14:05:00 CEST 2021",
    ],
)
def test_one_day_in_many_languages(text: str) -> None:
    assert (read_date(text) or "")[:10] == "2021-10-12"


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2021-10-12T14:05:00Z", "2021-10-12T14:05:00+00:00"),
        ("2021-10-12 14:05:00.123 +0700", "2021-10-12T14:05:00+07:00"),
        ("20211012T140500Z", "2021-10-12T14:05:00+00:00"),
        ("Tue, 12 Oct 2021 14:05:00 GMT", "2021-10-12T14:05:00+00:00"),
        ("12. Oktober 2021 um 14:05 Uhr", "2021-10-12T14:05"),
        ("12 octobre 2021 à 14h05", "2021-10-12T14:05"),
        ("October 12, 2021 at 2:05 pm", "2021-10-12T14:05"),
        ("October 12, 2021 at 12:05 AM", "2021-10-12T00:05"),
        ("2021-10-12T14:05:00 GMT+0200", "2021-10-12T14:05:00+02:00"),
        ("12 ต.ค. 2564 เวลา 14.05 น.", "2021-10-12T14:05"),
        ("2021/10/12(火) 14:05:00.12 ID:a1", "2021-10-12T14:05:00"),
        ("2021年10月12日（火）14時05分", "2021-10-12T14:05"),
        ("2021年10月12日 下午2:05", "2021-10-12T14:05"),
        ("2021. 10. 12. 오후 2:05", "2021-10-12T14:05"),
        ("2021년 10월 12일 (화) 14시 05분 09초", "2021-10-12T14:05:09"),
        ("2021-10-12 午前12:05", "2021-10-12T00:05"),
        ("12 October 2021 (Tuesday) at 14:05", "2021-10-12T14:05"),
        ("12 October 2021 (12 posts) 3:30", "2021-10-12"),
        ("2021-10-12 99:99", "2021-10-12"),
    ],
)
def test_times_and_zones_are_kept_where_given(text: str, iso: str) -> None:
    assert read_date(text) == iso


@pytest.mark.parametrize(
    "text", ["", "soon", "2021-13-01", "2021-02-30", "1.2.3.2021", "12 apples 2021", "12345678901", "1066-10-14"]
)
def test_what_is_no_date_is_not_read(text: str) -> None:
    assert read_date(text) is None


def test_an_ambiguous_date_says_so() -> None:
    (found,) = find_dates("3/4/2021")
    assert (found.iso, found.swapped) == ("2021-04-03", "2021-03-04")
    (found,) = find_dates("3/4/2021", month_first=True)
    assert (found.iso, found.swapped) == ("2021-03-04", "2021-04-03")
    assert repr(find_dates("13/4/2021", month_first=True)) == repr(find_dates("13/4/2021"))
    assert find_dates("3.4.2021", month_first=True)[0].iso == "2021-04-03"


def test_dates_come_in_order_and_never_overlap() -> None:
    text = "Published 1 May 2020, updated 2 ม.ค. 2564 and 2021-03-04T05:06:07Z"
    found = find_dates(text)
    assert [one.iso[:10] for one in found] == ["2020-05-01", "2021-01-02", "2021-03-04"]
    assert all(left.end <= right.start for left, right in pairwise(found))
    assert text[found[1].start : found[1].end] == "2 ม.ค. 2564"


@given(DAYS, st.sampled_from(["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y", "%Y年%m月%d日"]))
def test_a_formatted_date_reads_back(day: date, form: str) -> None:
    assert read_date(day.strftime(form)) == day.isoformat()


@given(st.datetimes(datetime(1970, 1, 1), datetime(2100, 12, 31)), st.sampled_from(["", "+00:00", "-08:00", "+07:00"]))
def test_iso_reads_back_as_it_is(moment: datetime, zone: str) -> None:
    iso = moment.replace(microsecond=0).isoformat() + zone
    assert read_date(f"on {iso}.") == iso


@given(DAYS, st.sampled_from(sorted(MONTHS)))
def test_months_of_every_language_are_known(day: date, month: str) -> None:
    assert (read_date(f"5 {month} {day.year}") or "")[:7] == f"{day.year}-{MONTHS[month]:02d}"


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    for found in find_dates(text):
        assert 0 <= found.start < found.end <= len(text)
        assert date.fromisoformat(found.iso[:10])


@given(st.text(alphabet="0123456789-/.:, TZ+gmtuinovาคม๑"), st.booleans())
def test_anything_like_a_date_can_be_read(text: str, month_first: bool) -> None:
    for found in find_dates(text, month_first):
        assert datetime.fromisoformat(found.iso)


@given(st.integers(1_000_000_000, 4_000_000_000))
def test_timestamps_count_seconds_or_milliseconds(seconds: int) -> None:
    iso = datetime.fromtimestamp(seconds, UTC).isoformat()
    assert read_timestamp(str(seconds)) == read_timestamp(f"{seconds}123") == iso


@pytest.mark.parametrize("text", ["", "12", "20211012", "๑๒๓๔๕๖๗๘๙๐", "-123456789"])
def test_other_numbers_are_no_timestamps(text: str) -> None:
    assert read_timestamp(text) is None


def test_what_machines_write_is_read_as_any_other_text() -> None:
    chance = random.Random(3)
    zones = ["", "Z", "+00:00", "-0530", "+14:30", "+99:99", " GMT"]
    for _ in range(4000):
        year, month, day = chance.choice((1969, 1999, 2021, 2567, 2900)), chance.randrange(14), chance.randrange(33)
        time = (
            chance.choice(("", "T", " "))
            and f"{chance.choice('T ')}{chance.randrange(27):02}:{chance.randrange(62):02}"
        )
        time += chance.choice(("", f":{chance.randrange(62):02}", ":07.123", ".5", ":07.1234567890")) if time else ""
        text = f"{year}-{month:02}-{day:02}{time}{chance.choice(zones) if time else ''}"
        assert read_date(text) == next((found.iso for found in find_dates(text)), None), text
