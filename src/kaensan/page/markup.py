"""The source as tags and runs of text, without a tree.

One vector pass finds every `<` and the `>` after it. Only what that pass cannot settle is looked at one by one, in
order: comments and declarations, elements whose content is not markup (`script`, `style`, …), and tags in whose quotes
a `<` or `>` may hide. Everything is linear in the length of the source, whatever is left unclosed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.page.tags import TAGS, family, tag_id

__all__ = ["COMMENT", "Markup", "scan"]

COMMENT = -1
"""the number that stands for comments, declarations and processing instructions among the tags"""

_VERBATIM = family("script style textarea title xmp iframe noembed noframes plaintext")
"""elements whose content is no markup, up to their own end tag"""
_CODE = family("script style xmp iframe noembed noframes plaintext")
_LT, _GT, _NEWLINE, _SLASH, _BANG, _QUESTION = b"<>\n/!?"

# A whole tag as the standard reads it; possessive throughout, so a tag that never ends costs one look.
_TAG = re.compile(
    r"</?+[A-Za-z][^\s/>]*+"
    r"(?:[\s/]++"
    r"|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\s>\"'][^\s>]*+)?+)?+"
    r")*+(?:>|\Z)"
)
_COMMENT_END = re.compile("--!?>")


@record
class Markup:
    """Tags, comments and the runs of text between them, in source order, by their offsets."""

    source: str
    codes: NDArray[Any]
    """the code points of the source"""
    tag_start: NDArray[np.int64]
    tag_end: NDArray[np.int64]
    """one past the `>`"""
    tag: NDArray[np.int16]
    """number of the element's name (see `tags.TAGS`), or `COMMENT`"""
    closing: NDArray[np.bool_]
    """the tag is an end tag"""

    @cached_property
    def run_start(self) -> NDArray[np.int64]:
        """Run i lies before tag i and may be empty; the last one ends with the source."""
        return np.concatenate([np.zeros(1, np.int64), self.tag_end])

    @cached_property
    def run_end(self) -> NDArray[np.int64]:
        """One past the last character of each run."""
        return np.concatenate([self.tag_start, np.array([len(self.source)])])

    @cached_property
    def code(self) -> NDArray[np.bool_]:
        """The run is code: the content of `script`, `style` and the like."""
        return np.concatenate([np.zeros(1, np.bool_), _CODE[self.tag] & ~self.closing & (self.tag >= 0)])

    @cached_property
    def newlines(self) -> NDArray[np.int64]:
        """Offsets of all line ends."""
        newlines: NDArray[np.int64] = (self.codes == _NEWLINE).nonzero()[0]
        return newlines


def scan(source: str, *, careful: bool = False) -> Markup:
    """Find the tags and the runs of text of a page.

    A `>` in a quoted attribute, followed by a tag before the quote ends, is taken for the end of its tag; `careful`
    reads every tag by itself, which costs several times as much.

    >>> markup = scan("<p title='a > b'>One<!-- <i> --> two<br>")
    >>> [markup.source[start:end] for start, end in zip(markup.run_start, markup.run_end) if start < end]
    ['One', ' two']
    """
    codes = _codes(source)
    start = (codes == _LT).nonzero()[0]
    first = codes.take(start + 1, mode="clip")
    closing = first == _SLASH
    name = start + 1 + closing
    named = _is_letter(codes.take(name, mode="clip"))
    opens = named | closing | (first == _BANG) | (first == _QUESTION)
    if not opens.all():
        start, closing, name, named = start[opens], closing[opens], name[opens], named[opens]
    number = np.where(named, _numbers(codes, name), np.int16(COMMENT))
    # Past the last `>` nothing is a tag, but it is no text either.
    gt = np.append((codes == _GT).nonzero()[0], len(source) - 1)
    nearest = np.minimum(gt.searchsorted(start), len(gt) - 1)
    end = gt[nearest] + 1
    verbatim = _VERBATIM[number] & ~closing & named
    strange = np.ones(len(start), np.bool_)  # another `<` inside the tag, or another `>` after it
    np.not_equal(nearest[1:] - nearest[:-1], 1, out=strange[:-1])
    tags = _Tags(start, end, number, closing)
    doubtful = (careful | strange | verbatim | ~named).nonzero()[0]
    inside = _settle(source, tags, verbatim, doubtful)
    if inside.any():
        free = ~inside
        tags = _Tags(start[free], end[free], number[free], closing[free])
    return Markup(source, codes, *tags)


class _Tags(NamedTuple):
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    number: NDArray[np.int16]
    closing: NDArray[np.bool_]


