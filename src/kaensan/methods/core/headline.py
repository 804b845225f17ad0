"""The headline of a page and the lines under it: which blocks they are, and whether they belong into the text.

Most pages state their title in the head, where programs find it; the text then begins below the headline. Where the
head states none, a text without its headline would lose it, and with it the standfirst, the byline and the dateline.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.choosing import find_headline
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.features import Evidence
from kaensan.page import Page
from kaensan.page.unread import holding
from kaensan.page.word_search import WordSearch

__all__ = ["in_text", "is_all", "lead_blocks", "title_block"]

Bools = NDArray[np.bool_]

_FORUM = PAGE_TYPES.index("forum")
_STATED = '"headline"'
"""how data in a script of the page names its headline"""
_STATING = WordSearch((_STATED,))
_LONGEST = 20
"""words of a line between headline and body"""
_MOST = 6
"""blocks between headline and body: more of them are a menu"""
_LINKED = 0.5
"""share of link text from which a line is a link"""
_SAYS_IT = 0.5
"""share of a heading in the title of the page from which it says what that says"""
_HOME = re.compile(r"https?://[^/?#]+/?")
_CONTENT = 0.5
"""chance of a headline from which it is the content where there is no other"""


def title_block(evidence: Evidence) -> int | None:
    """The heading that says what the page's title says; None when no heading does."""
    texts = evidence.blocks.page.texts
    block = find_headline(texts.heading, texts.block_start, evidence.in_title)
    if block < 0:
        return None
    if _leads_home(evidence.blocks, block):
        in_title = evidence.in_title.copy()
        in_title[block] = 0.0
        level = texts.heading.copy()
        level[texts.block_start[block]] = 0
        other = find_headline(level, texts.block_start, in_title)
        return other if other >= 0 and in_title[other] > _SAYS_IT else block
    return block


def _leads_home(blocks: Blocks, block: int) -> bool:
    """Whether a heading is a link to the home page: then it is the name of the site."""
    page, row = blocks.page, int(blocks.row[block])
    anchor = int(page.texts.anchor[row])
    if anchor < 0:
        return False
    address = page.head.absolute(page.elements.get(anchor, "href").strip()) or page.elements.get(anchor, "href").strip()
    return address == "/" or (_HOME.fullmatch(address) is not None and not (page.url and _HOME.fullmatch(page.url)))


def in_text(page: Page, situation: Situation) -> bool:
    """Whether the headline belongs into the text: nothing in the head says it for programs, and the page is no board.

    On a board the headline is the title of the thread, which stands apart from what people wrote.
    """
    if page.head.meta.get("og:title") or any(_STATED in script for script in holding(page.unread, _STATING)):
        return False
    return situation.likeliest != _FORUM and (situation.thread is None or situation.thread < 0)


def is_all(title: int, kept: Bools, chance: NDArray[np.float32]) -> bool:
    """Whether the headline is all that a page has to say: a post of a board that is nothing but its title.

    Out of fold this gains .0085 on the forum pages of WCXB, by one page, and changes no other.
    """
    return float(chance[title]) >= _CONTENT and not np.count_nonzero(kept)


def lead_blocks(evidence: Evidence, situation: Situation, kept: Bools, title: int) -> Bools:
    """The short lines that are no links between the headline and the first block of the body."""
    lines = np.zeros(len(kept), np.bool_)
    below = kept[title + 1 :]
    if not np.count_nonzero(below):
        return lines
    for longest in (_LONGEST, _LONGEST // 2):  # paragraphs of news are short in some scripts
        paragraphs = below & (situation.size[title + 1 :] > longest)
        lead = int(np.argmax(paragraphs if paragraphs.any() else below))  # a page of short blocks has no lead
        if lead <= _MOST:
            break
    if 0 < lead <= _MOST:
        between = slice(title + 1, title + 1 + lead)
        short = situation.size[between] <= _LONGEST
        lines[between] = short & (situation.linked[between] < _LINKED) & ~evidence.blocks.never[between]
    return lines
