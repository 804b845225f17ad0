"""Clean HTML: the content with its structure, and nothing that runs, tracks or styles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.render.content_elements import BLOCKS, INLINE
from kaensan.render.node import NO_ATTRIBUTES, Node
from kaensan.render.options import RenderOptions
from kaensan.render.reading import read
from kaensan.render.tree import build_tree

if TYPE_CHECKING:
    from turbohtml.clean import Sanitizer

__all__ = ["render_html"]

# The tree holds no other elements and attributes; the sanitiser stands behind it as a second wall.
_TAGS = frozenset(BLOCKS.values()) | frozenset(INLINE.values()) | {"br", "div", "hr", "img", "p", "tbody"}

_PIECE = 1 << 18
"""Characters of markup that the sanitiser is given at a time, whole blocks: it holds some twenty bytes for each."""


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
    return "\n".join(_clean_pieces([*_facts(options), *_content_blocks(page, kept, options)]))


def _content_blocks(page: Page, kept: NDArray[np.bool_], options: RenderOptions) -> list[Node]:
    body = build_tree(page, read(page, kept), options).body
    for node in body.walk():
        if node.name == "pre":
            _code(node)
    return [child for child in body.children if isinstance(child, Node)]


def _clean_pieces(blocks: list[Node]) -> Iterator[str]:
    """The blocks as markup that went through the sanitiser, some at a time; each is let go when it is written."""
    blocks.reverse()
    waiting: list[str] = []
    size = 0
    while blocks:
        waiting.append(blocks.pop().taken_as_html())
        size += len(waiting[-1])
        if size >= _PIECE or not blocks:
            markup = "\n".join(waiting)
            waiting.clear()
            yield _sanitizer().sanitize(markup)
            size = 0


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
    node.attrs = NO_ATTRIBUTES
