"""What is known of every container: sums over its blocks, what it is called, how it compares with its siblings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import LONG, Blocks
from kaensan.methods.core.container_rows import (
    ROW,
    block_totals,
    densest,
    fill_places,
    fill_sums,
    finish_rows,
    prose_before,
    reader_mode,
)
from kaensan.methods.core.facts import COUNTED_TAGS
from kaensan.methods.core.measures import count_equal, subtree_counts
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page.tags import TAGS
from kaensan.records import record

__all__ = ["CONTAINER_NAMES", "Surroundings", "container_features"]

Floats = NDArray[np.float32]

CONTAINER_NAMES = ROW
"""The names of the features of a container."""

_COUNTED = ("controls", "images", "paragraphs", "items", "headings", "times", "anchors")
_TAG_KINDS = np.zeros(len(TAGS), np.uint16)
for _bit, _name in enumerate(_COUNTED):
    _TAG_KINDS |= COUNTED_TAGS[_name].astype(np.uint16) << np.uint16(_bit)
_LOGS = np.log1p(np.arange(4096, dtype=np.float32))
"""logarithms of whole numbers: few pages have more blocks or containers"""


@record
class Surroundings:
    """What is known of the containers of a page."""

    rows: Floats
    """a row of `CONTAINER_NAMES` per container"""
    score: Floats
    """like that of reader modes"""
    alike: Floats
    """how many of its siblings look like each"""
    prose: NDArray[np.float64]
    """units outside links before each block, and in all"""
    main: tuple[int, int]
    """two guesses at the main container: the best score, and where a walk towards most of the prose ends"""


def container_features(blocks: Blocks, own: Floats, path: Floats, signature: NDArray[np.int64]) -> Surroundings:
    """Features of every container.

    `own` and `path` are the word scores of elements and of their paths, `signature` tells which elements look alike.
    """
    elements, containers = blocks.page.elements, blocks.containers
    at, first, end = containers.element, containers.first, containers.end
    totals = block_totals(blocks.counted, blocks.linked, blocks.links, LONG)
    counted = subtree_counts(_TAG_KINDS, elements.tag, elements.end, at, len(_COUNTED))
    score = reader_mode(totals, blocks.chain, first, end)
    alike = _alike(blocks, signature)
    rows = np.empty((len(containers), len(CONTAINER_NAMES)), np.float32)
    fill_sums(totals, first, end, counted, elements.end[at] - at, rows)
    fill_places(at, containers.parent, elements.tag, elements.depth, RANK, own, path, rows)
    finish_rows(alike, score, _logs(max(len(blocks), len(containers))), rows)
    main = int(np.argmax(score)), densest(totals, containers.parent, first, end)
    return Surroundings(rows, score, alike, prose_before(totals), main)


def _alike(blocks: Blocks, looks: NDArray[np.int64]) -> Floats:
    """For every container how many of its siblings look like it: the cards of a grid, the posts of a thread."""
    containers = blocks.containers
    return count_equal(looks[containers.element] * 100_003 + containers.parent)


def _logs(most: int) -> Floats:
    """The logarithms of whole numbers, at least up to the one after `most`."""
    return _LOGS if most + 2 <= len(_LOGS) else np.log1p(np.arange(most + 2, dtype=np.float32))
