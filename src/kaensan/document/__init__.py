"""From labels to the `Document` that the user gets."""

from kaensan.document.blocks import Block
from kaensan.document.document import FORMATS, Document
from kaensan.document.metadata import Metadata

__all__ = ["FORMATS", "Block", "Document", "Metadata"]
