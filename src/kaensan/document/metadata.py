"""Title, author, dates and the rest, each with the place it was taken from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kaensan.methods import Labels
from kaensan.page import Page

__all__ = ["Metadata", "read_metadata"]


@dataclass(frozen=True)
class Metadata:
    """What is known about a page."""

    title: str | None = None
    author: str | None = None
    date: str | None = None
    language: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"title": self.title, "author": self.author, "date": self.date, "language": self.language}


def read_metadata(page: Page, labels: Labels) -> Metadata:
    """Gather the metadata of a page."""
    return Metadata(title=page.head.title or None)
