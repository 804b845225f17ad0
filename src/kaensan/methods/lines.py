"""The source of a page line by line: how much text and how many tags each line has.

Both line-based papers count on the markup itself. Text is counted as a reader sees it, entities decoded and white space
collapsed, so indentation is not text; and every stretch of text knows the row of `page.texts` it belongs to, which
carries a decision about lines over to rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import unescape

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page, Texts
from kaensan.page.markup import COMMENT, Markup
from kaensan.page.tags import family, tag_id

__all__ = ["BREAKING", "SourceLines", "broken_lines", "raw_lines"]

BREAKING = family(
    "p div h1 h2 h3 h4 h5 h6 li ul ol table tr td th section article header footer nav aside blockquote pre dl dt dd "
    "form br hr"
)
"""block-level tags, at which a source without line ends is broken"""
_REMOVED = family("script style")
_NEWLINE = 10
_FEWEST, _LONGEST = 10, 65_536


@dataclass(frozen=True)
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
    """one past the last row for the text of `title`, which is no row"""
    piece_length: NDArray[np.int64]
    """its characters, white space collapsed"""

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def length(self) -> NDArray[np.int64]:
        """Characters of text on each line."""
        return self.add(self.piece_length)

    def add(self, amount: NDArray[np.integer]) -> NDArray[np.int64]:
        """Add up a number per piece over each line."""
        return np.bincount(self.piece_line, amount, minlength=len(self)).astype(np.int64)

    def share(self, amount: NDArray[np.bool_] | NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of a number per line over the text of each row."""
        rows = len(self.page.texts) + 1
        whole = np.bincount(self.piece_row, self.piece_length, minlength=rows)
        part = np.bincount(self.piece_row, self.piece_length * amount[self.piece_line], minlength=rows)
        mean: NDArray[np.float64] = part[:-1] / np.maximum(whole[:-1], 1)
        return mean

    def text(self, line: int) -> str:
        """The rows that have text on a line, for a reader who wants to see where he is."""
        rows = np.unique(self.piece_row[self.piece_line == line])
        strings = self.page.texts.strings
        return " ".join(" ".join(strings[row].split()) for row in rows[rows < len(strings)].tolist())


def raw_lines(page: Page, *, rebreak: bool = True) -> SourceLines:
    """The lines as the source has them, without the content of `script`, `style` and comments.

    With `rebreak`, a page of fewer than 10 lines and lines of more than 65,536 characters are broken at block tags.
    """
    markup = page.texts.markup
    newlines = markup.newlines
    start = np.concatenate([np.zeros(1, np.int64), newlines[~_removed(markup, newlines)] + 1])
    if rebreak:
        breaks = markup.tag_start[_breaking(markup)]
        if len(start) < _FEWEST:
            start = np.union1d(start, breaks)
        else:
            length = np.diff(start, append=len(page.source))
            if (length > _LONGEST).any():
                line = np.searchsorted(start, breaks, side="right") - 1
                start = np.union1d(start, breaks[length[line] > _LONGEST])
    return _lines(page, start)


def broken_lines(page: Page) -> SourceLines:
    """The lines of the source, broken further so that each block-level tag starts one; tags stay whole.

    Lines with neither text nor tags are left out.
    """
    markup = page.texts.markup
    newlines = markup.newlines
    tag = np.searchsorted(markup.tag_start, newlines) - 1
    in_text = (tag < 0) | (markup.tag_end[tag] <= newlines)
    start = np.union1d(newlines[in_text & ~_removed(markup, newlines)] + 1, markup.tag_start[_breaking(markup)])
    lines = _lines(page, np.union1d([0], start))
    holds = (lines.tags > 0) | (lines.length > 0)
    number = np.cumsum(holds) - 1
    return SourceLines(
        page,
        lines.start[holds],
        lines.tags[holds],
        number[lines.piece_line],
        lines.piece_row,
        lines.piece_length,
    )


def _breaking(markup: Markup) -> NDArray[np.bool_]:
    breaking: NDArray[np.bool_] = BREAKING[markup.tag] & (markup.tag != COMMENT)
    return breaking


def _removed(markup: Markup, at: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which offsets lie in comments or code; the offsets are in order."""
    comment = markup.tag == COMMENT
    start = np.concatenate([markup.tag_start[comment], markup.run_start[markup.code]])
    end = np.concatenate([markup.tag_end[comment], markup.run_end[markup.code]])
    change = np.zeros(len(at) + 1, np.int32)
    np.add.at(change, np.searchsorted(at, start), 1)
    np.add.at(change, np.searchsorted(at, end), -1)
    removed: NDArray[np.bool_] = np.cumsum(change[:-1]) > 0
    return removed


def _lines(page: Page, start: NDArray[np.int64]) -> SourceLines:
    """Count tags and text on the lines that start at the given offsets."""
    texts, markup = page.texts, page.texts.markup
    counted = (markup.tag != COMMENT) & ~_REMOVED[markup.tag]
    tag_line = np.searchsorted(start, markup.tag_start[counted], side="right") - 1
    first = np.searchsorted(start, texts.offset, side="right") - 1
    last = np.searchsorted(start, texts.end_offset, side="right") - 1
    # A row is cut where its text has line ends; each cut is one line further down.
    cuts = np.flatnonzero(texts.codes == _NEWLINE)
    piece_start = np.sort(np.concatenate([texts.start[:-1], cuts]))
    piece_row = np.searchsorted(texts.start, piece_start, side="right") - 1
    nth = np.arange(len(piece_start)) - np.searchsorted(piece_start, texts.start[:-1])[piece_row]
    line = np.minimum(first[piece_row] + nth, np.maximum(last, first)[piece_row])
    length = _collapsed_length(texts, piece_start)
    title_line, title_length = _title(markup, start)
    piece_line = np.append(line, title_line)
    piece_row = np.append(piece_row, len(texts))
    length = np.append(length, title_length)
    holds = length > 0
    return SourceLines(
        page=page,
        start=start,
        tags=np.bincount(tag_line, minlength=len(start)),
        piece_line=piece_line[holds],
        piece_row=piece_row[holds],
        piece_length=length[holds],
    )


def _collapsed_length(texts: Texts, piece_start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Characters from each start to the next, as many as `" ".join(piece.split())` has."""
    solid = texts.solid
    begins = solid.copy()
    begins[1:] &= ~solid[:-1]
    begins[texts.start[:-1]] = solid[texts.start[:-1]]
    characters = np.zeros(len(solid) + 1, np.int32)
    np.cumsum(solid, out=characters[1:])
    words = np.zeros(len(solid) + 1, np.int32)
    np.cumsum(begins, out=words[1:])
    ends = np.append(piece_start[1:], len(solid))
    gaps = words[ends] - words[piece_start] - 1
    length: NDArray[np.int64] = characters[ends] - characters[piece_start] + np.maximum(gaps, 0)
    return length


def _title(markup: Markup, start: NDArray[np.int64]) -> tuple[int, int]:
    """The line and the length of the page's title."""
    found = np.flatnonzero((markup.tag == tag_id("title")) & ~markup.closing)
    if not len(found):
        return 0, 0
    run = int(found[0]) + 1
    at, end = int(markup.run_start[run]), int(markup.run_end[run])
    title = unescape(markup.source[at:end]).split()
    return int(np.searchsorted(start, at, side="right")) - 1, len(" ".join(title))
