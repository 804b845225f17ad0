"""Which blocks are paragraphs, and how much of them makes an article."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["are_paragraphs", "make_article"]

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

_PARAGRAPH = 156
"""units (78 Latin letters) of a block that is a paragraph …"""
_UNLINKED = 0.7
"""… if this much of it is outside links"""
_ARTICLE = 1560
"""units (780 Latin letters) of paragraphs that make an article"""


def are_paragraphs(units: Floats, prose: Floats) -> Bools:
    """The blocks that are paragraphs, given the units of all and those outside links."""
    paragraphs: Bools = (prose >= _PARAGRAPH) & (prose >= _UNLINKED * units)
    return paragraphs


def make_article(units: Floats, paragraphs: Bools) -> bool:
    """Whether some paragraphs, given the units of all blocks, are enough for an article."""
    return float(units[paragraphs].sum()) >= _ARTICLE
