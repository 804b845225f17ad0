"""Why each text of a page was kept or left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaensan.cli.style import Style, shorten
from kaensan.document import Document
from kaensan.methods import Role
from kaensan.methods.core.method import CoreEvidence

__all__ = ["explain", "explanation_data"]

_TEXT = 60


def explain(document: Document, style: Style) -> Iterator[str]:
    """A line for each row: kept (+) or not (-), score, role, where it stands, how it starts, and the reason."""
    texts, labels, names = document.page.texts, document.labels, document.page.elements.names
    kept = labels.kept
    yield style(
        f"  score  role     in          text   ({int(kept.sum())} of {len(texts)} kept, {labels.method})", "bold"
    )
    for row, string in enumerate(texts.strings):
        role = Role(int(labels.role[row])).name.lower()
        start = shorten(" ".join(string.split()), _TEXT)
        line = (
            f"{'+' if kept[row] else '-'} {labels.score[row]:5.2f}  {role:<8} {names[texts.parent[row]]:<11.11} {start}"
        )
        reason = labels.reason(row)
        shown = style(line, "green") if kept[row] else style(line, "dim")
        yield f"{shown}   {style('# ' + reason, 'cyan')}" if reason else shown


def explanation_data(document: Document) -> dict[str, Any]:
    """The same as plain data: every row, and for the learned method what each cause added to its log-odds."""
    texts, labels, names = document.page.texts, document.labels, document.page.elements.names
    evidence = labels.evidence if isinstance(labels.evidence, CoreEvidence) else None
    rows = []
    for row, string in enumerate(texts.strings):
        data: dict[str, Any] = {
            "row": row,
            "text": string,
            "role": Role(int(labels.role[row])).name.lower(),
            "score": round(float(labels.score[row]), 4),
            "in": names[texts.parent[row]],
            "reason": labels.reason(row),
        }
        if evidence is not None:
            reason = evidence.reasons.of(int(texts.block[row]))
            if reason.sentence() == data["reason"]:  # else a rule of the site has spoken instead
                data["causes"] = reason.to_dict()["causes"]
        rows.append(data)
    return {
        "url": document.url,
        "method": labels.method,
        "threshold": None if evidence is None else evidence.threshold,
        "confidence": document.confidence,
        "rows": rows,
    }
