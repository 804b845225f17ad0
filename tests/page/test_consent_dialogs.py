"""Dialogs that ask for consent to cookies are told by the names that their makers give them."""

from __future__ import annotations

import pytest

import kaensan
from kaensan.page import parse
from kaensan.page.consent_dialogs import in_consent_dialogs

DIALOG = "".join(
    f"<div class=group><h3>{kind} cookies</h3><p>These cookies let {kind} partners of ours know what you look at, as"
    " long as you do, and some time after that, unless you say that they must not.</p></div>"
    for kind in ("necessary", "functional", "social", "targeting", "measuring")
)
QUESTION = "Does anybody know what the two small fans at the back of this case are meant for, and how loud they are?"


def texts_inside(html: str) -> list[str]:
    page = parse(html)
    inside = in_consent_dialogs(page)
    if inside is None:
        return []
    return [text for text, parent in zip(page.texts.strings, page.texts.parent.tolist(), strict=True) if inside[parent]]


@pytest.mark.parametrize(
    "name", ["id=onetrust-consent-sdk", "id=CybotCookiebotDialog", 'class="fc-consent-root x"', "id=cookie-consent-th"]
)
def test_a_dialog_is_told_by_its_id_or_class_in_letters_of_any_case(name: str) -> None:
    assert texts_inside(f"<p>{QUESTION}</p><div {name}><p>We value <b>you</b>.</div>") == ["We value ", "you", "."]


@pytest.mark.parametrize(
    "html",
    [
        f"<body class=cookieconsent-shown><p>{QUESTION}",
        f"<div class=onetrust-page><h1>Fans</h1><p>{QUESTION}</div><p>More.",
        f"<div id=onetrust-pc-sdk><p>{QUESTION * 9}</div><p>x",
        f"<p class=consent>{QUESTION}",
    ],
)
def test_what_holds_the_page_is_no_dialog(html: str) -> None:
    assert texts_inside(html) == []


def test_a_dialog_with_more_prose_than_the_page_is_neither_content_nor_posts() -> None:
    post = f'<article class="post"><b>Ann</b> <time>2024-05-01</time><div class=body><p>{QUESTION}</p></div></article>'
    document = kaensan.extract(
        f"<title>Two small fans</title><h1>Two small fans</h1>{post}<div id=onetrust-pc-sdk>{DIALOG}</div>",
        url="https://forum.example.org/t/two-small-fans",
    )
    assert QUESTION in document.text
    assert "cookies" not in document.text
    assert not any("cookies" in post.text for post in document.posts)
    rows = [row for row, text in enumerate(document.page.texts.strings) if "partners of ours" in text]
    assert {document.labels.reason(row) for row in rows} == {
        "dropped: it stands in a dialog that asks for consent to cookies"
    }
