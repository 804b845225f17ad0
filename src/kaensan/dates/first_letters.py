"""Which words may begin with some three letters, as a table that the kernel looks in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["stem_table"]


def stem_table(stems: str) -> NDArray[np.uint8]:
    """A table of all three-letter stems, 1 for those that are given."""
    table = np.zeros(1 << 15, np.uint8)
    for stem in stems.split():
        table[[(ord(stem[0]) & 31) << 10 | (ord(stem[1]) & 31) << 5 | (ord(stem[2]) & 31)]] = 1
    return table
