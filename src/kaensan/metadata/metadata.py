"""What is known about a page.

Apart from how it is read, which takes many patterns: a page of which only the text is asked for does not wait for them.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from kaensan.frozen_records import record

__all__ = ["SEPARATOR", "Metadata"]

SEPARATOR = "; "
"""Between the names of several authors."""


@record
class Metadata:
    """What is known about a page."""

    title: str | None = None
    """the headline, without the name of the site"""
    authors: tuple[str, ...] = ()
    """their names, in the order of the page"""
    date: str | None = None
    """when the page was published, in ISO 8601, with time and zone where known"""
    modified: str | None = None
    """when it was last changed, likewise"""
    site: str | None = None
    """the name of the site"""
    language: str | None = None
    """two letters, ISO 639-1"""
    description: str | None = None
    """what the page says it is about"""
    keywords: tuple[str, ...] = ()
    """what the page files itself under"""
    image: str | None = None
    """address of the picture that stands for the page"""
    url: str | None = None
    """the address the page wants to be known by"""
    source: dict[str, str] = field(default_factory=dict)
    """where each field was found: `source["title"]` may be `h1` or `json-ld headline`"""

    @property
    def author(self) -> str | None:
        """The authors in one line, None where there are none."""
        return SEPARATOR.join(self.authors) or None

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "title": self.title,
            "author": self.author,
            "authors": list(self.authors),
            "date": self.date,
            "modified": self.modified,
            "site": self.site,
            "language": self.language,
            "description": self.description,
            "keywords": list(self.keywords),
            "image": self.image,
            "canonical_url": self.url,
            "source": dict(self.source),
        }

    def front_matter(self) -> dict[str, str | tuple[str, ...] | None]:
        """The fields that notes and static sites keep above a text, for `RenderOptions(front_matter=…)`."""
        return {
            "title": self.title,
            "author": self.authors if len(self.authors) > 1 else self.author,
            "date": self.date,
            "modified": self.modified,
            "site": self.site,
            "language": self.language,
            "description": self.description,
            "tags": self.keywords,
            "url": self.url,
        }
