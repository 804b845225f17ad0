"""The subtree of greatest weight.

Wang and Liu, "An Approach of Information Extraction Based on Dom Tree and Weight Value".

A leaf is worth its words outside links over its links and tags; a subtree is worth the mean of its leaves times the
width of its container; the heaviest subtree is the body of the page. Our readings where the paper leaves room:

- A leaf is a block or title element that holds text and no other such element, or the text that such an element holds
  beside its block children (mixed content would be lost otherwise). Elements without text are no leaves.
- `td` is not among the paper's block tags, though its learned rules speak of `td` blocks: the cells of a table without
  blocks in them are merged into the `table`.
- Tag pairs in formula (1) are the elements inside a leaf without the leaf's own pair (a bare paragraph of 100 words
  weighs 100, as in the worked example), the row tags (they are merged into their parent), void elements and `a`,
  which LinkNum already counts.
- In a chain of containers with a single child each, the leaves go to the nearest container above that has two children,
  so that "leaves that share a parent" is not broken by wrappers.
- A width in per cent is a share of the container's width, one in pixels a share of a page of 960 pixels, at most the
  container's own; what says nothing is as wide as its container.
- A page with no second leaf has one subtree, its `body`.
- The headline is the `h1`, `h2` or `h3` that shares most text with the `title` element, if one of the two contains
  the other.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.base import Labels, Role, check_names, step, worded
from kaensan.page import Page, Texts
from kaensan.page.elements import Elements
from kaensan.page.tags import family, tag_id
from kaensan.thai.words import words

__all__ = [
    "Weight",
    "WeightOptions",
    "WeightedSubtrees",
    "node_importance",
    "subtree_weight",
    "weigh",
    "width_shares",
    "word_counts",
]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_VOID = family("area base br col embed hr img input link meta param source track wbr")
_LONGEST_TITLE = 1000  # characters of a title that headings are compared with: linear time for any page
_KEYWORD_BREAK = re.compile(r"[,;，；、]")
_CONTAINERS = family(
    "article aside blockquote body center div dl fieldset footer form header li main nav ol p section table tbody td "
    "th tr ul"
)
_STYLE_WIDTH = re.compile(r"(?:^|[;\s])width\s*+:\s*+(\d{1,6}(?:\.\d{0,6})?)\s*+(%|px)", re.I)
_WIDTH = re.compile(r"\s*+(\d{1,6}(?:\.\d{0,6})?)\s*+(%|px)?+\s*+$", re.I)
_SPACE, _LETTER, _CHARACTER, _THAI = 0, 1, 2, 3  # what a code point is to somebody who counts words
_SEGMENTED = 20_000
"""Thai characters of a page that are segmented; the words of the rest are estimated by their length"""


@record
class WeightOptions:
    """The published families of tags, and the page width that pixels are measured against."""

    block_tags: tuple[str, ...] = ("body", "div", "table", "p", "blockquote", "ul", "ol")
    title_tags: tuple[str, ...] = ("h1", "h2", "h3")
    row_tags: tuple[str, ...] = ("span", "img", "strong", "b", "em", "i")
    pruned: tuple[str, ...] = ("script", "style", "form", "noscript", "object", "embed")
    page_width: int = 960

    def __post_init__(self) -> None:
        check_names((*self.block_tags, *self.title_tags, *self.row_tags, *self.pruned))


_REASONS = {
    "title": ("a headline that repeats the page's title", "เป็นพาดหัวที่ซ้ำกับชื่อของหน้า"),
    "pruned": (
        "pruned: outside the body or inside an element that is dropped",
        "ถูกตัดกิ่งออก: อยู่นอก body หรืออยู่ในองค์ประกอบที่ไม่อ่าน",
    ),
    "most": ("{where} weighs {weight:.1f}, the most on the page", "{where} มีน้ำหนัก {weight:.1f} มากที่สุดในหน้า"),
    "weighs": ("{where} weighs {weight:.1f}", "{where} มีน้ำหนัก {weight:.1f}"),
    "less": (
        "{where} weighs {weight:.1f}, less than the body's {most:.1f}",
        "{where} มีน้ำหนัก {weight:.1f} น้อยกว่าส่วนเนื้อหาซึ่งหนัก {most:.1f}",
    ),
}
"""Why a row is content or not, in English and in Thai."""


@record
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

    def reason(self, row: int, language: str = "en") -> str:
        """Why a row of `texts` got its role."""
        if self.title_row[row]:
            return worded(_REASONS, "title", language)
        leaf = int(self.row_leaf[row])
        if leaf < 0:
            return worded(_REASONS, "pruned", language)
        subtree = int(self.leaf_subtree[leaf])
        weight = {"where": self.page.elements.shown_path(int(self.container[subtree])), "weight": self.weight[subtree]}
        if subtree == self.body:
            return worded(_REASONS, "most", language, **weight)
        if self.body < 0:
            return worded(_REASONS, "weighs", language, **weight)
        return worded(_REASONS, "less", language, **weight, most=self.weight[self.body])


@record
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
            translated=subtrees.reason,
            evidence=subtrees,
        )


def _at(subtrees: WeightedSubtrees) -> NDArray[np.float64]:
    return subtrees.weight[subtrees.leaf_subtree]


def weigh(page: Page, options: WeightOptions | None = None) -> WeightedSubtrees:
    """The leaves of a page and the subtrees they make, with their weights."""
    options = options or WeightOptions()
    texts, elements = page.texts, page.elements
    alive = prune(page, options)
    tree = collapse(page, merge(page, alive, options))
    leaf = tree.is_leaf.nonzero()[0].astype(np.int32)
    word_num, link_num, tag_num = (column[leaf] for column in count_leaves(page, tree, options))
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
        body=heaviest(weight),
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


@step("prune")
def prune(page: Page, options: WeightOptions) -> NDArray[np.bool_]:
    """Drop scripts, styles, forms and the like with all they hold; only the body stays."""
    elements = page.elements
    return _body(page) & ~elements.inherit(family(options.pruned)[elements.tag])


@step("merge")
def merge(page: Page, alive: NDArray[np.bool_], options: WeightOptions) -> _Tree:
    """Merge the row tags, and every other element that is no block or title, into the node around them."""
    texts, elements = page.texts, page.elements
    row_alive = alive[texts.parent]
    rows = np.zeros(len(texts) + 1, np.int64)
    row_alive.cumsum(out=rows[1:])
    holds_text = rows[elements.end_text] > rows[elements.first_text]
    is_body = elements.tag == tag_id("body")
    node = alive & holds_text & (is_body | family(options.block_tags + options.title_tags)[elements.tag])
    node_of = elements.nearest(node)
    is_leaf = np.zeros(len(elements), np.bool_)
    is_leaf[node_of[texts.parent[row_alive]]] = True
    return _Tree(alive, row_alive, node, node_of, is_leaf, node)


@step("collapse")
def collapse(page: Page, tree: _Tree) -> _Tree:
    """Collapse chains: a container with a single child hands its leaves on to the container around it."""
    elements = page.elements
    above = np.append(tree.node_of, -1)[elements.parent][tree.node]
    children = np.bincount(above[above >= 0], minlength=len(elements)) + tree.is_leaf
    return tree._replace(is_container=tree.node & ((elements.tag == tag_id("body")) | (children > 1)))


@step("leaves as triples")
def count_leaves(page: Page, tree: _Tree, options: WeightOptions) -> tuple[NDArray[np.int64], ...]:
    """Describe every leaf by WordNum, LinkNum and TagNum of what is merged into it."""
    texts, elements = page.texts, page.elements
    link = elements.tag == tag_id("a")
    unlinked = tree.row_alive & ~elements.inherit(link)[texts.parent]
    words_of_row = word_counts(texts, unlinked)[unlinked]
    merged = family(options.row_tags) | _VOID
    pairs = tree.alive & ~tree.node & ~merged[elements.tag] & (tree.node_of >= 0)
    return (
        np.bincount(tree.node_of[texts.parent[unlinked]], words_of_row, minlength=len(elements)).astype(np.int64),
        np.bincount(tree.node_of[pairs & link], minlength=len(elements)),
        np.bincount(tree.node_of[pairs & ~link], minlength=len(elements)),
    )


@step("formula (1), weight of a leaf")
def node_importance(
    word_num: NDArray[np.int64], link_num: NDArray[np.int64], tag_num: NDArray[np.int64]
) -> NDArray[np.float64]:
    """NodeImp = WordNum / (LinkNum + TagNum); a denominator of 0 counts as 1.

    >>> node_importance(np.array([100, 8]), np.array([0, 3]), np.array([0, 1])).tolist()
    [100.0, 2.0]
    """
    imp: NDArray[np.float64] = word_num / np.maximum(link_num + tag_num, 1)
    return imp


@step("formula (2), weight of a subtree")
def subtree_weight(
    node_imp: NDArray[np.float64], leaf_subtree: NDArray[np.int32], width_attr: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weight = WidthAttr × the mean NodeImp of the leaves that share a parent.

    >>> subtree_weight(np.array([100.0, 120]), np.array([0, 0]), np.array([0.7])).round(9).tolist()
    [77.0]
    """
    total = np.bincount(leaf_subtree, node_imp, minlength=len(width_attr))
    leaves = np.bincount(leaf_subtree, minlength=len(width_attr))
    weight: NDArray[np.float64] = width_attr * total / np.maximum(leaves, 1)
    return weight


