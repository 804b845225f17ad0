"""The functions most users need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kaensan import methods as _methods
from kaensan.document import Document
from kaensan.methods import Method
from kaensan.page import Page, parse

__all__ = ["extract", "extract_many", "methods"]


def extract(html: str | bytes | Page, url: str | None = None, *, method: str | Method | None = None) -> Document:
    """Find the main content of a page."""
    page = html if isinstance(html, Page) else parse(html, url)
    return Document(page, _methods.load(method).label(page))


def extract_many(pages: Iterable[str | bytes | Page], *, method: str | Method | None = None) -> Iterator[Document]:
    """Find the main content of many pages, in order."""
    chosen = _methods.load(method)
    for page in pages:
        yield extract(page, method=chosen)


def methods() -> dict[str, str]:
    """The names of all methods, each with a line that says what it does."""
    return _methods.names()
