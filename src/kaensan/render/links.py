"""Where links lead: absolute where the page's address is known, and nowhere unsafe."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin

from kaensan.page import Page
from kaensan.page.head import LONGEST_ADDRESS

__all__ = ["Links"]

_SCHEME = re.compile(r"([a-z][a-z0-9+.\-]*):", re.I)
_SAFE = frozenset({"http", "https", "mailto", "tel", "ftp"})
_DROPPED = dict.fromkeys(range(0x20)) | {0x7F: None}
_AWKWARD = re.compile(r"[\s<>\"\\^`{|}]")


class Links:
    """The targets of a page's links."""

    def __init__(self, page: Page) -> None:
        self._steps = page.budget.steps("links")
        self._base: str | None = None
        self._base = self.resolve(page.head.base or "") or page.url

    def resolve(self, href: str) -> str | None:
        """The address a link leads to, None when it leads nowhere or could run code.

        >>> from kaensan.page import parse
        >>> links = Links(parse("", "https://example.org/a/b.html"))
        >>> links.resolve("../c d"), links.resolve("java\\nscript:alert(1)")
        ('https://example.org/c%20d', None)
        """
        target = href.translate(_DROPPED).strip()
        if not target or len(target) > LONGEST_ADDRESS:
            return None
        if self._base and not _SCHEME.match(target):
            try:
                absolute = urljoin(self._base, target)
            except ValueError:
                return None
            # The base is repeated in every link: on a page of many links and a long base the last ones stay relative.
            if self._steps.spend(max(len(absolute) - len(target), 0)):
                target = absolute
        scheme = _SCHEME.match(target)
        if scheme and scheme.group(1).lower() not in _SAFE:
            return None
        return _AWKWARD.sub(lambda found: quote(found.group()), target)