@step("choice of the body")
def heaviest(weight: NDArray[np.float64]) -> int:
    """The subtree of maximal weight is the body, and each of its leaves a paragraph; -1 where nothing has weight."""
    return int(weight.argmax()) if weight.max(initial=0) > 0 else -1


def _body(page: Page) -> NDArray[np.bool_]:
    return page.elements.inherit(page.elements.tag == tag_id("body"))


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


def width_shares(elements: Elements, page_width: int = 960) -> NDArray[np.float64]:
    """Each element's share of the page width, as far as `width` and `style` of containers say."""
    container = _CONTAINERS[elements.tag]
    stated: dict[int, tuple[str, str]] = {}
    for row, value in elements.having("width"):
        if container[row] and (match := _WIDTH.match(value)):
            stated[row] = match[1], match[2] or "px"
    for row, value in elements.having("style"):
        if "width" in value.lower() and container[row] and (match := _STYLE_WIDTH.search(value)):
            stated[row] = match[1], match[2]
    share = np.ones(len(elements) + 1)  # the last one stands for the page itself (-1)
    if not stated:
        return share[:-1]
    declared = np.zeros(len(elements), np.bool_)
    declared[list(stated)] = True
    nearest = elements.nearest(declared)
    for row in sorted(stated):
        amount, unit = stated[row]
        parent = int(elements.parent[row])
        room = share[nearest[parent]] if parent >= 0 else 1.0
        share[row] = room * min(float(amount) / 100, 1) if unit == "%" else min(float(amount) / page_width, room)
    return share[nearest]


