"""Why each text of a page was kept or left out."""

from __future__ import annotations

from collections.abc import Iterator

from kaensan.cli.style import Style, shorten
from kaensan.document import Document
from kaensan.methods import Role

__all__ = ["explain"]

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
