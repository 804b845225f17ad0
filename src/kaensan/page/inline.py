"""A stretch of the page as one line of text."""

from __future__ import annotations

from kaensan.page.texts import Texts

__all__ = ["LONGEST_LINE", "inline_text"]

LONGEST_LINE = 2000
"""Characters of a line of text, unless its reader asks for another length; rows that are looked at are no more."""


def inline_text(texts: Texts, first: int, end: int, limit: int = LONGEST_LINE) -> str:
    """The rows `first … end` as a reader sees them, blocks separated by a space, cut near `limit` characters."""
    parts: list[str] = []
    size = 0
    block = texts.block
    for row in range(first, end):
        # Elements in elements may all ask for the same row, so a long one is cut before it is looked at.
        words = " ".join(texts.strings[row][: 8 * limit].split())
        if row > first and (block[row] != block[row - 1] or texts.spaced[row]):
            parts.append(" ")
        parts.append(words)
        size += len(words)
        if size > limit:
            break
    return "".join(parts)
