"""Names and dates in the text of pages that list or sell things are not those of the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kaensan import parse
from kaensan.metadata.metadata import Metadata
from kaensan.metadata.read import read_metadata
from plain_methods import All

SIGNED = (
    '<h1>Kettles</h1><p class="byline">By Ann Smith</p><p>Published on 3 May 2023</p><p>Ten of them, with a lid.</p>'
)
CLAIMED = '<meta name="author" content="Bob Jones"><meta property="article:published_time" content="2022-02-01">'


def metadata(html: str, page_type: str) -> Metadata:
    page = parse(html)
    return read_metadata(page, replace(All().label(page), page_type=page_type))


def test_articles_are_signed() -> None:
    found = metadata(SIGNED, "article")
    assert (found.author, found.date) == ("Ann Smith", "2023-05-03")


@pytest.mark.parametrize("page_type", ["listing", "collection", "product", "service"])
def test_pages_of_other_types_have_what_they_claim(page_type: str) -> None:
    found = metadata(SIGNED, page_type)
    assert (found.author, found.date) == (None, None)
    found = metadata(CLAIMED + SIGNED, page_type)
    assert (found.author, (found.date or "")[:10]) == ("Bob Jones", "2022-02-01")
