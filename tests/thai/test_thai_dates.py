"""Dates as Thai pages write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.thai.dates import common_year, find_thai_dates

FULL = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"
SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค."
BARE = SHORT.replace(".", "")
DAYS = st.dates(date(1970, 1, 1), date(2056, 12, 31))


def read(text: str) -> list[tuple[int, int, int]]:
    return [(found.year, found.month, found.day) for found in find_thai_dates(text)]


def thai_digits(text: str) -> str:
    return text.translate(str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙"))


@pytest.mark.parametrize(
    "text",
    [
        "12 ต.ค. 2567",
        "๑๒ ตุลาคม พ.ศ. ๒๕๖๗",
        "12/10/2567",
        "วันเสาร์ที่ 12 ตุลาคม 2567",
        "12 ต.ค. 67",
        "12ตค67",
        "12 เดือนตุลาคม พ.ศ.2567",
        "12 ตุลาคม ค.ศ. 2024",
        "12 ตุลาคม 2024",
        "12-10-2567",
    ],
)
def test_one_day_in_many_spellings(text: str) -> None:
    assert read(text) == [(2024, 10, 12)]


@pytest.mark.parametrize(
    "text", ["12/10/2567 14:05 น.", "12 ต.ค. 2567 เวลา 14.05 น.", "12 ต.ค. 67, 14:05", "๑๒ ต.ค. ๒๕๖๗ - ๑๔:๐๕ น."]
)
def test_the_time_is_read_too(text: str) -> None:
    (found,) = find_thai_dates(text)
    assert (found.hour, found.minute, found.second) == (14, 5, None)
    assert found.end == len(text)


def test_a_price_is_not_a_time() -> None:
    (found,) = find_thai_dates("12 ต.ค. 2567 14.05 บาท")
    assert found.hour is None


@pytest.mark.parametrize("text", ["31 ก.พ. 2567", "0 ม.ค. 2567", "12 เมตร 2567", "2567", "12/13/2567", "112 ต.ค. 2567"])
def test_what_is_no_date_is_not_read(text: str) -> None:
    assert read(text) == []


@given(DAYS, st.sampled_from([FULL, SHORT, BARE]), st.booleans(), st.sampled_from([" ", "", "  "]))
def test_a_formatted_date_reads_back(day: date, months: str, digits: bool, space: str) -> None:
    text = f"{day.day}{space}{months.split()[day.month - 1]}{space}{day.year + 543}"
    assert read(thai_digits(text) if digits else text) == [(day.year, day.month, day.day)]


@given(DAYS, st.integers(0, 23), st.integers(0, 59))
def test_a_formatted_moment_reads_back(day: date, hour: int, minute: int) -> None:
    (found,) = find_thai_dates(f"{day:%d/%m}/{day.year + 543} {hour:02d}:{minute:02d} น.")
    assert (found.year, found.month, found.day, found.hour, found.minute) == (
        day.year,
        day.month,
        day.day,
        hour,
        minute,
    )


@given(st.text(alphabet="0123456789๐๑๒๓/.-: พศคมกตธันวาคมปี\u0e33"))
def test_any_text_can_be_read(text: str) -> None:
    for found in find_thai_dates(text):
        assert 0 <= found.start < found.end <= len(text)
        assert date(found.year, found.month, found.day)


@given(st.integers(1, 9999))
def test_years_of_both_eras_fall_into_the_common_one(year: int) -> None:
    assert common_year(year) == (year - 543 if year >= 2400 else year)
