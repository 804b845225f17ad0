"""The subtree of greatest weight.

Wang and Liu, "An Approach of Information Extraction Based on Dom Tree and Weight Value".

A leaf is worth its words outside links over its links and tags; a subtree is worth the mean of its leaves times the
width of its container; the heaviest subtree is the body of the page. Our readings where the paper leaves room:

- A leaf is a block or title element that holds text and no other such element, or the text that such an element holds
  beside its block children (mixed content would be lost otherwise). Elements without text are no leaves.
- Tag pairs are the elements inside a leaf without the row tags (they are merged into their parent), void elements
  and `a`, which LinkNum already counts.
- A width in per cent is a share of the container's width, one in pixels a share of a page of 960 pixels, at most the
  container's own; what says nothing is as wide as its container.
- A page with no second leaf has one subtree, its `body`.
- The headline is the `h1`, `h2` or `h3` that shares most text with the `title` element, if one of the two contains
  the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Role
from kaensan.methods.options import check_names
from kaensan.methods.widths import width_shares
from kaensan.methods.wordcount import word_counts
from kaensan.page import Page
from kaensan.page.tags import family, tag_id

__all__ = ["Weight", "WeightOptions", "WeightedSubtrees", "node_importance", "subtree_weight", "weigh"]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_VOID = family("area base br col embed hr img input link meta param source track wbr")
_LONGEST_TITLE = 1000
_KEYWORD_BREAK = re.compile(r"[,;，；、]")


@dataclass(frozen=True)
class WeightOptions:
    """The published families of tags, and the page width that pixels are measured against."""

    block_tags: tuple[str, ...] = ("body", "div", "table", "p", "blockquote", "ul", "ol")
    title_tags: tuple[str, ...] = ("h1", "h2", "h3")
    row_tags: tuple[str, ...] = ("span", "img", "strong", "b", "em", "i")
    pruned: tuple[str, ...] = ("script", "style", "form", "noscript", "object", "embed")
    page_width: int = 960

    def __post_init__(self) -> None:
        check_names((*self.block_tags, *self.title_tags, *self.row_tags, *self.pruned))


@dataclass(frozen=True)
class WeightedSubtrees:
    """Leaves and subtrees of one page; `leaf` and `container` are rows of `page.elements`, in document order."""

    page: Page
    row_leaf: NDArray[np.int32]
    """per row of `texts` the position of its leaf in `leaf`, -1 for pruned text"""
    leaf: NDArray[np.int32]
    word_num: NDArray[np.int64]
    """WordNum: words of the leaf outside links"""
    link_num: NDArray[np.int64]
    """LinkNum: links in the leaf"""
    tag_num: NDArray[np.int64]
    """TagNum: tag pairs in the leaf"""
    node_imp: NDArray[np.float64]
    """NodeImp = WordNum / (LinkNum + TagNum)"""
    leaf_subtree: NDArray[np.int32]
    """position of the leaf's subtree in `container`"""
    container: NDArray[np.int32]
    """the element whose leaves make up each subtree"""
    width_attr: NDArray[np.float64]
    """WidthAttr: the container's share of the page width"""
    weight: NDArray[np.float64]
    """Weight = WidthAttr × mean NodeImp"""
    body: int
    """position of the heaviest subtree in `container`, -1 when nothing weighs anything"""
    title_row: NDArray[np.bool_]
    """rows of the headline that repeats the title"""

    @property
    def title(self) -> str:
        """The text of the `title` element."""
        return self.page.head.title or ""

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The keyword set, from `meta name=keywords`."""
        given = ",".join(self.page.head.meta.get("keywords", []))
        return tuple(dict.fromkeys(part.strip() for part in _KEYWORD_BREAK.split(given) if part.strip()))

    @cached_property
    def xpaths(self) -> list[str]:
        """The indexed XPath of every container."""
        return [self.page.elements.xpath(row) for row in self.container.tolist()]

    @cached_property
    def leaf_xpaths(self) -> list[str]:
        """The indexed XPath of every leaf."""
        return [self.page.elements.xpath(row) for row in self.leaf.tolist()]

    def reason(self, row: int) -> str:
        """Why a row of `texts` got its role."""
        if self.title_row[row]:
            return "a headline that repeats the page's title"
        leaf = int(self.row_leaf[row])
        if leaf < 0:
            return "pruned: outside the body or inside an element that is dropped"
        subtree = int(self.leaf_subtree[leaf])
        where = self.page.elements.xpath(int(self.container[subtree]))
        weight = f"{where} weighs {self.weight[subtree]:.1f}"
        if subtree == self.body:
            return f"{weight}, the most on the page"
        return f"{weight}, less than the body's {self.weight[self.body]:.1f}" if self.body >= 0 else weight


@dataclass(frozen=True)
class Weight:
    """The method `weight`."""

    options: WeightOptions = field(default_factory=WeightOptions)

    @property
    def name(self) -> str:
        return "weight"

    def label(self, page: Page) -> Labels:
        """Keep the leaves of the heaviest subtree."""
        subtrees = weigh(page, self.options)
        in_body = subtrees.leaf_subtree == subtrees.body
        top_weight = max(float(subtrees.weight.max(initial=0)), 1e-9)
        top_imp = max(float(subtrees.node_imp[in_body].max(initial=0)), 1e-9)
        score = np.where(in_body, 0.5 + subtrees.node_imp / (2 * top_imp), 0.49 * _at(subtrees) / top_weight)
        # One leaf more at the end, which is no content: the one that pruned rows (-1) point to.
        role = _ROLES.take(np.append(in_body, False)[subtrees.row_leaf])
        role[subtrees.title_row] = Role.TITLE
        return Labels(
            method=self.name,
            role=role,
            score=np.append(score, 0).astype(np.float32)[subtrees.row_leaf],
            reason=subtrees.reason,
            evidence=subtrees,
        )


def _at(subtrees: WeightedSubtrees) -> NDArray[np.float64]:
    return subtrees.weight[subtrees.leaf_subtree]


def node_importance(
    word_num: NDArray[np.int64], link_num: NDArray[np.int64], tag_num: NDArray[np.int64]
) -> NDArray[np.float64]:
    """NodeImp of every leaf; a denominator of 0 counts as 1.

    >>> node_importance(np.array([100, 8]), np.array([0, 3]), np.array([0, 1])).tolist()
    [100.0, 2.0]
    """
    imp: NDArray[np.float64] = word_num / np.maximum(link_num + tag_num, 1)
    return imp


def subtree_weight(
    node_imp: NDArray[np.float64], leaf_subtree: NDArray[np.int32], width_attr: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weight of every subtree: its width times the mean importance of its leaves.

    >>> subtree_weight(np.array([100.0, 120]), np.array([0, 0]), np.array([0.7])).round(9).tolist()
    [77.0]
    """
    total = np.bincount(leaf_subtree, node_imp, minlength=len(width_attr))
    leaves = np.bincount(leaf_subtree, minlength=len(width_attr))
    weight: NDArray[np.float64] = width_attr * total / np.maximum(leaves, 1)
    return weight


