"""The evidence of the learned method: one row of numbers per block.

Everything is a sum over a range of blocks or elements, so the whole matrix is a few hundred vector operations whatever
the page. The quantities of the published methods are among them: text-to-tag ratios, raw and smoothed (histogram),
anchor ratios of containers (xpath), node importance (weight), words of the title (lineblock). No feature knows a
language or needs spaces between words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

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
)
from kaensan.methods.core.containers import CONTAINER_NAMES, Surroundings, container_features, main_containers
from kaensan.methods.core.facts import FACTS, page_facts, structure_words
from kaensan.methods.core.measures import distances, group_by, smooth, spread_over_blocks
from kaensan.methods.core.naming import Names, read_names
from kaensan.methods.core.overlap import overlaps
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED, LETTER
from kaensan.page.climbing import path_sums
from kaensan.page.counting import square_sums

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
_FARTHEST = 500  # blocks: what is farther away is as good as absent

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
    names: Names
    group: NDArray[np.int64]
    """blocks whose last three elements have the same tags and classes share a number"""
    other_words: frozenset[str]
    """the words that tell the type of the page, without those of its names"""
    named: bool
    """some of these are names of elements, of the address, or claims of the page about itself"""
    thread: ThreadGroup | None = None
    """the likeliest posts of the page, where they were looked for (`thread_evidence`)"""

    @cached_property
    def attributes(self) -> AttributeWords:
        """The names of the elements and their words."""
        return attribute_words(self.names)

    @property
    def told(self) -> frozenset[str]:
        """The words that tell the type of the page."""
        return self.other_words | {"c:" + word for word in self.attributes.words}

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
    names = read_names(page.elements, vocabulary.table)
    if not len(blocks):
        nothing = np.zeros((len(NAMES), 0), np.float32)
        return Evidence(blocks, nothing, names, np.zeros(0, np.int64), frozenset(), False)
    own = vocabulary.scores(page.elements.tag, names)
    path = path_sums(page.elements.parent, own.astype(np.float64))
    signature = _signature(page, names)
    around = container_features(blocks, own, path, signature)
    title, told = overlaps(blocks)
    relative, tops = _relative(blocks, around)
    groups, group = _groups(blocks, signature)
    facts = page_facts(blocks, names.classes, group, around.alike[blocks.chain[:, 1:4]].T, title, tops)
    claims = page_words(page)
    words = claims | structure_words(facts)
    constant = np.concatenate([facts, vocabulary.type_scores(words, names.telling)])[:, None]
    parts: Columns = [
        *_own(blocks, title, told),
        *_around(blocks, title),
        *relative,
        *groups,
        path[blocks.parent].T,
        np.broadcast_to(constant, (len(constant), len(blocks))),
    ]
    columns = np.empty((len(NAMES), len(blocks)), np.float32)
    spread_over_blocks(around.rows, blocks.chain, columns)
    _stack(parts, columns[LEVELS * len(CONTAINER_NAMES) :])
    return Evidence(blocks, columns, names, group, frozenset(words), bool(claims) or names.words > 0)


def _signature(page: Page, names: Names) -> NDArray[np.int64]:
    """A number for the tag and class of every element."""
    named = np.zeros(len(page.elements), np.int64)
    named[names.owner[: names.classes]] = names.value[: names.classes] + 1
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


def _stack(parts: Columns, out: Floats) -> None:
    """Write features and groups of features one under the other."""
    at = 0
    for part in parts:
        height = 1 if part.ndim == 1 else len(part)
        out[at : at + height] = part
        at += height


def _repeats(blocks: Blocks) -> Floats:
    """How often the text of the block occurs on the page."""
    texts = blocks.page.texts
    starts = texts.start[texts.block_start]
    key = square_sums(texts.codes, starts) * 1_000_003 + np.diff(starts)
    number, count = group_by(key)
    repeated: Floats = np.log1p(count[number] - 1).astype(np.float32)
    return repeated


def _kernel(width: float) -> NDArray[np.float64]:
    """A Gaussian of the given width, in blocks."""
    radius = int(3 * width) + 1
    reach = np.arange(-radius, radius + 1)
    kernel = np.exp(-(reach**2) / (2 * width**2)).astype(np.float32)
    normal: NDArray[np.float64] = (kernel / kernel.sum()).astype(np.float64)
    return normal


_KERNELS = {width: _kernel(width) for _, width in _SMOOTHED}
_STEPS = np.log1p(np.arange(_FARTHEST + 1)).astype(np.float32)
"""blocks between a block and a mark as a feature; all distances from the last on are alike"""


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
    smoothed = np.empty((len(_SMOOTHED), len(blocks)), np.float32)
    for row, (name, width) in enumerate(_SMOOTHED):
        smooth(base[name], _KERNELS[width], smoothed[row])
    ttr = smoothed[_SMOOTHED.index(("ttr", 3.0))]
    jump = np.abs(np.diff(blocks.page.elements.depth[blocks.parent], prepend=0))
    marks: Bools = np.stack(
        [
            blocks.is_heading & (title > 0.6),
            blocks.is_heading,
            blocks.within(Context.H1),
            blocks.prose > LONG,
            blocks.within(Context.NAV | Context.HEADER),
            blocks.within(Context.FOOTER),
        ]
    )
    since, until = np.empty((2, len(marks), len(blocks)), np.float32)
    distances(marks.view(np.uint8), _STEPS, since, until)
    return [
        smoothed,
        np.diff(ttr, prepend=np.float32(0)),
        jump,
        np.append(jump[1:], 0),
        since,
        until,
    ]


def _relative(blocks: Blocks, known: Surroundings) -> tuple[Columns, Floats]:
    """Where a block stands relative to the two containers that look like the main one, and how large these are."""
    containers, chain = blocks.containers, blocks.chain
    depth = blocks.page.elements.depth
    here = np.arange(len(blocks))
    before = np.append(0, np.cumsum(blocks.prose))
    parts: Columns = []
    tops: list[float] = []
    for top in main_containers(blocks, known):
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
            float(known.score[top]) / (float(known.score.sum()) + 1e-6),
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
        inverse, count = group_by(key)
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
