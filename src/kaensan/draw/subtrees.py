"""The weighted tree of `weight`: subtrees, what they weigh, the one that is the body, and the leaves below them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.escaping import Markup
from kaensan.draw.naming import element_name
from kaensan.draw.svg import circle, label, line, picture, rect, shorten
from kaensan.methods.weight import WeightedSubtrees
from kaensan.page.elements import Elements

__all__ = ["draw_subtrees"]

_WIDTH = 960
_ROW, _LEAF_ROW, _TOP, _INDENT = 30, 17, 62, 18  # pixels: a subtree, a leaf, the heading, a level of depth
_MOST, _DEEPEST = 40, 14  # subtrees that are drawn, and levels that are set in
_LEAVES_OF_BODY, _LEAVES = 12, 3  # leaves that are drawn of the body, and of any other subtree
_TEXT, _BAR = 500, 700
"""where the words and the bars begin"""


def draw_subtrees(subtrees: WeightedSubtrees, *, alone: bool = True) -> Markup:
    """Draw the heaviest subtrees with their leaves, in document order, below the nearest drawn one that holds them."""
    weight = subtrees.weight
    drawn = np.sort(np.argsort(-weight, kind="stable")[:_MOST])
    above = _nearest_drawn(subtrees.page.elements, subtrees.container[drawn])
    depth = _depths(above)
    leaves = [_drawn_leaves(subtrees, subtree) for subtree in drawn.tolist()]
    place = _TOP + 6 + np.cumsum([0, *(_ROW + _LEAF_ROW * (len(mine) + bool(more)) for mine, more in leaves)])
    left_out = len(weight) - len(drawn)
    height = float(place[-1]) + (18 if left_out else 0)
    parts: list[Markup] = [
        label(16, 20, "Subtrees and their weights, Weight = WidthAttr × mean NodeImp", "ink strong"),
        label(_TEXT, _TOP - 20, "begins with", "quiet small"),
        label(_BAR, _TOP - 20, "weight; of a leaf words / (links + tags)", "quiet small"),
    ]
    for number, parent in enumerate(above.tolist()):
        if parent >= 0:
            parts += _branch(_x(depth[parent]), float(place[parent]), _x(depth[number]), float(place[number]))
    top = max(float(weight.max(initial=0)), 1e-9)
    for number, subtree in enumerate(drawn.tolist()):
        x, y = _x(depth[number]), float(place[number])
        parts += _node(subtrees, subtree, x, y, float(weight[subtree]) / top)
        parts += _leaves(subtrees, *leaves[number], x, y + _ROW - 4)
    if left_out:
        parts.append(label(16, height - 8, f"{left_out} lighter subtrees are not drawn", "quiet small"))
    described = f"{len(weight)} subtrees; the heaviest, which is the body, weighs {weight.max(initial=0):.1f}."
    return picture(_WIDTH, height, "Weighted tree", described, *parts, alone=alone)


def _drawn_leaves(subtrees: WeightedSubtrees, subtree: int) -> tuple[list[int], int]:
    """The first leaves of a subtree, and how many more it has."""
    mine = np.flatnonzero(subtrees.leaf_subtree == subtree).tolist()
    most = _LEAVES_OF_BODY if subtree == subtrees.body else _LEAVES
    return mine[:most], max(len(mine) - most, 0)


def _leaves(subtrees: WeightedSubtrees, leaves: list[int], more: int, x: float, y: float) -> list[Markup]:
    """The leaves of a subtree below it, each with its triple and its importance."""
    elements, texts = subtrees.page.elements, subtrees.page.texts
    parts: list[Markup] = []
    for number, leaf in enumerate(leaves):
        at = y + _LEAF_ROW * number
        element = int(subtrees.leaf[leaf])
        rows = np.flatnonzero(subtrees.row_leaf == leaf)[:4].tolist()
        words, links, tags = (int(column[leaf]) for column in (subtrees.word_num, subtrees.link_num, subtrees.tag_num))
        parts += [
            circle(x + 15, at - 4, 2.2, "quiet", tip=elements.shown_path(element)),
            label(x + 24, at, shorten(element_name(elements, element), 30), "quiet small"),
            label(_TEXT, at, shorten(" ".join(texts.strings[row] for row in rows), 29), "quiet small"),
            label(_BAR, at, f"{words} / ({links} + {tags}) = {subtrees.node_imp[leaf]:.1f}", "quiet small"),
        ]
    if more:
        parts.append(label(x + 24, y + _LEAF_ROW * len(leaves), f"{more} more leaves", "quiet small"))
    return parts


def _nearest_drawn(elements: Elements, container: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each drawn container the position of the closest drawn one around it, -1 for none."""
    is_drawn = np.zeros(len(elements), np.bool_)
    is_drawn[container] = True
    position = np.full(len(elements) + 1, -1)
    position[container] = np.arange(len(container))
    parent = elements.parent[container]
    nearest = elements.nearest(is_drawn)[np.maximum(parent, 0)]
    above: NDArray[np.int64] = np.where(parent >= 0, position[nearest], -1)
    return above


def _depths(above: NDArray[np.int64]) -> list[int]:
    depth: list[int] = []
    for parent in above.tolist():
        depth.append(depth[parent] + 1 if parent >= 0 else 0)
    return depth


def _x(depth: int) -> float:
    return 26 + _INDENT * min(depth, _DEEPEST)


def _branch(x: float, y: float, to_x: float, to_y: float) -> list[Markup]:
    x = min(x, to_x - 6)
    return [line(x, y, x, to_y, "grid-line thick"), line(x, to_y, to_x, to_y, "grid-line thick")]


def _node(subtrees: WeightedSubtrees, subtree: int, x: float, y: float, share: float) -> list[Markup]:
    elements = subtrees.page.elements
    element = int(subtrees.container[subtree])
    is_body = subtree == subtrees.body
    kind = "content" if is_body else "other"
    mine = subtrees.leaf_subtree == subtree
    leaves = int(np.count_nonzero(mine))
    name = shorten(element_name(elements, element), int((_TEXT - x - 24) / 6.8))
    first, end = int(elements.first_text[element]), int(elements.end_text[element])
    sample = shorten(" ".join(subtrees.page.texts.strings[first : min(end, first + 4)]), 25)
    width, mean = float(subtrees.width_attr[subtree]), float(subtrees.node_imp[mine].mean())
    formula = f"{width:.0%} × {mean:.1f}, {leaves} {'leaf' if leaves == 1 else 'leaves'}"
    weighs = f"{subtrees.weight[subtree]:.1f}"
    return [
        circle(x, y, 4 + 6 * share**0.5, kind, tip=f"{elements.shown_path(element)} weighs {weighs}"),
        label(x + 15, y + 4, name + (" · the body" if is_body else ""), "ink strong" if is_body else "ink"),
        label(_TEXT, y + 4, sample, "quiet"),
        rect(_BAR, y - 9, max(190 * share, 0.5), 11, kind, radius=2),
        label(_BAR + 196 * share + 4, y, weighs, "ink small"),
        label(_BAR, y + 12, formula, "quiet small"),
    ]
