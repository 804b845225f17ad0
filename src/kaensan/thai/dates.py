"""Dates as Thai pages write them: Thai months, Thai digits, the Buddhist era.

The Buddhist era is 543 years ahead of the common era. A year counts as Buddhist when the text says พ.ศ., when it is
too large for anything else (2400 and later), or when its last two digits make a likely year that way (see
`year_of_two_digits`).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["ThaiDate", "common_year", "find_thai_dates", "year_of_two_digits"]

_DIGITS = str.maketrans("๐๑๒๓๔๕๖๗๘๙", "0123456789")
_AHEAD = 543
"""Years that the Buddhist era is ahead of the common era."""
_FIRST_BUDDHIST = 2400
"""Written years from here on are Buddhist: 2400 is 1857, and nobody writes of the common year 2400."""
_FIRST_SHORT_BUDDHIST, _LAST_SHORT_BUDDHIST = 38, 94
"""Two digits between these are Buddhist: พ.ศ. 2538 is 1995, when Thai pages began; lower and higher ones are likelier
to be years of the common era (2000–2037, 1995–1999)."""

_MONTHS = (
    "มกราคม|มกรา|ม.ค.",
    "กุมภาพันธ์|กุมภา|ก.พ.",
    "มีนาคม|มีนา|มี.ค.",
    "เมษายน|เมษา|เม.ย.",
    "พฤษภาคม|พฤษภา|พ.ค.",
    "มิถุนายน|มิถุนา|มิ.ย.",
    "กรกฎาคม|กรกฏาคม|กรกฎา|ก.ค.",
    "สิงหาคม|สิงหา|ส.ค.",
    "กันยายน|กันยา|ก.ย.",
    "ตุลาคม|ตุลา|ต.ค.",
    "พฤศจิกายน|พฤศจิกา|พ.ย.",
    "ธันวาคม|ธันวา|ธ.ค.",
)
_MONTH = "|".join(
    f"(?P<m{number}>{names.replace('.', '[.]? ?')})" for number, names in enumerate(_MONTHS, start=1)
).replace("[.]? ?)", "[.]?)")
_DATE = re.compile(
    rf"(?<!\d)(?P<day>\d{{1,2}})\s{{0,3}}(?:เดือน\s?)?(?:{_MONTH})\s{{0,3}}"
    r"(?:(?P<era>พ[.]?\s?ศ[.]?|ค[.]?\s?ศ[.]?|ปี)\s{0,3})?(?P<year>\d{4}|\d{2})(?![\d:])"
)
_NUMERIC = re.compile(r"(?<![\d/.-])(?P<day>\d{1,2})(?P<sep>[/.-])(?P<month>\d{1,2})(?P=sep)(?P<year>2[4-6]\d\d)(?!\d)")
_TIME = re.compile(
    r"[\s,|·•@–-]{0,5}(?:เวลา\s{0,3})?(?P<hour>\d{1,2})(?:(?P<colon>:)|[.])(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?!\d)"
    r"(?P<unit>\s{0,3}(?:น[.]?(?![\u0e01-\u0e3a\u0e40-\u0e4e])|นาฬิกา))?"
)


class ThaiDate(NamedTuple):
    """A date found in a text, in the common era."""

    start: int
    end: int
    year: int
    month: int
    day: int
    hour: int | None = None
    minute: int = 0
    second: int | None = None


def common_year(year: int) -> int:
    """The year of the common era that a written year stands for.

    >>> common_year(2567), common_year(2024)
    (2024, 2024)
    """
    return year - _AHEAD if year >= _FIRST_BUDDHIST else year


def year_of_two_digits(digits: int) -> int:
    """The year of the common era that two digits stand for on a Thai page.

    >>> year_of_two_digits(59), year_of_two_digits(16), year_of_two_digits(97)
    (2016, 2016, 1997)
    """
    if _FIRST_SHORT_BUDDHIST <= digits <= _LAST_SHORT_BUDDHIST:
        return 2500 + digits - _AHEAD
    return (2000 if digits < _FIRST_SHORT_BUDDHIST else 1900) + digits


def find_thai_dates(text: str) -> Iterator[ThaiDate]:
    """Every date in a text that is written the Thai way, in order.

    >>> [tuple(date)[2:7] for date in find_thai_dates("๑๒ ตุลาคม พ.ศ. ๒๕๖๗ และ 12/10/2567 14:05 น.")]
    [(2024, 10, 12, None, 0), (2024, 10, 12, 14, 5)]
    """
    plain = text.translate(_DIGITS)
    matches = [*_NUMERIC.finditer(plain)]
    if not plain.isascii():
        matches.extend(_DATE.finditer(plain))
    for match in sorted(matches, key=re.Match.start):
        month = _month(match)
        year = _year(match)
        day = int(match["day"])
        if 1 <= month <= 12 and year >= 1 and 1 <= day <= monthrange(year, month)[1]:
            yield _with_time(plain, match, year, month, day)


def _month(match: re.Match[str]) -> int:
    named = match.groupdict()
    if "month" in named:
        return int(named["month"])
    return next(number for number in range(1, 13) if named[f"m{number}"])


def _year(match: re.Match[str]) -> int:
    year = int(match["year"])
    era = match.groupdict().get("era") or ""
    if era.startswith("ค"):
        return year + 2000 if year < 100 else year
    if era.startswith("พ") or year >= _FIRST_BUDDHIST:
        return (year + 2500 if year < 100 else year) - _AHEAD
    return year_of_two_digits(year) if year < 100 else year


def _with_time(text: str, match: re.Match[str], year: int, month: int, day: int) -> ThaiDate:
    time = _TIME.match(text, match.end())
    if not time or int(time["hour"]) > 23 or not (time["colon"] or time["unit"]):
        return ThaiDate(match.start(), match.end(), year, month, day)
    second = int(time["second"]) if time["second"] else None
    return ThaiDate(match.start(), time.end(), year, month, day, int(time["hour"]), int(time["minute"]), second)
