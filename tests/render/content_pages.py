"""Pages full of what renderers stumble over, and the words in them."""

from __future__ import annotations

import re

import numpy as np
import turbohtml
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from kaensan.page import Page, parse
from kaensan.render import render_markdown

__all__ = ["contents", "everything", "markdown", "read_back", "signs", "words"]

_TEXTS = [
    *["word", "ภาษาไทย", "น้ำ", "漢字", "é", "😀", " ", "  ", "\n", "a\u00adb", "ก\u200bข", "ने\u200dत्"],
    *[
        "# h",
        "1. x",
        "2) y",
        "- y",
        "+ y",
        "* z",
        "_u_",
        "*s*",
        "`c`",
        "``",
        "```",
        "~~~",
        "~~x~~",
        "===",
        "---",
        "***",
    ],
    *["[l](u)", "![a](b)", "[^1]", "[^1]: x", "[x]: y", "<b>", "<!-- c -->", "<http://x.y>", "&amp;", "&lt;", "&", "<"],
    *["a|b", "|-|-|", ":--", "\\", "\\|", "!", ">", "(p)", '"q"', ".", ",", ":", "snake_case", "http://a.b/c_d", "$5"],
]
_INLINE = [
    "b",
    "i",
    "em",
    "strong",
    "code",
    "span",
    "del",
    "s",
    "sub",
    "sup",
    "q",
    "kbd",
    "small",
    "u",
    "cite",
    "a href='/x?y=(1)'",
]
_BLOCKS = ["p", "div", "blockquote", "h1", "h3", "pre", "section", "figure", "li", "ul", "dd", "details", "a href='#'"]


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _element(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag.split()[0]}>"


def _table(rows: list[list[str]]) -> str:
    return _element("table", "".join(_element("tr", "".join(_element("td", cell) for cell in row)) for row in rows))


_text = st.lists(st.sampled_from(_TEXTS), min_size=1, max_size=3).map("".join).map(_escape)
_line = st.recursive(
    st.one_of(_text, st.just("<br>"), st.just("<wbr>"), st.just("<img src=i.png alt='a ]b'>")),
    lambda inside: st.builds(_element, st.sampled_from(_INLINE), st.lists(inside, max_size=3).map("".join)),
    max_leaves=6,
)
_list = st.builds(
    lambda tag, items: _element(tag, "".join(_element("li", item) for item in items)),
    st.sampled_from(["ul", "ol", "ol start=7"]),
    st.lists(_line, min_size=1, max_size=3),
)
contents = st.recursive(
    st.one_of(_line, _list, st.lists(st.lists(_line, min_size=1, max_size=3), min_size=1, max_size=3).map(_table)),
    lambda inside: st.one_of(
        st.builds(_element, st.sampled_from(_BLOCKS), st.lists(inside, min_size=1, max_size=3).map("".join)),
        st.lists(inside, min_size=1, max_size=3).map("".join),
    ),
    max_leaves=8,
)
"""Markup of nested blocks and lines whose text looks like Markdown and HTML."""

_READER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)


def everything(page: Page) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Keep all rows."""
    return np.ones(len(page.texts), np.bool_)


def markdown(html: str, url: str | None = None) -> str:
    """A whole page as Markdown."""
    page = parse(html, url)
    return render_markdown(page, everything(page))


def read_back(source: str) -> str:
    """Markdown as HTML, the way GitHub reads it."""
    html: str = _READER.render(source)
    return html


def signs(html: str) -> str:
    """All characters that a reader of the markup sees, without white space."""
    return "".join(turbohtml.parse(html).text.split())


def words(text: str) -> list[str]:
    """The words of a text in order."""
    return re.findall(r"\w+", text)
