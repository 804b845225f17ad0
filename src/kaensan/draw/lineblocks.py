"""The line-blocks of `lineblock` with their three numbers."""

from __future__ import annotations

import numpy as np

from kaensan.draw.escaping import Markup
from kaensan.draw.table import Bar, Cell, Column, draw_table
from kaensan.methods.lineblock import LineBlocks

__all__ = ["draw_line_blocks"]

_MOST = 40
_COLUMNS = (
    Column("lines", 90, "start"),
    Column("begins with", 330, "start"),
    Column("length", 64),
    Column("tags", 52),
    Column("TTR", 200, "start"),
    Column("ATTR", 180, "start"),
    Column("TKD", 50),
)


def draw_line_blocks(blocks: LineBlocks, *, alone: bool = True) -> Markup:
    """Draw the blocks in source order with TTR, ATTR and TKD; of very many, the longest."""
    count = len(blocks.first_line)
    drawn = np.sort(np.argsort(-blocks.length, kind="stable")[:_MOST])
    top = max(float(blocks.ttr[drawn].max(initial=0)), 2 * blocks.threshold, 1e-9)
    beginnings = _beginnings(blocks)
    keywords = ", ".join(blocks.keywords)
    notes = [f"title keywords: {keywords}" if keywords else "no title keywords"]
    if count > len(drawn):
        notes.append(f"{count - len(drawn)} shorter blocks are not drawn")
    return draw_table(
        f"Line-blocks: content when TTR > {blocks.threshold:.4g} or TKD ≥ {blocks.options.keywords}, "
        f"and ATTR < {blocks.options.anchor_share:g}"
        if blocks.options.rule == "any"
        else "Line-blocks",
        f"{count} line-blocks, {int(np.count_nonzero(blocks.content))} of them content.",
        _COLUMNS,
        [_row(blocks, block, top, beginnings[block]) for block in drawn.tolist()],
        " · ".join(notes),
        alone=alone,
    )


def _beginnings(blocks: LineBlocks) -> list[str]:
    """The first rows of every block, joined."""
    strings = blocks.lines.page.texts.strings
    rows, first = blocks.row_block, np.full(len(blocks.first_line), len(strings))
    inside = np.flatnonzero(rows >= 0)
    np.minimum.at(first, rows[inside], inside)
    found: list[str] = []
    for block, row in enumerate(first.tolist()):
        mine = [text for at, text in enumerate(strings[row : row + 4], start=row) if rows[at] == block]
        found.append(" ".join(mine))
    return found


def _row(blocks: LineBlocks, block: int, top: float, beginning: str) -> tuple[str, list[Cell]]:
    content = bool(blocks.content[block])
    ttr, attr = float(blocks.ttr[block]), float(blocks.attr[block])
    kind = "content" if content else "other"
    return "ink" if content else "quiet", [
        f"{blocks.first_line[block] + 1}–{blocks.last_line[block] + 1}",
        beginning,
        str(blocks.length[block]),
        str(blocks.tags[block]),
        Bar(ttr / top, f"{ttr:.1f}", kind, blocks.threshold / top),
        Bar(attr, f"{attr:.2f}", kind, blocks.options.anchor_share),
        str(blocks.tkd[block]),
    ]
