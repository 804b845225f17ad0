"""A page as one sequence of tags and words.

The tags are those of the parsed tree, so every start tag has its end tag, also where the source left it out; elements
without content (`br`, `img`) are one token. Attributes are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.page import Page
from kaensan.page.tags import family, tag_id

__all__ = ["CLEANED", "VOID", "Label", "Tokens", "Words", "places", "tokenise"]

Words = Callable[[str], Sequence[str]]
"""Splits a text into words; blank ones are dropped."""


class Label(IntEnum):
    """What a token is part of."""

    O = 0  # noqa: E741  # the paper's letter for "other"
    C = 1
    T = 2


CLEANED = family("script style link meta button")
"""Elements that are removed with all they hold before the page is tokenised."""

VOID = family("area base br col embed frame hr img input link meta param source track wbr")
"""Elements that have no end tag."""


@record
class Tokens:
    """The tags and words of a page in document order."""

    strings: list[str]
    """`<h1>`, `word`, `</h1>`"""
    row: NDArray[np.int32]
    """the row of `texts` that a word comes from; -1 for tags and for the words of the head's `title`"""
    element: NDArray[np.int32]
    """the innermost tag pair around a token, as a row of `elements`; a tag lies in its own pair"""
    depth: NDArray[np.int32]
    """how deep that pair is nested"""
    parent: NDArray[np.int32]
    """per element, the pair around it"""
    opening: NDArray[np.int32]
    """per element, the token that opens it; -1 for elements that were removed or have no pair"""
    closing: NDArray[np.int32]
    """per element, the token that closes it"""
    place: NDArray[np.int64]
    """where the tag or text of a token stands among all tags and texts of the page, removed ones included"""

    def __len__(self) -> int:
        return len(self.strings)


def tokenise(page: Page, words: Words | None = None) -> Tokens:
    """Clean a page and read it as tags and words; words come from the Thai segmenter unless `words` is given.

    >>> from kaensan.page import parse
    >>> tokenise(parse("<h1>On boards</h1>"), str.split).strings[4:]
    ['<h1>', 'On', 'boards', '</h1>', '</body>', '</html>']
    """
    if words is None:
        from kaensan.thai.words import segment

        words = segment
    elements, texts = page.elements, page.texts
    kept = ~elements.inherit(CLEANED[elements.tag])
    pair = kept & ~VOID[elements.tag]
    starts, ends, rows = (np.flatnonzero(kept), np.flatnonzero(pair), np.flatnonzero(kept[texts.parent]))
    titles = [row for row in page.unread if elements.tag[row] == tag_id("title") and kept[row]]

    at_start, at_end, at_row = places(page)
    place = np.concatenate([at_start[starts], at_end[ends], at_row[rows], at_start[titles]])
    kind = np.repeat([0, 1, 2, 3], [len(starts), len(ends), len(rows), len(titles)])
    which = np.concatenate([starts, ends, rows, np.array(titles, np.int64)])
    order = np.lexsort((kind, place))

    strings: list[str] = []
    counts = np.ones(len(order), np.int64)
    names, text = elements.names, texts.strings
    for number, (k, i) in enumerate(zip(kind[order].tolist(), which[order].tolist(), strict=True)):
        if k == 0:
            strings.append(f"<{names[i]}>")
        elif k == 1:
            strings.append(f"</{names[i]}>")
        else:
            segmented = [word for word in words(text[i] if k == 2 else page.unread[i]) if not word.isspace()]
            counts[number] = len(segmented)
            strings.extend(segmented)

    parents = elements.parent.astype(np.int64)
    own = np.concatenate([np.where(pair[starts], starts, parents[starts]), ends, texts.parent[rows], titles])
    row = np.concatenate([np.full(len(starts) + len(ends), -1), rows, np.full(len(titles), -1)])
    element = np.repeat(own[order], counts).astype(np.int32)
    first = np.cumsum(counts) - counts
    opening = np.full(len(elements), -1, np.int32)
    closing = np.full(len(elements), -1, np.int32)
    opening[which[order][kind[order] == 0]] = first[kind[order] == 0]
    closing[which[order][kind[order] == 1]] = first[kind[order] == 1]
    opening[~pair] = -1
    return Tokens(
        strings=strings,
        row=np.repeat(row[order], counts).astype(np.int32),
        element=element,
        depth=elements.depth[element],
        parent=elements.parent,
        opening=opening,
        closing=closing,
        place=np.repeat(place[order], counts),
    )


def places(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Where each start tag, end tag and text stands in the sequence of them all.

    Before an event lie the elements that have started, those of them that have ended (all but the open ones, of
    which there are as many as the depth says), and the texts so far.
    """
    elements, texts = page.elements, page.texts
    number = np.arange(len(elements), dtype=np.int64)
    depth = elements.depth.astype(np.int64)
    end = elements.end.astype(np.int64)
    at_start = 2 * number - depth + elements.first_text
    at_end = 2 * end - depth - 1 + elements.end_text
    started = np.searchsorted(elements.first_text, np.arange(len(texts)), side="right")
    at_row = np.arange(len(texts)) + 2 * started - texts.depth
    return at_start, at_end, at_row
