"""Lines under an article that ask its readers to follow the site elsewhere, told by where their links lead.

They are written in every language, but they all link to an account of the site itself on one of a few networks: one
that bears the name of the host, or a channel of news that only publishers have.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.page import Page
from kaensan.page.normalise import letters_of
from kaensan.page.stems import stem_table

__all__ = ["without_follow_lines"]

Bools = NDArray[np.bool_]

_STEMS = stem_table(
    (
        *("facebook.com", "twitter.com", "//x.com", "instagram.com", "t.me/", "whatsapp.com", "youtube.com"),
        *("news.google.", "tiktok.com", "line.me", "lin.ee", "vk.com", "dzen.ru", "zalo.me", "pinterest."),
        *("threads.net", "bsky.app"),
    )
)
_ACCOUNT = re.compile(
    r"(?:https?:)?//(?:[\w-]+\.){0,3}"
    r"(?:facebook\.com|twitter\.com|x\.com|instagram\.com|t\.me|youtube\.com|tiktok\.com|line\.me|lin\.ee|vk\.com|dzen\.ru"
    r"|zalo\.me|pinterest\.[a-z]+|threads\.net|bsky\.app)"
    r"/(?:@|c/|channel/|user/|profile/|s/|R/ti/p/@?)?([\w.-]{4,60})/?(?:[?#].{0,500})?",
    re.I | re.A,
)
_CHANNEL = re.compile(r"(?:https?:)?//(?:www\.)?(?:whatsapp\.com/channel/|news\.google\.com/publications/)", re.I)
_LONGEST = 25
"""words of such a line"""
_MOST = 2
"""such lines under an article; a text that links to more accounts is about them"""
_NAME = 4
"""letters of a name that are enough to know it by"""


def without_follow_lines(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Drop the short lines of an article that link to an account of its site on a network."""
    page = blocks.page
    if not situation.is_article or not page.url:
        return kept
    may_ask = kept & (situation.size <= _LONGEST) & (blocks.links > 0)
    if not np.count_nonzero(may_ask):
        return kept
    found: set[int] = set()
    for address, rows in page.elements.with_stems("href", _STEMS):
        if _is_own(address.strip(), page):
            starts = ((page.elements.first_text[row], page.elements.end_text[row]) for row in rows)
            found.update(int(page.texts.block[first]) for first, end in starts if first < end)
    lines = [block for block in found if may_ask[block]]
    if not 0 < len(lines) <= _MOST:
        return kept
    without = kept.copy()
    without[lines] = False
    return without


def _is_own(address: str, page: Page) -> bool:
    """Whether an address is that of a channel or of an account with the name of the site."""
    if _CHANNEL.match(address):
        return True
    account = _ACCOUNT.fullmatch(address)
    if account is None or page.url is None:
        return False
    name, host = letters_of(account[1]), _name_of_host(page.url)
    return min(len(name), len(host)) >= _NAME and (host in name or name in host)


def _name_of_host(address: str) -> str:
    """The longest part of a host but for its ending: what the site is called.

    >>> _name_of_host("https://www.example.co.th/news/1")
    'example'
    """
    host = address.partition("://")[2].partition("/")[0].partition(":")[0]
    return max(map(letters_of, host.split(".")[:-1]), key=len, default="")
