"""Where links lead: absolute where the page's address is known, and nowhere unsafe."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin

from kaensan.page import Page
from kaensan.page.tags import tag_id

__all__ = ["Links"]

_SCHEME = re.compile(r"([a-z][a-z0-9+.\-]*):", re.I)
_SAFE = frozenset({"http", "https", "mailto", "tel", "ftp"})
_DROPPED = dict.fromkeys(range(0x20)) | {0x7F: None}
_AWKWARD = re.compile(r"[\s<>\"\\^`{|}]")


class Links:
    """The targets of a page's links."""

    def __init__(self, page: Page) -> None:
        self._base = page.url
        for row, href in page.elements.having("href"):
            if page.elements.tag[row] == tag_id("base"):
                self._base = self.resolve(href) or page.url
                break

    def resolve(self, href: str) -> str | None:
        """The address a link leads to, None when it leads nowhere or could run code.

        >>> from kaensan.page import parse
        >>> links = Links(parse("", "https://example.org/a/b.html"))
        >>> links.resolve("../c d"), links.resolve("java\\nscript:alert(1)")
        ('https://example.org/c%20d', None)
        """
        target = href.translate(_DROPPED).strip()
        if not target:
            return None
        if self._base and not _SCHEME.match(target):
            try:
                target = urljoin(self._base, target)
            except ValueError:
                return None
        scheme = _SCHEME.match(target)
        if scheme and scheme.group(1).lower() not in _SAFE:
            return None
        return _AWKWARD.sub(lambda found: quote(found.group()), target)
