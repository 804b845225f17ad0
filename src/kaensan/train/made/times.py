"""Moments as boards write them: the filters `when`, `iso`, `ago` and `stamp` of the templates."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from kaensan.train.made.words import Words

__all__ = ["BUDDHIST", "iso", "shown_ago", "shown_when", "stamp"]

BUDDHIST = 543
"""years that the Buddhist era is ahead"""
_CODE = re.compile(r"%(-?)([A-Za-z%])")
_DAY = timedelta(days=1)
_AGES = (timedelta(hours=1), _DAY, 30 * _DAY, 365 * _DAY)
"""up to which age minutes, hours, days and months are counted"""
_UNITS = (timedelta(minutes=1), timedelta(hours=1), _DAY, 30 * _DAY, 365 * _DAY)
_YESTERDAY = 5
"""the place of "yesterday" in the list of a language, after minutes, hours, days, months and years"""


def shown_when(words: Words, time: datetime, pattern: str) -> str:
    """A moment written by a pattern, with the months and days of a language.

    >>> from kaensan.train.made.words import read_words
    >>> shown_when(read_words("th"), datetime(2024, 3, 5, 9, 7), "%-d %b %E %H:%M")
    '5 มี.ค. 2567 09:07'
    """
    named = {
        "B": words["months"][time.month - 1],
        "b": words["short_months"][time.month - 1],
        "A": words["weekdays"][time.weekday()],
        "a": words["short_weekdays"][time.weekday()],
        "E": str(time.year + BUDDHIST),
        "p": "AM" if time.hour < 12 else "PM",
        "%": "%",
    }

    def written(code: re.Match[str]) -> str:
        text = named.get(code[2]) or time.strftime(f"%{code[2]}")
        return text.lstrip("0") or "0" if code[1] else text

    return _CODE.sub(written, pattern)


def shown_ago(words: Words, age: timedelta) -> str:
    """How long ago something was.

    >>> from kaensan.train.made.words import read_words
    >>> shown_ago(read_words("en"), timedelta(days=4))
    '4 days ago'
    """
    if _DAY <= age < 2 * _DAY:
        return words["ago"][_YESTERDAY]
    unit = sum(age >= limit for limit in _AGES)
    return words["ago"][unit].replace("{n}", str(max(age // _UNITS[unit], 1)))


def iso(time: datetime) -> str:
    """A moment in ISO 8601."""
    return time.isoformat(timespec="seconds")


def stamp(time: datetime) -> str:
    """A moment in seconds since 1970."""
    return str(int(time.timestamp()))
