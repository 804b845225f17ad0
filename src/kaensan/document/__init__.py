"""From labels to the `Document` that the user gets."""

from kaensan.document.content_blocks import Block
from kaensan.document.document import FORMATS, Document
from kaensan.document.sections import Section
from kaensan.metadata.metadata import Metadata
from kaensan.threads.thread import Post, Quote, Thread

__all__ = ["FORMATS", "Block", "Document", "Metadata", "Post", "Quote", "Section", "Thread"]
