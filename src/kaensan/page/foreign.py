"""Which elements are not HTML but SVG or MathML, and whether their children are."""

from __future__ import annotations

__all__ = ["FOREIGN", "HOLDS_FOREIGN", "HTML_IN_SVG", "SVG", "foreign_kind"]

SVG, _MATH = 1, 2
FOREIGN = SVG | _MATH
"""The element is one or the other."""
HOLDS_FOREIGN, _HOLDS_GLYPHS = 4, 8
"""Its children are of the same kind, or those of them that are glyphs."""

HTML_IN_SVG = frozenset({"foreignObject", "desc", "title"})
"""Elements of SVG that hold HTML."""
_HTML_IN_MATH = frozenset({"mi", "mo", "mn", "ms", "mtext"})
_GLYPHS = frozenset({"mglyph", "malignmark"})
_ANNOTATION = "annotation-xml"
_MARKUP_ENCODINGS = frozenset({"text/html", "application/xhtml+xml"})
"""What an annotation that holds HTML is written in."""


def foreign_kind(name: str, encoding: str, around: int, holder: str) -> int:
    """What an element is, as the sum of numbers above, 0 for HTML.

    `encoding` is its attribute of that name; `around` is what the element around it is, and `holder` the name of that.

    >>> foreign_kind("g", "", foreign_kind("svg", "", 0, "p"), "svg") == SVG | HOLDS_FOREIGN
    True
    """
    kind = 0
    if around & HOLDS_FOREIGN or (around & _HOLDS_GLYPHS and name in _GLYPHS):
        kind = SVG if name == "svg" and holder == _ANNOTATION else around & FOREIGN
    elif name == "svg":
        kind = SVG
    elif name == "math":
        kind = _MATH
    if kind == 0 or (kind == SVG and name in HTML_IN_SVG):
        return kind
    if kind == _MATH and name in _HTML_IN_MATH:
        return kind | _HOLDS_GLYPHS
    if kind == _MATH and name == _ANNOTATION and encoding.lower() in _MARKUP_ENCODINGS:
        return kind
    return kind | HOLDS_FOREIGN
