"""Lists and tables are kept whole: their rows say little one by one, and are decided together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.page import Context
from kaensan.page.tags import family, tag_id

__all__ = ["with_table_heads", "with_wholes"]

Bools = NDArray[np.bool_]

_HEAD = family("th thead")
_ROWED = Context.LIST | Context.TABLE
_FEWEST = 3
"""rows of a list"""
_LONGEST = 20
"""words of a row, on average: longer ones are paragraphs, which speak for themselves"""
_GAP = 6
"""blocks of other kinds between two rows of one list"""
_KEPT = 0.3
"""share of the words of a list that are kept one by one from which all of it is kept (best of .3, .5 and .7 on WCXB and
recipes out of fold; to drop the rest of a list that is mostly dropped loses everywhere)"""
_MOSTLY = 0.5
"""share of the cells of a table that are kept from which its heads are"""


def with_wholes(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Keep the whole of every list of short rows that is kept in part.

    A list is a run of blocks in lists or tables that look alike (`situation.group`) and stand near each other.
    """
    rows = np.flatnonzero(blocks.within(_ROWED))
    if len(rows) < _FEWEST:
        return kept
    rows = rows[np.lexsort((rows, situation.group[rows]))]
    begins = np.append(True, (np.diff(situation.group[rows]) != 0) | (np.diff(rows) > _GAP))
    run = np.cumsum(begins) - 1
    count = np.bincount(run)
    words = np.bincount(run, situation.size[rows])
    share = np.bincount(run, situation.size[rows] * kept[rows]) / np.maximum(words, 1e-9)
    whole = (count >= _FEWEST) & (words <= _LONGEST * count) & (share >= _KEPT)
    completed = kept.copy()
    completed[rows[whole[run]]] = True
    return completed


def with_table_heads(kept: Bools, blocks: Blocks) -> Bools:
    """Keep the heads of every table that is mostly kept: rows without them say little."""
    elements = blocks.page.elements
    is_head = elements.inherit(_HEAD[elements.tag])[blocks.parent]
    if not is_head.any():
        return kept
    table = elements.nearest(elements.tag == tag_id("table"))[blocks.parent]
    body = (table >= 0) & ~is_head
    cells = np.bincount(table[body], minlength=len(elements))
    share = np.bincount(table[body], kept[body], len(elements)) / np.maximum(cells, 1)
    return kept | (is_head & (table >= 0) & (share[table] > _MOSTLY))
