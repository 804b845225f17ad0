"""Boxes in an article that offer its site by mail: a line or two, a field or a button, and a name that says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.page import Page
from kaensan.page.tags import family

__all__ = ["without_subscription_boxes"]

Bools = NDArray[np.bool_]

_CONTROL = family("input button")
_NAMED = re.compile(r"newsletter|subscri|sign-?_?up|opt-?in(?![a-z])|mc_embed|mc4wp|email-capture", re.I)
_LONGEST = 400
"""characters of names that are looked at"""
_MOST = 500
"""fields and buttons that are looked at: articles have some dozens"""
_HIGHEST = 6
"""elements around a field or a button that are looked at"""
_LARGEST = 300
"""letters of such a box: pages of those who may read on bear such names as a whole"""


def without_subscription_boxes(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Drop what is kept of such boxes."""
    page = blocks.page
    elements, block = page.elements, page.texts.block
    if not situation.is_article or not np.count_nonzero(elements.tags_held[_CONTROL]):
        return kept
    content = kept.nonzero()[0]
    if not len(content):
        return kept
    begin, end = blocks.parent[content[0]], elements.end[blocks.parent[content[-1]]]
    controls = (_CONTROL[elements.tag[begin:end]].nonzero()[0][:_MOST] + begin).tolist()
    without = kept
    before = [0, *np.cumsum(kept).tolist()] if controls else []
    for control in controls:
        for box in _around(page, control):
            first, last = block[elements.first_text[box]], block[elements.end_text[box] - 1]
            if before[last + 1] == before[first] or not _is_named(page, box):
                continue
            without = without.copy() if without is kept else without
            without[first : last + 1] = False
    return without if np.count_nonzero(without) else kept


def _around(page: Page, control: int) -> Iterator[int]:
    """The elements around a field or a button that hold some letters, but few."""
    elements, start, row = page.elements, page.texts.start, control
    for _ in range(_HIGHEST):
        row = int(elements.parent[row])
        first, end = elements.first_text[row], elements.end_text[row]
        if row < 0 or start[end] - start[first] > _LARGEST:
            break
        if first < end:
            yield row


def _is_named(page: Page, element: int) -> bool:
    names = f"{page.elements.get(element, 'class')} {page.elements.get(element, 'id')}"
    return _NAMED.search(names[:_LONGEST]) is not None
