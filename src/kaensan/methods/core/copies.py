"""Text that a page holds twice, for two widths of screen or in two tabs, is kept once; raw shortcodes are not kept."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.page import Context
from kaensan.page.counting import solid_squares

__all__ = ["without_copies", "without_shortcodes"]

Bools = NDArray[np.bool_]

_SHORTEST = 8
"""words of a block that is no coincidence when it occurs again"""
_MOST = 3
"""times that a copied text occurs: what occurs more often is meant to, such as a refrain or a warning"""
_CODE = Context.CODE | Context.PREFORMATTED
_DOCUMENTATION = PAGE_TYPES.index("documentation")
_BRACKET = ord("[")
_SHORTCODE = re.compile(r"\[/?[a-z][\w-]{1,40}(?:\s[^\[\]]{0,2000})?\]", re.I)


def without_copies(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Keep the first copy of a text only, unless the second follows at once.

    Threads are left alone, where a copy is a quote, and so is documentation, which repeats itself on purpose. Out of
    fold on WCXB this gains .003 (.012 on products).
    """
    if int(np.argmax(situation.types)) == _DOCUMENTATION or (situation.thread or -1.0) > 0:
        return kept
    long = np.flatnonzero(kept & (situation.size >= _SHORTEST) & ~blocks.within(_CODE))
    long = long[_may_occur_twice(blocks, long)].tolist()
    if not long:
        return kept
    texts = [_text(blocks, block) for block in long]
    times = Counter(texts)
    place = np.cumsum(kept)
    first: dict[str, int] = {}
    single = kept.copy()
    for block, text in zip(long, texts, strict=True):
        since = int(place[block]) - first.setdefault(text, int(place[block]))
        if since > 1 and times[text] <= _MOST:
            single[block] = False
    return single


def _may_occur_twice(blocks: Blocks, some: NDArray[np.intp]) -> Bools:
    """Which of some blocks may have the text of another one, by the sum of the squares of their characters."""
    texts = blocks.page.texts
    start = texts.start[texts.block_start]
    sums = solid_squares(texts.codes, start[some], start[some + 1], texts.solid_table)
    _, number, count = np.unique(sums, return_inverse=True, return_counts=True)
    twice: Bools = count[number] > 1
    return twice


def without_shortcodes(kept: Bools, blocks: Blocks) -> Bools:
    """Drop blocks that are nothing but raw shortcodes of a content system, such as `[vc_row el_class="x"]`."""
    texts = blocks.page.texts
    if not (texts.codes == _BRACKET).any():
        return kept
    strings = texts.strings
    plain = kept.copy()
    for block in np.flatnonzero(kept).tolist():
        if strings[blocks.row[block]].lstrip()[:1] == "[":
            text = _text(blocks, block)
            if text and not _SHORTCODE.sub("", text).strip() and ("=" in text or "_" in text or "[/" in text):
                plain[block] = False
    return plain


def _text(blocks: Blocks, block: int) -> str:
    texts = blocks.page.texts
    return " ".join("".join(texts.strings[texts.block_start[block] : texts.block_start[block + 1]]).split())
