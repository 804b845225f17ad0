"""Clean HTML: the content with its structure, and nothing that runs, tracks or styles."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.render.content_elements import BLOCKS, INLINE
from kaensan.render.node import Node
from kaensan.render.options import RenderOptions
from kaensan.render.reading import read
from kaensan.render.tree import build_tree

if TYPE_CHECKING:
    from turbohtml.clean import Sanitizer

__all__ = ["render_html"]

# The tree holds no other elements and attributes; the sanitiser stands behind it as a second wall.
_TAGS = frozenset(BLOCKS.values()) | frozenset(INLINE.values()) | {"br", "div", "hr", "img", "p", "tbody"}


@cache
def _sanitizer() -> Sanitizer:
    from turbohtml.clean import OnDisallowed, Policy, Sanitizer  # slow to load, and only HTML needs it

    return Sanitizer(
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
    options = options or RenderOptions()
    body = build_tree(page, read(page, kept), options)
    for node in body.walk():
        if node.name == "pre":
            _code(node)
    blocks = [*_facts(options), *(child for child in body.children if isinstance(child, Node))]
    return _sanitizer().sanitize("\n".join(block.to_html() for block in blocks))


def _facts(options: RenderOptions) -> list[Node]:
    """What is asked for above the content: a list of facts and a title."""
    facts: list[Node | str] = []
    for name, value in options.front_matter.items():
        values = (value,) if isinstance(value, str) else value or ()
        if values:
            facts += [Node("dt", {}, [name]), *(Node("dd", {}, [member]) for member in values)]
    return [
        *([Node("dl", {}, facts)] if facts else []),
        *([Node("h1", {}, [" ".join(options.title.split())])] if options.title else []),
    ]


def _code(node: Node) -> None:
    """Code in the form that highlighters know: `<pre><code class="language-…">`."""
    node.children = [Node("code", node.attrs, node.children)]
    node.attrs = {}
