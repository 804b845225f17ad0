"""What board programs put into the words of a post: heads of spoilers and of code, and what pictures are called.

"Show hidden content" opens a box, "Code: Select all" stands over one, "IMG_2041 1600×1066 184 KB" under a picture.
Their names, which programs give them and nobody else, tell them from the words of the post.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.stems import stem_bits

__all__ = ["in_post_widgets"]

_STEMS = stem_bits([("spoiler", "lightbox", "codebox", "codehead", "bbcode")])
_HEAD = re.compile(
    r"spoiler[\w-]{0,12}(?:head|title|button|btn|toggle|label|trigger|control|caption|show)|codehead|"
    r"^bbcode_?description$|^bbcodeblock-title$",
    re.I,
)
_BOX_WITH_HEAD = re.compile(r"^(?:codebox|lightbox-wrapper|lightbox)$", re.I)
"""boxes whose head has no name of its own, or one that others have too …"""
_PARTS = {"codebox": ("p", "dt"), "lightbox-wrapper": (), "lightbox": ()}
"""… by the elements that it may be"""
_META = "meta"
_QUOTE = "quote"


def in_post_widgets(page: Page) -> NDArray[np.bool_] | None:
    """The elements in heads of spoilers and of code, and in what pictures are called; None where there are none.

    >>> from kaensan.page import parse
    >>> page = parse("<p>Try this.<div class=codebox><p>Code: <a>Select all</a></p><pre>make clean</pre></div>")
    >>> found = in_post_widgets(page)
    >>> [text.strip() for text, row in zip(page.texts.strings, page.texts.parent) if found[row]]
    ['Code:', 'Select all']
    """
    elements = page.elements
    held = elements.stem_kinds(_STEMS)
    if not held.any():
        return None
    named = elements.named
    marked = np.zeros(len(elements), np.bool_)
    for at in np.flatnonzero(held[named.value] > 0).tolist():
        row = int(named.owner[at])
        for name in elements.name_text(int(named.value[at])).split():
            if _HEAD.search(name):
                marked[row] |= _QUOTE not in elements.get(int(elements.parent[row]), "class").lower()
            elif _BOX_WITH_HEAD.search(name):
                marked[_heads_in(page, row, _PARTS[name.lower()])] = True
    return elements.inherit(marked) if marked.any() else None


def _heads_in(page: Page, box: int, tags: tuple[str, ...]) -> list[int]:
    """The first child of a box that is one of some elements, and the children that are called meta."""
    elements = page.elements
    heads, child, end = [], box + 1, int(elements.end[box])
    first = child
    while child < end:
        if (child == first and elements.name_of(child) in tags) or elements.get(child, "class") == _META:
            heads.append(child)
        child = int(elements.end[child])
    return heads
