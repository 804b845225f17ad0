"""The elements of a content tree, and which elements of a page they stand for."""

from __future__ import annotations

__all__ = [
    "BLOCKS",
    "CODE",
    "HEADINGS",
    "INLINE",
    "LINES_ONLY",
    "LISTS",
    "MARKED_INLINE",
    "MEANINGFUL_ATTRIBUTE",
    "PARENTS",
    "PARTS",
    "TIGHT",
]


def _themselves(names: str) -> dict[str, str]:
    return {name: name for name in names.split()}


BLOCKS: dict[str, str] = {
    **_themselves("h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote figure figcaption details summary"),
    **_themselves("pre table caption tr td th"),
    "menu": "ul",
    "dir": "ul",
    "listing": "pre",
    "xmp": "pre",
    "plaintext": "pre",
}
"""Blocks with a meaning; all other blocks only separate paragraphs."""

INLINE: dict[str, str] = {
    **_themselves("a abbr cite code del dfn em ins kbd mark q rp rt ruby s samp small strong sub sup time var"),
    "i": "em",
    "b": "strong",
    "strike": "s",
    "tt": "code",
}
"""Inline elements with a meaning."""

MARKED_INLINE: dict[str, str] = {
    **_themselves("a code del em s strong sub sup"),
    **dict.fromkeys(("kbd", "samp", "tt"), "code"),
    "i": "em",
    "b": "strong",
    "strike": "s",
}
"""Inline elements that Markdown has a mark for."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol"})
CODE = frozenset({"code", "kbd", "samp"})

LINES_ONLY = HEADINGS | {"pre", "dt", "summary", "caption"}
"""Blocks that hold text and no other blocks."""

TIGHT = frozenset({"li", "td", "th", "dd", "figcaption", "figure", "div"})
"""Blocks whose only paragraph needs no element of its own."""

MEANINGFUL_ATTRIBUTE = {"abbr": "title", "time": "datetime"}
"""The attribute that says what an inline element means."""

PARENTS: dict[str, tuple[str, ...]] = {
    "caption": ("table",),
    "tr": ("table",),
    "td": ("tr",),
    "th": ("tr",),
    "figcaption": ("figure",),
    "summary": ("details",),
    "li": ("ul", "ol"),
    "dt": ("dl",),
    "dd": ("dl",),
}
"""Where a block belongs."""

PARTS = frozenset(PARENTS) - {"li", "dt", "dd"}
"""Blocks that mean nothing outside their parent; a stray list item still gets a list."""