def _settle(source: str, tags: _Tags, verbatim: NDArray[np.bool_], doubtful: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Put right the ends of the doubtful tags, and mark what lies inside them or inside their content."""
    cursor = 0
    closers: dict[int, list[int]] = {}
    settled: list[tuple[int, int, int]] = []
    columns = (doubtful, tags.start[doubtful], tags.end[doubtful], tags.number[doubtful], verbatim[doubtful])
    for row, start, end, number, is_verbatim in zip(*(column.tolist() for column in columns), strict=True):
        if start < cursor:
            continue
        if number != COMMENT:
            found = _TAG.match(source, start)
            end = found.end() if found else end
        elif source.startswith("<!--", start):
            found = _COMMENT_END.search(source, start + 2)
            end = found.end() if found else len(source)
        cursor = end
        if is_verbatim:
            if number not in closers:
                closers[number] = tags.start[(tags.number == number) & tags.closing].tolist()
            close = bisect_left(closers[number], cursor)
            cursor = closers[number][close] if close < len(closers[number]) else len(source)
        settled.append((row, end, cursor))
    change = np.zeros(len(tags.start) + 1, np.int32)
    if settled:
        rows, ends, cursors = np.array(settled, np.int64).T
        tags.end[rows] = ends
        change[rows + 1] += 1
        np.add.at(change, np.maximum(np.searchsorted(tags.start, cursors), rows + 1), -1)
    inside: NDArray[np.bool_] = np.cumsum(change[:-1]) > 0
    return inside


def _codes(source: str) -> NDArray[Any]:
    """The source as an array of numbers, as narrow as its characters allow."""
    if source.isascii():
        return np.frombuffer(source.encode("ascii"), np.uint8)
    if source.__sizeof__() < 4 * len(source):  # a hint only: four bytes a character means characters beyond 16 bits
        narrow = source.encode("utf-16-le", "surrogatepass")
        if len(narrow) == 2 * len(source):
            return np.frombuffer(narrow, np.uint16)
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), np.uint32)


def _is_letter(codes: NDArray[Any]) -> NDArray[np.bool_]:
    letter: NDArray[np.bool_] = ((codes | 0x20) - 97) < 26
    return letter


_NEXT_EIGHT = np.arange(8)
_SPREAD = 0x0101010101010101
_DELIMITERS = np.zeros(256, np.bool_)
_DELIMITERS[[0, *(code | 0x20 for code in b"\t\n\f />")]] = True
_HEADINGS = tag_id("h1")


def _key(name: str) -> int:
    return int.from_bytes(name.encode()[:8].ljust(8, b"\0"), "little")


_KEYS = np.array([_key(name) for name in TAGS], np.uint64)
_RESTS = np.array([_key(name[8:]) for name in TAGS], np.uint64)
_ORDER = np.argsort(_KEYS).astype(np.int16)
_SORTED = _KEYS[_ORDER]


def _numbers(codes: NDArray[Any], at: NDArray[np.int64]) -> NDArray[np.int16]:
    """The numbers of the element names that begin at the given offsets.

    Eight characters are read as one number; letters are the bytes with bit 0x40 once bit 0x20 is set.
    """
    letters, after, whole = _word(codes, at)
    found = np.minimum(np.searchsorted(_SORTED, letters), len(_SORTED) - 1)
    known = (_SORTED[found] == letters) & (_DELIMITERS[after] | ~whole)
    number = np.where(known, _ORDER[found], np.int16(0))
    digit = after.astype(np.int16) - 48
    heading = ((letters == ord("h")) & (digit >= 1) & (digit <= 6)).nonzero()[0]
    number[heading] = _HEADINGS + digit[heading] - 1
    longer = (~whole & known).nonzero()[0]
    if longer.size:  # `blockquote`, but also `textarea-of-mine`
        letters, after, whole = _word(codes, at[longer] + 8)
        number[longer] *= (_RESTS[number[longer]] == letters) & _DELIMITERS[after] & whole
    return number


def _word(
    codes: NDArray[Any], at: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.bool_]]:
    """The letters from each offset on as one number, the character after them, and whether they end within eight."""
    one, six, byte = np.uint64(1), np.uint64(6), np.uint64(0xFF)
    word = _eight(codes, at) | np.uint64(0x20 * _SPREAD)
    other = ~word & np.uint64(0x40 * _SPREAD)
    unit = (other & (~other + one)) >> six  # 256 to the power of the number of letters, 0 for eight
    after = (word // np.maximum(unit, one)) & byte
    return word & (unit - one), after.astype(np.uint8), unit != 0


def _eight(codes: NDArray[Any], at: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Eight characters from each offset on, a byte each, in one number; characters beyond a byte are no letters."""
    windows = codes.take(at[:, None] + _NEXT_EIGHT, mode="clip")
    if codes.itemsize > 1:
        windows = (windows * (windows < 128)).astype(np.uint8)
    return windows.view("<u8").reshape(-1)
