"""Scripts and style sheets that the parser does not see."""

from __future__ import annotations

import pytest

from kaensan.page import Page, parse
from kaensan.page.decode import decode
from kaensan.page.parse import flatten_shortened
from kaensan.page.scripts_aside import set_aside

LONG = "let a = 1; " * 10
THAI = f"{LONG} // น้ำขึ้น"


def read(markup: str) -> tuple[Page, Page]:
    """The page with what can be set aside set aside, and as it is."""
    return parse(markup.encode()), parse(markup)


@pytest.mark.parametrize(
    "markup",
    [
        f"<script>{LONG}</script><p>text",
        f"<style media=print>{LONG}</STYLE\n><p>text<script src='a>b'>{THAI}</script>",
        f"<script><!-- {LONG} //--></script><p>text",
        f"<p>text<svg><style>{LONG}</style></svg><script>{LONG}</script>",
        f"<table><tr><script>{LONG}</script><td>cell</table><p>text",
    ],
)
def test_scripts_that_were_set_aside_are_where_they_were(markup: str) -> None:
    shortened, whole = read(markup)
    assert decode(markup.encode(), shorten=True).aside
    assert dict(shortened.unread) == dict(whole.unread)
    assert shortened.texts.strings == whole.texts.strings
    assert shortened.elements.tag.tolist() == whole.elements.tag.tolist()
    assert (shortened.source, str(shortened)) == (whole.source, str(whole))


@pytest.mark.parametrize(
    "markup",
    [
        f"<!-- a comment with --!> <script>{LONG}</script><p>text",
        f"<p title='<script>{LONG}</script>'>text",
        f"<textarea><script>{LONG}</script></textarea><p>text",
        f"<title><style>{LONG}</style></title><p>text",
        f"<math><script>{LONG}<b>not a script</b></script></math><p>text",
        f"<p>text<select><style>{LONG}</style></select>",
    ],
)
def test_what_only_looks_like_a_script_changes_nothing(markup: str) -> None:
    shortened, whole = read(markup)
    assert dict(shortened.unread) == dict(whole.unread)
    assert shortened.texts.strings == whole.texts.strings
    assert [dict(shortened.elements.attrs[row]) for row in range(len(shortened.elements))] == [
        dict(whole.elements.attrs[row]) for row in range(len(whole.elements))
    ]


def test_a_number_elsewhere_has_the_page_parsed_as_it_is() -> None:
    decoded = decode(f"<p title='<script>{LONG}</script>'>text".encode(), shorten=True)
    assert decoded.aside
    assert flatten_shortened(decoded.text, decoded.aside) is None


@pytest.mark.parametrize(
    "page",
    [
        b"<script>short</script>",
        f"<script>{LONG}".encode(),
        f"<script>{LONG}\0</script>".encode(),
        f"<script>{LONG}".encode() + b"\xff</script>",
        f"<script><!-- <script>{LONG}</script> --></script>".encode(),
        f"\x02<script>{LONG}</script>".encode(),
        f"<!-- <script>{LONG}</script> -->".encode(),
    ],
)
def test_texts_that_stay(page: bytes) -> None:
    short, aside = set_aside(page)
    assert (short, aside.spans) == (page, [])


def test_characters_are_counted_as_those_of_the_whole_page() -> None:
    page = f"<script>{THAI}</script><style>{LONG}</style><p>น้ำขึ้น".encode()
    assert decode(page, shorten=True).length == len(page.decode())