def _kinds() -> NDArray[np.uint8]:
    """What each code point is to somebody who counts words; the last entry stands for all beyond the table."""
    kind = np.full(0x10001, _LETTER, np.uint8)
    kind[[code for code in range(0x3001) if chr(code).isspace()]] = _SPACE
    for first, last in ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF)):
        kind[first : last + 1] = _CHARACTER
    kind[0x0E00:0x0E80] = _THAI
    return kind


_KIND = _kinds()


def word_counts(texts: Texts, wanted: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """Words of each row: runs without white space, characters in Chinese and Japanese, segmented words in Thai.

    Rows that are not `wanted` count 0. Segmentation is the one costly part, so past 20,000 Thai characters words are
    taken to be as long as those before.
    """
    kind = _KIND[np.minimum(texts.codes, len(_KIND) - 1)]
    solid = kind != _SPACE
    begins = solid & (kind != _CHARACTER)
    begins[1:] &= ~solid[:-1] | (kind[:-1] == _CHARACTER)
    begins[texts.start[:-1]] = solid[texts.start[:-1]]
    counts = texts.sums(begins | (kind == _CHARACTER))
    if wanted is not None:
        counts[~wanted] = 0
    thai = kind == _THAI
    if thai.any():
        _count_thai(texts, counts, texts.sums(thai))
    return counts


def _count_thai(texts: Texts, counts: NDArray[np.int64], characters: NDArray[np.int64]) -> None:
    """Put the words of the rows that have Thai characters in place."""
    rows = np.flatnonzero((characters > 0) & (counts > 0))
    segmented = rows[: np.searchsorted(characters[rows].cumsum(), _SEGMENTED) + 1]
    counted = [len(words(texts.strings[row][:_SEGMENTED])) for row in segmented.tolist()]
    total = np.minimum(characters[segmented], _SEGMENTED).sum()
    rate = sum(counted) / max(total, 1)
    counts[rows] = np.maximum(np.rint(characters[rows] * rate), counts[rows])
    short = characters[segmented] <= _SEGMENTED
    counts[segmented[short]] = np.array(counted, np.int64)[short]
