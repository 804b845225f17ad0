"""Names cut out of bylines."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.metadata.person_names import _CUT, _cut, looks_like_name, name_shape, names_in, names_stated


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("By Ann Lee", ("Ann Lee",)),
        ("ByAnn Lee", ("Ann Lee",)),
        ("Written by: Ann Lee", ("Ann Lee",)),
        ("Von Anna Groß und Bert Klein", ("Anna Groß", "Bert Klein")),
        ("Par Anne Petit et Benoît Grand", ("Anne Petit", "Benoît Grand")),
        ("By Ann Lee, Bo Ek and Cy Dow", ("Ann Lee", "Bo Ek", "Cy Dow")),
        ("By Ann Lee, PhD", ("Ann Lee, PhD",)),
        ("Author: Ann Lee", ("Ann Lee",)),
        ("Ann Lee | Updated May 3, 2021", ("Ann Lee",)),
        ("Ann Lee on May 3, 2021", ("Ann Lee",)),
        ("Ann Lee 03-05-2021", ("Ann Lee",)),
        ("Ann Lee @annlee", ("Ann Lee",)),
        ("Ann Lee ann@example.org", ("Ann Lee",)),
        ("By Ann Lee · 5 min read", ("Ann Lee",)),
        ("โดย สมชาย ใจดี", ("สมชาย ใจดี",)),
        ("ผู้เขียน: สมชาย ใจดี", ("สมชาย ใจดี",)),
        ("โพสต์โดย สมชาย เมื่อ 3 พ.ค. 2564", ("สมชาย",)),
        ("作者：王小明", ("王小明",)),
        ("Ann Lee (The River)", ("Ann Lee (The River)",)),
        ("https://example.org/ann", ()),
        ("12:30", ()),
        ("", ()),
    ],
)
def test_bylines_of_many_kinds(line: str, people: tuple[str, ...]) -> None:
    assert names_in(line) == people


@pytest.mark.parametrize(
    ("claim", "people"),
    [
        ("Ann Lee", ("Ann Lee",)),
        ("Ann Lee; Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Ann Lee;Ann Lee", ("Ann Lee",)),
        ("River - News", ("River - News",)),
        ("https://www.example.org/ann", ()),
        ("@ann", ()),
    ],
)
def test_claims_are_taken_as_they_are(claim: str, people: tuple[str, ...]) -> None:
    assert names_stated(claim) == people


def test_a_name_has_a_look() -> None:
    assert looks_like_name("Ludwig van Beethoven")
    assert looks_like_name("สมชาย ใจดี")
    assert not looks_like_name("read the whole story")
    assert not looks_like_name("Ann")
    shape = name_shape(("River Team",), frozenset({"riverteam"}))
    assert shape == {"looks like a name": 1.0, "team": 1.0, "is site name": 1.0}
    assert name_shape(("admin",), frozenset()) == {"one word": 1.0, "generic": 1.0}


@given(st.text())
def test_any_line_can_be_read(line: str) -> None:
    for people in (names_in(line), names_stated(line)):
        assert len(set(people)) == len(people)
        assert all(name == name.strip() and name for name in people)


def test_a_byline_is_cut_whatever_its_case() -> None:
    chance = random.Random(5)
    words = "Ann Lee | - / www.a.org @ann Updated read VIEW on 3 May Mon 12/3/2021 12:30 5 comments in Paris Photo: by"
    words += " Senior Reporter, twitter Show more May , Editor-in-Chief the Sun Monday https://x Simon Posted E-Mail"
    words += " O'Brien J. Mis à jour André’s • ı ſhow İ READİNG TWıTTER 3 août 5 มกราคม วันที่ ๓"
    for _ in range(8000):
        line = " ".join(chance.choices(words.split(), k=chance.randrange(1, 9)))
        assert _cut(line) == _CUT.sub("", line), line
    assert not re.search(r"\\[A-Z]", _CUT.pattern)  # in lower case it would be another pattern


def test_a_byline_of_nothing_but_words_is_cut_as_any_other() -> None:
    chance = random.Random(6)
    words = sorted({*re.findall("[a-z]+", _CUT.pattern.lower()), *("Ann", "Lee", "tuesday", "redakteurin", "email")})
    words += ["Chefredakteur", "Sportreporterin", "read more", "reading time", "see all", "show more"]
    for _ in range(20_000):
        line = " ".join(chance.choices(words, k=chance.randrange(1, 5)))
        assert _cut(line) == _CUT.sub("", line), line
