"""The texts of several methods side by side, block by block of the page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kaensan.methods import Labels, Role
from kaensan.page import Page

__all__ = ["Cell", "aligned_blocks"]

Cell = tuple[str, bool]
"""what a method keeps of a block, and whether that is its title"""


def aligned_blocks(page: Page, labels: Sequence[Labels]) -> list[list[Cell]]:
    """For each block that any method keeps, or takes for the title, a cell per method."""
    texts = page.texts
    taken = np.stack([one.role != Role.OTHER for one in labels]) if labels else np.zeros((0, len(texts)), np.bool_)
    aligned: list[list[Cell]] = []
    for block in np.unique(texts.block[taken.any(axis=0)]).tolist():
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        aligned.append([_cell(page, one, first, end) for one in labels])
    return aligned


def _cell(page: Page, labels: Labels, first: int, end: int) -> Cell:
    texts = page.texts
    role = labels.role[first:end]
    parts: list[str] = []
    for row in (np.flatnonzero(role != Role.OTHER) + first).tolist():
        if parts and texts.spaced[row]:
            parts.append(" ")
        parts.append(" ".join(texts.strings[row].split()))
    return "".join(parts), bool((role == Role.TITLE).any())
