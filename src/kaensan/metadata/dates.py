"""Dates in texts, whatever the language, as ISO 8601.

Read are ISO 8601 and its relatives, numeric dates, dates with a month's name, Chinese, Japanese and Korean dates, and
Thai ones (Buddhist era, Thai digits). Nothing here looks at a clock: the same text always gives the same date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from kaensan.metadata.date_hints import (
    ANY_SHAPE,
    MONTH_BETWEEN,
    MONTH_FIRST,
    PARTED,
    WHOLE,
    Digits,
    days_behind_months,
    find_digits,
    text_shapes,
)
from kaensan.metadata.months import MONTHS
from kaensan.metadata.stamps import EARLIEST, LATEST, exists, read_stamp, time_may_follow, zone_of
from kaensan.thai.dates import common_year, find_thai_dates, year_of_two_digits

__all__ = ["FoundDate", "find_dates", "read_date", "read_timestamp"]

_DIGITS_OF_YEAR = 4
_TAIL = 40
"""Characters behind a date in which its time may end."""
_LAST_SHORT_YEAR = 40
"""Two digits up to this are of this century, higher ones of the last."""

# Something that every shape below needs: a year of four digits, numbers parted by signs, or a month before two digits.
_HINT = re.compile(r"\d{4}|\d[-/.]\s?\d|[^\W\d_][\s-]\d\d(?!\d)|[๐-๙]|[ก-๎]\.?\s{0,3}\d\d")
_YEAR_FIRST = re.compile(r"(?<![\d.])(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))(?![\d]|[-/.]\d)")
_CJK = re.compile(r"(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]")
_DAY_FIRST = re.compile(r"(?<![\d/.-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d]|[-/.]\d)")
_NAMED = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?[\s,./-]{0,3}(?:de\s|of\s|di\s)?([^\W\d_]{3,12})[.,]?[\s,./-]{0,3}(?:de\s|del\s|of\s|г\.)?"
    r"['’]?(\d{4})(?!\d)"
)
_MONTH_FIRST = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{3,12})\.?[\s-]{1,3}(\d{1,2})(?:st|nd|rd|th)?,?[\s,-]{1,3}(\d{4})(?!\d)"
)
_YEAR_NAMED = re.compile(r"(?<!\d)(\d{4})[\s./-]{1,3}([^\W\d_]{3,12})[\s./-]{1,3}(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(
    r"(?<![^\W\d_])([A-Za-z]{3}) {1,2}(\d{1,2}) \d\d:\d\d(?::\d\d)? (?:[A-Z]{2,5} |[+-]\d{4} )?(\d{4})(?!\d)"
)
_SHORT_YEAR = re.compile(r"(?<!\d)(\d{1,2})[\s-]([A-Za-z]{3})[\s-](\d{2})(?!\d)")
_TIME = re.compile(
    r"(?:\s?T|[\s,|·•@–-]{0,4}(?:(?:at|um|à|as|às|a las|alle|kl\.?|klo|o|om|ore|в|@|-)\s{0,2})?)"
    r"(?P<hour>\d{1,2})(?P<mark>[:hH.])(?P<minute>[0-5]\d)(?:[:.](?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?!\d)"
    r"(?:\s?(?P<half>[aApP])\.?[mM]\b\.?)?"
    r"\s{0,2}(?P<zone>Z\b|(?:GMT|UTC)?[+-]\d\d:?\d\d(?!\d)|(?:GMT|UTC)[+-]\d{1,2}(?!\d)|UTC\b|GMT\b|[+-]\d\d(?![\d:]))?"
)
_COMPACT_TIME = re.compile(r"T(?P<hour>\d\d)(?P<minute>[0-5]\d)(?P<second>[0-5]\d)?(?P<zone>Z|[+-]\d\d:?\d\d)?")

_BEFORE, _AFTER = 20, 4
"""Characters before the first digit of a text and behind its last one that any of the shapes above looks at: the name
of a month before a day, and the last sign of a Chinese date."""


class FoundDate(NamedTuple):
    """A date in a text."""

    start: int
    end: int
    iso: str
    """ISO 8601: a day, or a day and a time, with its zone where the text gives one"""
    swapped: str | None = None
    """the day it is when day and month are the other way round and both readings are possible"""


def find_dates(text: str, month_first: bool = False, *, thai: bool = False) -> list[FoundDate]:
    """Every date in a text, in order; `month_first` settles 3/4/2021 and `thai` that 59 is the Buddhist year 2559.

    >>> [found.iso for found in find_dates("Posted 12 ต.ค. 2567 14:05 น., updated on March 3rd, 2025 at 2:05 pm")]
    ['2024-10-12T14:05', '2025-03-03T14:05']
    """
    shapes = text_shapes(text) & ANY_SHAPE
    if shapes == MONTH_FIRST:
        return _behind_months(text)
    if not shapes or (not text.isascii() and not _HINT.search(text)):
        return []
    dates = {
        date.start: FoundDate(date.start, date.end, _iso(*date[2:5], date.hour, date.minute, date.second))
        for date in (find_thai_dates(text) if shapes & PARTED else ())
        if EARLIEST <= date.year <= LATEST
    }
    digits = find_digits(text)
    for match, year, month, day in _numbers(text, digits, month_first, thai, shapes):
        year = common_year(year)
        if match.start() in dates or not exists(year, month, day):
            continue
        if match.end() < digits.end:
            date = _with_time(text, *match.span(), year, month, day)
        else:  # no digit is left for a time
            date = FoundDate(*match.span(), _iso(year, month, day))
        if match.re is _DAY_FIRST and day <= 12 and day != month:
            date = date._replace(swapped=_iso(year, day, month))
        dates[match.start()] = date
    return _apart(sorted(dates.values()))


def _behind_months(text: str) -> list[FoundDate]:
    """The dates of a text that can hold none but those that start with a month."""
    found, last_digit = days_behind_months(text)
    colon = text.find(":")
    if 0 <= colon < last_digit - _SHORTEST_AFTER_COLON:
        last = (
            (*match.span(), int(match[3]), MONTHS.get(match[1].lower(), 0), int(match[2]))
            for match in _YEAR_LAST.finditer(text)
        )
        found = sorted([*found, *last])
    dates: list[FoundDate] = []
    for start, end, year, month, day in found:
        year = common_year(year)
        if (dates and start < dates[-1].end) or not exists(year, month, day):
            continue
        timed = end < last_digit
        dates.append(
            _with_time(text, start, end, year, month, day) if timed else FoundDate(start, end, _iso(year, month, day))
        )
    return dates


_SHORTEST_AFTER_COLON = len(":00 202")
"""Characters from the first colon of a time, before which a day stands, to the last but one of the year behind it."""


def read_date(text: str, month_first: bool = False, *, thai: bool = False) -> str | None:
    """The first date in a text, as ISO 8601.

    >>> read_date("Tue, 12 Oct 2021 14:05:00 GMT"), read_date("12. Oktober 2021"), read_date("soon")
    ('2021-10-12T14:05:00+00:00', '2021-10-12', None)
    """
    if iso := read_stamp(text):
        return iso
    return next((date.iso for date in find_dates(text, month_first, thai=thai)), None)


def read_timestamp(text: str) -> str | None:
    """A count of seconds or milliseconds since 1970 as ISO 8601.

    >>> read_timestamp("1634047500")
    '2021-10-12T14:05:00+00:00'
    """
    if not (text.isascii() and text.isdigit() and len(text) in (10, 13)):
        return None
    return datetime.fromtimestamp(int(text[:10]), UTC).isoformat()


def _numbers(
    text: str, digits: Digits, month_first: bool, thai: bool, shapes: int
) -> Iterator[tuple[re.Match[str], int, int, int]]:
    """Everything shaped like a date, as year, month and day, the surest shapes first; `shapes` are what it may hold."""
    span = max(digits.first - _BEFORE, 0), digits.end + _AFTER
    if digits.longest >= _DIGITS_OF_YEAR:
        yield from _with_full_year(text, span, shapes)
    if shapes & MONTH_BETWEEN:
        for match in _SHORT_YEAR.finditer(text, *span):
            yield match, _full_year(int(match[3]), thai), MONTHS.get(match[2].lower(), 0), int(match[1])
    for match in _DAY_FIRST.finditer(text, *span) if shapes & PARTED else ():
        first, second, year = int(match[1]), int(match[3]), _full_year(int(match[4]), thai)
        swap = second > 12 or (month_first and first <= 12 and match[2] != ".")
        yield match, year, first if swap else second, second if swap else first


def _with_full_year(text: str, span: tuple[int, int], shapes: int) -> Iterator[tuple[re.Match[str], int, int, int]]:
    """The shapes with a year of four digits; those with a month's name only where the text may hold one."""
    for match in _YEAR_FIRST.finditer(text, *span) if shapes & (PARTED | WHOLE) else ():
        year, _, month, day, month2, day2 = match.groups()
        yield match, int(year), int(month or month2), int(day or day2)
    for match in _CJK.finditer(text, *span) if "年" in text or "년" in text else ():
        yield match, int(match[1]), int(match[2]), int(match[3])
    for match in _NAMED.finditer(text, *span) if shapes & MONTH_BETWEEN else ():
        yield match, int(match[3]), MONTHS.get(match[2].lower(), 0), int(match[1])
    if shapes & MONTH_FIRST:
        for match in _MONTH_FIRST.finditer(text, *span):
            yield match, int(match[3]), MONTHS.get(match[1].lower(), 0), int(match[2])
        for match in _YEAR_LAST.finditer(text, *span) if ":" in text else ():
            yield match, int(match[3]), MONTHS.get(match[1].lower(), 0), int(match[2])
    for match in _YEAR_NAMED.finditer(text, *span) if shapes & MONTH_BETWEEN else ():
        yield match, int(match[1]), MONTHS.get(match[2].lower(), 0), int(match[3])


