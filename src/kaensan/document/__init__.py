"""From labels to the `Document` that the user gets."""

from kaensan.document.document import Document
from kaensan.document.metadata import Metadata

__all__ = ["Document", "Metadata"]
