"""readability-lxml's `Document`.

from kaensan.compat.readability import Document

Document(html).summary()
"""

from __future__ import annotations

import html as markup
from typing import Any

import kaensan
from kaensan.cached import cached_property
from kaensan.compat.unused import warn_unused

__all__ = ["Document"]


class Document:
    """A page, its title and its content as HTML."""

    def __init__(
        self,
        input: str | bytes,
        positive_keywords: object = None,
        negative_keywords: object = None,
        url: str | None = None,
        **unused: Any,
    ) -> None:
        asked = {"positive_keywords": positive_keywords, "negative_keywords": negative_keywords}
        warn_unused("Document", {**asked, **unused})
        self._input, self.url = input, url

    @cached_property
    def _document(self) -> kaensan.Document:
        return kaensan.extract(self._input, self.url)

    def title(self) -> str:
        """What `<title>` says, or the headline where it says nothing."""
        return self._document.page.head.title or self._document.title or ""

    def short_title(self) -> str:
        """The headline, without the name of the site."""
        return self._document.title or self.title()

    def author(self) -> str:
        """The authors in one line."""
        return self._document.author or ""

    def content(self) -> str:
        """The page's markup."""
        return self._document.page.source

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The content as clean HTML; with `html_partial` without `html` and `body` around it."""
        warn_unused("summary", {"keep_all_images": keep_all_images})
        content = self._document.html
        if html_partial:
            return f"<div>{content}</div>"
        return f"<html><head><title>{markup.escape(self.title())}</title></head><body>{content}</body></html>"
