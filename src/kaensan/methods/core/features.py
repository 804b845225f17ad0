"""The evidence of the learned method: one row of numbers per block.

Everything is a sum over a range of blocks or elements, so the whole matrix is a few hundred vector operations whatever
the page. The quantities of the published methods are among them: text-to-tag ratios, raw and smoothed (histogram),
anchor ratios of containers (xpath), node importance (weight), words of the title (lineblock). No feature knows a
language or needs spaces between words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.candidates import ThreadGroup
from kaensan.methods.core.blocks import LEVELS, LONG, Blocks
from kaensan.methods.core.class_words import (
    KINDS,
    PAGE_TYPES,
    AttributeWords,
    Vocabulary,
    attribute_words,
    page_words,
    path_sums,
)
from kaensan.methods.core.containers import CONTAINER_NAMES, container_features, main_containers
from kaensan.methods.core.facts import FACTS, page_facts, structure_words
from kaensan.methods.core.overlap import overlaps
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED, LETTER

__all__ = ["NAMES", "Evidence", "gather", "type_rows"]

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Columns = list[NDArray[np.generic]]
"""features, one by one or in groups"""

_WORD = 6 * LETTER
_FLAGS = (
    *("LIST", "TABLE", "CODE", "QUOTE", "PREFORMATTED", "FIGURE", "CONTROL", "FORM", "NOSCRIPT", "COLLAPSED"),
    *("ARIA_HIDDEN", "INVISIBLE", "NAV", "HEADER", "FOOTER", "ASIDE", "MAIN", "ARTICLE"),
)
_BITS = np.array([int(Context[flag]) for flag in _FLAGS])[:, None]
_RATES = tuple(name for name in COUNTED if name != "units")
_RATE_COLUMNS = [COUNTED.index(name) for name in _RATES]
_SMOOTHED = (*((name, width) for name in ("prose", "linked", "ttr") for width in (1.0, 3.0, 8.0)), ("heading", 1.0))
_MARKS = ("title", "heading", "h1", "long", "nav", "footer")
_FAR = 10_000
_FARTHEST = 500

_OWN = (
    *("words", "prose", "linked", *_RATES, "stop_count", "rows", "links", "heading", "tag", "inline_tag"),
    *(flag.lower() for flag in _FLAGS),
    *("index", "remaining", "position", "index_in_parent", "place_in_parent", "in_title", "in_description", "repeats"),
)
_AROUND = (
    *(f"{name}~{width:g}" for name, width in _SMOOTHED),
    *("ttr_slope", "depth_jump", "depth_jump_next"),
    *(f"since_{mark}" for mark in _MARKS),
    *(f"until_{mark}" for mark in _MARKS),
)
_PLACES = ("up_to", "side_of", "gap_to", "blocks_to", "below")
_RELATIVE = tuple(f"{place}_{top}" for top in ("best", "dense") for place in _PLACES)
_GROUPED = ("count", "mean", "spread", "share", "linked", "stops")
_GROUPS = tuple(f"{kind}_{name}" for kind in ("like", "trail") for name in _GROUPED)

NAMES: tuple[str, ...] = (
    *(f"{name}@{level}" for level in range(LEVELS) for name in CONTAINER_NAMES),
    *_OWN,
    *_AROUND,
    *_RELATIVE,
    *_GROUPS,
    *(f"path_{name}" for name in KINDS),
    *(f"page_{name}" for name in FACTS),
    *(f"type_{name}" for name in PAGE_TYPES),
)
"""The names of the features: `@2` is the second container outwards from the block's own, `~3` a smoothing width."""

_TITLE = NAMES.index("in_title")
_TYPES = NAMES.index(f"type_{PAGE_TYPES[0]}")


@dataclass(frozen=True)
class Evidence:
    """The features of a page with the structure they were computed from."""

    blocks: Blocks
    columns: Floats
    """a row per name of `NAMES`, a column per block"""
    attributes: AttributeWords
    group: NDArray[np.int64]
    """blocks whose last three elements have the same tags and classes share a number"""
    told: frozenset[str]
    """the words that tell the type of the page"""
    named: bool
    """some of these are names of elements, of the address, or claims of the page about itself"""
    thread: ThreadGroup | None = None
    """the likeliest posts of the page, where they were looked for (`thread_evidence`)"""

    @property
    def in_title(self) -> Floats:
        """How much of each block is in the title of the page."""
        share: Floats = self.columns[_TITLE]
        return share

    @property
    def types(self) -> Floats:
        """How much speaks for each of `PAGE_TYPES`."""
        types: Floats = self.columns[type_rows(), 0]
        return types


