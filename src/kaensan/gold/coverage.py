"""Which blocks of a page are in its gold text.

Page and gold are aligned as two sequences of words (single characters in scripts without spaces) by their longest
common subsequence. A run of aligned words counts when it is long enough not to be chance, or when it is a whole
block that stands in the gold where its neighbours say it should.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.metrics import units
from kaensan.gold.subsequence import common_pairs
from kaensan.page import Page
from kaensan.page.normalise import normalise

__all__ = ["block_texts", "coverage", "rows_in_text", "snippet_labels"]

_RUN = 3  # aligned words in a row that are not chance
_MOST = 30_000  # words of a page and of its gold that are aligned, for the memory that takes (a bit a pair)
_MOSTLY = 0.5  # share of a block's words in the gold from which on the block is content


def block_texts(page: Page) -> list[str]:
    """The text of every block, as rendered."""
    texts = page.texts
    parts: list[list[str]] = [[] for _ in range(texts.blocks)]
    for text, block, spaced in zip(texts.strings, texts.block.tolist(), texts.spaced.tolist(), strict=True):
        if spaced:
            parts[block].append(" ")
        parts[block].append(text)
    return [" ".join("".join(part).split()) for part in parts]


def coverage(blocks: list[str], gold: str) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """For every block the share of its words that the gold holds, and how many words it has."""
    words_of = [units(text) for text in blocks]
    size = np.array([len(words) for words in words_of], np.int32)
    ids: dict[str, int] = {}
    sequence = [ids.setdefault(word, len(ids)) for words in words_of for word in words][:_MOST]
    lines = [[ids.setdefault(word, len(ids)) for word in units(line)] for line in gold.splitlines()]
    wanted = [word for line in lines for word in line][:_MOST]
    edge = set(np.cumsum([0, *map(len, lines)]).tolist())
    start = np.append(0, np.cumsum(size))
    aligned = np.full(len(sequence) + 1, -1, np.int64)
    for at, place in common_pairs(sequence, wanted):
        aligned[at] = place
    return _runs(aligned, start, edge), size


def rows_in_text(page: Page, gold: str) -> NDArray[np.bool_]:
    """The rows of `page.texts` that a gold text holds: those of the visible blocks that are mostly in it."""
    texts = page.texts
    shown = np.zeros(texts.blocks, np.bool_)
    shown[texts.block[texts.visible]] = True
    blocks = [text if show else "" for text, show in zip(block_texts(page), shown.tolist(), strict=True)]
    share, _ = coverage(blocks, normalise(gold))
    held: NDArray[np.bool_] = (share > _MOSTLY)[texts.block] & texts.visible
    return held


def _runs(aligned: NDArray[np.int64], start: NDArray[np.int64], edge: set[int]) -> NDArray[np.float32]:
    """The share of aligned words per block, runs that may be chance left out."""
    share = np.zeros(len(start) - 1, np.float32)
    reached = -1  # one past the last gold word that a trusted run covered
    for block in range(len(share)):
        first, end = int(start[block]), min(int(start[block + 1]), len(aligned) - 1)
        counted = 0
        at = first
        while at < end:
            if aligned[at] < 0:
                at += 1
                continue
            stop = at + 1
            while stop < end and aligned[stop] == aligned[stop - 1] + 1:
                stop += 1
            begin, finish = int(aligned[at]), int(aligned[stop - 1]) + 1
            whole = stop - at == end - first
            in_place = begin == reached or (begin in edge and finish in edge)
            if stop - at >= _RUN or (whole and in_place):
                counted += stop - at
                reached = finish
            at = stop
        if end > first:
            share[block] = counted / (end - first)
    return share


def snippet_labels(blocks: list[str], kept: list[str], dropped: list[str]) -> NDArray[np.float32]:
    """1 for blocks that hold a snippet that must be kept, 0 for one that must not, NaN for the rest."""
    label = np.full(len(blocks), np.nan, np.float32)
    flat = [" ".join(text.split()) for text in blocks]
    for snippets, value in ((dropped, 0.0), (kept, 1.0)):
        for snippet in snippets:
            sought = " ".join(snippet.split())
            for number, text in enumerate(flat):
                if sought and sought in text:
                    label[number] = value
    return label
