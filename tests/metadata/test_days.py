"""Publication and change, Thai years, local days, and days that a page only tells of."""

from __future__ import annotations

import pytest
from metadata_pages import metadata

from kaensan.dates.found_dates import read_date

HEADLINE = "<title>A bridge</title><h1>A bridge</h1>"
TEXT = "<p>The town has built a new bridge over the river, and everybody is glad about it.</p>"


def meta(**moments: str) -> str:
    return "".join(f'<meta property="article:{name}_time" content="{moment}">' for name, moment in moments.items())


def test_two_moments_of_one_day_stay_two() -> None:
    facts = metadata(
        meta(modified="2024-05-03T18:00:00+02:00", published="2024-05-03T09:00:00+02:00") + HEADLINE + TEXT
    )
    assert (facts.date, facts.modified) == ("2024-05-03T09:00:00+02:00", "2024-05-03T18:00:00+02:00")


def test_a_change_before_the_publication_is_none() -> None:
    facts = metadata(
        meta(modified="2024-05-03T08:00:00+02:00", published="2024-05-03T09:00:00+02:00") + HEADLINE + TEXT
    )
    assert (facts.date, facts.modified) == ("2024-05-03T09:00:00+02:00", None)


def test_two_digits_on_a_thai_page_are_a_buddhist_year() -> None:
    thai = "<p>ชาวบ้านดีใจที่สะพานข้ามแม่น้ำสร้างเสร็จแล้ว และทุกคนพากันไปเดินเล่นบนสะพานใหม่ในวันแรกที่เปิดให้ใช้</p>"
    assert metadata(f"<html lang=th>{HEADLINE}<p>19/10/59</p>{thai}").date == "2016-10-19"
    assert metadata(f"<html lang=th>{HEADLINE}<p>19/10/16</p>{thai}").date == "2016-10-19"


def test_two_digits_elsewhere_are_of_this_century_or_the_last() -> None:
    assert read_date("19/10/16") == "2016-10-19"
    assert read_date("19/10/98") == "1998-10-19"
    assert read_date("19/10/59") is None  # 1959 is no year of a page, and 2059 not yet


@pytest.mark.parametrize(
    "sentence",
    [
        "On 5 May 1985 the old bridge fell into the river, as the people of the town well remember.",
        "On 5 May 1999 the old bridge fell into the river, as the people of the town well remember.",
    ],
)
def test_a_day_of_decades_ago_is_no_publication(sentence: str) -> None:
    assert metadata(f"{HEADLINE}<p>{sentence}</p>{TEXT}<footer>© 2024 The Daily River</footer>").date is None


def test_the_address_tells_the_local_day_of_a_moment_in_universal_time() -> None:
    page = meta(published="2023-11-01T23:01:00+00:00") + HEADLINE + TEXT
    assert (metadata(page, "https://example.org/2023/11/02/a-bridge").date or "")[:10] == "2023-11-02"
    assert (metadata(page, "https://example.org/a-bridge").date or "")[:10] == "2023-11-01"


def test_the_data_of_an_application_may_tell_the_day() -> None:
    script = '<script>window.app = {"title": "A bridge", "publishedAt": "2024-05-03T09:00:00Z"}</script>'
    assert metadata(f"{script}{HEADLINE}{TEXT}", "https://example.org/2024/05/a-bridge").date is not None
