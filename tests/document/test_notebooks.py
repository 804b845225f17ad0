"""How notebooks show results: readable, and safe whatever the page holds."""

from __future__ import annotations

import kaensan
from kaensan.compare import compare
from plain_methods import All

ATTACK = "<script>alert(1)</script><img src=x onerror=alert(1)>"
PAGE = f"""<html lang=th><title>ชา &lt;b&gt;{ATTACK}</title><meta name=author content="&lt;i&gt;ผู้เขียน">
<p>ชาเป็น<b>เครื่องดื่ม</b>{ATTACK}</p>"""
BOARD = "<title>Pump</title>" + "".join(
    f"<div class=post><b class=author>user{n}</b> <time>{n} Jan 2020</time>"
    f"<div class=body>I have used this &lt;pump&gt; number {n} for years and it never let me down.</div></div>"
    for n in range(1, 5)
)


def harmless(html: str) -> bool:
    return "<script" not in html and "onerror" not in html.replace("onerror=alert(1)&gt;", "")


def test_a_document_shows_its_title_its_facts_and_its_content() -> None:
    shown = kaensan.extract(PAGE, "https://example.org/tea", method=All())._repr_html_()
    assert "&lt;i&gt;ผู้เขียน" in shown
    assert "<strong>เครื่องดื่ม</strong>" in shown
    assert "language: th" in shown
    assert "https://example.org/tea" in shown
    assert harmless(shown)


def test_a_failed_document_says_why() -> None:
    (doc,) = kaensan.extract_many([None])  # type: ignore[list-item]
    assert "error: a page is" in doc._repr_html_()


def test_a_thread_shows_a_row_for_each_post() -> None:
    thread = kaensan.extract(BOARD).thread
    assert thread is not None
    shown = thread._repr_html_()
    assert shown.count("<tr>") == 5
    assert "user3" in shown
    assert "&lt;pump&gt;" in shown


def test_a_comparison_shows_a_row_for_each_method() -> None:
    shown = compare(kaensan.parse(PAGE), ["weight", "xpath"])._repr_html_()
    assert shown.count("<tr>") == 3
    assert "xpath" in shown
    assert harmless(shown)


def test_a_cloud_is_shown_as_its_picture() -> None:
    cloud = kaensan.cloud("ตลาดน้ำ ตลาดน้ำ เรือ")
    assert cloud._repr_svg_() == cloud.svg
    assert repr(cloud).startswith("Cloud(2 terms, title=")


def test_a_page_is_short_to_print() -> None:
    page = kaensan.parse("<p>" + "word " * 10_000, "https://example.org/")
    assert repr(page) == "Page(url='https://example.org/', 1 texts, 50003 characters of markup)"
