"""Words of the other scripts, by the Unicode word boundaries (UAX 29)."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

__all__ = ["split"]

_UNBROKEN = 256
_LONG = re.compile(rf"\S{{{_UNBROKEN + 1}}}")
_SHORTER = re.compile(rf"\S{{1,{_UNBROKEN}}}|\s+")


def split(text: str) -> list[str]:
    """Cut a text at its Unicode word boundaries; the pieces join to the text.

    In a text that has more than 256 characters without white space, such stretches are cut there first: the time that
    some signs take grows with the square of their number.

    >>> split("It can't be 3.14, naïve l’été")
    ['It', ' ', "can't", ' ', 'be', ' ', '3.14', ',', ' ', 'naïve', ' ', 'l’été']
    """
    pattern = _piece()
    if not _LONG.search(text):
        return pattern.findall(text)
    return [piece for part in _SHORTER.findall(text) for piece in pattern.findall(part)]


@cache
def _piece() -> regex.Pattern[str]:
    import regex

    # UAX 29 leaves Lao, Khmer and Burmese to dictionaries; without one, what stands between spaces is kept whole.
    unspaced = r"[\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tai_Tham}][\p{Line_Break=SA}\p{M}]*+"
    return regex.compile(rf"(?wV1){unspaced}|(?s:.+?)\b")
