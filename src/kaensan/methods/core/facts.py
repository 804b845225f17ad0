"""What kind of page it is, in numbers, and those numbers as words.

The facts are the same for every block of a page. As words (`s:linked>3`) they join the words of the address and of the
markup in telling the type of the page, so that a page without any names still has a type.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import LONG, Blocks
from kaensan.methods.core.fact_sums import SUMS, Counted, FactOrder, fact_values, steps_passed
from kaensan.page import Context
from kaensan.page.tags import family

__all__ = ["COUNTED_TAGS", "FACTS", "STEP_WORDS", "fact_steps", "page_facts", "structure_words"]

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
_CONTEXTS = np.array(
    [Context.LIST, Context.TABLE, Context.CODE, Context.QUOTE, Context.H1, Context.MAIN],
    np.int32,
)
"""of the last four shares, of the headings and of the main part"""
_TOPS = ("share_of_best", "score_of_best", "share_of_dense", "score_of_dense")
_ALIKE = ("alike1", "alike2", "alike3")

FACTS = (*_SHARES, "teasers", *_ALIKE, *_TOPS, *_COUNTS, *COUNTED_TAGS, "main", "named")
"""The names of the facts."""

_STEPS = np.array([0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
_AS_SHARES = frozenset({*_SHARES, "teasers", *_ALIKE, *_TOPS})
_AS_COUNTS = frozenset({*_COUNTS, *COUNTED_TAGS})
_KIND = np.array([1 if name in _AS_SHARES else 2 if name in _AS_COUNTS else 0 for name in FACTS], np.int8)
"""as `steps_passed` wants it"""
_MOST_STEPS = 20
"""steps of a number: that of 22,000 and more"""

_OF_PROSE = frozenset({"long_share", "repeated", "largest", *_ALIKE})
_SUMMED = {"long_share": "in_long", "words": "units"}
"""the names of sums that are called otherwise as facts"""
_PARTS = (*_SHARES, "teasers", *_ALIKE)
_NUMBERS = tuple(name for name in _COUNTS if name not in ("blocks", "elements"))
_ORDER = FactOrder(
    share=np.array([SUMS.index(_SUMMED.get(name, name)) for name in _PARTS], np.int32),
    of_prose=np.array([name in _OF_PROSE for name in _PARTS], np.uint8),
    counts=np.array([SUMS.index(_SUMMED.get(name, name)) for name in _NUMBERS], np.int32),
    in_words=np.array([name in ("words", "longest") for name in _NUMBERS], np.uint8),
    kinds=np.array(list(COUNTED_TAGS.values()), np.uint8),
)

STEP_WORDS = tuple(tuple(f"s:{name}>{step}" for step in range(_MOST_STEPS)) for name in FACTS)
"""The words of each fact, in the order of its steps."""


def page_facts(
    blocks: Blocks, classes: int, group: NDArray[np.int64], alike: Floats, overlap: Floats, tops: Floats
) -> Floats:
    """The facts of a page.

    Given are how many elements have a class, which blocks look alike (`group`), how many siblings look like each
    container (`alike`), how much of each block is in the title (`overlap`), and what `_TOPS` says of the two main
    containers.
    """
    counted = Counted(blocks.counted, blocks.linked, overlap, blocks.chain, alike, group, blocks.context)
    return fact_values(counted, _CONTEXTS, LONG, blocks.page.elements.tag, tops, classes, _ORDER)


def fact_steps(facts: Floats) -> NDArray[np.int32]:
    """How many steps each fact has passed."""
    return steps_passed(facts, _KIND, _STEPS, _MOST_STEPS)


def structure_words(facts: Floats) -> set[str]:
    """The facts as words, one for every step that a fact has passed."""
    passed = fact_steps(facts).tolist()
    return {word for words, steps in zip(STEP_WORDS, passed, strict=True) for word in words[:steps]}
