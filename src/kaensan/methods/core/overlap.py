"""How much of a block the page repeats in its title and in its description of itself.

Characters are compared five at a time, so it works alike for text with and without spaces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.page import Page
from kaensan.page.counting import gram_shares, mark_grams

__all__ = ["overlaps"]

_TABLE = 1 << 16
_MOST = 100_000
_TITLES = ("og:title", "twitter:title")
_DESCRIPTIONS = ("description", "og:description", "twitter:description")


def overlaps(blocks: Blocks) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every block the share of its five-character runs that occur in the title, and in the description."""
    page = blocks.page
    table = np.zeros(_TABLE, np.uint8)
    mark_grams(" ".join(_titles(page)), table, 1)
    mark_grams(_told(page), table, 2)
    return gram_shares(page.texts.codes, blocks.starts, table)


def _titles(page: Page) -> list[str]:
    meta = page.head.meta
    return [page.head.title, *(text for name in _TITLES for text in meta.get(name, ()))]


def _told(page: Page) -> str:
    """What the page says of its content outside the visible text: descriptions and JSON-LD, unparsed."""
    meta = page.head.meta
    parts = [text for name in _DESCRIPTIONS for text in meta.get(name, ())]
    parts += [text[:_MOST] for text in page.head.json_ld_texts]
    return " ".join(parts)
