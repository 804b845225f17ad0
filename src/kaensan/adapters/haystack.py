"""Haystack: a converter from HTML sources to documents.

from kaensan.adapters.haystack import KaensanConverter

documents = KaensanConverter().run(sources=["page.html"])["documents"]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream

from kaensan.adapters.loading import content, plain_metadata, read_sources
from kaensan.page import parse

__all__ = ["KaensanConverter"]


@component
class KaensanConverter:
    """Converts HTML files and byte streams to documents with their main content."""

    def __init__(self, form: str = "markdown", method: str | None = None) -> None:
        self.form, self.method = form, method

    def to_dict(self) -> dict[str, Any]:
        """The component as plain data, for pipelines in files."""
        data: dict[str, Any] = default_to_dict(self, form=self.form, method=self.method)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> KaensanConverter:
        """The component of such data."""
        made: KaensanConverter = default_from_dict(cls, data)
        return made

    @component.output_types(documents=list[Document])
    def run(
        self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | list[dict[str, Any]] | None = None
    ) -> dict[str, list[Document]]:
        """The documents of the sources, each with the metadata given for it."""
        given = normalize_metadata(meta=meta, sources_count=len(sources))
        streams = [get_bytestream_from_source(source) for source in sources]
        pages = [parse(stream.data, stream.meta.get("url")) for stream in streams]
        documents = [
            Document(content=content(document, self.form), meta={**stream.meta, **extra, **plain_metadata(document)})
            for stream, extra, document in zip(streams, given, read_sources(pages, self.method), strict=True)
        ]
        return {"documents": documents}
