"""How far methods agree about a page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kaensan.methods import Labels
from kaensan.page import Page

__all__ = ["agreement"]


def agreement(page: Page, labels: Sequence[Labels]) -> NDArray[np.float64]:
    """For each pair of methods the share of kept characters that both keep, 0…1.

    It is twice the characters that both keep over the sum of what each keeps, which is the F1 of either against the
    other; two methods that both keep nothing agree.
    """
    length = page.texts.length.astype(np.float64)
    kept = np.stack([one.kept for one in labels]).astype(np.float64) if labels else np.zeros((0, len(length)))
    both = (kept * length) @ kept.T
    each = kept @ length
    total = each[:, None] + each[None, :]
    shared: NDArray[np.float64] = np.where(total > 0, 2 * both / np.maximum(total, 1), 1.0)
    return shared
