"""Pages with labels: what rules are learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.coverage import rows_in_text
from kaensan.page import Page

if TYPE_CHECKING:
    from kaensan.document import Document

__all__ = ["HAND", "LabelledPage"]

HAND = "hand"
"""Who labelled a page, when a person did."""


@dataclass(frozen=True)
class LabelledPage:
    """A page, and which of its texts are content."""

    page: Page
    kept: NDArray[np.bool_]
    """over the rows of `page.texts`"""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    """in ISO 8601"""
    by: str = HAND
    """`hand`, or the name of the method that labelled it"""
    page_type: str | None = None
    confidence: float = 1.0
    """how sure the one who labelled it is"""

    @classmethod
    def from_text(
        cls, page: Page, text: str, *, title: str | None = None, author: str | None = None, date: str | None = None
    ) -> LabelledPage:
        """A page with its gold text, as people clean pages: one block a line, small differences allowed."""
        return cls(page, rows_in_text(page, text), title, author, date)

    @classmethod
    def from_document(cls, document: Document, by: str | None = None) -> LabelledPage:
        """A page as a method, or a person who looked at its result, has it."""
        found = document.metadata
        return cls(
            page=document.page,
            kept=document.labels.kept,
            title=found.title,
            author=found.author,
            date=found.date,
            by=by or document.method,
            page_type=document.page_type,
            confidence=1.0 if document.confidence is None else document.confidence,
        )
