"""Line-blocks by text-to-tag ratio, anchor text and title keywords.

Pan Ei San and Nilar Aye, "Main Content Extraction from Dynamic Web Pages".

No tree: the source is filtered, broken at block-level tags into lines, and neighbouring lines with text make a
line-block. Dense blocks with little link text are content, and blocks that repeat the words of the title. Our readings
where the paper leaves room:

- Step 4 writes the three conditions as a conjunction, while step 3 and the results say that title keywords *add*
  blocks that density would lose. By default a block is content when
  `(TTR > 30 and ATTR < 0.2) or (TKD ≥ 2 and ATTR < 0.2)`; `rule="all"` gives the conjunction.
- Head, title, scripts, styles, comments and `noscript` are filtered in the source, from their tag to its end tag,
  wherever a parser would put them; a head without end tag ends at `<body>`, and what is never closed stays.
- The paper names no list of block-level tags: ours has `td` and `th`, since tables hold the text of its time's pages.
- A line with neither text nor tags is no line. End tags of block-level elements start a line as start tags do.
- Characters are counted as a reader sees them: entities decoded, white space collapsed.
- Title keywords of text without spaces (Thai, Chinese, Japanese) come from the word segmenter, and are found in a block
  wherever their characters are; other keywords are found as whole words. Stop words are no keywords, of which the
  paper says nothing: with them TKD ≥ 2 would hold for nearly every block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.base import Labels, Role, check_choice, step, worded
from kaensan.page import Page
from kaensan.page.lines import SourceLines, broken_lines
from kaensan.page.markup import Markup
from kaensan.page.tags import tag_id
from kaensan.thai.stopwords import thai_stopwords
from kaensan.thai.words import words

__all__ = ["LineBlock", "LineBlockOptions", "LineBlocks", "line_blocks", "occurrences", "title_keywords"]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_FILTERED = ("head", "title", "noscript")  # with scripts, styles and comments, which are no text anyway
_LONGEST_TITLE = 1000  # characters of a title whose words are looked for: a page of any size takes linear time
_THAI = re.compile("[\u0e00-\u0e7f]")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ENGLISH = """
    a an and are as at be but by for from has have he her his how i in is it its my new not of on or our she so that
    the their they this to us was we what when where which who why will with you your
