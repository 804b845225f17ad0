"""The report holds everything about the page and nothing that the page could run."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
import turbohtml
from hypothesis import given, settings
from hypothesis import strategies as st

from kaensan.compare import compare
from kaensan.compare import report_page as report_module
from kaensan.compare.report_page import render_report
from kaensan.page import parse

ATTACK = "<img src=x onerror=alert(1)><script>alert(2)</script>"
WRITTEN = ATTACK.replace("<", "&lt;")
PAGE = parse(
    f"<title>{WRITTEN}</title><body id='\"><script>alert(3)</script>'><h1>{WRITTEN}</h1>"
    f"<p class='\"><b>'>{WRITTEN} in a long paragraph of the article, which every method would like to keep.</p>"
    "<p>ย่อหน้าที่สองของบทความนี้ยาวพอที่จะเก็บไว้ และไม่มีลิงก์อยู่ในนั้นเลยแม้แต่ลิงก์เดียว</p>",
    url="https://example.org/?a=<script>alert(4)</script>",
)
METHODS = ["xpath", "lineblock", "weight", "histogram"]


def report(gold: str | None = None) -> str:
    return render_report(compare(PAGE, METHODS, gold))


def tags(html: str) -> set[str]:
    found: set[str] = set()

    class Collector(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.add(tag)
            assert not any(name.startswith("on") or name in ("href", "src") for name, _ in attrs)

    Collector().feed(html)
    return found


def test_nothing_of_the_page_becomes_markup() -> None:
    html = report(gold=ATTACK)
    assert not tags(html) & {"script", "img", "b", "iframe", "link", "object", "a"}
    assert "&lt;script&gt;alert(2)" in html


def test_the_report_forbids_scripts_and_fetches_nothing() -> None:
    html = report()
    assert "default-src &#x27;none&#x27;" in html
    for outside in ("http://", "https://", "@import", "url("):
        assert outside not in html.replace("http://www.w3.org/2000/svg", "").replace("https://example.org", "")


@given(st.text(max_size=60), st.text(max_size=30))
@settings(max_examples=30, deadline=None)
def test_any_text_is_shown_and_never_obeyed(text: str, gold: str) -> None:
    page = parse(f"<title>{text}</title><p id='{text}'>{text}</p><p>{text} and so on")
    html = render_report(compare(page, METHODS, gold))
    assert not tags(html) & {"script", "img", "iframe", "link", "object", "a"}
    html.encode("utf-8")


def test_every_method_has_its_text_its_pictures_and_its_agreement() -> None:
    document = turbohtml.parse(report())
    headings = [node.text for node in document.find_all("h3")]
    assert headings == METHODS
    assert len(document.find_all("svg")) == 1 + 2 + 2 + 2 + 5
    matrix = document.select("table.matrix tbody td")
    assert len(matrix) == len(METHODS) ** 2
    assert [cell.text for cell in matrix[:: len(METHODS) + 1]] == ["1.00"] * len(METHODS)
    assert "ย่อหน้าที่สองของบทความนี้" in document.select("table.texts")[0].text


def test_gold_adds_every_measure_and_the_roc_curve() -> None:
    plain, measured = report(), report(gold="ย่อหน้าที่สองของบทความนี้ยาวพอที่จะเก็บไว้")
    assert "Measures against the gold text" not in plain
    for name in ("words F1", "trigrams F1", "ROUGE-L", "length F1", "LCS F1", "diff accuracy", ">right<", "ROC curve"):
        assert name in measured
        assert name not in plain


def test_the_style_sheet_comes_once_in_light_and_dark() -> None:
    html = report()
    assert html.count("<style>") == 1
    assert html.count("prefers-color-scheme:dark") == 2  # of the report and of its pictures


def test_warnings_and_missing_methods_are_told() -> None:
    empty = parse(b"%PDF-1.4")
    html = render_report(compare(empty), "paper.pdf")
    assert "this is a PDF document, not a web page" in html
    assert '<h1 dir="auto">paper.pdf</h1>' in html
    assert "No method keeps any text of this page." in html


def test_what_is_too_long_to_show_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_module, "_MOST_BLOCKS", 5)
    page = parse("".join(f"<p>A paragraph of the article that has number {n} and is long.</p>\n" for n in range(25)))
    assert "20 more blocks are not shown." in render_report(compare(page, ["xpath"]))


def test_the_same_page_gives_the_same_report() -> None:
    assert report("gold") == report("gold")
