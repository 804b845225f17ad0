"""The content block by block, with what each block is."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods import Labels
from kaensan.page import Context, Page
from kaensan.render.reading import Joint, read
from kaensan.render.superscripts import with_superscripts

__all__ = ["Block", "Kind", "read_blocks"]

Kind = Literal["heading", "code", "table", "list", "quote", "caption", "paragraph"]

_KINDS: tuple[tuple[Context, Kind], ...] = (
    (Context.HEADING, "heading"),
    (Context.PREFORMATTED, "code"),
    (Context.TABLE, "table"),
    (Context.LIST, "list"),
    (Context.QUOTE, "quote"),
    (Context.FIGURE, "caption"),
)


@record
class Block:
    """A run of text under one block element: a paragraph, a list item, a table cell, a heading."""

    text: str
    """the text, spaces as a reader sees them"""
    kind: Kind
    """`paragraph`, `heading`, `list`, `table`, `quote`, `code` or `caption`"""
    level: int
    """of a heading, 1 to 6; 0 for other blocks"""
    score: float
    """how sure the method is that the block is content, 0…1: the mean over its characters"""
    rows: tuple[int, ...]
    """its rows in `page.texts`"""


def read_blocks(page: Page, labels: Labels) -> tuple[Block, ...]:
    """The blocks of the kept rows in order; their texts make up the text of the document."""
    reading = read(page, labels.kept)
    if not len(reading):
        return ()
    starts = (reading.joint == Joint.BROKEN).nonzero()[0].tolist()
    texts, words = page.texts, with_superscripts(page, reading)
    context, heading = texts.context.tolist(), texts.heading.tolist()
    weight = texts.length.astype(np.float64)
    blocks = []
    for start, end in zip(starts, [*starts[1:], len(reading)], strict=True):
        rows = reading.rows[start:end]
        first = int(rows[0])
        parts = [words[start]]
        for at in range(start + 1, end):
            parts += (" " if reading.joint[at] == Joint.SPACED else "", words[at])
        level = heading[first]
        blocks.append(
            Block("".join(parts), _kind(context[first]), level, _mean(labels.score, weight, rows), tuple(rows.tolist()))
        )
    return tuple(blocks)


def _kind(context: int) -> Kind:
    return next((kind for flag, kind in _KINDS if context & int(flag)), "paragraph")


def _mean(score: NDArray[np.float32], weight: NDArray[np.float64], rows: NDArray[np.int64]) -> float:
    if len(rows) == 1:  # what NumPy would compute, without its cost: most blocks are one row
        only = max(float(weight[rows[0]]), 1.0)
        return float(score[rows[0]]) * only / only
    return float(np.average(score[rows], weights=np.maximum(weight[rows], 1)))
