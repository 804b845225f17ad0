# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Days and moments as machines write them, and what of a moment can be told at a look at each letter.

Part of the kernel (see `kaensan.kernel`). Every place is compared with the length of the text before it is read.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

from kaensan.thai.dates import common_year

__all__ = ["EARLIEST", "LATEST", "exists", "read_stamp", "time_may_follow", "zone_of"]

EARLIEST, LATEST = 1970, 2100
"""Years beyond these are numbers of another kind: no page is older than computer clocks, none from the next century."""

_EARLIEST = cython.declare(cython.longlong, EARLIEST)
_LATEST = cython.declare(cython.longlong, LATEST)
_DAY = cython.declare(cython.Py_ssize_t, 10)  # characters of a day …
_MINUTE = cython.declare(cython.Py_ssize_t, 16)  # … of one with hour and minute …
_SECOND = cython.declare(cython.Py_ssize_t, 19)  # … and with seconds
_MOST_OF_SECOND = cython.declare(cython.Py_ssize_t, 9)  # digits behind its point
_FURTHEST_HOUR = cython.declare(cython.Py_ssize_t, 18)  # signs, words and blanks between a day and its hour
_LATEST_ZONE = cython.declare(cython.int, 14)


def exists(year: cython.longlong, month: cython.longlong, day: cython.longlong) -> bool:
    """Whether there is such a day, in a year that a page may name.

    >>> exists(2020, 2, 29), exists(2021, 2, 29), exists(1969, 1, 1)
    (True, False, False)
    """
    if not (_EARLIEST <= year <= _LATEST and 1 <= month <= 12 and day >= 1):
        return False
    if month == 2:
        return day <= 28 or (day == 29 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return day <= (30 if month in (4, 6, 9, 11) else 31)


def read_stamp(text: str) -> str | None:
    """A day or moment that is all of a text, in ISO 8601; None for other texts, and for days that there are not.

    >>> read_stamp("2021-10-12"), read_stamp("2564-10-12 14:05:00.5Z"), read_stamp("2021-10-12 at 2 pm")
    ('2021-10-12', '2021-10-12T14:05:00+00:00', None)
    """
    size: cython.Py_ssize_t = len(text)
    if size < _DAY or text[4] != "-" or text[7] != "-":
        return None
    year: cython.longlong = _number(text, 0, 4)
    month: cython.longlong = _number(text, 5, 2)
    day: cython.longlong = _number(text, 8, 2)
    if year < 0 or month < 0 or day < 0:
        return None
    common: cython.longlong = year if year <= _LATEST else common_year(year)
    if not exists(common, month, day):
        return None
    iso: str = text[:_DAY] if common == year else f"{common}{text[4:_DAY]}"
    if size == _DAY:
        return iso
    if (text[_DAY] != "T" and text[_DAY] != " ") or size < _MINUTE or text[13] != ":":
        return None
    if not 0 <= _number(text, 11, 2) < 24 or not 0 <= _number(text, 14, 2) < 60:
        return None
    at: cython.Py_ssize_t = _MINUTE
    end: cython.Py_ssize_t = _MINUTE
    if size >= _SECOND and text[_MINUTE] == ":" and 0 <= _number(text, _MINUTE + 1, 2) < 60:
        end = _SECOND
        at = _end_of_fraction(text, _SECOND)
    if not _is_zone(text, at):
        return None
    return f"{iso}T{text[11:end]}{zone_of(text[at:])}"


@cython.cfunc
@cython.exceptval(check=False)
def _number(text: str, at: cython.Py_ssize_t, digits: cython.Py_ssize_t) -> cython.longlong:
    """The number that so many ASCII digits are, -1 where one is none; they lie in the text."""
    number: cython.longlong = 0
    place: cython.Py_ssize_t
    for place in range(at, at + digits):
        if not "0" <= text[place] <= "9":
            return -1
        number = number * 10 + (cython.cast(cython.longlong, ord(text[place])) - 48)
    return number


@cython.cfunc
@cython.exceptval(check=False)
def _end_of_fraction(text: str, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the parts of a second that may stand here end; here where none do."""
    if at >= len(text) or text[at] != ".":
        return at
    end: cython.Py_ssize_t = at + 1
    while end < len(text) and end - at <= _MOST_OF_SECOND and "0" <= text[end] <= "9":
        end += 1
    return end if end > at + 1 else at


@cython.cfunc
@cython.exceptval(check=False)
def _is_zone(text: str, at: cython.Py_ssize_t) -> cython.bint:
    """Whether the rest of a text is a zone, or nothing."""
    left: cython.Py_ssize_t = len(text) - at
    if left == 0:
        return True
    if left == 1:
        return text[at] == "Z"
    if left < 5 or (text[at] != "+" and text[at] != "-") or _number(text, at + 1, 2) < 0:
        return False
    if left == 6 and text[at + 3] == ":":
        return _number(text, at + 4, 2) >= 0
    return left == 5 and _number(text, at + 3, 2) >= 0


def zone_of(text: str | None) -> str:
    """A zone in ISO 8601; nothing for one that is nowhere.

    >>> zone_of("Z"), zone_of("GMT-5"), zone_of("+0530"), zone_of("+99:00")
    ('+00:00', '-05:00', '+05:30', '')
    """
    if not text:
        return ""
    digits: str = "".join([letter for letter in text if letter.isdecimal()])
    if not digits:
        return "+00:00"
    hours: str = digits[:2] if len(digits) != 1 else f"0{digits}"
    minutes: str = digits[2:] or "00"
    sign: str = "-" if "-" in text else "+"
    return f"{sign}{hours}:{minutes}" if int(hours) <= _LATEST_ZONE and int(minutes) < 60 else ""


def time_may_follow(text: str, at: cython.Py_ssize_t) -> bool:
    """Whether a time of day may follow a day that ends here: near it are an hour, a mark and a minute.

    >>> time_may_follow("3 May 2021 at 14:05", 10), time_may_follow("3 May 2021, 12 comments", 10)
    (True, False)
    """
    if at < 0:
        raise IndexError(f"there is no place {at}")
    size: cython.Py_ssize_t = len(text)
    first: cython.Py_ssize_t = at
    last: cython.Py_ssize_t = min(at + _FURTHEST_HOUR, size - 1)
    while first <= last and not text[first].isdecimal():
        first += 1
    if first > last:
        return False
    end: cython.Py_ssize_t = first + 1
    while end < size and end - first < 4 and text[end].isdecimal():
        end += 1
    if end - first > 2:  # hour and minute in a row, behind a T
        return end - first == 4 and first > at and text[first - 1] == "T"
    if end + 1 >= size or text[end] not in ":hH.時时點点시":
        return False
    minute: cython.Py_ssize_t = end + 2 if text[end + 1] == " " else end + 1
    return minute < size and "0" <= text[minute] <= "5"