def type_rows() -> slice:
    """Where the scores of `PAGE_TYPES` stand among the columns; those of further evidence come after them."""
    return slice(_TYPES, _TYPES + len(PAGE_TYPES))


def gather(page: Page, vocabulary: Vocabulary) -> Evidence:
    """Compute the features of every block."""
    blocks = Blocks.of(page)
    attributes = attribute_words(page.elements)
    if not len(blocks):
        nothing = np.zeros((len(NAMES), 0), np.float32)
        return Evidence(blocks, nothing, attributes, np.zeros(0, np.int64), frozenset(), False)
    own = vocabulary.element_scores(page.elements.tag, attributes)
    path = path_sums(page.elements.end, own)
    signature = _signature(page, attributes)
    container, score, alike = container_features(blocks, own[:, 0], path[:, 0], signature)
    title, told = overlaps(blocks)
    relative, tops = _relative(blocks, score)
    groups, group = _groups(blocks, signature)
    facts = page_facts(blocks, attributes.classes, group, alike[blocks.chain[:, 1:4]].T, title, tops)
    spoken = page_words(page, attributes)
    words = spoken | structure_words(facts)
    constant = np.concatenate([facts, vocabulary.type_scores(words)])[:, None]
    around = np.ascontiguousarray(container.T)[blocks.chain].reshape(len(blocks), -1)
    parts: Columns = [
        around.T,
        *_own(blocks, title, told),
        *_around(blocks, title),
        *relative,
        *groups,
        path[blocks.parent].T,
        np.broadcast_to(constant, (len(constant), len(blocks))),
    ]
    return Evidence(blocks, _stacked(parts), attributes, group, frozenset(words), bool(spoken))


def _signature(page: Page, attributes: AttributeWords) -> NDArray[np.int64]:
    """A number for the tag and class of every element."""
    named = np.zeros(len(page.elements), np.int64)
    named[attributes.owner[: attributes.classes]] = attributes.has[: attributes.classes] + 1
    return page.elements.tag.astype(np.int64) * 1_000_003 + named * 7_919 + 1


def _own(blocks: Blocks, title: Floats, told: Floats) -> Columns:
    """What a block is by itself."""
    texts, containers = blocks.page.texts, blocks.containers
    units = np.maximum(blocks.units, 1)
    here = np.arange(len(blocks))
    first, end = containers.first[blocks.container], containers.end[blocks.container]
    parent = blocks.chain[:, 1]
    since = here - containers.first[parent]
    return [
        np.log1p(blocks.units / _WORD),
        np.log1p(blocks.prose / _WORD),
        blocks.linked / units,
        (blocks.counted[:, _RATE_COLUMNS] / units[:, None]).T,
        np.log1p(blocks.column("stops")),
        blocks.rows,
        blocks.links,
        texts.heading[blocks.row],
        RANK[blocks.tag],
        RANK[blocks.page.elements.tag[blocks.parent]],
        (blocks.context & _BITS) != 0,
        here - first,
        end - here,
        here / len(blocks),
        since,
        since / np.maximum(containers.end[parent] - containers.first[parent], 1),
        title,
        told,
        _repeats(blocks),
    ]


_CACHED = 2048
"""blocks whose features fit into the processor's cache"""


def _stacked(parts: Columns) -> Floats:
    """Features and groups of features, one under the other."""
    out = np.empty((len(NAMES), parts[0].shape[-1]), np.float32)
    at = 0
    for part in parts:
        height = 1 if part.ndim == 1 else len(part)
        for start in range(0, out.shape[1], _CACHED):  # part may lie the other way round: turn what fits into the cache
            some = slice(start, start + _CACHED)
            out[at : at + height, some] = part[..., some]
        at += height
    return out


def _repeats(blocks: Blocks) -> Floats:
    """How often the text of the block occurs on the page."""
    starts = blocks.page.texts.start[blocks.page.texts.block_start]
    length = np.diff(starts)
    codes = blocks.page.texts.codes.astype(np.int64)
    total = np.append(0, np.cumsum(codes * codes))
    key = (total[starts[1:]] - total[starts[:-1]]) * 1_000_003 + length
    _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
    repeated: Floats = np.log1p(count[inverse] - 1).astype(np.float32)
    return repeated


def _smooth(column: Floats, width: float) -> Floats:
    """A column smoothed by a Gaussian of the given width, in blocks."""
    radius = int(3 * width) + 1
    reach = np.arange(-radius, radius + 1)
    kernel = np.exp(-(reach**2) / (2 * width**2)).astype(np.float32)
    kernel /= kernel.sum()
    return np.convolve(column, kernel)[radius : radius + len(column)]


