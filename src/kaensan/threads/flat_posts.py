"""Posts that no element holds: a heading or a term with a date, then the words beside it; or rules between them.

So write old boards, guest books and minutes: `h4 p p h4 p`, `dt dd dd dt dd`, words and `hr` in turn. What belongs
together is put into a box each, so that the search for posts, which looks for elements that repeat, can see it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.rows import Rows
from kaensan.page import Page
from kaensan.page.boxes import Run, with_boxes
from kaensan.page.tags import family, tag_id

__all__ = ["boxes_of_flat_posts"]

_RULE = tag_id("hr")
_HEADS = family("h2 h3 h4 h5 h6 dt hr")
"""elements that part one post from the next"""
_ROOT = family("html body")
_ENDS = family("h1 h2 h3 h4 h5 h6 hr form")
"""elements that end the last one"""
_FEWEST = 3
_DATED = 0.8
"""share of the posts that must hold a date"""
_LARGEST = 20_000
"""elements of a page that is read anew: such pages are written by hand and have some hundred"""


class _Parted(NamedTuple):
    """Posts side by side."""

    runs: list[Run]
    dated: float
    """the share of them that hold a date"""


def boxes_of_flat_posts(page: Page, rows: Rows) -> tuple[Page, list[int]] | None:
    """The page with a box around each of the posts that stand side by side, and these boxes; None without any."""
    elements = page.elements
    if len(elements) > _LARGEST:
        return None
    heads = np.flatnonzero(_HEADS[elements.tag])
    groups: dict[tuple[int, int], list[int]] = {}
    for head, *of in zip(heads.tolist(), elements.parent[heads].tolist(), elements.tag[heads].tolist(), strict=True):
        groups.setdefault((of[0], of[1]), []).append(head)
    dated = np.flatnonzero(rows.date & rows.readable)
    many = [(parent, parting) for (parent, _), parting in groups.items() if len(parting) >= _FEWEST]
    parted = (_parted(page, dated, parent, parting) for parent, parting in many)
    best = max((posts for posts in parted if posts.dated >= _DATED), key=lambda posts: len(posts.runs), default=None)
    return with_boxes(page, best.runs) if best else None


def _parted(page: Page, dated: NDArray[np.intp], parent: int, heads: list[int]) -> _Parted:
    """What some elements of one parent part."""
    elements = page.elements
    first = elements.first_text
    if elements.tag[heads[0]] == _RULE:
        runs = [Run(one, other, behind=True) for one, other in pairwise(heads)]
        if not _ROOT[elements.tag[parent]]:
            runs.insert(0, Run(parent + 1, heads[0]))
        borders = [int(first[runs[0].first]), *(int(first[run.end]) for run in runs if run.end is not None)]
    else:
        end = _end_of_last(page, parent, heads[-1])
        runs = [Run(one, other) for one, other in pairwise([*heads, end]) if one is not None]
        borders = [*first[heads].tolist(), int(first[end] if end is not None else elements.end_text[parent])]
    held = np.diff(np.searchsorted(dated, borders)) > 0
    return _Parted(runs, float(held.mean()) if len(held) >= _FEWEST else 0.0)


def _end_of_last(page: Page, parent: int, head: int) -> int | None:
    """The element beside the last head that ends its post; None where nothing does."""
    elements = page.elements
    child, end = int(elements.end[head]), int(elements.end[parent])
    while child < end and not _ENDS[elements.tag[child]]:
        child = int(elements.end[child])
    return child if child < end else None
