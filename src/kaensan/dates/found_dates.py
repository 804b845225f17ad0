# cython: language_level=3
"""Dates in texts, whatever the language, as ISO 8601.

Read are ISO 8601 and its relatives, numeric dates, dates with a month's name, Chinese, Japanese and Korean dates, and
Thai ones (Buddhist era, Thai digits). Nothing here looks at a clock: the same text always gives the same date.

Part of the kernel (see `kaensan.kernel`); `dates.pxd` has the C types of the fields.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.dates.stamps import exists, read_stamp, time_may_follow, zone_of
else:
    from kaensan.dates.stamps import exists, read_stamp, time_may_follow, zone_of

from kaensan.dates.date_hints import (
    ANY_SHAPE,
    MONTH_BETWEEN,
    MONTH_FIRST,
    PARTED,
    WHOLE,
    days_behind_months,
    find_digits,
    text_shapes,
)
from kaensan.dates.months import MONTHS
from kaensan.dates.stamps import EARLIEST, LATEST
from kaensan.thai.dates import common_year, find_thai_dates, year_of_two_digits

__all__ = ["FoundDate", "find_dates", "read_date", "read_timestamp"]

_LATEST = cython.declare(cython.longlong, LATEST)
_DIGITS_OF_YEAR = 4
_TAIL = 40
"""Characters behind a date in which its time may end."""
_LAST_SHORT_YEAR = 40
"""Two digits up to this are of this century, higher ones of the last."""

# Something that every shape below needs: a year of four digits, numbers parted by signs, or a month before two digits.
_HINT = re.compile(r"\d{4}|\d[-/.]\s?\d|[^\W\d_][\s-]\d\d(?!\d)|[๐-๙]|[ก-๎]\.?\s{0,3}\d\d")
_YEAR_FIRST = re.compile(r"(?<![\d.])(\d{4})(?:([-/.])\s?(\d{1,2})\2\s?(\d{1,2})|(\d\d)(\d\d))(?![\d]|[-/.]\d)")
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
_SHORT_YEAR = re.compile(r"(?<!\d)(\d{1,2})[\s-]([A-Za-z]{3})[\s-](\d{2})(?!\d|:\d)")
_TIME = re.compile(
    r"(?:\s?T|\.?(?:\s?г(?:ода)?\b\.?)?(?:\s?[(（][^()（）\d]{1,12}[)）])?[\s,|·•@–-]{0,4}"
    r"(?:(?:at|um|à|as|às|a las|alle|kl\.?|klo|o|om|ore|в|@|-)\s{0,2})?(?P<part>午前|午後|上午|下午|오전|오후)?\s?)"
    r"(?P<hour>\d{1,2})(?P<mark>[:hH.]|[時时點点시]\s?)(?P<minute>[0-5]\d)"
    r"(?:(?:[:.]|[分분]\s?)(?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?!\d)"
    r"(?:\s?(?P<half>[aApP])\.?[mM]\b\.?)?"
    r"\s{0,2}(?P<zone>Z\b|(?:GMT|UTC)?[+-]\d\d:?\d\d(?!\d)|(?:GMT|UTC)[+-]\d{1,2}(?!\d)|UTC\b|GMT\b|[+-]\d\d(?![\d:]))?"
)
_LATER = frozenset(("午後", "下午", "오후", "p", "P"))
"""how the hours after noon are told"""
_COMPACT_TIME = re.compile(r"T(?P<hour>\d\d)(?P<minute>[0-5]\d)(?P<second>[0-5]\d)?(?P<zone>Z|[+-]\d\d:?\d\d)?")

_BEFORE, _AFTER = 20, 4
"""Characters before the first digit of a text and behind its last one that any of the shapes above looks at: the name
of a month before a day, and the last sign of a Chinese date."""


_TWO_DIGITS = [f"{number:02d}" for number in range(100)]


@cython.final
@cython.cclass
class FoundDate:
    """A date in a text, from `start` to `end`.

    `iso` is ISO 8601: a day, or a day and a time, with its zone where the text gives one. `swapped` is the day it is
    when day and month are the other way round and both readings are possible.
    """

    def __init__(self, start: int, end: int, iso: str, swapped: str | None = None) -> None:
        self.start = start
        self.end = end
        self.iso = iso
        self.swapped = swapped

    def __repr__(self) -> str:
        return f"FoundDate({self.start}, {self.end}, {self.iso!r}, {self.swapped!r})"


def find_dates(text: str, month_first: bool = False, *, thai: bool = False) -> list[FoundDate]:
    """Every date in a text, in order; `month_first` settles 3/4/2021 and `thai` that 59 is the Buddhist year 2559.

    >>> [found.iso for found in find_dates("Posted 12 ต.ค. 2567 14:05 น., updated on March 3rd, 2025 at 2:05 pm")]
    ['2024-10-12T14:05', '2025-03-03T14:05']
    """
    shapes: cython.int = text_shapes(text) & ANY_SHAPE
    if shapes == MONTH_FIRST:
        behind: list[FoundDate] = _behind_months(text)
        return behind
    if shapes == 0 or (not text.isascii() and not _HINT.search(text)):
        return []
    dates: dict[int, FoundDate] = {}
    if shapes & PARTED:
        for date in find_thai_dates(text):
            if EARLIEST <= date.year <= LATEST:
                moment = _moment(_day(date.year, date.month, date.day), date.hour, date.minute, date.second)
                dates[date.start] = FoundDate(date.start, date.end, moment)
    _add_numbers(dates, text, shapes, month_first, thai)
    found: list[FoundDate] = []
    last_end: cython.Py_ssize_t = 0
    for start in sorted(dates):
        if start >= last_end:  # not inside another
            found.append(dates[start])
            last_end = dates[start].end
    return found


@cython.cfunc
def _behind_months(text: str) -> list:
    """The dates of a text that can hold none but those that start with a month."""
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    year: cython.longlong
    month: cython.longlong
    day: cython.longlong
    last_digit: cython.Py_ssize_t
    found: list
    found, last_digit = days_behind_months(text)
    colon: cython.Py_ssize_t = text.find(":")
    if 0 <= colon < last_digit - _SHORTEST_AFTER_COLON:
        for match in _YEAR_LAST.finditer(text):
            found.append((*match.span(), int(match[3]), MONTHS.get(match[1].lower(), 0), int(match[2])))
        found.sort()
    dates: list = []
    last_end: cython.Py_ssize_t = 0
    for start, end, year, month, day in found:
        year = _common(year)
        if start >= last_end and exists(year, month, day):
            dates.append(_found(text, start, end, _day(year, month, day), end < last_digit))
            last_end = dates[-1].end
    return dates


_SHORTEST_AFTER_COLON = cython.declare(cython.Py_ssize_t, len(":00 202"))
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


@cython.cfunc
def _add_numbers(dates: dict, text: str, shapes: cython.int, month_first: cython.bint, thai: cython.bint) -> None:
    """Everything shaped like a date, the surest shapes first; `shapes` are what the text may hold."""
    digits = find_digits(text)
    last_digit: cython.Py_ssize_t = digits.end
    span = max(digits.first - _BEFORE, 0), digits.end + _AFTER
    year: cython.longlong
    first: cython.longlong
    second: cython.longlong
    if digits.longest >= _DIGITS_OF_YEAR:
        _add_full_years(dates, text, shapes, span, last_digit)
    if shapes & MONTH_BETWEEN:
        for match in _SHORT_YEAR.finditer(text, *span):
            year = _full_year(int(match[3]), thai)
            _add(dates, text, match.span(), year, MONTHS.get(match[2].lower(), 0), int(match[1]), last_digit)
    if shapes & PARTED:
        for match in _DAY_FIRST.finditer(text, *span):
            first, second, year = int(match[1]), int(match[3]), _full_year(int(match[4]), thai)
            if second > 12 or (month_first and first <= 12 and match[2] != "."):
                first, second = second, first
            date = _add(dates, text, match.span(), year, second, first, last_digit)
            if date is not None and first <= 12 and first != second:
                date.swapped = _day(_common(year), first, second)


@cython.cfunc
def _add_full_years(
    dates: dict, text: str, shapes: cython.int, span: tuple[int, int], last_digit: cython.Py_ssize_t
) -> None:
    """The shapes with a year of four digits; those with a month's name only where the text may hold one."""
    if shapes & (PARTED | WHOLE):
        for match in _YEAR_FIRST.finditer(text, *span):
            month, day = match[3] or match[5], match[4] or match[6]
            _add(dates, text, match.span(), int(match[1]), int(month), int(day), last_digit)
    if "年" in text or "년" in text:
        for match in _CJK.finditer(text, *span):
            _add(dates, text, match.span(), int(match[1]), int(match[2]), int(match[3]), last_digit)
    if shapes & MONTH_BETWEEN:
        for match in _NAMED.finditer(text, *span):
            month = MONTHS.get(match[2].lower(), 0)
            _add(dates, text, match.span(), int(match[3]), month, int(match[1]), last_digit)
    if shapes & MONTH_FIRST:
        for pattern in (_MONTH_FIRST, _YEAR_LAST) if ":" in text else (_MONTH_FIRST,):
            for match in pattern.finditer(text, *span):
                month = MONTHS.get(match[1].lower(), 0)
                _add(dates, text, match.span(), int(match[3]), month, int(match[2]), last_digit)
    if shapes & MONTH_BETWEEN:
        for match in _YEAR_NAMED.finditer(text, *span):
            month = MONTHS.get(match[2].lower(), 0)
            _add(dates, text, match.span(), int(match[1]), month, int(match[3]), last_digit)


