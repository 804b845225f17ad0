"""Plain text: one block a line, words as the reader sees them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page

__all__ = ["render_text"]


def render_text(page: Page, kept: NDArray[np.bool_]) -> str:
    """The kept rows as text: a line per block, inline elements neither glue nor split words."""
    texts = page.texts
    rows = np.flatnonzero(kept)
    parts: list[str] = []
    last = -1
    blocks = texts.block[rows].tolist()
    for row, block, spaced in zip(rows.tolist(), blocks, texts.spaced[rows].tolist(), strict=True):
        if block != last:
            parts.append("\n")
            last = block
        elif spaced:
            parts.append(" ")
        parts.append(" ".join(texts.strings[row].split()))
    return "".join(parts).strip()
