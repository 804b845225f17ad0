"""Boxes in an article that offer its site by mail: a line or two, a field or a button, and a name that says so."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.page import Page
from kaensan.page.stems import stem_table
from kaensan.page.tags import family

__all__ = ["without_subscription_boxes"]

Bools = NDArray[np.bool_]

_CONTROL = family("input button")
_NAMES = stem_table(
    ("newsletter", "subscri", "signup", "sign-up", "sign_up", "optin", "opt-in", "mc_embed", "mc4wp", "email-capture")
)
_ATTRIBUTES = ("class", "id")
_LARGEST = 300
"""letters of such a box: pages of those who may read on bear such names as a whole"""


def without_subscription_boxes(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Drop what is kept of such boxes."""
    page = blocks.page
    if not situation.is_article or not page.elements.tags_held[_CONTROL].any():
        return kept
    boxes = _boxes(page)
    if not boxes:
        return kept
    without = kept.copy()
    for first, end in boxes:
        without[page.texts.block[first] : page.texts.block[end - 1] + 1] = False
    return without if without.any() else kept


def _boxes(page: Page) -> set[tuple[int, int]]:
    """The rows of each."""
    elements, texts = page.elements, page.texts
    named = {row for name in _ATTRIBUTES for _, rows in elements.with_stems(name, _NAMES) for row in rows}
    boxes: set[tuple[int, int]] = set()
    for row in named:
        first, end = int(elements.first_text[row]), int(elements.end_text[row])
        if 0 < int(texts.length[first:end].sum()) <= _LARGEST:
            inside = elements.tag[row : int(elements.end[row])]
            if _CONTROL[inside].any():
                boxes.add((first, end))
    return boxes
