"""What the user gets: one page, decided and ready to be read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kaensan.document.metadata import Metadata, read_metadata
from kaensan.methods import Labels
from kaensan.page import Page
from kaensan.render import render_html, render_markdown, render_text

__all__ = ["Document"]


@dataclass(frozen=True)
class Document:
    """The main content of a page and what is known about it."""

    page: Page
    labels: Labels

    @property
    def url(self) -> str | None:
        return self.page.url

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, dates and the rest, each with its source."""
        return read_metadata(self.page, self.labels)

    @property
    def title(self) -> str | None:
        return self.metadata.title

    @property
    def author(self) -> str | None:
        return self.metadata.author

    @property
    def date(self) -> str | None:
        """When the page was published, in ISO 8601."""
        return self.metadata.date

    @property
    def language(self) -> str | None:
        return self.metadata.language

    @cached_property
    def text(self) -> str:
        """The content as plain text, one block a line."""
        return render_text(self.page, self.labels.kept)

    @cached_property
    def markdown(self) -> str:
        """The content as GitHub-flavoured Markdown."""
        return render_markdown(self.page, self.labels.kept)

    @cached_property
    def html(self) -> str:
        """The content as clean, safe HTML."""
        return render_html(self.page, self.labels.kept)

    @cached_property
    def pieces(self) -> list[str]:
        """The text cut into words, spaces and signs, which join to it again."""
        from kaensan.thai.words import segment

        return segment(self.text)

    @property
    def method(self) -> str:
        return self.labels.method

    @property
    def confidence(self) -> float | None:
        """The F1 that the method expects of this extraction, None where it cannot tell."""
        return self.labels.confidence

    @property
    def page_type(self) -> str | None:
        return self.labels.page_type

    @property
    def warnings(self) -> tuple[str, ...]:
        return self.page.warnings

    def to_dict(self) -> dict[str, Any]:
        """Everything that is plain data, ready for JSON."""
        return {
            "url": self.url,
            **self.metadata.to_dict(),
            "page_type": self.page_type,
            "confidence": self.confidence,
            "method": self.method,
            "text": self.text,
            "markdown": self.markdown,
            "warnings": list(self.warnings),
        }
