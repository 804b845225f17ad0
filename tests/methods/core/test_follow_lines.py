"""Lines that ask readers to follow the site elsewhere are no part of its articles, in any language."""

from __future__ import annotations

import pytest

import kaensan

STORY = "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn. " * 3
LINE = "ติดตามข่าวก่อนใครได้ที่นี่"
URL = "https://www.riverpost.example/2024/05/03/two-metres.html"


def text(*lines: str) -> str:
    body = "".join(f"<p>{at} {STORY}</p>" for at in range(4)) + "".join(f"<p>{line}</p>" for line in lines)
    head = "<title>Two metres</title><meta property=og:title content='Two metres'>"
    return kaensan.extract(f"{head}<body><article><h1>Two metres</h1>{body}</article></body>", URL).text


@pytest.mark.parametrize(
    "address",
    [
        "https://www.facebook.com/riverpostonline/",
        "https://t.me/s/riverpost",
        "https://www.youtube.com/@TheRiverPost",
        "https://whatsapp.com/channel/0029VaExample",
        "https://news.google.com/publications/CAAqExample?hl=th",
    ],
)
def test_a_line_that_leads_to_an_account_of_the_site_goes(address: str) -> None:
    assert LINE not in text(f"<a href='{address}'>{LINE}</a>")


@pytest.mark.parametrize(
    "address",
    [
        "https://www.facebook.com/mayor.of.town",
        "https://x.com/riverpost/status/123",
        "https://riverpost.example/facebook",
    ],
)
def test_a_line_that_leads_elsewhere_stays(address: str) -> None:
    said = "She wrote about the flood that evening, and thousands answered"
    assert said in text(f"{said} <a href='{address}'>here</a>.")


def test_a_text_about_the_accounts_of_a_site_stays() -> None:
    accounts = [f"Department {at} writes at <a href='https://x.com/riverpost{at}'>its account</a>" for at in range(5)]
    assert "Department 4" in text(*accounts)
