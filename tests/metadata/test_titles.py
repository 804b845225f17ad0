"""The title is the headline, without the name of the site."""

from __future__ import annotations

import pytest
from metadata_pages import TEXT, metadata

from kaensan.metadata.titles import find_title
from kaensan.page import parse


@pytest.mark.parametrize(
    "title",
    [
        "A bridge for the town | The Daily River",
        "A bridge for the town - News - The Daily River",
        "The Daily River » A bridge for the town",
        "The Daily River: A bridge for the town",
    ],
)
def test_the_site_is_cut_off_where_the_headline_agrees(title: str) -> None:
    found = metadata(f"<title>{title}</title><h2>Menu</h2><h1>A bridge for the town</h1>{TEXT}")
    assert found.title == "A bridge for the town"
    assert found.source["title"] == "h1"


def test_without_a_headline_the_name_of_the_site_is_cut_off() -> None:
    site = "<meta property=og:site_name content='The Daily River'>"
    found = metadata(f"{site}<title>A bridge for the town - The Daily River</title>{TEXT}")
    assert found.title == "A bridge for the town"
    assert found.source["title"] == "title, cut"


def test_a_separator_within_the_headline_is_no_cut() -> None:
    found = metadata(
        "<title>Town - river - bridge: the year in pictures | Daily</title>"
        f"<h1>Town - river - bridge: the year in pictures</h1>{TEXT}"
    )
    assert found.title == "Town - river - bridge: the year in pictures"


def test_a_logo_in_h1_is_not_the_title() -> None:
    found = metadata(
        "<title>A bridge for the town - The Daily River</title><h1><a href=/>The Daily River</a></h1>"
        f"<h2>A bridge for the town</h2>{TEXT}",
        "https://river.example/news/a-bridge-for-the-town",
    )
    assert found.title == "A bridge for the town"


def test_a_headline_that_is_no_heading_is_found_by_the_title_it_repeats() -> None:
    found = metadata(
        f"<title>Daily : A bridge for the town!</title><div class=x>A bridge for the <b>town!</b></div>{TEXT}"
    )
    assert found.title == "A bridge for the town!"


def test_thai_titles_are_cut_like_others() -> None:
    found = metadata(f"<title>สะพานใหม่ของเมือง - ข่าวแม่น้ำ</title><h1>สะพานใหม่ของเมือง</h1>{TEXT}")
    assert found.title == "สะพานใหม่ของเมือง"


def test_claims_are_unescaped_and_headings_lose_their_permalinks() -> None:
    assert metadata("<meta property=og:title content='Tom &amp;amp; Jerry'>").title == "Tom & Jerry"
    assert metadata("<title>Loops</title><h1>Loops<a href=#loops>¶</a></h1>").title == "Loops"


def test_a_title_without_letters_is_kept() -> None:
    assert metadata("<title>!?</title>").title == "!?"


def test_a_page_without_any_title_has_none() -> None:
    found = metadata("<p>Just text.")
    assert found.title is None
    assert "title" not in found.source


def test_the_row_of_the_headline_is_known() -> None:
    page = parse(f"<title>A bridge | River</title><p>Menu</p><h1>A bridge</h1>{TEXT}")
    found = find_title(page, None)
    assert found is not None
    assert page.texts.strings[found.row] == "A bridge"