"""
_ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())


@record
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


_REASONS = {
    "filtered": ("filtered before lines are read", "ถูกกรองออกก่อนอ่านทีละบรรทัด"),
    "links": ("too much of it is links", "เป็นลิงก์มากเกินไป"),
    "dense": ("dense text", "ข้อความหนาแน่น"),
    "sparse": ("few characters a tag", "มีตัวอักษรต่อแท็กน้อย"),
    "titled": ("repeats the title", "มีคำจากชื่อเรื่อง"),
    "untitled": ("does not repeat the title", "ไม่มีคำจากชื่อเรื่อง"),
}
"""Why a row is content or not, in English and in Thai."""


@record
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
        return threshold_check(self)

    @cached_property
    def row_block(self) -> NDArray[np.int64]:
        """The block of every row of `texts`, -1 for none."""
        block = np.full(len(self.lines.page.texts), -1)
        block[self.lines.piece_row] = self.line_block[self.lines.piece_line]
        return block

    def reason(self, row: int, language: str = "en") -> str:
        """Why a row of `texts` is content or not."""
        block = int(self.row_block[row])
        if block < 0:
            return worded(_REASONS, "filtered", language)
        numbers = f"TTR {self.ttr[block]:.1f}, ATTR {self.attr[block]:.2f}, TKD {self.tkd[block]}"
        if self.attr[block] >= self.options.anchor_share:
            return f"{numbers}: {worded(_REASONS, 'links', language)}"
        dense = worded(_REASONS, "dense" if self.ttr[block] > self.threshold else "sparse", language)
        titled = worded(_REASONS, "titled" if self.tkd[block] >= self.options.keywords else "untitled", language)
        return f"{numbers}: {dense}, {titled}"


@record
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
            translated=blocks.reason,
            evidence=blocks,
        )


class Filtered(NamedTuple):
    """What step 1 takes out of the source."""

    tag: NDArray[np.bool_]
    """the tags of `page.texts.markup` that go"""
    row: NDArray[np.bool_]
    """the rows of `page.texts` that go"""


class LineCounts(NamedTuple):
    """What stands on each line of the source."""

    length: NDArray[np.int64]
    """characters of text"""
    anchor_length: NDArray[np.int64]
    """characters of text in links"""
    tags: NDArray[np.int64]


class BlockOfLines(NamedTuple):
    """Which lines make a block: of each line its block, of each block its first and last line."""

    of_line: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]


def line_blocks(page: Page, options: LineBlockOptions | None = None) -> LineBlocks:
    """The line-blocks of a page with their numbers: all steps but the last, the threshold check."""
    options = options or LineBlockOptions()
    filtered = filter_useless_tags(page)
    lines = break_original_lines(page, filtered)
    counts = get_lines(lines, filtered)
    return get_feature(lines, options, counts, get_line_blocks(counts, options.distance))


@step("filter_useless_tags")
def filter_useless_tags(page: Page) -> Filtered:
    """Take head, title, scripts, styles, comments and noscript out of the source, from tag to end tag."""
    markup = page.texts.markup
    spans = [span for name in _FILTERED for span in _spans(markup, name)]
    if not spans:
        return Filtered(np.zeros(len(markup.tag), np.bool_), np.zeros(len(page.texts), np.bool_))
    begin, end = (np.sort(np.array(column)) for column in zip(*spans, strict=True))

    def inside(offset: NDArray[np.int64]) -> NDArray[np.bool_]:
        within: NDArray[np.bool_] = begin.searchsorted(offset, side="right") > end.searchsorted(offset, side="right")
        return within

    return Filtered(inside(markup.tag_start), inside(page.texts.offset))


@step("break_original_lines")
def break_original_lines(page: Page, filtered: Filtered) -> SourceLines:
    """Break the source so that each block-level tag starts a line; tags stay whole."""
    return broken_lines(page, filtered.tag)


@step("get_lines")
def get_lines(lines: SourceLines, filtered: Filtered) -> LineCounts:
    """Count the characters, those in links, and the tags of every line."""
    elements, texts = lines.page.elements, lines.page.texts
    linked = elements.inherit(elements.tag == tag_id("a"))[texts.parent]
    kept = ~filtered.row[lines.piece_row]
    return LineCounts(
        lines.add((lines.piece_length + lines.piece_gap) * kept),
        lines.add(lines.piece_length * (kept & linked[lines.piece_row])),
        lines.tags,
    )


@step("get_line_blocks")
def get_line_blocks(counts: LineCounts, distance: int) -> BlockOfLines:
    """Join lines with text into a block while at most one line without text lies between them."""
    # Lines that hold neither text nor tags are no lines and do not count as distance.
    text_line = counts.length.nonzero()[0]
    number = ((counts.tags > 0) | (counts.length > 0)).cumsum()[text_line]
    begins = np.ones(len(text_line), np.bool_)
    np.greater(number[1:] - number[:-1], distance + 1, out=begins[1:])
    of_line = np.full(len(counts.length), -1)
    of_line[text_line] = begins.cumsum() - 1
    return BlockOfLines(of_line, text_line[begins], text_line[np.roll(begins, -1)])


@step("get_feature")
def get_feature(lines: SourceLines, options: LineBlockOptions, counts: LineCounts, blocks: BlockOfLines) -> LineBlocks:
    """Give every block its TTR, its ATTR and its title-keyword density TKD."""

    def over(amount: NDArray[np.int64]) -> NDArray[np.int64]:
        total = np.zeros(len(amount) + 1, np.int64)
        amount.cumsum(out=total[1:])
        summed: NDArray[np.int64] = total[blocks.last + 1] - total[blocks.first]
        return summed

    return LineBlocks(
        lines=lines,
        options=options,
        line_block=blocks.of_line,
        first_line=blocks.first,
        last_line=blocks.last,
        length=over(counts.length),
        anchor_length=over(counts.anchor_length),
        tags=over(counts.tags),
    )


@step("threshold_check")
def threshold_check(blocks: LineBlocks) -> NDArray[np.bool_]:
    """A block is main content when TTR > 30 or TKD ≥ 2, and ATTR < 0.2."""
    few_links = blocks.attr < blocks.options.anchor_share
    dense = few_links & (blocks.ttr > blocks.threshold)
    every = blocks.options.rule == "all"
    # Counting keywords is the costly part: it is done where it decides.
    titled = blocks.keyword_density(dense if every else few_links & ~dense) >= blocks.options.keywords
    return titled if every else dense | titled


def _spans(markup: Markup, name: str) -> Iterator[tuple[int, int]]:
    """The stretches of the source from each tag of a name up to its end tag; one that is never closed has none."""
    named = markup.tag == tag_id(name)
    ends = named & markup.closing
    if name == "head":  # HTML lets the end tag of the head be left out before the body
        ends |= (markup.tag == tag_id("body")) & ~markup.closing
    start, end = markup.tag_start[named & ~markup.closing], markup.tag_start[ends]
    reached = 0
    for begin, number in zip(start.tolist(), end.searchsorted(start).tolist(), strict=True):
        if begin >= reached and number < len(end):
            reached = int(end[number])
            yield begin, reached


def title_keywords(page: Page) -> tuple[str, ...]:
    """The words of the `title` element in lower case, each once, without stop words and single letters."""
    title = (page.head.title or "")[:_LONGEST_TITLE]
    stop_words = _ENGLISH_STOP_WORDS | thai_stopwords() if _THAI.search(title) else _ENGLISH_STOP_WORDS
    lowered = (word.lower() for word in words(title))
    return tuple(dict.fromkeys(word for word in lowered if len(word) > 1 and word not in stop_words))


def occurrences(strings: list[str], keywords: tuple[str, ...]) -> NDArray[np.int64]:
    """How often keywords occur in each of the strings.

    >>> occurrences(["The cat sat", "concatenate the Cat's cat"], ("cat",)).tolist()
    [1, 2]
    """
    if not keywords or not strings:
        return np.zeros(len(strings), np.int64)
    lowered = [string.lower() for string in strings]
    text = "\n".join(lowered)
    places = [at for keyword in keywords for at in _places(text, keyword)]
    end = np.cumsum(np.fromiter(map(len, lowered), np.int64, len(lowered)) + 1)
    return np.bincount(np.searchsorted(end, np.array(places, np.int64), side="right"), minlength=len(strings))


def _places(text: str, keyword: str) -> list[int]:
    """Where a keyword stands in a text: as a word of its own, or anywhere in a script without spaces."""
    anywhere = _UNSPACED.search(keyword) is not None
    places: list[int] = []
    at = text.find(keyword)
    while at >= 0:
        end = at + len(keyword)
        if anywhere or not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            places.append(at)
        at = text.find(keyword, end)
    return places
