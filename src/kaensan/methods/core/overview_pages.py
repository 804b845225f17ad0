"""The home page of a site, its sections and categories are no articles, however much their teasers read like one."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.paragraphs import are_paragraphs, make_article
from kaensan.page import Page

__all__ = ["is_category", "is_home", "is_section", "types_by_address"]

Floats = NDArray[np.float32]

_ARTICLE = PAGE_TYPES.index("article")
_LESS = 3.0
"""score that an article loses: another type wins unless little speaks for any (2 and 5 gain about as much)"""
_CATEGORY = re.compile(r"/(?:category|categories|tags?)/.", re.I)
"""in the addresses of pages that list what a site has under a heading, by the usual content systems"""

_SECTION = re.compile(r"(?:/[^\W\d_]+(?:[-_][^\W\d_]+)?){1,3}/?")
"""up to three names of one or two words, such as `/news/technology`: articles have titles, dates and numbers"""
_LINKED = 0.5
"""share of link text on a page that lists what a section has"""


def is_home(page: Page) -> bool:
    """Whether the address of a page, and the one that it wants to be known by, are those of a site.

    >>> from kaensan.page import parse
    >>> [is_home(parse("", f"https://example.org{path}")) for path in ("", "/", "/?p=12", "/a")]
    [True, True, False, False]
    """
    if not page.url or not _is_bare(page.url):
        return False
    stated = page.head.canonical
    return stated is None or _is_bare(stated)


def _is_bare(address: str) -> bool:
    """Whether an address names a host and nothing else."""
    host, _, path = address.partition("://")[2].partition("/")
    return bool(host) and not path.strip("/") and "?" not in host


def is_category(page: Page) -> bool:
    """Whether the address of a page is that of a category.

    >>> from kaensan.page import parse
    >>> [is_category(parse("", f"https://example.org{path}")) for path in ("/category/pans/", "/tag/", "/categories-x")]
    [True, False, False]
    """
    return page.url is not None and _CATEGORY.search(_path(page.url)) is not None


def is_section(blocks: Blocks) -> bool:
    """Whether a page lists what a section of a site has: it has a short address, few paragraphs and is mostly links."""
    page = blocks.page
    if page.url is None or not _SECTION.fullmatch(_path(page.url)):
        return False
    shown = ~blocks.never
    if float(blocks.linked[shown].sum()) < _LINKED * float(blocks.units[shown].sum()):
        return False
    return not make_article(blocks.units, shown & are_paragraphs(blocks.units, blocks.prose))


def _path(address: str) -> str:
    """The path of an address, without query and fragment."""
    path = address.partition("://")[2].partition("#")[0].partition("?")[0]
    return path[path.find("/") :] if "/" in path else ""


def types_by_address(types: Floats, blocks: Blocks) -> Floats:
    """The scores of `PAGE_TYPES` with what the address of the page says of an article.

    Out of fold on the listings of WCXB home pages gain .009, categories .0036 and sections .0073, the latter two nearly
    all of it by one page each; the sets of articles do not change.
    """
    page = blocks.page
    if not (is_home(page) or is_category(page) or is_section(blocks)):
        return types
    by_address = types.copy()
    by_address[_ARTICLE] -= _LESS
    return by_address
