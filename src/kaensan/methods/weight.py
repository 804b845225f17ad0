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

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Role
from kaensan.methods.wordcount import word_counts
from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.page.tags import family, tag_id

__all__ = ["Weight", "WeightOptions", "WeightedSubtrees", "node_importance", "subtree_weight", "width_shares"]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_VOID = family("area base br col embed hr img input link meta param source track wbr")
_CONTAINERS = family(
    "article aside blockquote body center div dl fieldset footer form header li main nav ol p section table tbody td "
    "th tr ul"
)
_KEYWORD_BREAK = re.compile(r"[,;，；、]")
_STYLE_WIDTH = re.compile(r"(?:^|[;\s])width\s*:\s*(\d{1,6}(?:\.\d{0,6})?)\s*(%|px)", re.I)
_WIDTH = re.compile(r"\s*(\d{1,6}(?:\.\d{0,6})?)\s*(%|px)?\s*$", re.I)


@dataclass(frozen=True)
class WeightOptions:
    """The published families of tags, and the page width that pixels are measured against."""

    block_tags: tuple[str, ...] = ("body", "div", "table", "p", "blockquote", "ul", "ol")
    title_tags: tuple[str, ...] = ("h1", "h2", "h3")
    row_tags: tuple[str, ...] = ("span", "img", "strong", "b", "em", "i")
    pruned: tuple[str, ...] = ("script", "style", "form", "noscript", "object", "embed")
    page_width: int = 960


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
    title: str
    """the text of the `title` element"""
    keywords: tuple[str, ...]
    """from `meta name=keywords`"""
    title_row: NDArray[np.bool_]
    """rows of the headline that repeats the title"""

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
    size = len(elements)
    alive = elements.inherit(elements.tag == tag_id("body"))
    alive &= ~elements.inherit(family(options.pruned)[elements.tag])
    row_alive = alive[texts.parent]
    rows = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(row_alive, out=rows[1:])
    holds_text = rows[elements.end_text] > rows[elements.first_text]
    node = alive & holds_text & family(options.block_tags + options.title_tags)[elements.tag]
    node_of = elements.nearest(node)

    own = np.zeros(size, np.bool_)
    own[node_of[texts.parent[row_alive]]] = True
    leaf = np.flatnonzero(own).astype(np.int32)
    above = node_of[np.maximum(elements.parent, 0)][node]
    children = np.bincount(above[above >= 0], minlength=size)
    children[np.flatnonzero(node)[:1]] += 1  # the body, which stands in where nothing else has two children
    several = node & (children + own > 1)
    container_of = elements.nearest(several)[leaf]
    holds_leaves = np.zeros(size, np.bool_)
    holds_leaves[container_of] = True
    container = np.flatnonzero(holds_leaves).astype(np.int32)
    subtree = (np.cumsum(holds_leaves, dtype=np.int32) - 1)[container_of]

    inner = alive & ~node & ~family(options.row_tags)[elements.tag] & ~_VOID[elements.tag] & (node_of >= 0)
    link = elements.tag == tag_id("a")
    unlinked = row_alive & ~elements.inherit(link)[texts.parent]
    words = word_counts(texts, unlinked)[unlinked]
    word_num = np.bincount(node_of[texts.parent[unlinked]], words, minlength=size).astype(np.int64)
    link_num = np.bincount(node_of[inner & link], minlength=size)
    tag_num = np.bincount(node_of[inner & ~link], minlength=size)
    imp = node_importance(word_num[leaf], link_num[leaf], tag_num[leaf])
    width = width_shares(elements, options.page_width)[container]
    weight = subtree_weight(imp, subtree, width)
    leaf_of = np.cumsum(own, dtype=np.int32) - 1
    return WeightedSubtrees(
        page=page,
        row_leaf=np.where(row_alive, leaf_of[node_of[texts.parent]], np.int32(-1)),
        leaf=leaf,
        word_num=word_num[leaf],
        link_num=link_num[leaf],
        tag_num=tag_num[leaf],
        node_imp=imp,
        leaf_subtree=subtree,
        container=container,
        width_attr=width,
        weight=weight,
        body=int(np.argmax(weight)) if weight.max(initial=0) > 0 else -1,
        title=page.head.title or "",
        keywords=_keywords(page),
        title_row=_headline(page, row_alive, options),
    )


def width_shares(elements: Elements, page_width: int = 960) -> NDArray[np.float64]:
    """Each element's share of the page width, as far as `width` and `style` of containers say."""
    container = _CONTAINERS[elements.tag]
    stated: dict[int, tuple[str, str]] = {}
    for row, value in elements.having("width"):
        if container[row] and (found := _WIDTH.match(value)):
            stated[row] = found[1], found[2] or "px"
    for row, value in elements.having("style"):
        if "width" in value and container[row] and (found := _STYLE_WIDTH.search(value)):
            stated[row] = found[1], found[2]
    share = np.ones(len(elements) + 1)  # the last one stands for the page itself (-1)
    if not stated:
        return share[:-1]
    says = np.zeros(len(elements), np.bool_)
    says[list(stated)] = True
    nearest = elements.nearest(says)
    for row in sorted(stated):
        amount, unit = stated[row]
        parent = int(elements.parent[row])
        room = share[nearest[parent]] if parent >= 0 else 1.0
        share[row] = room * min(float(amount) / 100, 1) if unit == "%" else min(float(amount) / page_width, room)
    return share[nearest]


def _keywords(page: Page) -> tuple[str, ...]:
    given = [part.strip() for content in page.head.meta.get("keywords", []) for part in _KEYWORD_BREAK.split(content)]
    return tuple(dict.fromkeys(part for part in given if part))


def _headline(page: Page, row_alive: NDArray[np.bool_], options: WeightOptions) -> NDArray[np.bool_]:
    """The rows of the heading that repeats the title, if there is one."""
    texts, elements = page.texts, page.elements
    chosen = np.zeros(len(texts), np.bool_)
    title = _plain(page.head.title or "")
    best = 0
    for row in np.flatnonzero(family(options.title_tags)[elements.tag]).tolist():
        first, end = int(elements.first_text[row]), int(elements.end_text[row])
        text = _plain(" ".join(texts.strings[first:end]))
        shared = len(text) if text in title else len(title) if title and title in text else 0
        if shared > best and row_alive[first:end].all():
            best = shared
            chosen[:] = False
            chosen[first:end] = True
    return chosen


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
