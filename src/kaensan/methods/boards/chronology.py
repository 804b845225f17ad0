"""Do the members of a group go forward in time, minute by minute, as posts of a thread do?

News and reviews go back in time, comments and posts forward; dates of events and articles have no time of day. The
first date from the end of one member to the end of the next counts, of the first members of the best groups only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.rows import Rows
from kaensan.page import Page

__all__ = ["CHRONOLOGY", "chronology"]

Floats = NDArray[np.float64]

CHRONOLOGY = ("clocked", "rising", "moments")
"""The features: the share of the members with a time of day, the share of steps from one to the next that do not go
back (-1 without a step), and the share of these times that differ."""

_LOOKED = 4
"""groups that are looked at, the best ones"""
_MEMBERS = 25
"""members of a group that are looked at"""
_DATED = 0.5
"""share of them that must have a date"""
_SOME_YEAR = "2000-07-01"
"""the middle of a year in which dates that tell none are compared with each other"""
_MINUTE = len("2021-05-03T14:05")
_UNKNOWN = (0.0, -1.0, 0.0)


def chronology(page: Page, rows: Rows, groups: Iterable[NDArray[np.integer]]) -> Floats:
    """A row for each of `CHRONOLOGY`, a column per group of elements, best groups first."""
    strings, end_text = page.texts.strings, page.elements.end_text
    dated = np.append(np.flatnonzero(rows.date & rows.readable), len(strings))

    @cache
    def read(row: int) -> str | None:
        if row < 0:
            return None
        from kaensan.dates.found_dates import read_date  # most pages have no group that asks for dates
        from kaensan.dates.yearless import read_day_of_year, with_year

        date = read_date(strings[row])
        told = read_day_of_year(strings[row]) if date is None else None
        return with_year(told, _SOME_YEAR) if told else date

    columns = []
    for number, members in enumerate(groups):
        found = _first_dates(dated, end_text[members[: _MEMBERS + 1]]) if number < _LOOKED else []
        columns.append(_of_dates([read(row) for row in found]))
    return np.array(columns).T


def _first_dates(dated: NDArray[np.integer], end: NDArray[np.integer]) -> list[int]:
    """The first row with a date from the end of each member to that of the next, -1 for none; none of them where too
    few members have one."""
    begin, stop = end[:-1], end[1:]
    first = dated[np.searchsorted(dated, begin)]
    has = first < stop
    if has.sum() < max(_DATED * len(has), 1):
        return []
    found: list[int] = np.where(has, first, -1).tolist()
    return found


def _of_dates(dates: list[str | None]) -> tuple[float, float, float]:
    """The features of a group, given the dates of its members."""
    times = [date[:_MINUTE] for date in dates if date and len(date) >= _MINUTE]
    if not times:
        return _UNKNOWN
    steps = [before <= after for before, after in pairwise(times)]
    rising = sum(steps) / len(steps) if steps else -1.0
    return len(times) / len(dates), rising, len(set(times)) / len(times)
