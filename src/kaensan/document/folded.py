"""A page folded up for travel between processes: its markup, to be parsed again on arrival."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from kaensan.page import Page, parse

__all__ = ["FoldedPage"]


class FoldedPage(NamedTuple):
    """What it takes to make the same `Page` again; parsing is faster than sending its tables."""

    source: str
    url: str | None
    encoding: str | None
    warnings: tuple[str, ...]

    @classmethod
    def of(cls, page: Page) -> FoldedPage:
        return cls(page.source, page.url, page.encoding, (*page.warnings, *page.budget.warnings))

    def unfold(self) -> Page:
        return replace(parse(self.source, self.url), encoding=self.encoding, warnings=self.warnings)
