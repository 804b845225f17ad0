"""Dialogs that ask for consent, where they list who else gets to know: each partner with its policy on privacy."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.page.tags import family, tag_id
from kaensan.page.word_search import WordSearch

__all__ = ["in_partner_list", "partner_blocks"]

Bools = NDArray[np.bool_]

_PRIVACY = (
    *("rivacy", "rivacidad", "atenschutz", "onfidentialit", "ersonuppgift", "rywatno", "izlilik", "onfidențialit"),
    *("нфиденциальн", "隐私", "隱私", "プライバシー", "개인정보", "ความเป็นส่วนตัว"),
)
"""what policies on privacy are called, without the first letters, which may be large"""
_PRIVACY_WORDS = WordSearch(_PRIVACY)
_ABOUT = re.compile(
    r"privacy|privacidad|datenschutz|confidentialit|cookie|gdpr|dsgvo|polic(?:y|ies)|vendor|partner|processor"
    r"|隐私|プライバシー",
    re.I,
)
"""what the title or the address of a page says whose content such a list may be"""
_MANY, _VERY_MANY = 100, 200
"""blocks that are kept of a page from which a list of partners may be among them, and from which one may be whose lines
are no links: looking for one costs a little"""
_LINK = 0.5
"""share of link text from which a block is a link"""
_FEWEST = 25
"""partners of a list: a page has a dozen links to policies at most, of the site and of what is built into it"""
_LONGEST = 60
"""characters of a line that is the name of a policy; an address, which has no spaces, may be longer"""
_STRAY = 0.05
"""share of these lines at either end that may stand elsewhere, such as in the footer of the site"""
_MOST_OF_ALL = 0.95
"""share of the texts of a page from which the list is what it shows"""
_MOSTLY = 0.9
"""share of the texts of an element that stand in the list, from which the rest introduces it"""
_TOP = family("html body main article")
_HEADLINE = tag_id("h1")


def partner_blocks(kept: Bools, linked: NDArray[np.float32], blocks: Blocks) -> Bools | None:
    """The blocks of the dialog that lists partners, if so much is kept that some of it may be; None for no dialog.

    `linked` is the share of every block that is link text.
    """
    count = np.count_nonzero(kept)
    may_be = count >= _MANY and (count >= _VERY_MANY or np.count_nonzero(kept & (linked > _LINK)) >= _FEWEST)
    inside = in_partner_list(blocks.page) if may_be else None
    return None if inside is None else inside[blocks.parent]


def in_partner_list(page: Page) -> Bools | None:
    """The elements of the dialog that lists partners; None where there is none.

    >>> from kaensan.page import parse
    >>> partners = "".join(f"<li>Partner {n}<li><a href=#>Privacy policy</a>" for n in range(99))
    >>> page = parse("<p>Tea is a drink.</p>" * 20 + f"<div><p>We care.</p><ul>{partners}</ul></div>")
    >>> found = in_partner_list(page)
    >>> [int(inside.sum()) for inside in (found[page.texts.parent], ~found[page.texts.parent])]
    [199, 20]
    """
    strings = page.texts.strings
    together = "\n".join(strings)
    if not _PRIVACY_WORDS.is_often(together.encode("utf-8", "surrogatepass"), _FEWEST):
        return None
    named = [name for name in _PRIVACY if together.count(name) >= _FEWEST]
    if not named or _ABOUT.search(f"{page.head.title} {page.url or ''}"):
        return None
    lines = [
        row
        for row, text in enumerate(strings)
        if any(map(text.__contains__, named)) and (len(text) <= _LONGEST or " " not in text.strip())
    ]
    if len(lines) < _FEWEST:
        return None
    stray = int(len(lines) * _STRAY)
    dialog = _around(page, lines[stray], lines[-1 - stray])
    if dialog is None:
        return None
    marked = np.zeros(len(page.elements), np.bool_)
    marked[dialog] = True
    return page.elements.inherit(marked)


def _around(page: Page, first: int, last: int) -> int | None:
    """The innermost element that holds both texts, or the outermost that holds little else; None if it is the page."""
    elements = page.elements
    starts, ends, parents = elements.first_text, elements.end_text, elements.parent
    element = int(page.texts.parent[first])
    while element >= 0 and not starts[element] <= last < ends[element]:
        element = int(parents[element])
    whole = _whole(elements)
    if element in whole or ends[element] - starts[element] > _MOST_OF_ALL * len(page.texts):
        return None
    most = (ends[element] - starts[element]) / _MOSTLY
    while (parent := int(parents[element])) not in whole and ends[parent] - starts[parent] <= most:
        element = parent
    return element


def _whole(elements: Elements) -> set[int]:
    """The elements that are the page or its article: those around a headline, too."""
    whole = {-1, *_TOP[elements.tag].nonzero()[0].tolist()}
    for row in (elements.tag == _HEADLINE).nonzero()[0].tolist():
        while row not in whole:
            whole.add(row)
            row = int(elements.parent[row])
    return whole
