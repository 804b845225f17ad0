"""Which pages belong together, so that none of them is on both sides of a split: those of a site or a board software.

Pages are of one site when they share a registered domain, in whatever dataset they lie. Boards of one software look
alike wherever they are: what finds posts is always learned from boards of other software, all pages of a software and
everything else on their domains being dealt out together.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from kaensan.gold.datasets import GoldPage
from kaensan.page import parse
from kaensan.train.boards_pages import ENGINE_OF_BOARD, SHARED_ENGINES, marks_of

__all__ = ["FOLDS", "Sites", "fold_of", "registered_domain", "site_of_layout"]

FOLDS = 5


@dataclass(frozen=True)
class Sites:
    """The site of every page, and the fold it is dealt into."""

    software: dict[str, str] = field(default_factory=dict)
    """the board software that runs on a domain"""

    @classmethod
    def of(cls, pages: Iterable[GoldPage]) -> Sites:
        """Find the domains that run a board software of which there are more pages."""
        software: dict[str, str] = {}
        for gold in pages:
            if gold.dataset == "wcxb" and gold.page_type == "forum" and (domain := registered_domain(gold.url)):
                marked = marks_of(parse(gold.html, gold.url), gold.id)
                if marked and marked[0] in SHARED_ENGINES:
                    software[domain] = marked[0]
        return cls(software)

    def site(self, gold: GoldPage) -> str:
        """The name of the site of a page; made pages count as one for each board software and for each layout."""
        if layout := gold.extra.get("layout"):
            return site_of_layout(layout)
        return f"software/{_engine(gold.board)}" if gold.board else registered_domain(gold.url) or gold.id

    def fold(self, gold: GoldPage) -> int:
        """The fold of a page."""
        return fold_of(self.site(gold))

    def software_fold(self, gold: GoldPage) -> int:
        """The fold of a page when all boards of one software are kept together."""
        software = self.software.get(registered_domain(gold.url))
        return fold_of(f"software/{software}" if software and not gold.board else self.site(gold))


def _engine(board: str) -> str:
    """The software of a board."""
    return ENGINE_OF_BOARD.get(board, board)


def site_of_layout(layout: str) -> str:
    """The name of the site that all made pages of a layout are of."""
    return f"layout/{layout}"


def fold_of(site: str) -> int:
    """The fold of a site, the same on every machine."""
    return zlib.crc32(site.encode()) % FOLDS


def registered_domain(url: str | None) -> str:
    """The part of a host that somebody registered; empty for none.

    >>> registered_domain("https://forum.site.co.th/t/1"), registered_domain("https://www.site.com/a")
    ('site.co.th', 'site.com')
    """
    try:
        labels = (urlsplit(url or "").hostname or "").split(".")
    except ValueError:
        return ""
    short = len(labels) >= 3 and len(labels[-2]) <= 3 and len(labels[-1]) == 2
    return ".".join(labels[-3 if short else -2 :])
