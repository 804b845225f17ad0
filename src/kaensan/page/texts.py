"""The table that every method reads: one row per text node, in document order.

Nothing is thrown away here. Hidden text, form controls and the content of `noscript` are rows like any other; their
`context` says what they are, and each method decides.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.page.climbing import flow_down
from kaensan.page.counting import block_starts, code_points, row_starts, solid_lengths
from kaensan.page.elements import Elements
from kaensan.page.inline_rows import InlineRows
from kaensan.page.row_spaces import spaced_rows
from kaensan.page.source import Source
from kaensan.page.tags import TAGS, family, tag_id
from kaensan.page.unread import Unread
from kaensan.page.visibility import Flags, apply_attributes

if TYPE_CHECKING:  # most methods never ask where a text stands in the source
    from kaensan.page.markup import Markup
    from kaensan.page.offsets import Located

__all__ = ["Context", "Texts", "sums_between"]


class Context(IntFlag):
    """Where a text stands: what it, or an element around it, is."""

    H1 = 1 << 0
    H2 = 1 << 1
    H3 = 1 << 2
    H4 = 1 << 3
    H5 = 1 << 4
    H6 = 1 << 5
    LIST = 1 << 6
    TABLE = 1 << 7
    CODE = 1 << 8
    QUOTE = 1 << 9
    PREFORMATTED = 1 << 10
    FIGURE = 1 << 11
    CONTROL = 1 << 12
    """inside a form control: button, select, option, textarea, datalist"""
    FORM = 1 << 13
    FOREIGN = 1 << 14
    """inside svg, math, canvas, object, audio or video"""
    NOSCRIPT = 1 << 15
    TEMPLATE = 1 << 16
    COLLAPSED = 1 << 17
    """inside `details` that is not open, outside its summary"""
    UNDISPLAYED = 1 << 18
    """`style="display:none"` or `visibility:hidden`"""
    HIDDEN = 1 << 19
    """the `hidden` attribute"""
    ARIA_HIDDEN = 1 << 20
    HEAD = 1 << 21
    NAV = 1 << 22
    HEADER = 1 << 23
    FOOTER = 1 << 24
    ASIDE = 1 << 25
    MAIN = 1 << 26
    ARTICLE = 1 << 27

    HEADING = H1 | H2 | H3 | H4 | H5 | H6
    INVISIBLE = TEMPLATE | UNDISPLAYED | HIDDEN | HEAD
    """what a browser with scripts off would not show; `noscript` it would, `details` it would on a click"""


_FAMILIES: dict[Context, str] = {
    Context.H1: "h1",
    Context.H2: "h2",
    Context.H3: "h3",
    Context.H4: "h4",
    Context.H5: "h5",
    Context.H6: "h6",
    Context.LIST: "li",
    Context.TABLE: "table",
    Context.CODE: "code samp kbd",
    Context.QUOTE: "blockquote",
    Context.PREFORMATTED: "pre textarea listing xmp plaintext",
    Context.FIGURE: "figure",
    Context.CONTROL: "button select option optgroup textarea datalist",
    Context.FORM: "form",
    Context.FOREIGN: "svg math canvas object audio video",
    Context.NOSCRIPT: "noscript",
    Context.TEMPLATE: "template",
    Context.COLLAPSED: "details",
    Context.HEAD: "head",
    Context.NAV: "nav",
    Context.HEADER: "header",
    Context.FOOTER: "footer",
    Context.ASIDE: "aside",
    Context.MAIN: "main",
    Context.ARTICLE: "article",
}
_FLAGS = np.zeros(len(TAGS), np.int32)
for _flag, _names in _FAMILIES.items():
    _FLAGS[family(_names)] |= int(_flag)

_COLLAPSED = int(Context.COLLAPSED)
_INVISIBLE, _HEADING = Context.INVISIBLE, int(Context.HEADING)  # Python 3.11 takes long to look up a flag by its name
_SUMMARY, _ANCHOR = tag_id("summary"), tag_id("a")
_BY_ATTRIBUTE = Flags(
    undisplayed=int(Context.UNDISPLAYED),
    hidden=int(Context.HIDDEN),
    aria_hidden=int(Context.ARIA_HIDDEN),
    collapsed=_COLLAPSED,
    template=int(Context.TEMPLATE),
)
_LEVEL = np.array([(bits & -bits).bit_length() for bits in range(64)], np.int8)  # the lowest bit set: h1 before h2


@record
class Texts:
    """Columns over the text nodes of one page."""

    strings: list[str]
    """the text of each node, normalised, white space as in the source"""
    parent: NDArray[np.int32]
    """the element that directly holds the text"""
    block: NDArray[np.int32]
    """the block of the row, numbered from 0 in document order; block-level elements and `br` separate blocks"""
    elements: Elements
    source: Source
    _blank_before: NDArray[np.bool_]
    _as_parsed: list[str]
    """the strings before they were normalised"""
    _code: Unread
    gaps: dict[int, str]
    """blank text before a row of a preformatted element, by row: white space that counts"""

    def __len__(self) -> int:
        return len(self.strings)

    @cached_property
    def blocks(self) -> int:
        """How many blocks there are."""
        return int(self.block[-1]) + 1 if len(self) else 0

    @cached_property
    def block_start(self) -> NDArray[np.int32]:
        """The first row of each block, and one past the last row at the end: `blocks + 1` numbers."""
        return block_starts(self.block, self.blocks)

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """The code points of all strings, one after another."""
        return code_points(self.strings, int(self.start[-1]))

    @cached_property
    def start(self) -> NDArray[np.int64]:
        """Where each row starts in `codes`, and the total at the end: `len + 1` numbers."""
        return row_starts(self.strings)

    def sums(self, weight: NDArray[np.generic]) -> NDArray[np.int64]:
        """Add up a number per character over each row: `texts.sums(is_digit[codes])`."""
        return sums_between(weight, self.start)

    @cached_property
    def length(self) -> NDArray[np.int64]:
        """Characters of each row, white space not counted."""
        return solid_lengths(self.codes, self.start, self.solid_table)

    @cached_property
    def length_before(self) -> NDArray[np.int64]:
        """The sum of `length` before each row, and of all rows at the end: `len + 1` numbers."""
        total = np.zeros(len(self) + 1, np.int64)
        np.cumsum(self.length, out=total[1:])
        return total

    @cached_property
    def block_length(self) -> NDArray[np.int64]:
        """The sum of `length` over each block."""
        return np.diff(self.length_before[self.block_start])

    @property
    def solid_table(self) -> NDArray[np.uint8]:
        """By code point 1 for characters that are not white space; the last one is for all beyond."""
        return _SOLID

    @cached_property
    def solid(self) -> NDArray[np.bool_]:
        """Which of `codes` are not white space."""
        return ~self._is_space

    @cached_property
    def _is_space(self) -> NDArray[np.bool_]:
        is_space: NDArray[np.bool_] = _SPACE[np.minimum(self.codes, len(_SPACE) - 1)]
        return is_space

    @cached_property
    def spaced(self) -> NDArray[np.bool_]:
        """White space separates the row from the row before it (of the same block)."""
        return spaced_rows(self, self._blank_before)

    @cached_property
    def inline(self) -> InlineRows:
        """Rows read as lines of text."""
        return InlineRows(self)

    @cached_property
    def depth(self) -> NDArray[np.int32]:
        """Number of elements around the text."""
        return self.elements.depth[self.parent] + 1

    @cached_property
    def context(self) -> NDArray[np.int32]:
        """`Context` flags of each row."""
        return element_context(self.elements)[self.parent]

    def within(self, context: Context) -> NDArray[np.bool_]:
        """True for the rows that stand in any of the given contexts."""
        found: NDArray[np.bool_] = (self.context & int(context)) != 0
        return found

    @cached_property
    def heading(self) -> NDArray[np.int8]:
        """Level of the heading around the row, 0 for none."""
        level: NDArray[np.int8] = _LEVEL[self.context & _HEADING]
        return level

    @cached_property
    def anchor(self) -> NDArray[np.int32]:
        """The `a` element around the row, -1 for none."""
        return self.elements.nearest(self.elements.tag == _ANCHOR)[self.parent]

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """False for rows that a reader of the page would not see, whatever they click."""
        return ~self.within(_INVISIBLE)

    @property
    def markup(self) -> Markup:
        """The source as tags and runs of text, for methods that work without a tree."""
        return self._located.markup

    @property
    def offset(self) -> NDArray[np.int64]:
        """Where each row starts in `source`."""
        return self._located.start

    @property
    def end_offset(self) -> NDArray[np.int64]:
        """Where each row ends in `source`."""
        return self._located.end

    @cached_property
    def _located(self) -> Located:
        from kaensan.page.offsets import locate

        strings: list[str] = []
        is_row: list[bool] = []
        done = 0
        for before, _, text in self._code.each():
            strings += self._as_parsed[done:before]
            is_row += [True] * (before - done)
            strings.append(text)
            is_row.append(False)
            done = before
        strings += self._as_parsed[done:]
        is_row += [True] * (len(self) - done)
        return locate(self.source.text, strings, np.array(is_row, np.bool_))


def sums_between(weight: NDArray[np.generic], bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add up numbers from each bound to the next, without a running total of them all; the last bound is their end."""
    summed = np.zeros(len(bounds) - 1, np.int64)
    filled = np.flatnonzero(bounds[1:] > bounds[:-1])
    if len(filled):
        summed[filled] = np.add.reduceat(weight, bounds[filled], dtype=np.int64)
    return summed


def element_context(elements: Elements) -> NDArray[np.int32]:
    """`Context` flags of every element, its own and those of the elements around it."""
    flags = _FLAGS[elements.tag]
    apply_attributes(elements.attrs, flags, _BY_ATTRIBUTE)
    parent = elements.parent
    if elements.tags_held[_SUMMARY]:
        summary, details = _in_sight(elements, (elements.tag == _SUMMARY).nonzero()[0])
        flags[summary] |= flags[details] & ~_COLLAPSED
        parent = parent.copy()
        parent[summary] = elements.parent[details]
    flow_down(parent, flags)
    return flags


def _in_sight(elements: Elements, summary: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """The summary that stays in sight of each `details`, even of a closed one, and that `details`."""
    summary = summary[elements.tag[elements.parent[summary]] == tag_id("details")]
    details, first = np.unique(elements.parent[summary], return_index=True)
    return summary[first], details


SPACES = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
"""All white space, as `str.isspace` has it: asking about every character takes a part of the time of a first page."""

_SPACE = np.zeros(ord(SPACES[-1]) + 2, np.bool_)  # the last entry is for all characters beyond
_SPACE[list(map(ord, SPACES))] = True
_SOLID = (~_SPACE).view(np.uint8)
