"""What machines write is read as a pattern would, and a time is looked for only where one may be."""

import random
import re
from datetime import date

import pytest

from kaensan.dates import found_dates as dates
from kaensan.dates.stamps import exists, read_stamp, time_may_follow, zone_of

STAMP = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?", re.A
)
WRITTEN = (
    *("2021-10-12", "2564-02-29T23:59:59.123456789Z", "2020-02-29 14:05+05:30", "2021-10-12T14:05:00.5-0800"),
    *("2021-10-12T24:00:00Z", "1969-12-31", "2100-01-01 00:00"),
)


def test_stamps_are_read_as_the_pattern_has_them() -> None:
    chance = random.Random(3)
    read = 0
    for _ in range(20_000):
        letters = list(chance.choice(WRITTEN))
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(letters))
            letters[at : at + chance.randrange(3)] = chance.choices("0123456789-T :.Z+๑é", k=chance.randrange(3))
        text = "".join(letters)
        read += read_stamp(text) is not None
        assert read_stamp(text) == by_pattern(text), text
    assert read > 1000


def by_pattern(text: str) -> str | None:
    stamp = STAMP.fullmatch(text)
    if not stamp:
        return None
    year, month, day, time, second, zone = stamp.groups()
    common = int(year) - 543 if int(year) >= 2400 else int(year)
    if not is_day(common, int(month), int(day)):
        return None
    return f"{common}-{month}-{day}" + (f"T{time}{second or ''}{zone_of(zone)}" if time else "")


def is_day(year: int, month: int, day: int) -> bool:
    try:
        return 1970 <= date(year, month, day).year <= 2100
    except ValueError:
        return False


def test_days_exist_as_in_the_calendar() -> None:
    for year in (1969, 1970, 1999, 2000, 2020, 2021, 2100, 2101):
        for month in range(-1, 14):
            for day in range(-1, 33):
                assert exists(year, month, day) == is_day(year, month, day)


@pytest.mark.parametrize(
    ("zone", "iso"),
    [(None, ""), ("", ""), ("GMT", "+00:00"), ("UTC+2", "+02:00"), ("-1130", "-11:30"), ("+15:00", ""), ("+02:60", "")],
)
def test_zones_are_those_that_there_are(zone: str | None, iso: str) -> None:
    assert zone_of(zone) == iso


def test_no_time_is_overlooked() -> None:
    chance = random.Random(4)
    pieces = [
        *" ,|@–-T:.1259Z",
        " at ",
        "T1205",
        " a las ",
        "10:20",
        "9h30",
        "1405Z",
        "12.30",
        "\u00a0kl. ",
        " pm",
        "๑๒:30",
    ]
    found = 0
    for _ in range(20_000):
        text = "".join(chance.choices(pieces, k=chance.randrange(6)))
        if dates._COMPACT_TIME.match(text) or dates._TIME.match(text):
            found += 1
            assert time_may_follow(text, 0), text
    assert found > 1000
    assert not time_may_follow(", 12 comments", 0)
    assert not time_may_follow("and much later on at 14:05", 0)
    assert not time_may_follow("", 0)
