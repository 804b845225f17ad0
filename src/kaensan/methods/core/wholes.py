"""Lists and tables are kept whole: their rows say little one by one, and are decided together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.choosing import ListLimits, complete_lists
from kaensan.page import Context
from kaensan.page.tags import family, tag_id

__all__ = ["with_table_heads", "with_wholes"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_HEAD = family("th thead")
_HEADS = np.flatnonzero(_HEAD).tolist()
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
_LIKELY = 0.15
"""chance of a list, on average, from which it is kept where it stands next to what is kept: the ingredients under a
recipe's heading (of .15 and .2, the highest gain without a loss on any set)"""
_NEXT = 4
"""blocks from such a list to what is kept: a heading, a number of portions"""
_LINKS = 0.5
"""share of link text from which a list is a menu"""
_ELSEWHERE = Context.NAV | Context.FOOTER | Context.ASIDE | Context.CONTROL | Context.HEAD
_LIMITS = ListLimits(
    int(_ROWED), int(_ELSEWHERE), _FEWEST, _LONGEST, _GAP, kept=_KEPT, likely=_LIKELY, links=_LINKS, near=_NEXT
)
_MOSTLY = 0.5
"""share of the cells of a table that are kept from which its heads are"""


def with_wholes(kept: Bools, chance: Floats, blocks: Blocks, situation: Situation) -> Bools:
    """Keep the whole of every list of short rows that is kept in part, or that is likely and next to what is kept.

    A list is a run of blocks in lists or tables that look alike (`situation.group`) and stand near each other. Those
    next to what is kept gain, out of fold, .001 on WCXB, .001 on readability and .004 of the recall of recipes.
    """
    return complete_lists(
        *(kept, chance, situation.size, situation.linked, situation.group, blocks.context, _LIMITS),
    )


def with_table_heads(kept: Bools, blocks: Blocks, never: Bools) -> Bools:
    """Keep the heads of every table that is mostly kept, as rows without them say little, and none without a row.

    What is `never` kept, such as the choices of a field in a head, is not.
    """
    elements = blocks.page.elements
    if not any(elements.tags_held[tag] for tag in _HEADS):
        return kept
    is_head = elements.inherit(_HEAD[elements.tag])[blocks.parent]
    table = elements.nearest(elements.tag == tag_id("table"))[blocks.parent]
    body = (table >= 0) & ~is_head
    cells = np.bincount(table[body], minlength=len(elements))
    share = np.bincount(table[body], kept[body], len(elements)) / np.maximum(cells, 1)
    is_head &= (table >= 0) & (cells[table] > 0) & ~never
    headed: Bools = (kept | (is_head & (share[table] > _MOSTLY))) & ~(is_head & (share[table] == 0))
    return headed
