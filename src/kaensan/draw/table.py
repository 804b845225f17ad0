"""A table as a picture, with bars in its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kaensan.draw.escaping import Markup
from kaensan.draw.svg import label, line, picture, rect, shorten

__all__ = ["Bar", "Column", "draw_table"]

_ROW = 21
_TOP = 58
_CHARACTER = 6.6


@dataclass(frozen=True)
class Bar:
    """A cell that is drawn as a bar from 0 to 1 with its number, and a mark where the limit lies."""

    share: float
    written: str
    kind: str
    limit: float | None = None


@dataclass(frozen=True)
class Column:
    """One column of a table: its heading, width, and where its text stands."""

    name: str
    width: float
    anchor: str = "end"
    keep: str = "start"
    """which part of a text that is too long stays: start or end"""


Cell = str | Bar


def draw_table(
    title: str,
    description: str,
    columns: Sequence[Column],
    rows: Sequence[tuple[str, Sequence[Cell]]],
    note: str = "",
    *,
    alone: bool = True,
) -> Markup:
    """Draw rows of cells; the first word of a row says its kind, a colour of the pictures."""
    width = sum(column.width for column in columns) + 32
    height = _TOP + _ROW * len(rows) + (30 if note else 12)
    parts: list[Markup] = [label(16, 20, title, "ink strong")]
    x = 16.0
    for column in columns:
        parts.append(label(*_place(column, x, _TOP - 13), column.name, "quiet small", column.anchor))
        x += column.width
    parts.append(line(16, _TOP - 5, width - 16, _TOP - 5, "grid-line thin"))
    for number, (kind, cells) in enumerate(rows):
        y = _TOP + _ROW * number
        x = 16.0
        for column, cell in zip(columns, cells, strict=True):
            parts += _cell(column, cell, x, y, kind)
            x += column.width
    if note:
        parts.append(label(16, height - 10, note, "quiet small"))
    return picture(width, height, title, description, *parts, alone=alone)


def _place(column: Column, x: float, y: float) -> tuple[float, float]:
    return (x + column.width - 10, y) if column.anchor == "end" else (x, y)


def _cell(column: Column, cell: Cell, x: float, y: float, kind: str) -> list[Markup]:
    if isinstance(cell, Bar):
        room = column.width - 62
        parts = [
            rect(x, y + 2, room, 12, "grid", radius=2),
            rect(x, y + 2, max(room * min(max(cell.share, 0.0), 1.0), 0.5), 12, cell.kind, radius=2),
            label(x + room + 6, y + 12, cell.written, "ink small"),
        ]
        if cell.limit is not None:
            at = x + room * min(max(cell.limit, 0.0), 1.0)
            parts.append(line(at, y, at, y + 16, "threshold-line thick"))
        return parts
    text = shorten(cell, int((column.width - 14) / _CHARACTER), keep=column.keep)
    tip = cell[:2000] if text != " ".join(cell.split()) else ""
    return [label(*_place(column, x, y + 12), text, kind, column.anchor, tip=tip)]
