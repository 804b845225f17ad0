"""The standfirst: the sentence or two under the headline that say what the article is about.

It is often set apart from the body, so the forest doubts it. Two things tell it from captions, bylines and notices:
the description of the page in its head repeats it, or its element is named after what it is.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.choice import Situation
from kaensan.methods.core.features import Evidence
from kaensan.page import Context
from kaensan.page.normalise import letters_of

__all__ = ["standfirst_blocks"]

Bools = NDArray[np.bool_]

_NAMED = re.compile(
    r"sub-?_?(?:title|head|line)|stand-?first|strap-?line|(?<![a-z])(?:article-?summary|post-excerpt)(?![a-z])|"
    r"(?<![a-z])(?:dek|lead|lede|chapo|chapeau|sapo|intro)(?![a-z])",
    re.I,
)
"""names of standfirsts; of elements named `summary` or `excerpt` alone hardly any are one"""
_NAMING = ("class", "id", "data-testid", "data-component", "data-gu-name", "data-qa")
"""attributes that name elements: classes may be made by machines"""
_DESCRIPTIONS = ("description", "og:description", "twitter:description")
_LEAST, _MOST = 8, 60
"""words of a standfirst; shorter lines name the author, the date or the section"""
_BETWEEN = 6
"""blocks from the headline to it: further down it is part of something else"""
_LINKED = 0.5
"""share of link text from which a line is a link"""
_LIKELY = 0.02
"""chance from which such a line is kept. The gold of sources differs: newspapers (fundus) and blogs (dragnet) count it
as text, scrapinghub-aeb never does, WCXB rarely, so that the forest doubts nearly all of them; readers miss it"""
_ELSEWHERE = Context.FIGURE | Context.NAV | Context.ASIDE | Context.INVISIBLE
_BODY = 20
"""words of a paragraph of the body"""


def standfirst_blocks(
    evidence: Evidence, situation: Situation, kept: Bools, chance: NDArray[np.float32], title: int
) -> list[int]:
    """The blocks between the headline of an article and its body that are its standfirst."""
    if not situation.is_article:
        return []
    blocks = evidence.blocks
    near = range(title + 1, min(title + 1 + _BETWEEN, len(kept)))
    end = next((block for block in near if kept[block] and situation.size[block] > _BODY), near.stop)
    if end == title + 1 or not np.count_nonzero(kept[end:]):
        return []
    some = slice(title + 1, end)
    size = situation.size[some]
    possible = ~kept[some] & (size >= _LEAST) & (size <= _MOST) & (situation.linked[some] < _LINKED)
    possible &= (chance[some] >= _LIKELY) & ((blocks.context[some] & int(_ELSEWHERE)) == 0) & ~blocks.never[some]
    candidates = (title + 1 + possible.nonzero()[0]).tolist()
    return [block for block in candidates if _is_named(evidence, block) or _is_description(evidence, block)]


def _is_named(evidence: Evidence, block: int) -> bool:
    """Whether the element of a block, or the one around it, is named after what it is."""
    elements, parent = evidence.blocks.page.elements, int(evidence.blocks.parent[block])
    around = (parent, int(elements.parent[parent]))
    return any(row >= 0 and _NAMED.search(elements.get(row, name)[:200]) for row in around for name in _NAMING)


def _is_description(evidence: Evidence, block: int) -> bool:
    """Whether the head describes the page with the words of a block, perhaps cut off, or with more of them."""
    blocks = evidence.blocks
    first = int(blocks.row[block])
    letters = letters_of(" ".join(blocks.page.texts.strings[first : first + int(blocks.rows[block])]))
    meta = blocks.page.head.meta
    said = dict.fromkeys(text for name in _DESCRIPTIONS for text in meta.get(name, ()))
    described = map(letters_of, said)
    return any(letters in text or (len(text) > len(letters) / 2 and letters.startswith(text)) for text in described)
