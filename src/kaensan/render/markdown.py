"""GitHub-flavoured Markdown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tags import TAGS, tag_id
from kaensan.render.content_elements import MARKED_INLINE
from kaensan.render.front_matter import front_matter
from kaensan.render.markdown_blocks import heading_text, taken_blocks
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Reading, read
from kaensan.render.simplify import simplify
from kaensan.render.tree import build_tree

__all__ = ["render_markdown"]

_VOCABULARY = tuple(MARKED_INLINE.get(name, "") for name in TAGS)
_MATH = tag_id("math")


def render_markdown(page: Page, kept: NDArray[np.bool_], options: RenderOptions | None = None) -> str:
    """The kept rows as Markdown.

    >>> from kaensan.page import parse
    >>> page = parse("<h2>ข่าว</h2><ul><li>คำ<b>เน้น</b>ในประโยค<li>two</ul>")
    >>> print(render_markdown(page, np.ones(len(page.texts), bool)))
    ## ข่าว
    <BLANKLINE>
    - คำ**เน้น**ในประโยค
    - two
    """
    options = options or RenderOptions()
    reading = read(page, kept)
    tree = build_tree(page, reading, options, _VOCABULARY)
    simplify(tree, formulas=_may_hold_formulas(page, reading))
    title = f"# {heading_text([options.title])}" if options.title else ""
    blocks = [front_matter(options.front_matter), title, *taken_blocks(tree.body)]
    return "\n\n".join(block for block in blocks if block)


def _may_hold_formulas(page: Page, reading: Reading) -> bool:
    if page.elements.tags_held[_MATH]:
        return True
    text = "".join(reading.words)
    return "\\" in text or "$$" in text
