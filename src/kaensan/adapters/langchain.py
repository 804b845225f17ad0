"""LangChain: a loader of pages, and a transformer that turns HTML documents into their content.

from kaensan.adapters.langchain import KaensanLoader, KaensanTransformer

documents = KaensanLoader(["https://example.org/", "page.html"]).load()
documents = KaensanTransformer().transform_documents(html_documents)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document

from kaensan import document as own
from kaensan.adapters.loading import Source, content, plain_metadata, read_sources
from kaensan.methods import Method
from kaensan.page import parse

__all__ = ["KaensanLoader", "KaensanTransformer"]


class KaensanLoader(BaseLoader):
    """Loads the main content of pages: addresses, files, markup as bytes, or parsed pages."""

    def __init__(
        self, sources: Sequence[Source], *, form: str = "markdown", method: str | Method | None = None
    ) -> None:
        self.sources, self.form, self.method = sources, form, method

    def lazy_load(self) -> Iterator[Document]:
        """A document for each page, when it is asked for."""
        for document in read_sources(self.sources, self.method):
            yield _converted(document, self.form, {})


class KaensanTransformer(BaseDocumentTransformer):
    """Replaces the HTML of documents by its main content, and adds what is known of the page to their metadata."""

    def __init__(self, *, form: str = "markdown", method: str | Method | None = None) -> None:
        self.form, self.method = form, method

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """The documents, in order."""
        pages = [parse(document.page_content, document.metadata.get("source")) for document in documents]
        extracted = read_sources(pages, self.method)
        return [
            _converted(new, self.form, document.metadata) for document, new in zip(documents, extracted, strict=True)
        ]


def _converted(document: own.Document, form: str, before: dict[str, Any]) -> Document:
    return Document(page_content=content(document, form), metadata={**before, **plain_metadata(document)})
