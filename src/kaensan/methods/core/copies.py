"""Text that a page holds twice, for two widths of screen or in two tabs, is kept once; notices and codes are not kept.

A notice stands in an article over and over: that a film of another site is not shown, that links are paid for.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.block_openings import beginning_with
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.repetition import repeated_blocks
from kaensan.page import Context
from kaensan.page.normalise import letters_of
from kaensan.page.occurrences import occurring

__all__ = [
    "may_repeat",
    "without_copies",
    "without_echoes",
    "without_gathered",
    "without_notices",
    "without_shortcodes",
]

Bools = NDArray[np.bool_]

_SHORTEST = 8
"""words of a block that is no coincidence when it occurs again"""
_MOST = 3
"""times that a copied text occurs: what occurs more often is meant to, such as a refrain or a warning"""
_NOTICE_SHARE = 0.5
"""share of the kept words that notices have at most: a page that repeats more than this is made of repetition"""
_GATHERED = 200
"""words of a block that may hold the whole text once more, without its paragraphs …"""
_PARTS, _COVERED = 3, 0.85
"""… if at least this many other blocks, with this share of its words, are in it"""
_LARGEST = 0.2
"""share of all kept words from which a block is looked at: no page has more than five such"""
_TRIED = 200
"""blocks that are looked up in it"""
_CODE = Context.CODE | Context.PREFORMATTED
_ECHO = 4
"""kept blocks from a text to the same text again, for it to be an echo: the name of a thing on its picture, on its card
for narrow screens, on its button"""
_ECHOED = float(np.float32(1.7))
"""words of such a text, as exactly as sizes are known: prices and sizes may be the same on two cards"""
_ROWS = _CODE | Context.TABLE
_OF_CARDS = tuple(PAGE_TYPES.index(name) for name in ("collection", "listing", "product", "service"))
_FORUM = PAGE_TYPES.index("forum")
_DOCUMENTATION = PAGE_TYPES.index("documentation")
_SHORTCODE = re.compile(r"\[/?[a-z][\w-]{1,40}(?:\s[^\[\]]{0,2000})?\]", re.I)


def without_copies(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Keep the first copy of a text only; one that follows at once goes on boards, which show a long post in two forms.

    In a thread other copies are quotes and stay. Documentation, which repeats itself on purpose, is left alone. Out of
    fold on WCXB this gains .003 (.012 on products); copies that follow at once gain .002 on its forum pages, on seven
    of them, and change nothing on thaiboards.
    """
    kind = situation.likeliest
    long = _repeated(kept, blocks, situation) if kind != _DOCUMENTATION else []
    if not long:
        return kept
    texts = [_text(blocks, block) for block in long]
    times = Counter(texts)
    place = np.cumsum(kept)[long].tolist()
    in_thread = (situation.thread or -1.0) > 0
    at_board = in_thread or kind == _FORUM
    last: dict[str, int] = {}
    single = kept.copy()
    for block, text, at in zip(long, texts, place, strict=True):
        if text in last:
            at_once = at - last[text] == 1
            single[block] = not (at_board if at_once else times[text] <= _MOST and not in_thread)
        last[text] = at
    return single


def without_echoes(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Keep a text once that is said again a few blocks later, on pages that show things on cards; rows of tables stay.

    Out of fold on WCXB this gains .0007 (.003 on listings and on products).
    """
    if situation.likeliest not in _OF_CARDS:
        return kept
    said = _repeated(kept, blocks, situation, _ECHOED, _ROWS)
    if not said:
        return kept
    place = np.cumsum(kept)[said].tolist()
    last: dict[str, int] = {}
    single = kept.copy()
    for block, at in zip(said, place, strict=True):
        text = _text(blocks, block)
        single[block] = at - last.get(text, at - _ECHO - 1) > _ECHO
        last[text] = at
    return single


def _repeated(
    kept: Bools, blocks: Blocks, situation: Situation, least: float = _SHORTEST, apart: Context = _CODE
) -> list[int]:
    """The kept blocks of at least some words that may have the text of another one; what stands `apart` is left out.

    They are known by the sum of the squares of their characters; most pages have none.
    """
    texts = blocks.page.texts
    return repeated_blocks(
        *(kept, situation.size, least, blocks.context, int(apart), blocks.counted),
        *(texts.codes, blocks.starts, texts.solid_table),
    )


def may_repeat(kept: Bools, blocks: Blocks, situation: Situation) -> bool:
    """Whether any two kept blocks of some words may have the same text: else there are no copies, echoes or notices."""
    return bool(_repeated(kept, blocks, situation, min(_SHORTEST, _ECHOED), Context(0)))


def without_notices(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Drop every copy of a text that an article repeats more than `_MOST` times.

    Out of fold on the sets of articles this gains .002 on fundus and .001 on scrapinghub, and changes no other by more
    than .0001.
    """
    if not situation.is_article:
        return kept
    long = _repeated(kept, blocks, situation)
    if len(long) <= _MOST:
        return kept
    texts = [_text(blocks, block) for block in long]
    times = Counter(texts)
    if max(times.values()) <= _MOST:
        return kept
    told = kept.copy()
    told[[block for block, text in zip(long, texts, strict=True) if times[text] > _MOST]] = False
    size = situation.size
    return told if float(size[kept & ~told].sum()) <= _NOTICE_SHARE * float(size[kept].sum()) else kept


def without_gathered(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Drop a block that holds the text of the blocks before it once more, as pages keep it for their scripts.

    Out of fold this gains .006 on scrapinghub, and changes no other set by more than .0001.
    """
    size = situation.size
    if float(size.max(initial=0.0)) < _GATHERED:
        return kept
    total = float(size[kept].sum())
    single = kept.copy()
    for block in np.flatnonzero(kept & (size >= max(_GATHERED, _LARGEST * total))).tolist():
        before = single[:block] & (size[:block] >= _SHORTEST) & (size[:block] < size[block])
        others = np.flatnonzero(before)[:_TRIED]
        if len(others) < _PARTS or float(size[others].sum()) < _COVERED * float(size[block]):
            continue
        whole = letters_of(_text(blocks, block))
        texts = {letters_of(_text(blocks, other)): float(size[other]) for other in others.tolist()}
        found = occurring(filter(None, texts), whole)
        inside = [words for text, words in texts.items() if not text or text in found]
        if len(inside) >= _PARTS and sum(inside) >= _COVERED * float(size[block]):
            single[block] = False
    return single


def without_shortcodes(kept: Bools, blocks: Blocks) -> Bools:
    """Drop blocks that are nothing but raw shortcodes of a content system, such as `[vc_row el_class="x"]`."""
    texts = blocks.page.texts
    bracketed = beginning_with(ord("["), kept, texts.codes, texts.start, texts.block_start, texts.solid_table)
    raw = [block for block in bracketed if _is_shortcode(_text(blocks, block))]
    if not raw:
        return kept
    plain = kept.copy()
    plain[raw] = False
    return plain


def _is_shortcode(text: str) -> bool:
    return not _SHORTCODE.sub("", text).strip() and ("=" in text or "_" in text or "[/" in text)


def _text(blocks: Blocks, block: int) -> str:
    texts = blocks.page.texts
    return " ".join("".join(texts.strings[texts.block_start[block] : texts.block_start[block + 1]]).split())
