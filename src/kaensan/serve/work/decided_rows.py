"""The rows of `texts` with what a method decided about each, and why, as plain data."""

from __future__ import annotations

from typing import Any

from kaensan.document import Document
from kaensan.methods import Role
from kaensan.methods.core.method import CoreEvidence

__all__ = ["ROLES", "reason_data", "rows_of"]

ROLES = tuple(role.name.lower() for role in Role)
"""The roles by number, as clients see them."""


def rows_of(document: Document, *, explain: bool) -> list[dict[str, Any]]:
    """A dictionary for each row, in document order."""
    page, labels = document.page, document.labels
    texts, names = page.texts, page.elements.names
    return [
        {
            "id": row,
            "text": text,
            "block": block,
            "tag": names[parent],
            "role": ROLES[role],
            "score": round(score, 4),
            "visible": visible,
            "reason": labels.reason(row) if explain else "",
        }
        for row, (text, block, parent, role, score, visible) in enumerate(
            zip(
                texts.strings,
                texts.block.tolist(),
                texts.parent.tolist(),
                labels.role.tolist(),
                labels.score.tolist(),
                texts.visible.tolist(),
                strict=True,
            )
        )
    ]


def reason_data(document: Document, row: int, language: str = "en") -> dict[str, Any]:
    """The reason of a row in a language, and the numbers behind it where the method knows them."""
    labels = document.labels
    sentence = labels.reason(row)
    said = sentence
    if language != "en" and labels.translated and labels.translated(row, "en") == sentence:
        said = labels.translated(row, language)
    if isinstance(labels.evidence, CoreEvidence):
        reason = labels.evidence.reasons.of(int(document.page.texts.block[row]))
        if sentence == reason.sentence():  # else a rule of the site has spoken instead
            return {"reason": said, **reason.to_dict()}
    return {"reason": said}