def _full_year(year: int, thai: bool) -> int:
    if year > 99:
        return year
    return year_of_two_digits(year) if thai else year + (2000 if year <= _LAST_SHORT_YEAR else 1900)


def _with_time(text: str, start: int, end: int, year: int, month: int, day: int) -> FoundDate:
    time = _COMPACT_TIME.match(text, end) or _TIME.match(text, end, end + _TAIL) if time_may_follow(text, end) else None
    if time:
        parts = time.groupdict()
        hour = int(parts["hour"])
        half = (parts.get("half") or "").lower()
        if half:
            hour = hour % 12 + (12 if half == "p" else 0)
        if hour < 24 and (parts.get("mark") != "." or parts.get("second") is None):
            second = int(parts["second"]) if parts["second"] else None
            iso = _iso(year, month, day, hour, int(parts["minute"]), second)
            return FoundDate(start, time.end(), iso + zone_of(parts["zone"]))
    return FoundDate(start, end, _iso(year, month, day))


def _iso(year: int, month: int, day: int, hour: int | None = None, minute: int = 0, second: int | None = None) -> str:
    date = f"{year:04d}-{month:02d}-{day:02d}"
    if hour is None:
        return date
    return f"{date}T{hour:02d}:{minute:02d}" + (f":{second:02d}" if second is not None else "")


def _apart(dates: list[FoundDate]) -> list[FoundDate]:
    """Without those that start inside another."""
    kept: list[FoundDate] = []
    for date in dates:
        if not kept or date.start >= kept[-1].end:
            kept.append(date)
    return kept