def weigh(page: Page, options: WeightOptions | None = None) -> WeightedSubtrees:
    """The leaves of a page and the subtrees they make, with their weights."""
    options = options or WeightOptions()
    texts, elements = page.texts, page.elements
    tree = _simplified(page, options)
    leaf = tree.is_leaf.nonzero()[0].astype(np.int32)
    word_num, link_num, tag_num = (column[leaf] for column in _triples(page, tree, options))
    imp = node_importance(word_num, link_num, tag_num)
    container, subtree = _ranks(elements.nearest(tree.is_container)[leaf], len(elements))
    width = width_shares(elements, options.page_width)[container]
    weight = subtree_weight(imp, subtree, width)
    row_leaf = (tree.is_leaf.cumsum(dtype=np.int32) - 1)[tree.node_of[texts.parent]]
    row_leaf[~tree.row_alive] = -1
    return WeightedSubtrees(
        page=page,
        row_leaf=row_leaf,
        leaf=leaf,
        word_num=word_num,
        link_num=link_num,
        tag_num=tag_num,
        node_imp=imp,
        leaf_subtree=subtree,
        container=container,
        width_attr=width,
        weight=weight,
        body=int(weight.argmax()) if weight.max(initial=0) > 0 else -1,
        title_row=_headline(page, tree, options),
    )


