"""Words of all other scripts, by the Unicode word boundaries (UAX 29)."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

__all__ = ["bigrams", "split"]

_UNBROKEN = 256
_LONG = re.compile(rf"\S{{{_UNBROKEN + 1}}}")
_SHORTER = re.compile(rf"\S{{1,{_UNBROKEN}}}|\s+")
_CJK = re.compile("[\u3041-\u3096\u309d\u309e\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")


@cache
def _piece() -> regex.Pattern[str]:
    import regex

    # UAX 29 leaves Lao, Khmer and Burmese to dictionaries; without one, what stands between spaces is kept whole.
    unspaced = r"[\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tai_Tham}][\p{Line_Break=SA}\p{M}]*+"
    return regex.compile(rf"(?wV1){unspaced}|(?s:.+?)\b")


def split(text: str) -> list[str]:
    """Cut a text at its Unicode word boundaries; the pieces join to the text.

    A stretch of more than 256 characters without white space is cut there first, to bound the work.

    >>> split("It can't be 3.14, naïve l’été")
    ['It', ' ', "can't", ' ', 'be', ' ', '3.14', ',', ' ', 'naïve', ' ', 'l’été']
    """
    pattern = _piece()
    if not _LONG.search(text):
        return pattern.findall(text)
    return [piece for part in _SHORTER.findall(text) for piece in pattern.findall(part)]


def bigrams(pieces: list[str]) -> list[str]:
    """Put neighbouring Chinese and Japanese characters together in overlapping pairs, and leave the rest.

    >>> bigrams(split("日本語とカタカナ"))
    ['日本', '本語', '語と', 'カタカナ']
    """
    paired: list[str] = []
    run: list[str] = []
    for piece in [*pieces, ""]:
        if _CJK.match(piece):
            run.append(piece)
            continue
        if len(run) == 1:
            paired.append(run[0])
        else:
            paired.extend(map("".join, pairwise(run)))
        run = []
        if piece:
            paired.append(piece)
    return paired
