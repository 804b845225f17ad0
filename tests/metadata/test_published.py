"""When a page was published and changed."""

from __future__ import annotations

import pytest
from metadata_pages import TEXT, json_ld, metadata

HEADLINE = "<title>A bridge</title><h1>A bridge</h1>"


def test_what_json_ld_states_counts_with_time_and_zone() -> None:
    found = metadata(
        json_ld(datePublished="2021-05-03T10:00:00+07:00", dateModified="2021-05-04T09:00:00+07:00") + HEADLINE + TEXT
    )
    assert found.date == "2021-05-03T10:00:00+07:00"
    assert found.modified == "2021-05-04T09:00:00+07:00"
    assert found.source["date"] == "json-ld datepublished"


@pytest.mark.parametrize(
    "name", ["article:published_time", "datePublished", "pubdate", "parsely-pub-date", "publish-date", "dc.date.issued"]
)
def test_meta_elements_state_it(name: str) -> None:
    found = metadata(f"<meta property='{name}' content=2021-05-03T10:00:00Z>{HEADLINE}{TEXT}")
    assert found.date == "2021-05-03T10:00:00+00:00"


@pytest.mark.parametrize(
    "line",
    [
        "<time datetime=2021-05-03>last week</time>",
        "<p>Posted on May 3, 2021</p>",
        "<p class=date>3. Mai 2021</p>",
        "<p>เผยแพร่เมื่อ 3 พ.ค. 2564</p>",
        "<p>วันที่ ๓ พฤษภาคม พ.ศ. ๒๕๖๔</p>",
        "<p>3/5/2564</p>",
    ],
)
def test_a_date_below_the_headline_is_read(line: str) -> None:
    assert metadata(f"{HEADLINE}{line}{TEXT}").date == "2021-05-03"


def test_thai_dates_keep_their_time() -> None:
    assert metadata(f"{HEADLINE}<p>3 พ.ค. 2564 เวลา 14:05 น.</p>{TEXT}").date == "2021-05-03T14:05"


@pytest.mark.parametrize("path", ["/2021/05/03/a-bridge", "/news/2021-05-03-a-bridge", "/2021/may/03/a-bridge"])
def test_the_address_tells_the_day(path: str) -> None:
    found = metadata(f"{HEADLINE}{TEXT}", f"https://example.org{path}")
    assert found.date == "2021-05-03"
    assert found.source["date"] == "url"


def test_a_day_of_changes_does_not_stand_in_for_the_stated_publication() -> None:
    found = metadata(
        "<meta property=article:published_time content=2019-01-02>"
        "<meta property=article:modified_time content=2021-05-03>"
        f"{HEADLINE}<p class=updated>Last updated: May 3, 2021</p>{TEXT}"
    )
    assert found.date == "2019-01-02"
    assert found.modified == "2021-05-03"


def test_days_written_in_two_ways_are_settled_by_the_rest_of_the_page() -> None:
    page = "<html lang=en>{}{}<time class=d>03/05/2021</time>{}"
    assert metadata(page.format(HEADLINE, "", TEXT)).date == "2021-03-05"
    british = page.replace("lang=en", "lang=en-GB")
    assert metadata(british.format(HEADLINE, "", TEXT)).date == "2021-05-03"
    confirmed = page.format(HEADLINE, "<meta itemprop=uploadDate content=2021-05-03>", TEXT)
    assert metadata(confirmed).date == "2021-05-03"


def test_when_a_member_joined_is_not_when_the_page_was_published() -> None:
    assert metadata(f"{HEADLINE}<dl><dt>Joined<dd>May 3, 2021</dl>{TEXT}").date is None


def test_the_fullest_form_of_the_day_is_given() -> None:
    found = metadata(f"{json_ld(datePublished='2021-05-03')}{HEADLINE}<time datetime=2021-05-03T10:00:00Z>May 3</time>")
    assert found.date == "2021-05-03T10:00:00+00:00"


def test_a_page_without_a_date_has_none() -> None:
    found = metadata(f"{HEADLINE}{TEXT}")
    assert found.date is None
    assert found.modified is None


def test_a_change_before_the_publication_is_no_change() -> None:
    found = metadata(
        "<meta property=article:published_time content=2021-05-03>"
        "<meta property=article:modified_time content=2020-01-01>"
        f"{HEADLINE}{TEXT}"
    )
    assert found.modified is None


def test_a_day_in_a_list_of_stories_takes_nothing_from_the_one_at_the_headline() -> None:
    line = "<p class=post-info><time class=published datetime=2021-05-03>3 May 2021</time></p>"
    others = (
        "<aside><ul>"
        + "".join(f"<li>Story <span class=date>{day} May 2021</span>" for day in (3, 2, 1))
        + "</ul></aside>"
    )
    assert metadata(f"<nav>{line}</nav>{HEADLINE}{TEXT}{others}").date == "2021-05-03"


@pytest.mark.parametrize("start", ["3 May 2021 – ", "Oslo, 3 May 2021: ", "(3. Mai 2021) "])
def test_a_long_paragraph_may_start_with_the_day_of_the_report(start: str) -> None:
    report = "The town has built a new bridge over the river, and everybody is glad about it. " * 4
    assert metadata(f"{HEADLINE}{TEXT}<p>{start}{report}</p>").date == "2021-05-03"


def test_a_long_paragraph_that_tells_of_a_day_states_none() -> None:
    story = "On 3 May 2021 the town opened its new bridge over the river, and everybody was glad about it. " * 4
    assert metadata(f"{HEADLINE}{TEXT}<p>{story}</p>").date is None


def test_the_day_that_an_archive_copied_a_page_is_not_that_of_the_page() -> None:
    copied = "https://web.archive.org/web/20220811103000/https://example.org{}"
    assert metadata(HEADLINE + TEXT, copied.format("/a-bridge")).date is None
    assert metadata(HEADLINE + TEXT, copied.format("/2021/05/03/a-bridge")).date == "2021-05-03"


def test_a_day_that_readers_find_as_that_of_publication_is_it() -> None:
    stated = (
        "<meta property=article:published_time content=2019-01-02>"
        "<meta property=article:modified_time content=2021-05-03>"
    )
    shown = "<p class={}><time datetime=2021-05-03>{} 3 May 2021</time></p>"
    assert metadata(stated + HEADLINE + shown.format("publish-info", "") + TEXT).date == "2021-05-03"
    assert metadata(stated + HEADLINE + shown.format("publish-info", "Updated") + TEXT).date == "2019-01-02"


def test_words_of_several_languages_tell_change_and_publication() -> None:
    page = HEADLINE + TEXT + "<p>Letzte Änderung: 5.5.2021</p><p>Erschienen am 3.5.2021</p>"
    found = metadata(page)
    assert (found.date, found.modified) == ("2021-05-03", "2021-05-05")