class _Tree(NamedTuple):
    """The page after pruning, merging and collapsing."""

    alive: NDArray[np.bool_]
    """elements of the body that are not pruned"""
    row_alive: NDArray[np.bool_]
    node: NDArray[np.bool_]
    """block and title elements that hold text; all others are merged into them"""
    node_of: NDArray[np.int32]
    """the node that each element is, or is merged into"""
    is_leaf: NDArray[np.bool_]
    """nodes with text of their own"""
    is_container: NDArray[np.bool_]
    """nodes that are not collapsed, having two children or more"""


def _simplified(page: Page, options: WeightOptions) -> _Tree:
    texts, elements = page.texts, page.elements
    body = elements.tag == tag_id("body")
    alive = elements.inherit(body) & ~elements.inherit(family(options.pruned)[elements.tag])
    row_alive = alive[texts.parent]
    rows = np.zeros(len(texts) + 1, np.int64)
    row_alive.cumsum(out=rows[1:])
    holds_text = rows[elements.end_text] > rows[elements.first_text]
    node = alive & holds_text & (body | family(options.block_tags + options.title_tags)[elements.tag])
    node_of = elements.nearest(node)
    is_leaf = np.zeros(len(elements), np.bool_)
    is_leaf[node_of[texts.parent[row_alive]]] = True
    above = np.append(node_of, -1)[elements.parent][node]
    children = np.bincount(above[above >= 0], minlength=len(elements)) + is_leaf
    return _Tree(alive, row_alive, node, node_of, is_leaf, node & (body | (children > 1)))


def _triples(page: Page, tree: _Tree, options: WeightOptions) -> tuple[NDArray[np.int64], ...]:
    """WordNum, LinkNum and TagNum of every node, from what is merged into it."""
    texts, elements = page.texts, page.elements
    link = elements.tag == tag_id("a")
    unlinked = tree.row_alive & ~elements.inherit(link)[texts.parent]
    words = word_counts(texts, unlinked)[unlinked]
    merged = family(options.row_tags) | _VOID
    pairs = tree.alive & ~tree.node & ~merged[elements.tag] & (tree.node_of >= 0)
    return (
        np.bincount(tree.node_of[texts.parent[unlinked]], words, minlength=len(elements)).astype(np.int64),
        np.bincount(tree.node_of[pairs & link], minlength=len(elements)),
        np.bincount(tree.node_of[pairs & ~link], minlength=len(elements)),
    )


def _ranks(values: NDArray[np.int32], size: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The distinct values in order, and the place of each value among them."""
    present = np.zeros(size, np.bool_)
    present[values] = True
    return present.nonzero()[0].astype(np.int32), (present.cumsum(dtype=np.int32) - 1)[values]


def _headline(page: Page, tree: _Tree, options: WeightOptions) -> NDArray[np.bool_]:
    """The rows of the heading that repeats the title, if there is one."""
    texts, elements = page.texts, page.elements
    chosen = np.zeros(len(texts), np.bool_)
    title = _plain((page.head.title or "")[:_LONGEST_TITLE])
    heading = (tree.node & family(options.title_tags)[elements.tag]).nonzero()[0]
    first, end = elements.first_text[heading], elements.end_text[heading]
    short = texts.start[end] - texts.start[first] <= 2 * _LONGEST_TITLE
    best = 0
    for begin, stop in zip(first[short].tolist(), end[short].tolist(), strict=True):
        text = _plain(" ".join(texts.strings[begin:stop]))
        shared = len(text) if text in title else len(title) if title and title in text else 0
        if shared > best:
            best = shared
            chosen[:] = False
            chosen[begin:stop] = tree.row_alive[begin:stop]
    return chosen


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
