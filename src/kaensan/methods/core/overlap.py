"""How much of a block the page repeats in its title and in its description of itself.

Characters are compared five at a time, so it works alike for text with and without spaces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.page import Page

__all__ = ["overlaps"]

_GRAM = 5
_TABLE = 1 << 16
_MOST = 100_000
_TITLES = ("og:title", "twitter:title")
_DESCRIPTIONS = ("description", "og:description", "twitter:description")


def overlaps(blocks: Blocks) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every block the share of its five-character runs that occur in the title, and in the description."""
    page = blocks.page
    table = np.zeros(_TABLE, np.uint8)
    table[_grams(_codes(" ".join(_titles(page))))] |= 1
    table[_grams(_codes(_told(page)))] |= 2
    codes = page.texts.codes
    starts = page.texts.start[page.texts.block_start]
    found = np.zeros(len(codes) + 1, np.uint8)
    grams = _grams(codes)
    found[: len(grams)] = table[grams]
    length = np.maximum(np.diff(starts) - (_GRAM - 1), 1)
    shares = []
    for bit in (1, 2):
        total = np.append(0, np.cumsum((found & bit) != 0))
        last = np.maximum(starts[1:] - (_GRAM - 1), starts[:-1])
        shares.append(((total[last] - total[starts[:-1]]) / length).astype(np.float32))
    return shares[0], shares[1]


def _titles(page: Page) -> list[str]:
    meta = page.head.meta
    return [page.head.title, *(text for name in _TITLES for text in meta.get(name, ()))]


def _told(page: Page) -> str:
    """What the page says of its content outside the visible text: descriptions and JSON-LD, unparsed."""
    meta = page.head.meta
    parts = [text for name in _DESCRIPTIONS for text in meta.get(name, ())]
    for row, text in page.unread.items():
        if "ld+json" in page.elements.get(row, "type"):
            parts.append(text[:_MOST])
    return " ".join(parts)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _grams(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A number for every run of five characters, letters of either case alike."""
    if len(codes) < _GRAM:
        return np.zeros(0, np.uint32)
    folded = np.where((codes >= 65) & (codes <= 90), codes + 32, codes).astype(np.uint32)
    grams = folded[: len(folded) - _GRAM + 1].copy()
    for step in range(1, _GRAM):
        grams *= np.uint32(31)
        grams += folded[step : len(folded) - _GRAM + 1 + step]
    grams ^= grams >> np.uint32(16)
    return grams & np.uint32(_TABLE - 1)
