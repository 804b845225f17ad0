"""The home page of a site and its categories are no articles, however much the teasers on them read like one."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.page import Page

__all__ = ["is_category", "is_home", "types_by_address"]

Floats = NDArray[np.float32]

_ARTICLE = PAGE_TYPES.index("article")
_LESS = 3.0
"""score that an article loses: another type wins unless little speaks for any (2 and 5 gain about as much)"""
_CATEGORY = re.compile(r"/(?:category|categories|tags?)/.", re.I)
"""in the addresses of pages that list what a site has under a heading, by the usual content systems"""


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
    return page.url is not None and _CATEGORY.search(page.url.partition("?")[0]) is not None


def types_by_address(types: Floats, page: Page) -> Floats:
    """The scores of `PAGE_TYPES` with what the address of the page says of an article.

    Out of fold home pages gain .009 on the listings of WCXB and .001 on its service pages, categories .0036 on its
    listings, nearly all of it by one of five pages that change; no set of articles changes.
    """
    if not is_home(page) and not is_category(page):
        return types
    by_address = types.copy()
    by_address[_ARTICLE] -= _LESS
    return by_address
