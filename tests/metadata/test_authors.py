"""Who wrote a page."""

from __future__ import annotations

import pytest
from metadata_pages import TEXT, json_ld, metadata


def test_json_ld_names_the_authors() -> None:
    people = [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bo Ek"}]
    found = metadata(json_ld(headline="A bridge", author=people) + f"<h1>A bridge</h1>{TEXT}")
    assert found.authors == ("Ann Lee", "Bo Ek")
    assert found.author == "Ann Lee; Bo Ek"
    assert found.source["authors"] == "json-ld author"


def test_a_meta_element_names_the_author() -> None:
    assert metadata(f"<meta name=author content='Ann Lee'><h1>A bridge</h1>{TEXT}").authors == ("Ann Lee",)


def test_several_meta_elements_name_several_authors() -> None:
    one, two = (f"<meta name=citation_author content='{name}'>" for name in ("Ann Lee", "Bo Ek"))
    found = metadata(f"{one}{two}<h1>A bridge</h1><p class=author>Ann Lee and Bo Ek</p>{TEXT}")
    assert found.authors == ("Ann Lee", "Bo Ek")


@pytest.mark.parametrize(
    "byline",
    [
        "<p class=byline>By Ann Lee</p>",
        "<p class=post-meta>By <a rel=author href=/author/ann>Ann Lee</a>, May 3, 2021</p>",
        "<div><span itemprop=author>Ann Lee</span></div>",
        "<p>Written by <a href=/people/ann>Ann Lee</a></p>",
        "<p>Von Ann Lee</p>",
        "<div class=author-name>Ann Lee</div>",
        "<p><a href=/about/editors/ann-lee/>Ann Lee</a> May 3</p>",
        "<p>(By Ann Lee)</p>",
        "<p>（作者：Ann Lee）</p>",
    ],
)
def test_a_byline_below_the_headline_is_read(byline: str) -> None:
    assert metadata(f"<title>A bridge</title><h1>A bridge</h1>{byline}{TEXT}").author == "Ann Lee"


@pytest.mark.parametrize("byline", ["โดย สมชาย ใจดี", "ผู้เขียน : สมชาย ใจดี", "เรื่องโดย สมชาย ใจดี"])
def test_thai_bylines_are_read(byline: str) -> None:
    found = metadata(f"<title>สะพานใหม่</title><h1>สะพานใหม่</h1><p>{byline}</p><p>ชาวเมืองดีใจกับสะพานใหม่ข้ามแม่น้ำ</p>")
    assert found.author == "สมชาย ใจดี"


def test_authors_in_elements_of_their_own_come_together() -> None:
    names = "".join(f"<span class=author-name>{name}</span> " for name in ("Ann Lee", "Bo Ek"))
    assert metadata(f"<title>A bridge</title><h1>A bridge</h1><p>{names}</p>{TEXT}").authors == ("Ann Lee", "Bo Ek")


def test_a_role_behind_the_name_is_left_out_when_the_name_is_known() -> None:
    found = metadata(
        json_ld(author={"name": "Ann Lee"}) + f"<h1>A bridge</h1><p class=author>Ann Lee Staff Writer</p>{TEXT}"
    )
    assert found.author == "Ann Lee"


def test_who_comments_is_not_the_author() -> None:
    comments = "<div class=comments><p class=comment-author>Cy Dow</p><p>Nice!</p></div>"
    assert metadata(f"<title>A bridge</title><h1>A bridge</h1>{TEXT * 30}{comments}").author is None


def test_a_page_without_an_author_has_none() -> None:
    found = metadata(f"<title>A bridge</title><h1>A bridge</h1>{TEXT}")
    assert found.authors == ()
    assert found.author is None


def test_thousands_of_marked_names_are_no_trouble() -> None:
    posts = "".join(f"<p class=username>user{number}</p><p>text</p>" for number in range(5000))
    assert metadata(f"<title>A bridge</title><h1>A bridge</h1>{posts}").author == "user0"


def test_an_author_who_is_named_once_more_below_stands_at_the_headline() -> None:
    line = "<p class=author>Ann Lee</p>"
    other = f"<figure>{line}</figure><aside class=related>{line}</aside>"
    assert metadata(f"<title>A bridge</title><h1>A bridge</h1>{line}{TEXT * 20}{other}").author == "Ann Lee"


def test_an_invitation_to_register_is_no_author() -> None:
    link = "<p><a href=/member/>新規登録</a></p>"
    assert metadata(f"<title>A bridge</title><h1>A bridge</h1>{link}{TEXT}").author is None
