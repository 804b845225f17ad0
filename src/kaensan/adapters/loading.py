"""What the loaders of retrieval frameworks share: sources in, documents with plain metadata out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from kaensan.document import Document
from kaensan.errors import InputError
from kaensan.many import extract_page
from kaensan.methods import Method, load
from kaensan.page import Page, parse

__all__ = ["Metadata", "Source", "content", "plain_metadata", "read_sources"]

Source: TypeAlias = str | Path | bytes | Page
"""An address (`https://…`), the path of a file, the markup of a page as bytes, or a parsed page."""

Metadata: TypeAlias = dict[str, str | float]
_FIELDS = ("title", "author", "date", "modified", "language", "site", "description")


def read_sources(sources: Sequence[Source], method: str | Method | None = None) -> Iterator[Document]:
    """The documents of sources, one after another; one that cannot be read is a `KaensanError` that says why."""
    chosen = load(method)
    for source in sources:
        yield extract_page(_page(source), chosen)


def _page(source: Source) -> Page:
    if isinstance(source, Page):
        return source
    if isinstance(source, bytes):
        return parse(source)
    if isinstance(source, str) and source.startswith(("http://", "https://")):
        from kaensan.web.single_page import fetch_page

        return fetch_page(source)
    path = Path(source)
    try:
        return parse(path.read_bytes(), path.resolve().as_uri())
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})") from None


def content(document: Document, form: str) -> str:
    """The content as `text` or `markdown`."""
    return document.render(form)


def plain_metadata(document: Document) -> Metadata:
    """What is known of a page as flat values, which every vector store can keep; what is not known is left out."""
    known = document.metadata.to_dict()
    values: dict[str, object] = {name: known.get(name) for name in _FIELDS}
    values |= {"source": document.url, "page_type": document.page_type, "confidence": document.confidence}
    return {name: value for name, value in values.items() if isinstance(value, str | float) and value != ""}
