"""Clean HTML: structure without behaviour."""

from __future__ import annotations

import pytest
from content_pages import everything
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page import parse
from kaensan.render import render_html
from kaensan.render.content_elements import BLOCKS, INLINE


def html(source: str, url: str | None = None) -> str:
    page = parse(source, url)
    return render_html(page, everything(page))


def test_only_elements_with_a_meaning_remain() -> None:
    assert html("<div class=x><section><span style='color:red'>a</span> <b>b</b></section><div>c</div></div>") == (
        "<p>a <strong>b</strong></p>\n<p>c</p>"
    )


@pytest.mark.parametrize(
    "source",
    [
        "<p onclick=alert(1)>x",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='jAvA\tscript:alert(1)'>x</a>",
        "<a href=' &#1;javascript:alert(1)'>x</a>",
        "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
        "<p>x<img src=x onerror=alert(1)>",
        "<p>x<img src='javascript:alert(1)'>",
        "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>x",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x</noscript>",
        "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>x</button></form>",
        "<iframe src='javascript:alert(1)'></iframe><object data='javascript:alert(1)'>x</object>",
        "<abbr title='\"><script>alert(1)</script>'>x</abbr>",
        "<time datetime='\" onclick=\"alert(1)'>x</time>",
        "<pre class='language-\"><script>alert(1)</script>'>x</pre>",
        "<base href='javascript:alert(1)//'><a href=x>x</a>",
        "<p>&lt;script&gt;alert(1)&lt;/script&gt;",
        "<style>x{}</style><link rel=stylesheet href=x><p style='background:url(javascript:alert(1))'>x",
    ],
)
def test_nothing_in_it_can_run(source: str) -> None:
    made = parse(html(source))
    allowed = {"html", "head", "body", "p", "br", "hr", "img", "div", "tbody", *BLOCKS.values(), *INLINE.values()}
    assert set(made.elements.names) <= allowed
    for attributes in made.elements.attrs:
        for name, value in attributes:
            assert name in {
                "href",
                "src",
                "alt",
                "title",
                "datetime",
                "class",
                "id",
                "start",
                "value",
                "colspan",
                "rowspan",
            }
            assert name not in ("href", "src") or "script:" not in (value or "").lower()


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1), st.text(max_size=20))
def test_text_and_attributes_cannot_break_out(text: str, address: str) -> None:
    from html import escape

    made = parse(html(f"<p>{escape(text)} <a href='{escape(address)}'>x</a>"))
    assert set(made.elements.names) <= {"html", "head", "body", "p", "a"}


def test_spans_and_numbers_are_kept() -> None:
    table = "<table><tr><td rowspan=2>a<td>b<tr><td colspan=1>c</table>"
    assert '<td rowspan="2">a</td><td>b</td>' in html(table)
    assert html("<ol start=4><li>a</ol>") == '<ol start="4"><li>a</li></ol>'


def test_code_names_its_language() -> None:
    assert html("<pre class=lang-c>int  x;</pre>") == '<pre><code class="language-c">int  x;</code></pre>'


def test_footnotes_link_to_and_fro() -> None:
    notes = "<p>a<a id=r href=#n>1</a></p><ul><li id=n>b <a href=#r>back</a></ul>"
    assert html(notes) == (
        '<p>a<a href="#fn-1" id="fnref-1">1</a></p>\n<ul><li id="fn-1">b <a href="#fnref-1">back</a></li></ul>'
    )


def test_dates_and_abbreviations_keep_what_they_tell() -> None:
    assert html("<p><time datetime=2024-10-12>12 ต.ค.</time> <abbr title='World Wide Web'>WWW</abbr>") == (
        '<p><time datetime="2024-10-12">12 ต.ค.</time> <abbr title="World Wide Web">WWW</abbr></p>'
    )
