"""newspaper's `Article`, `article` and `fulltext`.

from kaensan.compat.newspaper import Article

article = Article("https://example.org/story")
article.download()
article.parse()
article.title, article.authors, article.publish_date, article.text
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import kaensan
from kaensan.compat.unused import warn_unused
from kaensan.errors import UsageError

__all__ = ["Article", "ArticleException", "article", "fulltext"]


class ArticleException(UsageError):
    """A step was taken out of order."""


class Article:
    """One article: fetched, parsed, read."""

    def __init__(self, url: str, language: str | None = None, **unused: Any) -> None:
        warn_unused("Article", unused)
        self.url = self.source_url = url
        self.language = language
        self.html = self.title = self.text = self.text_cleaned = self.article_html = ""
        self.meta_description = self.meta_lang = self.meta_site_name = self.canonical_link = ""
        self.top_image = self.top_img = self.meta_img = ""
        self.tags: set[str] = set()
        self.authors: list[str] = []
        self.meta_keywords: list[str] = []
        self.keywords: list[str] = []
        self.publish_date: datetime | None = None
        self.is_parsed = False
        self._page: kaensan.Page | None = None

    def download(self, input_html: str | bytes | None = None, **unused: Any) -> Article:
        """Fetch the page, safely, or take the markup that is given."""
        warn_unused("download", unused)
        self._page = kaensan.fetch(self.url) if input_html is None else kaensan.parse(input_html, self.url or None)
        self.html = self._page.source
        return self

    def parse(self) -> Article:
        """Find everything there is to know."""
        if self._page is None:
            raise ArticleException("download() comes before parse()")
        document = kaensan.extract(self._page)
        known = document.metadata
        self.title = known.title or ""
        self.authors = list(known.authors)
        self.publish_date = datetime.fromisoformat(known.date) if known.date else None
        self.text = self.text_cleaned = document.text
        self.article_html = document.html
        self.meta_description = known.description or ""
        self.meta_lang = known.language or ""
        self.meta_keywords = list(known.keywords)
        self.meta_site_name = known.site or ""
        self.tags = set(known.keywords)
        self.top_image = self.top_img = self.meta_img = known.image or ""
        self.canonical_link = known.url or ""
        self.is_parsed = True
        return self

    def build(self) -> None:
        """Download, parse and count words in one call."""
        self.download().parse().nlp()

    def nlp(self) -> None:
        """The ten weightiest words of the text, as `keywords` (the `cloud` extra)."""
        self.keywords = [term.text for term in kaensan.cloud(self.text).terms[:10]]


def article(url: str, language: str | None = None, *, input_html: str | bytes | None = None, **unused: Any) -> Article:
    """An article, downloaded (or taken from the markup that is given) and parsed."""
    return Article(url, language, **unused).download(input_html).parse()


def fulltext(html: str | bytes, language: str | None = None) -> str:
    """The text of an article's markup."""
    return article("", language, input_html=html).text
