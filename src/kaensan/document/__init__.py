"""From labels to the `Document` that the user gets."""

from kaensan.document.blocks import Block
from kaensan.document.document import FORMATS, Document
from kaensan.document.metadata import Metadata
from kaensan.document.thread import Post, Quote, Thread

__all__ = ["FORMATS", "Block", "Document", "Metadata", "Post", "Quote", "Thread"]
