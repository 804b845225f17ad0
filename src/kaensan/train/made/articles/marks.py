"""From marks in the markup of a made page to what is right about each of its blocks."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page

__all__ = ["block_labels", "content_length", "without_marks"]

_MARK = re.compile(r"""\s+data-gold-(?:content|maybe|other)(?:=(?:"[^"]*"|'[^']*'|[^\s>"']+))?""")
_LABELS = {"data-gold-content": 1.0, "data-gold-maybe": np.nan, "data-gold-other": 0.0}


def without_marks(marked: str) -> str:
    """The markup as the site would have written it.

    >>> without_marks('<p data-gold-content class="a">Tea.</p>')
    '<p class="a">Tea.</p>'
    """
    return _MARK.sub("", marked)


def block_labels(marked: Page) -> NDArray[np.float32]:
    """1 for the blocks of a page with marks that are content, 0 for those that are none, NaN for doubtful ones.

    A block counts as most of its text does; what lies in no mark is no content.

    >>> from kaensan.page import parse
    >>> block_labels(parse("<p data-gold-content>One.<p>Two.<p data-gold-maybe>Three.")).tolist()
    [1.0, 0.0, nan]
    """
    texts, said = marked.texts, _text_labels(marked)
    size = np.array([len(text) for text in texts.strings], np.float64)
    sums = [
        np.bincount(texts.block, weights=size * chosen, minlength=texts.blocks)
        for chosen in (said == 1, said == 0, np.isnan(said))
    ]
    labels: NDArray[np.float32] = np.array([1, 0, np.nan], np.float32)[np.argmax(np.stack(sums), axis=0)]
    return labels


def content_length(marked: Page) -> int:
    """How many characters of a page with marks are content.

    >>> from kaensan.page import parse
    >>> content_length(parse("<p data-gold-content>One.<p>Two.<p data-gold-content>Three."))
    10
    """
    said = _text_labels(marked)
    return sum(len(text.strip()) for text, label in zip(marked.texts.strings, said, strict=True) if label == 1)


def _text_labels(marked: Page) -> NDArray[np.float64]:
    elements = marked.elements
    label = np.zeros(len(elements))
    for row, (attrs, parent) in enumerate(zip(elements.attrs, elements.parent.tolist(), strict=True)):
        own = [_LABELS[name] for name, _ in attrs if name in _LABELS]
        label[row] = own[0] if own else label[parent] if parent >= 0 else 0
    found: NDArray[np.float64] = label[marked.texts.parent]
    return found
