"""From labels to the `Document` that the user gets."""

from typing import TYPE_CHECKING

from kaensan.document.document import FORMATS, Document
from kaensan.lazy_names import lazy_names

if TYPE_CHECKING:
    from kaensan.document.content_blocks import Block
    from kaensan.document.sections import Section
    from kaensan.metadata.metadata import Metadata
    from kaensan.threads.thread import Post, Quote, Thread

__all__ = ["FORMATS", "Block", "Document", "Metadata", "Post", "Quote", "Section", "Thread"]

__getattr__ = lazy_names(
    __name__,
    {
        "kaensan.document.content_blocks": "Block",
        "kaensan.document.sections": "Section",
        "kaensan.metadata.metadata": "Metadata",
        "kaensan.threads.thread": "Post Quote Thread",
    },
)
