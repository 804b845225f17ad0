"""Everything that is known about a page, each with its source."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metadata_pages import TEXT, json_ld, metadata

from kaensan.document import Metadata


def test_the_rest_is_found_with_its_source() -> None:
    found = metadata(
        "<html lang=en><meta property=og:site_name content='The Daily River'>"
        "<meta name=description content='A  short text'>"
        "<meta name=keywords content='bridge, river; bridge'><meta property=og:image content=/a.jpg>"
        f"<link rel=canonical href=/news/bridge><h1>A bridge</h1>{TEXT}",
        "https://river.example/news/bridge?x=1",
    )
    assert found.site == "The Daily River"
    assert found.description == "A short text"
    assert found.keywords == ("bridge", "river")
    assert found.image == "https://river.example/a.jpg"
    assert found.url == "https://river.example/news/bridge"
    assert found.language == "en"
    assert found.source == {
        "title": "h1",
        "site": "meta og:site_name",
        "description": "meta description",
        "keywords": "meta keywords",
        "image": "meta og:image",
        "url": "link canonical",
        "language": "html lang",
    }


def test_json_ld_says_the_same_things() -> None:
    found = metadata(
        json_ld(
            headline="A bridge",
            description="Text",
            keywords=["bridge", "river"],
            image={"@type": "ImageObject", "url": "https://river.example/a.jpg"},
            publisher={"@type": "Organization", "name": "The Daily River"},
        )
    )
    assert (found.title, found.description, found.site) == ("A bridge", "Text", "The Daily River")
    assert (found.keywords, found.image) == (("bridge", "river"), "https://river.example/a.jpg")


@pytest.mark.parametrize(
    ("html", "url", "site", "source"),
    [
        ("<title>A bridge | The River</title>", "https://www.the-river.example/a", "The River", "title"),
        ("<title>A bridge | The River</title>", "https://lake.example/a", "lake.example", "url"),
        ("<meta name=application-name content=River>", "https://lake.example/", "River", "meta application-name"),
        (
            "<meta property=og:site_name content=U.S.>" + json_ld(publisher={"name": "The River"}),
            "https://theriver.example/",
            "The River",
            "json-ld publisher",
        ),
    ],
)
def test_the_name_of_the_site_is_what_the_address_confirms(html: str, url: str, site: str, source: str) -> None:
    found = metadata(html, url)
    assert (found.site, found.source["site"]) == (site, source)


THAI = "<p>ชาวเมืองดีใจกับสะพานใหม่ข้ามแม่น้ำ เพราะไม่ต้องเดินทางอ้อมไปไกลเหมือนเมื่อก่อนอีกต่อไปแล้ว</p>" * 3


def test_a_thai_page_marked_as_english_is_thai() -> None:
    found = metadata(f"<html lang=en><h1>สะพาน</h1>{THAI}")
    assert (found.language, found.source["language"]) == ("th", "text")


def test_a_thai_page_full_of_foreign_words_is_thai() -> None:
    assert metadata(f"<html lang=en>{THAI}{TEXT * 4}").language == "th"


def test_a_claim_holds_where_the_text_is_too_short_to_tell() -> None:
    found = metadata("<html lang=de><p>Hello")
    assert (found.language, found.source["language"]) == ("de", "html lang")


def test_a_page_that_claims_nothing_is_read() -> None:
    assert metadata(TEXT * 3).language == "en"
    assert metadata("<p>12345").language is None


def test_an_empty_page_has_no_metadata() -> None:
    assert metadata("") == Metadata()


def test_it_becomes_plain_data() -> None:
    found = metadata(json_ld(author=["Ann Lee", "Bo Ek"], headline="A bridge"))
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["authors"] == ["Ann Lee", "Bo Ek"]
    assert plain["author"] == "Ann Lee; Bo Ek"
    assert plain["source"]["authors"] == "json-ld author"
    assert plain["date"] is None


def test_the_example_in_the_documentation_runs() -> None:
    page = Path(__file__).parents[2] / "docs/explanation/metadata.md"
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted == 5
    assert result.failed == 0


PIECES = st.sampled_from(
    [
        "<title>",
        "</title>",
        "<h1>A - b",
        "<meta name=author content='",
        "<meta property=article:published_time content='",
        "'>",
        "<a rel=author href='http://[",
        "<time datetime='2021-",
        "<p class='byline date'>By ",
        "<link rel=canonical href='",
        "<base href='//[",
        "<div itemscope itemprop=author>",
        "<script type=application/ld+json>",
        '{"@type":"Article","author":',
        "</script>",
        "12/10/2567 14:05 น.",
        "โดย ",
        "Ann Lee",
        "|",
        "\ud800",
        "\x00",
    ]
)


@given(st.lists(PIECES | st.text(max_size=8), max_size=20))
def test_any_page_has_metadata_and_the_same_every_time(pieces: list[str]) -> None:
    html = "".join(pieces)
    found = metadata(html, "https://example.org/" + html[:20])
    assert found == metadata(html, "https://example.org/" + html[:20])
    assert set(found.source) <= {field for field, value in vars(found).items() if value}