def _around(blocks: Blocks, title: Floats) -> Columns:
    """What stands before and after a block."""
    prose = np.log1p(blocks.prose / _WORD)
    between = np.diff(blocks.parent, append=blocks.parent[-1]).clip(0)
    base = {
        "prose": prose,
        "linked": blocks.linked / np.maximum(blocks.units, 1),
        "ttr": np.log1p(blocks.prose / _WORD / (between + 1)).astype(np.float32),
        "heading": blocks.is_heading.astype(np.float32),
    }
    smoothed = [_smooth(base[name], width) for name, width in _SMOOTHED]
    ttr = smoothed[_SMOOTHED.index(("ttr", 3.0))]
    jump = np.abs(np.diff(blocks.page.elements.depth[blocks.parent], prepend=0))
    marks = np.stack(
        [
            blocks.is_heading & (title > 0.6),
            blocks.is_heading,
            blocks.within(Context.H1),
            blocks.prose > LONG,
            blocks.within(Context.NAV | Context.HEADER),
            blocks.within(Context.FOOTER),
        ]
    )
    return [
        *smoothed,
        np.diff(ttr, prepend=np.float32(0)),
        jump,
        np.append(jump[1:], 0),
        *_distances(marks),
    ]


def _distances(marks: Bools) -> tuple[Floats, Floats]:
    """How many blocks lie between each block and the last and the next marked one, mark by mark."""
    size = marks.shape[1]
    here = np.arange(size)
    last = np.maximum.accumulate(np.where(marks, here, -_FAR), axis=1)
    ahead = np.minimum.accumulate(np.where(marks, here, size + _FAR)[:, ::-1], axis=1)[:, ::-1]
    since: Floats = np.log1p(np.minimum(here - last, _FARTHEST)).astype(np.float32)
    until: Floats = np.log1p(np.minimum(ahead - here, _FARTHEST)).astype(np.float32)
    return since, until


def _relative(blocks: Blocks, score: Floats) -> tuple[Columns, Floats]:
    """Where a block stands relative to the two containers that look like the main one, and how large these are."""
    containers, chain = blocks.containers, blocks.chain
    depth = blocks.page.elements.depth
    here = np.arange(len(blocks))
    before = np.append(0, np.cumsum(blocks.prose))
    parts: Columns = []
    tops: list[float] = []
    for top in main_containers(blocks, score):
        first, end = int(containers.first[top]), int(containers.end[top])
        holds = (containers.first[chain] <= first) & (containers.end[chain] >= end)
        holds[:, -1] = True
        nearest = np.clip(here, first, end)
        parts += [
            np.argmax(holds, axis=1),
            (here >= end).astype(np.float32) - (here < first),
            np.log1p(np.abs(before[here] - before[nearest]) / _WORD),
            np.log1p(np.abs(here - nearest)),
            depth[blocks.parent] - depth[containers.element[top]],
        ]
        tops += [
            float(before[end] - before[first]) / max(float(before[-1]), 1.0),
            float(score[top]) / (float(score.sum()) + 1e-6),
        ]
    return parts, np.array(tops, np.float32)


def _groups(blocks: Blocks, own: NDArray[np.int64]) -> tuple[Columns, NDArray[np.int64]]:
    """Blocks that look alike: cards, posts, rows, menu items; also which block is in which group."""
    elements = blocks.page.elements
    parent = np.maximum(elements.parent, 0)
    signature = own * 31 + own[parent] * 17 + own[parent[parent]]
    deep = elements.tag.astype(np.int64) * 2_654_435_761 % 1_000_003 * (elements.depth.astype(np.int64) % 64 + 1)
    change = np.zeros(len(elements) + 1, np.int64)
    change[:-1] += deep
    change -= np.bincount(elements.end, deep, len(change)).astype(np.int64)
    path = np.cumsum(change)[:-1]
    words = blocks.units / _WORD
    parts: Columns = []
    groups: list[NDArray[np.int64]] = []
    for key in (signature[blocks.parent], path[blocks.parent]):
        _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
        sums = np.bincount(inverse, words)
        mean = sums / count
        square = np.bincount(inverse, words * words) / count
        spread = np.sqrt(np.maximum(square - mean * mean, 0))
        linked = np.bincount(inverse, blocks.linked) / np.maximum(sums * _WORD, 1)
        stops = np.bincount(inverse, blocks.column("stops")) / np.maximum(sums, 1)
        share = sums / max(float(sums.sum()), 1e-6)
        per_group = np.stack([np.log1p(count), np.log1p(mean), np.log1p(spread), share, linked, stops])
        parts.append(per_group[:, inverse])
        groups.append(inverse)
    return parts, groups[0]
