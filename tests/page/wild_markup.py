"""Strategies for markup as no validator would pass it."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["any_text", "wild_markup"]

_TAGS = [
    *["a", "p", "div", "b", "i", "span", "table", "tr", "td", "th", "caption", "colgroup"],
    *["col", "ul", "li", "dl", "dt", "svg", "math", "title", "desc", "foreignObject", "mi", "script"],
    *[
        "style",
        "template",
        "noscript",
        "details",
        "summary",
        "select",
        "option",
        "optgroup",
        "frameset",
        "frame",
        "form",
        "h1",
    ],
    *["h6", "button", "textarea", "pre", "br", "img", "body", "head", "html", "nobr", "font", "iframe"],
    *["xmp", "ruby", "rt", "dialog", "x-card"],
]
_ATTRIBUTES = [
    "",
    " hidden",
    " style='display:none'",
    " open",
    " a=1 A=2",
    ' class="กขค"',
    " x",
    " shadowrootmode=open",
]
_PIECES = [
    *[" ", "\n", "\t", "word ", "ภาษาไทย", "น้ำ", "&amp;", "a&lt;b", "&nbsp;", "&#0;", "x\x00y", "\u200b", "\U0001f600"],
    *["<!--c-->", "<!--", "<![CDATA[z]]>", "<?pi x?>", "</ >", "<", "</", "<!doctype html>", "\r\n", "\ud800"],
]

_start = st.builds("<{}{}>".format, st.sampled_from(_TAGS), st.sampled_from(_ATTRIBUTES))
_end = st.builds("</{}>".format, st.sampled_from(_TAGS))
_piece = st.sampled_from(_PIECES)

wild_markup = st.lists(st.one_of(_start, _end, _piece), max_size=30).map("".join)
"""Start tags, end tags and text in any order: misnested, unclosed, with text where none belongs."""

any_text = st.one_of(wild_markup, st.text(max_size=200))
