"""Where rendered links lead: absolute where the page's address is known, nowhere unsafe, and never long in all."""

from __future__ import annotations

import re
from urllib.parse import quote

from kaensan.page import Page
from kaensan.page.base_address import LONGEST_ADDRESS

__all__ = ["Links"]

_SCHEME = re.compile(r"([a-z][a-z0-9+.\-]*):", re.I)
_SAFE = frozenset({"http", "https", "mailto", "tel", "ftp"})
_DROPPED = dict.fromkeys(range(0x20)) | {0x7F: None}
_AWKWARD = re.compile(r"[\s<>\"\\^`{|}\x00-\x1f\x7f]")
_PLAIN = re.compile(r"(?:https?://|/)[\w\-./?=&%#~+,;:@!$*()\[\]']*", re.A)
"""Addresses in which there is nothing to clean."""

_REMEMBERED = 4096
"""Addresses that are remembered, as menus repeat theirs: a page of very many links has each of them once."""


class Links:
    """The targets of a page's links."""

    def __init__(self, page: Page) -> None:
        self._addresses = page.head.addresses
        self._steps = page.budget.steps("links")
        self._resolved: dict[str, str | None] = {}

    def resolve(self, href: str) -> str | None:
        """The address a link leads to, None when it leads nowhere or could run code.

        >>> from kaensan.page import parse
        >>> links = Links(parse("", "https://example.org/a/b.html"))
        >>> links.resolve("../c d"), links.resolve("java\\nscript:alert(1)")
        ('https://example.org/c%20d', None)
        """
        target = self._resolved.get(href, "")
        if target == "":  # no address is empty
            target = self._absolute(href)
            if len(self._resolved) < _REMEMBERED:
                self._resolved[href] = target
        if target is None:
            return None
        # The base is repeated in every link: on a page of many links and a long base the last ones stay relative.
        longer = len(target) - len(href)
        if longer <= 0 <= self._steps.left or self._steps.spend(max(longer, 0)):
            return target
        relative = href.translate(_DROPPED).strip()
        return target if _SCHEME.match(relative) else _AWKWARD.sub(_quoted, relative)

    def _absolute(self, href: str) -> str | None:
        if _PLAIN.fullmatch(href):
            is_whole = href[0] == "h" and "[" not in href and len(href) <= LONGEST_ADDRESS
            return href if is_whole else self._addresses.resolve(href)
        cleaned = href.translate(_DROPPED).strip()
        target = self._addresses.resolve(cleaned) if cleaned else None
        if not target:
            return None
        scheme = _SCHEME.match(target)
        if scheme and scheme.group(1).lower() not in _SAFE:
            return None
        return _AWKWARD.sub(_quoted, target)


def _quoted(match: re.Match[str]) -> str:
    return quote(match.group())
