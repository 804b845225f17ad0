"""What is known of every container: sums over its blocks, what it is called, how it compares with its siblings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import LONG, Blocks
from kaensan.methods.core.facts import COUNTED_TAGS
from kaensan.methods.core.measures import group_by, subtree_counts
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page.characters import LETTER
from kaensan.page.tags import TAGS

__all__ = ["CONTAINER_NAMES", "container_features", "main_containers"]

Floats = NDArray[np.float32]

CONTAINER_NAMES = (
    *("words", "linked", "blocks", "mean", "spread", "share", "longs", "long_share", "stops", "tags", "children"),
    *("controls", "images", "paragraphs", "items", "headings", "times", "links", "digits", "separators", "breaks"),
    *("money", "alike", "token", "path", "tag", "depth", "before", "after", "score", "anchor_ratio", "importance"),
)
_PER_BLOCK = ("controls", "images", "paragraphs", "items", "headings", "times")
_TAG_KINDS = np.zeros(len(TAGS), np.uint16)
for _bit, _table in enumerate(COUNTED_TAGS.values()):
    _TAG_KINDS |= _table.astype(np.uint16) << np.uint16(_bit)
_ANCHORS = list(COUNTED_TAGS).index("anchors")
_COUNTED_PER_BLOCK = [list(COUNTED_TAGS).index(name) for name in _PER_BLOCK]
_WORD = 6 * LETTER


def container_features(
    blocks: Blocks, own: Floats, path: Floats, signature: NDArray[np.int64]
) -> tuple[Floats, Floats, Floats]:
    """Features of every container, its reader-mode score, and how many of its siblings look like it.

    `own` and `path` are the word scores of elements and of their paths, `signature` tells which elements look alike.
    """
    elements, containers = blocks.page.elements, blocks.containers
    at = containers.element
    words = blocks.units / _WORD
    long = blocks.prose > LONG
    per_block = np.column_stack([blocks.linked, long, words * words, blocks.links, blocks.counted])
    linked, longs, squares, links, units, digits, stops, separators, _, breaks, money = containers.over(per_block)
    counted = subtree_counts(_TAG_KINDS, elements.tag, elements.end, at, len(COUNTED_TAGS))
    inside = (elements.end[at] - at).astype(np.float32)
    size = np.maximum(containers.end - containers.first, 1).astype(np.float32)
    before = np.append(0, np.cumsum(blocks.units))
    before /= max(float(before[-1]), 1e-6)
    some_units = np.maximum(units, 1e-6)
    words_in = units / _WORD
    prose = units - linked
    mean = words_in / size
    density = linked / some_units
    score = _reader_mode(blocks, units, linked)
    alike = _alike(blocks, signature)
    out = np.empty((len(CONTAINER_NAMES), len(containers)), np.float32)
    out[0] = words_in
    out[1] = size
    out[2] = mean
    out[3] = np.sqrt(np.maximum(squares / size - mean * mean, 0))
    out[4] = longs
    out[5] = inside / (words_in + 1)
    out[6] = np.bincount(containers.parent[1:], minlength=len(containers))
    out[7] = alike
    out[8] = prose / _WORD / np.maximum(counted[_ANCHORS] + inside, 1e-6)
    logs = np.log1p(out[:9])
    named = dict(
        zip(
            ("words", "blocks", "mean", "spread", "longs", "tags", "children", "alike", "importance"), logs, strict=True
        )
    )
    named |= dict(zip(_PER_BLOCK, counted[_COUNTED_PER_BLOCK] / size, strict=True))
    named |= {
        "linked": density,
        "share": prose / max(float(blocks.prose.sum()), 1.0),
        "long_share": longs / max(float(long.sum()), 1.0),
        "stops": stops / (words_in + 1),
        "links": links / size,
        "digits": digits / some_units,
        "separators": separators / some_units,
        "breaks": breaks / some_units,
        "money": money / size,
        "token": own[at],
        "path": path[at],
        "tag": RANK[elements.tag[at]],
        "depth": elements.depth[at],
        "before": before[containers.first],
        "after": 1 - before[containers.end],
        "score": score / max(float(score.max()), 1e-6),
        "anchor_ratio": 0.75 * density + 0.25 * links / (size + links),
    }
    for row, name in enumerate(CONTAINER_NAMES):
        out[row] = named[name]
    return out, score, alike


def _alike(blocks: Blocks, looks: NDArray[np.int64]) -> Floats:
    """For every container how many of its siblings look like it: the cards of a grid, the posts of a thread."""
    containers = blocks.containers
    signature = looks[containers.element] * 100_003 + containers.parent
    number, count = group_by(signature)
    siblings: Floats = (count[number] - 1).astype(np.float32)
    return siblings


def _reader_mode(blocks: Blocks, units: Floats, linked: Floats) -> Floats:
    """A score of containers like that of reader modes: paragraphs vouch for the elements around them."""
    chain, containers = blocks.chain, blocks.containers
    words = blocks.prose / _WORD
    vouch = np.where(words >= 5, 1 + blocks.column("stops") + np.minimum(words / 17, 3), 0).astype(np.float32)
    score = sum(
        (containers.onto(chain[:, level], vouch * part) for level, part in ((1, 1.0), (2, 0.5), (3, 1 / 6))),
        start=np.zeros(len(containers), np.float32),
    )
    scored: Floats = (score * (1 - linked / np.maximum(units, 1))).astype(np.float32)
    return scored


def main_containers(blocks: Blocks, score: Floats) -> tuple[int, int]:
    """Two guesses at the main container: the best score, and where a walk towards most of the prose ends."""
    return int(np.argmax(score)), _descend(blocks.containers.parent, blocks.containers.over(blocks.prose[:, None])[0])


def _descend(parent: NDArray[np.int32], prose: Floats) -> int:
    """Walk from the root into the child that holds most of the prose for as long as one does."""
    order = np.argsort(parent[1:], kind="stable") + 1
    bounds = np.searchsorted(parent[order], np.arange(len(parent) + 1))
    at = 0
    while True:
        children = order[bounds[at] : bounds[at + 1]]
        if not len(children):
            return at
        best = int(children[np.argmax(prose[children])])
        if prose[best] < 0.5 * prose[at] or prose[best] <= 0:
            return at
        at = best
