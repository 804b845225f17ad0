"""From bytes to a `Page`: decoding, parsing, the table of texts, and what the page says about itself."""

from kaensan.page.page import Page, parse
from kaensan.page.texts import Context, Texts

__all__ = ["Context", "Page", "Texts", "parse"]
