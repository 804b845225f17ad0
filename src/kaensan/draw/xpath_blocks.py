"""The blocks of `xpath` with their anchor ratios."""

from __future__ import annotations

import numpy as np

from kaensan.draw.escaping import Markup
from kaensan.draw.table import Bar, Cell, Column, draw_table
from kaensan.methods.xpath import XPathBlocks

__all__ = ["draw_blocks"]

_MOST = 40
_COLUMNS = (
    Column("block", 330, "start", keep="end"),
    Column("begins with", 230, "start"),
    Column("leaves", 56),
    Column("links", 52),
    Column("length", 64),
    Column("ATR", 56),
    Column("ANR", 56),
    Column("AR", 170, "start"),
    Column("kept", 52),
)


def draw_blocks(blocks: XPathBlocks, *, alone: bool = True) -> Markup:
    """Draw the blocks that decide over leaves, in document order; of very many, the longest."""
    deciding = np.unique(blocks.leaf_block)
    own = np.bincount(blocks.leaf_block, blocks.leaf_length, minlength=len(blocks.block))
    drawn = np.sort(deciding[np.argsort(-own[deciding], kind="stable")[:_MOST]])
    left_out = len(deciding) - len(drawn)
    kept = np.bincount(blocks.leaf_block[blocks.leaf_content], minlength=len(blocks.block))
    leaves = np.bincount(blocks.leaf_block, minlength=len(blocks.block))
    return draw_table(
        "Blocks and their anchor ratios, AR = 0.75 ATR + 0.25 ANR"
        if blocks.options.text_weight == 0.75
        else "Blocks and their anchor ratios",
        f"{len(deciding)} blocks that hold leaves; a block with AR below {blocks.options.anchor_ratio:g} is content.",
        _COLUMNS,
        [_row(blocks, block, int(kept[block]), int(leaves[block])) for block in drawn.tolist()],
        f"{left_out} shorter blocks are not drawn" if left_out else "",
        alone=alone,
    )


def _row(blocks: XPathBlocks, block: int, kept: int, leaves: int) -> tuple[str, list[Cell]]:
    elements, strings = blocks.page.elements, blocks.page.texts.strings
    element = int(blocks.block[block])
    first, end = int(elements.first_text[element]), int(elements.end_text[element])
    ratio = float(blocks.ar[block])
    kind = "content" if kept else "other"
    return "ink" if kept else "quiet", [
        elements.shown_path(element),
        " ".join(strings[first : min(end, first + 4)]),
        str(blocks.all_elements[block]),
        str(blocks.all_href[block]),
        str(blocks.all_length[block]),
        f"{blocks.atr[block]:.2f}",
        f"{blocks.anr[block]:.2f}",
        Bar(ratio, f"{ratio:.2f}", kind, blocks.options.anchor_ratio),
        f"{kept}/{leaves}",
    ]
