"""Names are told apart from roles, credits, buttons and sites."""

from __future__ import annotations

import pytest
from metadata_pages import json_ld, metadata

HEADLINE = "<title>A bridge</title><h1>A bridge</h1>"
TEXT = "<p>The town has built a new bridge over the river, and everybody is glad about it.</p>"


def authors(byline: str, head: str = "") -> tuple[str, ...]:
    return metadata(f"{head}{HEADLINE}{byline}{TEXT}", "https://river.example/bridge").authors


@pytest.mark.parametrize(
    "byline",
    [
        "<div class=author><span>Ann Lee</span><span>Korrespondentin</span></div>",
        "<div class=byline><span>By</span>by ANN LEE</div>",
        "<div class=byline>By <a href=/author/ann>Ann Lee</a><a href=https://x.com/ann>Twitter</a></div>",
        "<div class=author><span>Ann Lee</span><span>Ann Lee</span></div>",
        "<div class=byline>Written by Ann Lee in Bridges on 3 May 2024</div>",
        "<p>作者：Ann Lee</p>",
        "<p>记者：Ann Lee</p>",
        "<p>ผู้เขียน: Ann Lee</p>",
        "<p>เรื่อง: Ann Lee ภาพ: Bo Ek</p>",
    ],
)
def test_a_name_is_all_that_is_left_of_a_byline(byline: str) -> None:
    assert [name.title() for name in authors(byline)] == ["Ann Lee"]


@pytest.mark.parametrize(
    "line",
    [
        "<figure><img src=/b.jpg><figcaption class=credit>Foto: Ann Lee (Agency)</figcaption></figure>",
        "<a href='https://www.facebook.com/sharer.php?u=/x'>Share on Facebook</a>",
        "<a href='/u/1' class=author><button>Follow Ann Lee</button></a>",
        "<a class=author href=/login>会員の方はログイン</a>",
    ],
)
def test_credits_and_buttons_are_no_authors(line: str) -> None:
    assert authors(line) == ()


def test_a_person_goes_before_the_site() -> None:
    head = (
        '<meta property="og:site_name" content="The Daily River"><meta name=author content="The Daily River; Ann Lee">'
    )
    assert authors("", head) == ("Ann Lee",)


def test_all_authors_are_named() -> None:
    head = json_ld(author=[{"name": "Ann Lee"}, {"name": "Bo Ek"}])
    assert authors("<p class=byline>By <a rel=author href=/a/ann>Ann Lee</a></p>", head) == ("Ann Lee", "Bo Ek")


def test_a_sign_in_a_headline_cuts_it_only_before_the_name_of_the_site() -> None:
    page = f"<title>Bridges · rivers · towns</title>{TEXT}"
    assert metadata(page, "https://river.example/x").title == "Bridges · rivers · towns"
    named = f'<meta property="og:site_name" content="Daily River"><title>Bridges · rivers · Daily River</title>{TEXT}'
    assert metadata(named, "https://river.example/x").title == "Bridges · rivers"
