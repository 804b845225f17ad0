"""A stretch of the page as one line of text, and which neighbours in it were never one word."""

from __future__ import annotations

from kaensan.page.texts import Texts

__all__ = ["LONGEST_LINE", "inline_text", "laid_out_apart"]

LONGEST_LINE = 2000
"""Characters of a line of text, unless its reader asks for another length; rows that are looked at are no more."""


def inline_text(texts: Texts, first: int, end: int, limit: int = LONGEST_LINE) -> str:
    """The rows `first … end` as a reader sees them, blocks separated by a space, cut near `limit` characters."""
    line: str = texts.inline.text(first, end, limit)
    return line


def laid_out_apart(texts: Texts, row: int) -> bool:
    """Whether a row and the one before it touch in the markup only: two inline boxes that a style sheet sets apart.

    >>> from kaensan.page import parse
    >>> laid_out_apart(parse("<span>Ann Lee</span><span>Reporter</span>").texts, 1)
    True
    >>> laid_out_apart(parse("<b>J</b><span>ava</span>").texts, 1)
    False
    """
    return bool(texts.inline.is_apart(row))
