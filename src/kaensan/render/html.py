"""Clean HTML: the content with its structure, and nothing that runs, tracks or styles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from turbohtml.clean import OnDisallowed, Policy, Sanitizer

from kaensan.page import Page
from kaensan.render.node import Node
from kaensan.render.options import RenderOptions
from kaensan.render.reading import read
from kaensan.render.tree import build_tree
from kaensan.render.vocabulary import BLOCKS, INLINE

__all__ = ["render_html"]

# The tree holds no other elements and attributes; the sanitiser stands behind it as a second wall.
_TAGS = frozenset(BLOCKS.values()) | frozenset(INLINE.values()) | {"br", "div", "hr", "img", "p", "tbody"}
_SANITIZER = Sanitizer(
    Policy(
        tags=_TAGS,
        attributes={
            "a": frozenset({"href", "id"}),
            "abbr": frozenset({"title"}),
            "code": frozenset({"class"}),
            "div": frozenset({"id"}),
            "img": frozenset({"src", "alt"}),
            "li": frozenset({"id", "value"}),
            "ol": frozenset({"start"}),
            "td": frozenset({"colspan", "rowspan"}),
            "th": frozenset({"colspan", "rowspan"}),
            "time": frozenset({"datetime"}),
        },
        url_schemes=frozenset({"http", "https", "mailto", "tel", "ftp"}),
        on_disallowed_tag=OnDisallowed.STRIP,
    )
)


def render_html(page: Page, kept: NDArray[np.bool_], options: RenderOptions | None = None) -> str:
    """The kept rows as clean, safe HTML, a block a line.

    >>> from kaensan.page import parse
    >>> page = parse("<div onclick=alert(1)>Hello <b style='color:red'>world</b></div>")
    >>> render_html(page, np.ones(len(page.texts), bool))
    '<p>Hello <strong>world</strong></p>'
    """
    body = build_tree(page, read(page, kept), options or RenderOptions())
    for node in body.walk():
        if node.name == "pre":
            _code(node)
    return _SANITIZER.sanitize("\n".join(child.to_html() for child in body.children if isinstance(child, Node)))


def _code(node: Node) -> None:
    """Code in the form that highlighters know: `<pre><code class="language-…">`."""
    node.children = [Node("code", node.attrs, node.children)]
    node.attrs = {}