@cython.cfunc
def _add(
    dates: dict,
    text: str,
    span: tuple[int, int],
    year: cython.longlong,
    month: cython.longlong,
    day: cython.longlong,
    last_digit: cython.Py_ssize_t,
) -> object:
    """Note a date, unless a surer one starts there or there is no such day."""
    start: cython.Py_ssize_t = span[0]
    end: cython.Py_ssize_t = span[1]
    year = _common(year)
    if start in dates or not exists(year, month, day):
        return None
    found = dates[start] = _found(text, start, end, _day(year, month, day), end < last_digit)
    return found


@cython.cfunc
def _common(year: cython.longlong) -> cython.longlong:
    """The year of the common era; few are of any other."""
    return year if year <= _LATEST else common_year(year)


@cython.cfunc
def _full_year(year: cython.longlong, thai: cython.bint) -> cython.longlong:
    if year > 99:
        return year
    return year_of_two_digits(year) if thai else year + (2000 if year <= _LAST_SHORT_YEAR else 1900)


@cython.cfunc
def _found(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, day: str, timed: cython.bint) -> FoundDate:
    """A day that was found, with the time behind it; there is none where no digit is left for it."""
    if not timed or not time_may_follow(text, end):
        return FoundDate(start, end, day)
    mark = half = part = None
    time = _COMPACT_TIME.match(text, end)
    if time:
        hour, minute, second, zone = time.groups()
    else:
        time = _TIME.match(text, end, end + _TAIL)
        if not time:
            return FoundDate(start, end, day)
        part, hour, mark, minute, second, half, zone = time.groups()
    number: cython.longlong = int(hour)
    half = half or part
    if half and number <= 12:
        number = number % 12 + (12 if half in _LATER else 0)
    if number >= 24 or (mark == "." and second is not None):
        return FoundDate(start, end, day)
    moment = _moment(day, number, int(minute), int(second) if second else None)
    return FoundDate(start, time.end(), moment + zone_of(zone))


@cython.cfunc
def _day(year: cython.longlong, month: cython.longlong, day: cython.longlong) -> str:
    """A day that exists in ISO 8601."""
    return f"{year}-{_TWO_DIGITS[month]}-{_TWO_DIGITS[day]}"


@cython.cfunc
def _moment(day: str, hour: int | None, minute: cython.longlong, second: int | None) -> str:
    """A day with a time, where that is known, in ISO 8601."""
    if hour is None:
        return day
    moment = f"{day}T{_TWO_DIGITS[hour]}:{_TWO_DIGITS[minute]}"
    return moment if second is None else f"{moment}:{_TWO_DIGITS[second]}"
