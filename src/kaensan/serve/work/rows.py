"""The rows of `texts` with what a method decided about each, as plain data."""

from __future__ import annotations

from typing import Any

from kaensan.document import Document
from kaensan.methods import Labels, Role

__all__ = ["ROLES", "reasons_of", "rows_of"]

ROLES = tuple(role.name.lower() for role in Role)
"""The roles by number, as clients see them."""

_MOST_REASONS = 1_500
"""Reasons are worked out for so many blocks, or rows of methods that decide row by row; later ones stay empty."""


def rows_of(document: Document, *, explain: bool) -> list[dict[str, Any]]:
    """A dictionary for each row, in document order."""
    page, labels = document.page, document.labels
    texts = page.texts
    reasons = reasons_of(document) if explain else [""] * len(texts)
    names = page.elements.names
    return [
        {
            "id": row,
            "text": text,
            "block": block,
            "tag": names[parent],
            "role": ROLES[role],
            "score": round(score, 4),
            "visible": visible,
            "reason": reason,
        }
        for row, (text, block, parent, role, score, visible, reason) in enumerate(
            zip(
                texts.strings,
                texts.block.tolist(),
                texts.parent.tolist(),
                labels.role.tolist(),
                labels.score.tolist(),
                texts.visible.tolist(),
                reasons,
                strict=True,
            )
        )
    ]


def reasons_of(document: Document) -> list[str]:
    """Why each row got its label; the reasons of a very long page end after the first blocks."""
    texts = document.page.texts
    labels: Labels = document.labels
    by_block = labels.method.startswith("core")  # it decides block by block, and each reason is a walk through trees
    known: dict[int, str] = {}
    reasons: list[str] = []
    for row, block in enumerate(texts.block.tolist()):
        place = block if by_block else row
        if place not in known:
            known[place] = labels.reason(row) if len(known) < _MOST_REASONS else ""
        reasons.append(known[place])
    return reasons
