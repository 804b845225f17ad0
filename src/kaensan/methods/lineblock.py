"""Line-blocks by text-to-tag ratio, anchor text and title keywords.

Pan Ei San and Nilar Aye, "Main Content Extraction from Dynamic Web Pages".

No tree: the source is filtered, broken at block-level tags into lines, and neighbouring lines with text make a
line-block. Dense blocks with little link text are content, and blocks that repeat the words of the title. Our readings
where the paper leaves room:

- Step 4 writes the three conditions as a conjunction, while step 3 and the results say that title keywords *add*
  blocks that density would lose. By default a block is content when
  `(TTR > 30 and ATTR < 0.2) or (TKD ≥ 2 and ATTR < 0.2)`; `rule="all"` gives the conjunction.
- A line with neither text nor tags is no line. End tags of block-level elements start a line as start tags do.
- Characters are counted as a reader sees them: entities decoded, white space collapsed.
- Title keywords of text without spaces (Thai, Chinese, Japanese) come from the word segmenter, and are found in a block
  wherever their characters are; other keywords are found as whole words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Role
from kaensan.methods.keywords import occurrences, title_keywords
from kaensan.methods.options import check_choice
from kaensan.page import Page
from kaensan.page.lines import SourceLines, broken_lines
from kaensan.page.tags import family, tag_id

__all__ = ["LineBlock", "LineBlockOptions", "LineBlocks", "line_blocks"]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_FILTERED = family("head noscript")


@dataclass(frozen=True)
class LineBlockOptions:
    """The published constants."""

    text_to_tag: float = 30.0
    """TTR above this is dense"""
    anchor_share: float = 0.2
    """ATTR must be below this"""
    keywords: int = 2
    """TKD that rescues a block of low density"""
    distance: int = 1
    """lines without text that may lie between two lines of one block"""
    rule: Literal["any", "all"] = "any"
    threshold: Literal["constant", "sigma"] = "constant"
    """`sigma` replaces the constant TTR by λσ over the blocks of the page"""
    coefficient: float = 1.0
    """λ"""

    def __post_init__(self) -> None:
        check_choice("rule", self.rule, ("any", "all"))
        check_choice("threshold", self.threshold, ("constant", "sigma"))


@dataclass(frozen=True)
class LineBlocks:
    """The line-blocks of one page, in source order."""

    lines: SourceLines
    options: LineBlockOptions
    line_block: NDArray[np.int64]
    """the block of every line, -1 for lines outside all blocks"""
    first_line: NDArray[np.int64]
    last_line: NDArray[np.int64]
    length: NDArray[np.int64]
    """characters of text"""
    anchor_length: NDArray[np.int64]
    """characters of text in links"""
    tags: NDArray[np.int64]

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The words of the page's title."""
        return title_keywords(self.lines.page)

    @cached_property
    def tkd(self) -> NDArray[np.int64]:
        """TKD: occurrences of title keywords."""
        return self.keyword_density(np.ones(len(self.length), np.bool_))

    def keyword_density(self, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """TKD of the wanted blocks, 0 for the others."""
        rows = np.append(wanted, False)[self.row_block].nonzero()[0]
        strings = self.lines.page.texts.strings
        found = occurrences([strings[row] for row in rows.tolist()], self.keywords if len(rows) else ())
        return np.bincount(self.row_block[rows], found, minlength=len(wanted)).astype(np.int64)

    @cached_property
    def ttr(self) -> NDArray[np.float64]:
        """TTR = text length / tags."""
        return self.length / np.maximum(self.tags, 1)

    @cached_property
    def attr(self) -> NDArray[np.float64]:
        """ATTR = anchor text length / text length."""
        return self.anchor_length / np.maximum(self.length, 1)

    @cached_property
    def threshold(self) -> float:
        """The TTR above which a block is dense."""
        if self.options.threshold == "sigma":
            return self.options.coefficient * float(self.ttr.std()) if len(self.ttr) else 0.0
        return self.options.text_to_tag

    @cached_property
    def content(self) -> NDArray[np.bool_]:
        """Which blocks are main content."""
        few_links = self.attr < self.options.anchor_share
        dense = few_links & (self.ttr > self.threshold)
        every = self.options.rule == "all"
        # Counting keywords is the costly part: it is done where it decides.
        titled = self.keyword_density(dense if every else few_links & ~dense) >= self.options.keywords
        return titled if every else dense | titled

    @cached_property
    def row_block(self) -> NDArray[np.int64]:
        """The block of every row of `texts`, -1 for none."""
        block = np.full(len(self.lines.page.texts), -1)
        block[self.lines.piece_row] = self.line_block[self.lines.piece_line]
        return block

    def reason(self, row: int) -> str:
        """Why a row of `texts` is content or not."""
        block = int(self.row_block[row])
        if block < 0:
            return "filtered before lines are read"
        numbers = f"TTR {self.ttr[block]:.1f}, ATTR {self.attr[block]:.2f}, TKD {self.tkd[block]}"
        if self.attr[block] >= self.options.anchor_share:
            return f"{numbers}: too much of it is links"
        dense = "dense text" if self.ttr[block] > self.threshold else "few characters a tag"
        titled = "repeats the title" if self.tkd[block] >= self.options.keywords else "does not repeat the title"
        return f"{numbers}: {dense}, {titled}"


@dataclass(frozen=True)
class LineBlock:
    """The method `lineblock`."""

    options: LineBlockOptions = field(default_factory=LineBlockOptions)

    @property
    def name(self) -> str:
        return "lineblock"

    def label(self, page: Page) -> Labels:
        """Keep the line-blocks that are dense, or repeat the title, and hold few links."""
        blocks = line_blocks(page, self.options)
        # One block more at the end, which is no content: the one that filtered rows (-1) point to.
        content = np.append(blocks.content, False)[blocks.row_block]
        density = blocks.ttr / np.maximum(blocks.ttr + blocks.threshold, 1e-9) * (1 - blocks.attr)
        score = np.append(density, 0)[blocks.row_block]
        return Labels(
            method=self.name,
            role=_ROLES.take(content),
            score=((content + score) / 2).astype(np.float32),
            reason=blocks.reason,
            evidence=blocks,
        )


def line_blocks(page: Page, options: LineBlockOptions | None = None) -> LineBlocks:
    """get_lines, get_line_blocks and get_feature: the line-blocks of a page with their numbers."""
    options = options or LineBlockOptions()
    lines = broken_lines(page)
    texts, elements = page.texts, page.elements
    filtered = elements.inherit(_FILTERED[elements.tag])[texts.parent]
    linked = elements.inherit(elements.tag == tag_id("a"))[texts.parent]
    kept = ~filtered[lines.piece_row]
    length = lines.add((lines.piece_length + lines.piece_gap) * kept)
    anchor_length = lines.add(lines.piece_length * (kept & linked[lines.piece_row]))

    # The distance between two lines with text is counted in lines that hold tags: empty lines are no lines.
    text_line = length.nonzero()[0]
    number = ((lines.tags > 0) | (length > 0)).cumsum()[text_line]
    begins = np.ones(len(text_line), np.bool_)
    np.greater(number[1:] - number[:-1], options.distance + 1, out=begins[1:])
    first = text_line[begins]
    last = text_line[np.roll(begins, -1)]
    line_block = np.full(len(lines), -1)
    line_block[text_line] = begins.cumsum() - 1

    def over(amount: NDArray[np.int64]) -> NDArray[np.int64]:
        total = np.zeros(len(amount) + 1, np.int64)
        amount.cumsum(out=total[1:])
        summed: NDArray[np.int64] = total[last + 1] - total[first]
        return summed

    return LineBlocks(
        lines=lines,
        options=options,
        line_block=line_block,
        first_line=first,
        last_line=last,
        length=over(length),
        anchor_length=over(anchor_length),
        tags=over(lines.tags),
    )
