"""What is right about the blocks of a page with gold, and how long they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.coverage import block_texts, coverage, snippet_labels
from kaensan.gold.datasets import GoldPage
from kaensan.gold.metrics import trigrams, units, words
from kaensan.page import Page
from kaensan.train.made_gold import marked_labels
from kaensan.train.rebuilt_pages import carried_labels

__all__ = ["Known", "counted_words", "known_of_copy", "labels_of"]

_PART = 0.5
"""share of a block's words from which it belongs to a known part of the content"""

Known = tuple[NDArray[np.float32], NDArray[np.int32]]
"""label and size of every block"""


def labels_of(gold: GoldPage, texts: list[str]) -> Known:
    """How much of each block is content, and its words: from the whole gold text, a part of it, or snippets."""
    if gold.text is not None:
        return coverage(texts, gold.text)
    marked = marked_labels(gold)
    if marked is not None:
        return marked, _sizes(texts)
    if part := gold.extra.get("part"):
        share, size = coverage(texts, part)
        return np.where(share >= _PART, share, np.nan).astype(np.float32), size
    label = snippet_labels(texts, list(gold.must), list(gold.must_not))
    return label, _sizes(texts)


def _sizes(texts: list[str]) -> NDArray[np.int32]:
    return np.array([len(units(text)) for text in texts], np.int32)


def known_of_copy(gold: GoldPage, page: Page, label: NDArray[np.float32], flat: Page) -> Known | None:
    """The same of a copy of the page that was rebuilt from its texts; None where letters were lost."""
    texts = block_texts(flat)
    if gold.text is not None:
        return labels_of(gold, texts)
    carried = carried_labels(page, label, flat)
    return None if carried is None else (carried, _sizes(texts))


def counted_words(
    gold: GoldPage, texts: Iterable[str]
) -> tuple[NDArray[np.int32] | None, tuple[NDArray[np.int32], ...]]:
    """The words of blocks and gold by number."""
    if gold.text is None:
        return None, ()
    cut = words if gold.spaced else trigrams
    number: dict[str, int] = {}
    block_words = tuple(
        np.array([number.setdefault(word, len(number)) for word in cut(text)], np.int32) for text in texts
    )
    wanted = Counter(cut(gold.text))
    for word in wanted:
        number.setdefault(word, len(number))
    counted = np.zeros(len(number), np.int32)
    for word, count in wanted.items():
        counted[number[word]] = count
    return counted, block_words
