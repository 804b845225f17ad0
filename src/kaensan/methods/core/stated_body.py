"""Whether a block is in the text that the page states, as data, to be its article: `articleBody` of schema.org.

Few pages state it, and some only its beginning; so it is evidence among others and not the answer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.page import Page
from kaensan.page.normalise import letters_of
from kaensan.page.occurrences import occurring

__all__ = ["STATED_NAMES", "in_stated_body", "stated_body"]

STATED_NAMES = ("in_stated_body",)
"""The feature of this kind of evidence."""

_PROPERTY = "articleBody"
_SHORTEST = 200
"""letters of a text that can be an article rather than its description"""
_TELLING = 12
"""letters of a block from which it is no coincidence that a text holds it"""
_START = 60
"""letters of a block that are looked up"""


def stated_body(page: Page) -> str:
    """The longest text that the page states to be an article's, empty for none."""
    if not any(_PROPERTY in script for script in page.head.json_ld_texts):
        return ""
    texts = (text for thing in page.head.linked_data for text in thing.texts(_PROPERTY.lower()))
    return max(texts, key=len, default="")


def in_stated_body(blocks: Blocks) -> NDArray[np.float32]:
    """Per block 1 where the stated text holds it, −1 where it does not, 0 where that cannot be told."""
    inside = np.zeros(len(blocks), np.float32)
    body = letters_of(stated_body(blocks.page))
    if len(body) < _SHORTEST:
        return inside
    strings = blocks.page.texts.strings
    starts = blocks.page.texts.block_start.tolist()
    begins = [
        letters_of("".join(strings[starts[block] : starts[block + 1]])[: 4 * _START])[:_START]
        for block in range(len(blocks))
    ]
    found = occurring((start for start in begins if len(start) >= _TELLING), body)
    for block, start in enumerate(begins):
        if len(start) >= _TELLING:
            inside[block] = 1 if start in found else -1
    return inside
