"""Lines that say an article goes on below an advertisement are none of it."""

from __future__ import annotations

import pytest

import kaensan

SENTENCES = [
    f"On day {day} the water of the river stood {day + 3} metres high, and the old bridge was closed to all carts."
    for day in range(1, 9)
]


def text_with(line: str) -> list[str]:
    """The text of an article that has a line between its paragraphs."""
    paragraphs = [f"<p>{sentence}</p>" for sentence in SENTENCES]
    body = "".join([*paragraphs[:4], line, *paragraphs[4:]])
    doc = kaensan.extract(f"<title>The flood</title><article><h1>The flood</h1>{body}</article>")
    assert doc.page_type == "article"
    return [told for told in doc.text.split("\n") if told and told != "The flood"]


@pytest.mark.parametrize(
    "line",
    [
        *("Advertisement", "Story continues below advertisement", "ADVERTISEMENT – SCROLL TO CONTINUE"),
        *("Story continues after advertising", "- Advertisement -", "▼ Anzeige ▼"),
        *("Weiter nach der Anzeige", "La suite après cette publicité", "El artículo continúa después de la publicidad"),
        *(
            "L’articolo prosegue dopo la pubblicità",
            "Продолжение после рекламы",
            "Artikel gaat verder onder advertentie",
        ),
        *(
            "記事は広告の後に続きます",
            "อ่านต่อหลังโฆษณา",
            "विज्ञापन के बाद जारी",
            "기사는 광고 뒤에 이어집니다",
            "Đọc tiếp bên dưới quảng cáo",
        ),
    ],
)
def test_a_line_that_interrupts_is_dropped(line: str) -> None:
    assert text_with(f"<p>{line}</p>") == SENTENCES


@pytest.mark.parametrize(
    "line",
    [
        "The advertisement was false.",
        "Scroll down.",
        "After the report the river went on.",
        "Was it Anzeiger?",
        "Advertising",
    ],
)
def test_sentences_of_the_same_words_stay(line: str) -> None:
    assert text_with(f"<p>{line}</p>") == [*SENTENCES[:4], line, *SENTENCES[4:]]


def test_a_list_of_things_that_a_firm_offers_stays() -> None:
    assert "Publicité" in "".join(text_with("<ul><li>Publicité<li>Impression de livres<li>Reliure à la main</ul>"))
