"""Text on a terminal: colour where it is shown, and lines cut to a width."""

from __future__ import annotations

import os
import unicodedata
from typing import TextIO

__all__ = ["Style", "shorten"]

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})


class Style:
    """Puts text in colour where the stream is a terminal and nobody has set NO_COLOR."""

    def __init__(self, stream: TextIO) -> None:
        self.on = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def __call__(self, text: str, *names: str) -> str:
        if not self.on:
            return text
        codes = ";".join(_CODES[name] for name in names)
        return f"\x1b[{codes}m{text}\x1b[0m"


def shorten(text: str, columns: int) -> str:
    """The start of a text that fits into so many columns; vowels above and below a letter take none.

    >>> shorten("ที่นี่ที่นั่น", 4), shorten("漢字漢字", 5), shorten("short", 9)
    ('ที่นี่ที่…', '漢字…', 'short')
    """
    used = 0
    fits = 0  # how much of the text leaves room for the ellipsis
    for at, character in enumerate(text):
        used += _columns(character)
        if used > columns:
            return text[:fits] + "…"
        if used < columns:
            fits = at + 1
    return text


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
