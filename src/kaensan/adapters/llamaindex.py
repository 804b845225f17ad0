"""LlamaIndex: a reader of pages.

from kaensan.adapters.llamaindex import KaensanReader

documents = KaensanReader().load_data(["https://example.org/", "page.html"])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from kaensan.adapters.loading import Source, content, plain_metadata, read_sources
from kaensan.methods import Method

__all__ = ["KaensanReader"]


class KaensanReader(BaseReader):
    """Reads the main content of pages: addresses, files, markup as bytes, or parsed pages."""

    def __init__(self, *, form: str = "markdown", method: str | Method | None = None) -> None:
        self.form, self.method = form, method

    def lazy_load_data(self, sources: Sequence[Source], *args: Any, **kwargs: Any) -> Iterable[Document]:
        """A document for each page, when it is asked for."""
        for document in read_sources(sources, self.method):
            yield Document(text=content(document, self.form), metadata=plain_metadata(document))
