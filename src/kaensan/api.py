"""The functions most users need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import kaensan.cloud  # noqa: F401 (loaded here, or a later import would put the package in the function's place)
from kaensan import methods as _methods
from kaensan.document import Document
from kaensan.methods import Method
from kaensan.page import Page, parse

if TYPE_CHECKING:
    from kaensan.cloud.cloud import Cloud
    from kaensan.cloud.drawing import Look
    from kaensan.cloud.sources import Sources
    from kaensan.cloud.terms import TermOptions

__all__ = ["cloud", "extract", "extract_many", "methods"]


def extract(html: str | bytes | Page, url: str | None = None, *, method: str | Method | None = None) -> Document:
    """Find the main content of a page."""
    page = html if isinstance(html, Page) else parse(html, url)
    return Document(page, _methods.load(method).label(page))


def extract_many(pages: Iterable[str | bytes | Page], *, method: str | Method | None = None) -> Iterator[Document]:
    """Find the main content of many pages, in order."""
    chosen = _methods.load(method)
    for page in pages:
        yield extract(page, method=chosen)


def cloud(
    sources: Sources,
    *,
    compare: Sources | None = None,
    terms: TermOptions | None = None,
    look: Look | None = None,
    title: str = "Tag cloud",
) -> Cloud:
    """The tag cloud of a document, a text, or several of either; with `compare`, of two sets against each other.

    >>> cloud("ฝนตก น้ำท่วม ฝนตก", terms=None).terms[0].text
    'ฝนตก'
    """
    from kaensan.cloud.cloud import make_cloud

    return make_cloud(sources, compare=compare, terms=terms, look=look, title=title)


def methods() -> dict[str, str]:
    """The names of all methods, each with a line that says what it does."""
    return _methods.names()
