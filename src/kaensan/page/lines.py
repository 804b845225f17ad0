"""The source of a page line by line: how much text and how many tags each line has.

Both line-based papers count on the markup itself. Text is counted as a reader sees it, entities decoded and white space
collapsed, so indentation is not text; and every stretch of text knows the row of `page.texts` it belongs to, which
carries a decision about lines over to rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.page import Page, Texts
from kaensan.page.markup import COMMENT, Markup
from kaensan.page.safe_readers import unescape
from kaensan.page.tags import family, tag_id
from kaensan.page.texts import sums_between

__all__ = ["BREAKING", "SourceLines", "broken_lines", "raw_lines"]

BREAKING = family(
    "p div h1 h2 h3 h4 h5 h6 li ul ol table tr td th section article header footer nav aside blockquote pre dl dt dd "
    "form br hr"
)
"""block-level tags, at which a source without line ends is broken"""
_REMOVED = family("script style")
_TITLE = tag_id("title")
_NEWLINE = 10
_FEWEST, _LONGEST = 10, 65_536


@record
class SourceLines:
    """The lines of a page, and the pieces of text on them."""

    page: Page
    start: NDArray[np.int64]
    """where each line starts in the source; it ends where the next one starts"""
    tags: NDArray[np.int64]
    """tags that start on each line, without those of `script` and `style`"""
    piece_line: NDArray[np.int64]
    """a piece is the part of a row of `texts` on one line, in document order"""
    piece_row: NDArray[np.int64]
    piece_length: NDArray[np.int64]
    """its characters, white space collapsed and that at both ends left out"""
    piece_gap: NDArray[np.bool_]
    """white space parts it from the piece before it, which is of the same block and on the same line"""

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def length(self) -> NDArray[np.int64]:
        """Characters of text on each line; the title counts once, also where it is no row of `texts`."""
        length = self.add(self.piece_length + self.piece_gap)
        texts, markup = self.page.texts, self.page.texts.markup
        titles = ((markup.tag == _TITLE) & ~markup.closing).nonzero()[0]
        if len(titles):
            run = int(titles[0]) + 1
            at, end = int(markup.run_start[run]), int(markup.run_end[run])
            if not ((texts.offset >= at) & (texts.offset < end)).any():
                line = int(np.searchsorted(self.start, at, side="right")) - 1
                length[max(line, 0)] += len(" ".join(unescape(self.page.source[at:end]).split()))
        return length

    def add(self, amount: NDArray[np.integer]) -> NDArray[np.int64]:
        """Add up a number per piece over each line."""
        return np.bincount(self.piece_line, amount, minlength=len(self)).astype(np.int64)

    @cached_property
    def _row_length(self) -> NDArray[np.float64]:
        whole = np.bincount(self.piece_row, self.piece_length, minlength=len(self.page.texts))
        return np.maximum(whole, 1)

    def share(self, amount: NDArray[np.bool_] | NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of a number per line over the text of each row."""
        weighted = self.piece_length * amount[self.piece_line]
        total = np.bincount(self.piece_row, weighted, minlength=len(self.page.texts))
        mean: NDArray[np.float64] = total / self._row_length
        return mean

    def text(self, line: int) -> str:
        """The rows that have text on a line, for a reader who wants to see where he is."""
        rows = dict.fromkeys(self.piece_row[self.piece_line == line].tolist())
        return " ".join(" ".join(self.page.texts.strings[row].split()) for row in rows)


def raw_lines(page: Page, *, rebreak: bool = True) -> SourceLines:
    """The lines as the source has them, without the content of `script`, `style` and comments.

    With `rebreak`, a page of fewer than 10 lines and lines of more than 65,536 characters are broken at block tags.
    """
    markup = page.texts.markup
    start = _after_line_ends(markup, markup.tag == COMMENT)
    if rebreak and len(start) < _FEWEST:
        start = _merged(start, _block_tags(markup))
    elif rebreak and len(page.source) > _LONGEST:
        end = np.concatenate([start[1:], [len(page.source)]])
        if (end - start).max() > _LONGEST:
            breaks = _block_tags(markup)
            line = start.searchsorted(breaks, side="right") - 1
            start = _merged(start, breaks[(end - start)[line] > _LONGEST])
    return _lines(page, start)


