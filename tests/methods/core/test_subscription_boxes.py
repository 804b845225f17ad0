"""Boxes that offer a site by mail are none of its articles."""

from __future__ import annotations

import pytest

import kaensan

SENTENCES = [
    f"In month {month} the baker tried {month + 2} kinds of rye from the valley, and only one of them rose overnight."
    for month in range(1, 9)
]
OFFER = "<h2>Bread in your inbox</h2><p>Join for free to get every story of the oven.</p>"


def text_with(box: str) -> str:
    """The text of an article that has a box between its paragraphs."""
    paragraphs = [f"<p>{sentence}</p>" for sentence in SENTENCES]
    body = "".join([*paragraphs[:4], box, *paragraphs[4:]])
    doc = kaensan.extract(f"<title>Rye</title><article><h1>Rye</h1>{body}</article>")
    assert doc.page_type == "article"
    assert all(sentence in doc.text for sentence in SENTENCES)
    return doc.text


@pytest.mark.parametrize(
    "box",
    [
        f"<div class=signup-inline>{OFFER}<button>Subscribe</button></div>",
        f"<div class='widget newsletter-box'>{OFFER}<form><input type=email></form></div>",
        f"<form id=mc_embed_signup>{OFFER}<input name=EMAIL></form>",
    ],
)
def test_a_box_with_a_field_or_a_button_goes(box: str) -> None:
    assert "inbox" not in text_with(box)


def test_a_whole_article_for_those_who_subscribed_stays() -> None:
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    doc = kaensan.extract(f"<title>Rye</title><div class=for-subscribers>{paragraphs}<button>Share</button></div>")
    assert all(sentence in doc.text for sentence in SENTENCES)
