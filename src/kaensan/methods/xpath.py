"""XPath blocks and anchor ratios.

W. Thanadechteemapat and C. C. Fung, "Automatic Web Content Extraction for Generating Tag Clouds from Thai Web Sites",
IEEE International Conference on e-Business Engineering (ICEBE), 2011.

Leaf nodes are accumulated into the blocks above them; a leaf is content when the lowest block that holds more than one
leaf has few links in it. Our readings where the paper leaves room:

- An element with both text and element children contributes its own text as one leaf, a child of that element (as
  `p/text()` would be), else mixed content would be lost.
- The paper prints "less than 2 characters" where it must mean "at least 2": taken literally it rejects all text.
- The paper compares XPath strings as prefixes to find a leaf's block. A prefix is an ancestor, and in a table of
  elements in document order a subtree is a range, so the same blocks follow from sums over ranges; the strings
  are written only when somebody asks for them.
- A leaf without such a block (the only leaf of its page) belongs to `body`.
- Lengths are counted without white space, as in the paper's own metric.
- A leaf begins where its own first text begins, also where that text follows its child elements.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.base import Labels, Role, check_names, step, worded
from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.page.tags import family, tag_id

__all__ = ["XPath", "XPathBlocks", "XPathOptions", "anchor_ratios"]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_DISPLAY_NONE = re.compile(r"display\s*+:\s*+none", re.I)


@record
class XPathOptions:
    """The published constants."""

    anchor_ratio: float = 0.60
    """blocks with an anchor ratio (AR) below this are content"""
    text_weight: float = 0.75
    """weight of ATR in AR; ANR has the rest"""
    shortest: int = 2
    """leaves with fewer characters are not content"""
    footers: tuple[str, ...] = ("powered by", "copyright", "©", "all rights reserved", "สงวนลิขสิทธิ์", "ลิขสิทธิ์")
    """a leaf that begins with one of these, in any case, is a footer"""
    eliminated: tuple[str, ...] = ("script", "noscript", "embed", "object", "img", "style", "form")
    """elements dropped with all they hold (rule R1)"""

    def __post_init__(self) -> None:
        check_names(self.eliminated)


_REASONS = {
    "eliminated": (
        "eliminated: hidden, outside the body or inside an element that is dropped",
        "ถูกคัดออกก่อน: ซ่อนอยู่ อยู่นอก body หรืออยู่ในองค์ประกอบที่ไม่อ่าน",
    ),
    "footer": ("begins like a footer", "ขึ้นต้นเหมือนส่วนท้ายของหน้า"),
    "short": ("shorter than {shortest} characters", "สั้นกว่า {shortest} ตัวอักษร"),
    "below": ("{where} has AR {ratio:.2f}, below {limit:.2f}", "{where} มีค่า AR {ratio:.2f} ต่ำกว่า {limit:.2f}"),
    "few": (
        "{where} has AR {ratio:.2f}, but only {links} links among {leaves} leaves",
        "{where} มีค่า AR {ratio:.2f} แต่มีลิงก์เพียง {links} ลิงก์จาก {leaves} ใบ",
    ),
    "many": (
        "{where} has AR {ratio:.2f}, {links} links among {leaves} leaves",
        "{where} มีค่า AR {ratio:.2f} มีลิงก์ {links} ลิงก์จาก {leaves} ใบ",
    ),
}
"""Why a row is content or not, in English and in Thai."""


@record
class XPathBlocks:
    """Leaves and blocks of one page; `leaf` and `block` are rows of `page.elements`, in document order."""

    page: Page
    options: XPathOptions
    row_leaf: NDArray[np.int32]
    """per row of `texts` the position of its leaf in `leaf`, -1 for eliminated text"""
    leaf: NDArray[np.int32]
    leaf_length: NDArray[np.int64]
    leaf_anchor: NDArray[np.bool_]
    """the leaf is, or is inside, an `a`"""
    leaf_footer: NDArray[np.bool_]
    """the leaf begins with a footer keyword"""
    leaf_block: NDArray[np.int32]
    """position in `block` of the lowest block around the leaf"""
    block: NDArray[np.int32]
    """the blocks kept: those with more than one leaf, and `body`"""
    all_elements: NDArray[np.int64]
    """AllElements: leaves in the block"""
    all_href: NDArray[np.int64]
    """AllHref: leaves in the block that are links"""
    all_length: NDArray[np.int64]
    """AllTLength: characters of the block"""
    all_href_length: NDArray[np.int64]
    """AllHrefTLength: characters of its links"""

    @cached_property
    def anr(self) -> NDArray[np.float64]:
        """ANR = AllHref / AllElements, per block."""
        return self.all_href / np.maximum(self.all_elements, 1)

    @cached_property
    def atr(self) -> NDArray[np.float64]:
        """ATR = AllHrefTLength / AllTLength, per block."""
        return self.all_href_length / np.maximum(self.all_length, 1)

    @cached_property
    def ar(self) -> NDArray[np.float64]:
        """AR = 0.75 ATR + 0.25 ANR, per block."""
        return self.options.text_weight * self.atr + (1 - self.options.text_weight) * self.anr

    @cached_property
    def leaf_content(self) -> NDArray[np.bool_]:
        """The selection: which leaves are content."""
        return select(self)

    @cached_property
    def xpaths(self) -> list[str]:
        """The indexed XPath of every block."""
        return [self.page.elements.xpath(row) for row in self.block.tolist()]

    @cached_property
    def leaf_xpaths(self) -> list[str]:
        """The indexed XPath of every leaf."""
        return [self.page.elements.xpath(row) for row in self.leaf.tolist()]

    def reason(self, row: int, language: str = "en") -> str:
        """Why a row of `texts` is content or not."""
        leaf = int(self.row_leaf[row])
        if leaf < 0:
            return worded(_REASONS, "eliminated", language)
        if self.leaf_footer[leaf]:
            return worded(_REASONS, "footer", language)
        if self.leaf_length[leaf] < self.options.shortest:
            return worded(_REASONS, "short", language, shortest=self.options.shortest)
        block = int(self.leaf_block[leaf])
        where, ratio = self.page.elements.shown_path(int(self.block[block])), self.ar[block]
        if ratio < self.options.anchor_ratio:
            return worded(_REASONS, "below", language, where=where, ratio=ratio, limit=self.options.anchor_ratio)
        counts = {"links": self.all_href[block], "leaves": self.all_elements[block]}
        name = "few" if self.leaf_content[leaf] else "many"
        return worded(_REASONS, name, language, where=where, ratio=ratio, **counts)


@record
class XPath:
    """The method `xpath`."""

    options: XPathOptions = field(default_factory=XPathOptions)

    @property
    def name(self) -> str:
        return "xpath"

    def label(self, page: Page) -> Labels:
        """Keep the leaves whose block has few links."""
        blocks = anchor_ratios(page, self.options)
        content = blocks.leaf_content
        limit = self.options.anchor_ratio
        ratio = blocks.ar[blocks.leaf_block]
        score = np.where(ratio < limit, 1 - ratio / (2 * limit), (1 - ratio) / (2 * max(1 - limit, 1e-9)))
        score = np.where(content, np.maximum(score, 0.5), np.minimum(score, 0.49))
        score[blocks.leaf_footer | (blocks.leaf_length < self.options.shortest)] = 0
        # One leaf more at the end, which is no content: the one that eliminated rows (-1) point to.
        return Labels(
            method=self.name,
            role=_ROLES.take(np.append(content, False)[blocks.row_leaf]),
            score=np.append(score, 0).astype(np.float32)[blocks.row_leaf],
            reason=blocks.reason,
            translated=blocks.reason,
            evidence=blocks,
        )


def anchor_ratios(page: Page, options: XPathOptions | None = None) -> XPathBlocks:
    """The leaves of a page, the blocks they make, and the anchor ratios of these."""
    options = options or XPathOptions()
    remaining = eliminate(page, options)
    leaves = leaf_nodes(page, remaining, options)
    return detect_blocks(page, options, leaves, accumulate(page, leaves))


class LeafNodes(NamedTuple):
    """The leaves that rule R2 finds, a value per leaf in document order but for `row_leaf`."""

    row_leaf: NDArray[np.int32]
    """per row of `texts` the position of its leaf, -1 for eliminated text"""
    element: NDArray[np.int32]
    length: NDArray[np.int64]
    anchor: NDArray[np.bool_]
    footer: NDArray[np.bool_]


class BlockTotals(NamedTuple):
    """What the leaves below each element of the page add up to."""

    all_elements: NDArray[np.int64]
    all_href: NDArray[np.int64]
    all_length: NDArray[np.int64]
    all_href_length: NDArray[np.int64]


@step("R1, elimination")
def eliminate(page: Page, options: XPathOptions) -> NDArray[np.bool_]:
    """Of the body, keep the texts outside hidden elements, scripts, forms and the like."""
    elements = page.elements
    dropped = family(options.eliminated)[elements.tag]
    for row, style in elements.having("style"):
        if "none" in style.lower() and _DISPLAY_NONE.search(style):
            dropped[row] = True
    remaining: NDArray[np.bool_] = (_in_body(elements) & ~elements.inherit(dropped))[page.texts.parent]
    return remaining


@step("R2, leaf nodes")
def leaf_nodes(page: Page, remaining: NDArray[np.bool_], options: XPathOptions) -> LeafNodes:
    """Take every element that directly holds text, and mark those that are links and those that begin like a footer."""
    texts, elements = page.texts, page.elements
    owner = texts.parent[remaining]
    is_leaf = np.zeros(len(elements), np.bool_)
    is_leaf[owner] = True
    element = is_leaf.nonzero()[0].astype(np.int32)
    row_leaf = (is_leaf.cumsum(dtype=np.int32) - 1)[texts.parent]
    row_leaf[~remaining] = -1
    length = np.bincount(owner, texts.length[remaining], minlength=len(elements)).astype(np.int64)
    anchor = elements.inherit(elements.tag == tag_id("a"))
    footer = _footers(texts.strings, row_leaf, len(element), options.footers)
    return LeafNodes(row_leaf, element, length[element], anchor[element], footer)


@step("accumulation into blocks")
def accumulate(page: Page, leaves: LeafNodes) -> BlockTotals:
    """Add each leaf to the XPath of its parent and of every ancestor: AllElements, AllHref and their lengths."""

    def below(amount: NDArray[Any]) -> NDArray[np.int64]:
        per_element = np.zeros(len(page.elements) + 1, np.int64)
        per_element[leaves.element + 1] = amount
        total = per_element.cumsum()
        summed: NDArray[np.int64] = total[page.elements.end] - total[:-1]
        return summed

    return BlockTotals(
        below(np.ones(len(leaves.element), np.int64)),
        below(leaves.anchor),
        below(leaves.length),
        below(leaves.length * leaves.anchor),
    )


@step("block detection")
def detect_blocks(page: Page, options: XPathOptions, leaves: LeafNodes, totals: BlockTotals) -> XPathBlocks:
    """Keep the blocks with AllElements > 1; a leaf belongs to the lowest one around it."""
    elements = page.elements
    is_body = elements.tag == tag_id("body")
    kept = _in_body(elements) & (totals.all_elements > ~is_body)
    block = kept.nonzero()[0].astype(np.int32)
    return XPathBlocks(
        page=page,
        options=options,
        row_leaf=leaves.row_leaf,
        leaf=leaves.element,
        leaf_length=leaves.length,
        leaf_anchor=leaves.anchor,
        leaf_footer=leaves.footer,
        leaf_block=(kept.cumsum(dtype=np.int32) - 1)[elements.nearest(kept)[leaves.element]],
        block=block,
        all_elements=totals.all_elements[block],
        all_href=totals.all_href[block],
        all_length=totals.all_length[block],
        all_href_length=totals.all_href_length[block],
    )


@step("selection")
def select(blocks: XPathBlocks) -> NDArray[np.bool_]:
    """A leaf is content when its block has AR < 0.60, or fewer than 2 links among more than 2 leaves."""
    few_links = blocks.ar < blocks.options.anchor_ratio
    headline = (blocks.all_href < 2) & (blocks.all_elements > 2)
    wanted = (few_links | headline)[blocks.leaf_block]
    return wanted & ~blocks.leaf_footer & (blocks.leaf_length >= blocks.options.shortest)


def _in_body(elements: Elements) -> NDArray[np.bool_]:
    return elements.inherit(elements.tag == tag_id("body"))


def _footers(
    strings: list[str], row_leaf: NDArray[np.int32], leaves: int, keywords: tuple[str, ...]
) -> NDArray[np.bool_]:
    """Which leaves begin with a footer keyword; the text of a leaf may come after that of its children."""
    footer = np.zeros(leaves, np.bool_)
    begins = tuple(keyword.casefold() for keyword in keywords)
    longest = max(map(len, begins), default=0)
    initials = {initial for keyword in begins for initial in (keyword[0], keyword[0].upper())}
    begun = [False] * leaves
    for row, leaf in enumerate(row_leaf.tolist()):
        if leaf < 0 or begun[leaf]:
            continue
        begun[leaf] = True
        text = strings[row].lstrip()
        if text[:1] in initials and text[:longest].casefold().startswith(begins):
            footer[leaf] = True
    return footer
