"""What kind of page it is, in numbers, and those numbers as words.

The facts are the same for every block of a page. As words (`s:linked>3`) they join the words of the address and of the
markup in telling the type of the page, so that a page without any names still has a type.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import LONG, Blocks
from kaensan.page import Context
from kaensan.page.characters import LETTER
from kaensan.page.tags import family

__all__ = ["COUNTED_TAGS", "FACTS", "page_facts", "structure_words"]

Floats = NDArray[np.float32]

COUNTED_TAGS: dict[str, NDArray[np.bool_]] = {
    "controls": family("input select textarea button label"),
    "images": family("img picture svg video iframe figure"),
    "paragraphs": family("p"),
    "items": family("li dt dd tr"),
    "headings": family("h1 h2 h3 h4 h5 h6"),
    "anchors": family("a"),
    "times": family("time"),
    "codes": family("pre code"),
    "articles": family("article section"),
    "forms": family("form"),
}
"""Elements that are counted, on the page and in its containers."""

_SHARES = ("linked", "long_share", "digits", "breaks", "repeated", "largest", "listed", "tabled", "coded", "quoted")
_COUNTS = ("words", "blocks", "elements", "longs", "money", "longest", "titles", "h1s")
_CONTEXTS = {
    "listed": Context.LIST,
    "tabled": Context.TABLE,
    "coded": Context.CODE,
    "quoted": Context.QUOTE,
}
_TOPS = ("share_of_best", "score_of_best", "share_of_dense", "score_of_dense")
_ALIKE = ("alike1", "alike2", "alike3")

FACTS = (*_SHARES, "teasers", *_ALIKE, *_TOPS, *_COUNTS, *COUNTED_TAGS, "main", "named")
"""The names of the facts."""

_STEPS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_AS_SHARES = frozenset({*_SHARES, "teasers", *_ALIKE, *_TOPS})
_AS_COUNTS = frozenset({*_COUNTS, *COUNTED_TAGS})
_WORDS = {name: tuple(f"s:{name}>{step}" for step in range(20)) for name in FACTS}
_WORD_UNITS = 6 * LETTER


def page_facts(
    blocks: Blocks, classes: int, group: NDArray[np.int64], alike: Floats, overlap: Floats, tops: Floats
) -> Floats:
    """The facts of a page.

    Given are how many elements have a class, which blocks look alike (`group`), how many siblings look like the
    containers at three levels around each block (`alike`), how much of each block is in the title (`overlap`), and
    what `_TOPS` says of the two main containers.
    """
    elements = blocks.page.elements
    units, prose = blocks.units, blocks.prose
    all_units, all_prose = max(float(units.sum()), 1.0), max(float(prose.sum()), 1.0)
    long = prose > LONG
    counts = np.bincount(elements.tag, minlength=len(next(iter(COUNTED_TAGS.values()))))
    sums = blocks.counted.sum(axis=0)
    in_group = np.bincount(group, prose)
    many = np.bincount(group) >= 4
    linked = blocks.linked > 0.8 * np.maximum(units, 1)
    facts = {
        "linked": float(blocks.linked.sum()) / all_units,
        "long_share": float(prose[long].sum()) / all_prose,
        "digits": float(sums[1]) / all_units,
        "breaks": float(sums[5]) / all_units,
        "repeated": float(in_group[many].sum()) / all_prose,
        "largest": float(in_group.max()) / all_prose,
        **{name: float(units[blocks.within(flag)].sum()) / all_units for name, flag in _CONTEXTS.items()},
        "teasers": float(units[linked & (units > 8 * _WORD_UNITS)].sum()) / all_units,
        **dict(zip(_ALIKE, ((alike >= 2) @ prose / all_prose).tolist(), strict=True)),
        **dict(zip(_TOPS, tops.tolist(), strict=True)),
        "words": np.log1p(float(units.sum()) / _WORD_UNITS),
        "blocks": np.log1p(len(blocks)),
        "elements": np.log1p(len(elements)),
        "longs": np.log1p(float(long.sum())),
        "money": np.log1p(float(sums[6])),
        "longest": np.log1p(float(prose.max()) / _WORD_UNITS),
        "titles": np.log1p(float((overlap > 0.6).sum())),
        "h1s": np.log1p(float(blocks.within(Context.H1).sum())),
        **{name: np.log1p(float(counts[table].sum())) for name, table in COUNTED_TAGS.items()},
        "main": float(blocks.within(Context.MAIN).any()),
        "named": classes / max(len(elements), 1),
    }
    return np.array([facts[name] for name in FACTS], np.float32)


def structure_words(facts: Floats) -> set[str]:
    """The facts as words, one for every step that a fact has passed."""
    words: set[str] = set()
    for name, fact in zip(FACTS, facts.tolist(), strict=True):
        if name in _AS_SHARES:
            words.update(_WORDS[name][: bisect_left(_STEPS, fact)])
        elif name in _AS_COUNTS:
            words.update(_WORDS[name][: int(2 * fact)])
    return words
