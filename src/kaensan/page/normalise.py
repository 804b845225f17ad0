"""One spelling for one text: NFC, and Thai marks in their canonical order.

Thai is typed in several orders that look the same on screen. Words compare, segment and search as equal only when
SARA AM is one character and vowels come before tone marks. No mark is ever dropped.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["normalise", "normalise_all"]

_ABOVE_BELOW = "\u0e31\u0e34-\u0e3a"  # vowels above and below the consonant
_TONE = "\u0e48-\u0e4b"
_DISORDER = re.compile(
    f"\u0e4d[{_TONE}]?\u0e32"  # NIKHAHIT … SARA AA, typed instead of SARA AM
    f"|\u0e33[{_TONE}]"  # a tone mark after SARA AM
    f"|[{_TONE}][{_ABOVE_BELOW}]"  # a tone mark before its vowel
    "|\u0e40\u0e40"  # two SARA E, typed instead of SARA AE
)
_SEPARATOR = "\x00"


def _reorder(match: re.Match[str]) -> str:
    found = match.group()
    if found == "\u0e40\u0e40":
        return "\u0e41"
    if found[0] == "\u0e4d":
        return found[1:-1] + "\u0e33"
    return found[1] + found[0]


def normalise(text: str) -> str:
    """The text in NFC with Thai marks in canonical order.

    >>> normalise("น\u0e4d\u0e49า") == normalise("นำ\u0e49") == "น้ำ"
    True
    """
    if text.isascii():
        return text
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    while _DISORDER.search(text):
        text = _DISORDER.sub(_reorder, text)
    return text


def normalise_all(texts: list[str]) -> list[str]:
    """`normalise` for many short texts at the price of one long one."""
    joined = _SEPARATOR.join(texts)
    normal = normalise(joined)
    if normal is joined:
        return texts
    parts = normal.split(_SEPARATOR)
    return parts if len(parts) == len(texts) else [normalise(text) for text in texts]