def broken_lines(page: Page, filtered: NDArray[np.bool_] | None = None) -> SourceLines:
    """The lines of the source, broken further so that each block-level tag starts one; tags stay whole.

    Tags that are `filtered` are not counted.
    """
    markup = page.texts.markup
    anything = np.ones(len(markup.tag), np.bool_)
    return _lines(page, _merged(_after_line_ends(markup, anything), _block_tags(markup)), filtered)


def _block_tags(markup: Markup) -> NDArray[np.int64]:
    """Where block-level tags start."""
    breaking: NDArray[np.bool_] = BREAKING[markup.tag] & (markup.tag != COMMENT)
    return markup.tag_start[breaking]


def _after_line_ends(markup: Markup, whole: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Where lines start: at 0 and after every line end that is not in code, nor in a tag marked as whole."""
    newlines = markup.newlines
    code = markup.code[1:]
    tag = (whole | code).nonzero()[0]
    # From the marked tag's start, or its end when only the code after it counts, to its end or to the end of the code.
    first = np.where(whole[tag], markup.tag_start[tag], markup.tag_end[tag])
    last = np.where(code[tag], markup.run_end[tag + 1], markup.tag_end[tag])
    bounds = newlines.searchsorted(np.concatenate([first, last]))
    change = np.bincount(bounds[: len(tag)], minlength=len(newlines) + 1)
    change -= np.bincount(bounds[len(tag) :], minlength=len(newlines) + 1)
    start = newlines[change.cumsum()[:-1] == 0] + 1
    return np.concatenate([np.zeros(1, np.int64), start])


def _merged(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two ascending columns as one, without doubles."""
    both = np.concatenate([first, second])
    both.sort(kind="stable")  # stable: two runs are merged in linear time
    distinct = np.ones(len(both), np.bool_)
    np.greater(both[1:], both[:-1], out=distinct[1:])
    return both[distinct]


def _lines(page: Page, start: NDArray[np.int64], filtered: NDArray[np.bool_] | None = None) -> SourceLines:
    """Count tags and text on the lines that start at the given offsets."""
    texts, markup = page.texts, page.texts.markup
    counted = (markup.tag != COMMENT) & ~_REMOVED[markup.tag]
    if filtered is not None:
        counted &= ~filtered
    tag_line = start.searchsorted(markup.tag_start[counted], side="right") - 1
    # A row is cut where its text has line ends; each cut is one line further down.
    rows = texts.start[:-1]
    piece_start = np.concatenate([rows, (texts.codes == _NEWLINE).nonzero()[0]])
    piece_start.sort(kind="stable")
    piece_row = texts.start.searchsorted(piece_start, side="right") - 1
    first_line = start.searchsorted(texts.offset, side="right") - 1
    piece_line = np.arange(len(piece_start)) + (first_line - piece_start.searchsorted(rows))[piece_row]
    length = _collapsed_length(texts, piece_start)
    holds = length.nonzero()[0]
    piece_row, piece_line = piece_row[holds], np.minimum(piece_line[holds], len(start) - 1)
    gap = texts.spaced[piece_row]
    block = texts.block[piece_row]
    gap[:1] = False
    gap[1:] &= (piece_row[1:] > piece_row[:-1]) & (piece_line[1:] == piece_line[:-1]) & (block[1:] == block[:-1])
    return SourceLines(
        page=page,
        start=start,
        tags=np.bincount(tag_line, minlength=len(start)),
        piece_line=piece_line,
        piece_row=piece_row,
        piece_length=length[holds],
        piece_gap=gap,
    )


def _collapsed_length(texts: Texts, piece_start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Characters from each start to the next, as many as `" ".join(piece.split())` has."""
    solid = texts.solid
    begins = solid.copy()
    np.greater(solid[1:], solid[:-1], out=begins[1:])
    begins[texts.start[:-1]] = solid[texts.start[:-1]]
    # Every character counts, and every word but the first brings a space.
    length = sums_between(solid.view(np.int8) + begins.view(np.int8), np.append(piece_start, len(solid)))
    return np.maximum(length - 1, 0)
