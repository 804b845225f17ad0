"""Posts that no element holds: a heading or a term with a date, then the words beside it; or rules between them.

So write old boards, guest books and minutes: `h4 p p h4 p`, `dt dd dd dt dd`, words and `hr` in turn. What belongs
together is put into a box each, so that the search for posts, which looks for elements that repeat, can see it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import turbohtml
from numpy.typing import NDArray

from kaensan.methods.boards.rows import Rows
from kaensan.page import Page, parse
from kaensan.page.tags import family, tag_id

__all__ = ["with_boxes"]

_BOX = "data-post"
"""the attribute of a box"""
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
"""elements of a page that is read anew: the largest reference page has 21,579, one such page 400"""


class _Run(NamedTuple):
    """Elements beside each other that part posts."""

    heads: list[int]
    end: int | None
    """the element beside them that ends the last post"""
    dated: float
    """the share of the posts that hold a date"""


def with_boxes(page: Page, rows: Rows) -> tuple[Page, list[int]] | None:
    """The page with a box around each of the posts that stand beside each other, and these boxes; None without any."""
    elements = page.elements
    if len(elements) > _LARGEST:
        return None
    heads = np.flatnonzero(_HEADS[elements.tag])
    groups: dict[tuple[int, int], list[int]] = {}
    for head, *of in zip(heads.tolist(), elements.parent[heads].tolist(), elements.tag[heads].tolist(), strict=True):
        groups.setdefault((of[0], of[1]), []).append(head)
    dated = np.flatnonzero(rows.date & rows.readable)
    runs = [_run(page, dated, parent, parting) for (parent, _), parting in groups.items() if len(parting) >= _FEWEST]
    best = max((run for run in runs if run.dated >= _DATED), key=lambda run: len(run.heads), default=None)
    return _boxed(page, best) if best else None


def _run(page: Page, dated: NDArray[np.intp], parent: int, heads: list[int]) -> _Run:
    """What some elements of one parent part."""
    elements = page.elements
    child, end = int(elements.end[heads[-1]]), int(elements.end[parent])
    while child < end and not _ENDS[elements.tag[child]]:
        child = int(elements.end[child])
    after = child if child < end else None
    borders = [*elements.first_text[heads].tolist(), int(elements.first_text[child] if after else elements.end_text[parent])]
    if elements.tag[heads[0]] == _RULE:
        borders.pop()  # what follows the last rule is no post
    if len(borders) <= _FEWEST:
        return _Run(heads, after, 0.0)
    held = np.diff(np.searchsorted(dated, borders)) > 0
    return _Run(heads, after, float(held.mean()))


def _boxed(page: Page, run: _Run) -> tuple[Page, list[int]]:
    """The page, read anew with a box around each post, and the boxes."""
    tree = turbohtml.parse(page.source, positions=False, allow_declarative_shadow_roots=False)
    nodes = list(tree.iter_elements())
    heads = [nodes[head] for head in run.heads]
    rules = page.elements.tag[run.heads[0]] == _RULE
    spans = [(one.next_sibling if rules else one, other.previous_sibling) for one, other in pairwise(heads)]
    if rules and not _ROOT[page.elements.tag[page.elements.parent[run.heads[0]]]]:
        spans.append((heads[0].parent.children[0], heads[0].previous_sibling))
    elif not rules:
        spans.append((heads[-1], nodes[run.end].previous_sibling if run.end else None))
    for first, last in spans:
        if first is not None and first is not last and not (rules and first in heads):
            first.wrap_siblings(turbohtml.Element("div", {_BOX: ""}), until=last)
    boxed = parse(tree.html, page.url)
    return boxed, [box for box, _ in boxed.elements.having(_BOX)]
