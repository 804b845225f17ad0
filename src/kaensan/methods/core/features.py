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
from kaensan.methods.core.block_columns import (
    fill_groups,
    fill_own,
    fill_places,
    fill_relative,
    fill_steps,
    mark_blocks,
    path_keys,
    text_to_tags,
)
from kaensan.methods.core.blocks import LEVELS, LONG, Blocks
from kaensan.methods.core.class_words import (
    KINDS,
    PAGE_TYPES,
    AttributeWords,
    Vocabulary,
    attribute_words,
    page_words,
)
from kaensan.methods.core.container_rows import prose_before
from kaensan.methods.core.containers import CONTAINER_NAMES, Surroundings, container_features, main_containers
from kaensan.methods.core.facts import FACTS, page_facts, structure_words
from kaensan.methods.core.measures import distances, group_by, smooth, spread_over_blocks
from kaensan.methods.core.naming import Names, read_names
from kaensan.methods.core.overlap import overlaps
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED
from kaensan.page.climbing import path_sums
from kaensan.page.counting import square_sums

__all__ = ["NAMES", "Evidence", "gather", "type_rows"]

Floats = NDArray[np.float32]

_FLAGS = (
    *("LIST", "TABLE", "CODE", "QUOTE", "PREFORMATTED", "FIGURE", "CONTROL", "FORM", "NOSCRIPT", "COLLAPSED"),
    *("ARIA_HIDDEN", "INVISIBLE", "NAV", "HEADER", "FOOTER", "ASIDE", "MAIN", "ARTICLE"),
)
_BITS = np.array([int(Context[flag]) for flag in _FLAGS], np.int32)
_RATES = tuple(name for name in COUNTED if name != "units")
_SMOOTHED = (*((name, width) for name in ("prose", "linked", "ttr") for width in (1.0, 3.0, 8.0)), ("heading", 1.0))
_MARKS = ("title", "heading", "h1", "long", "nav", "footer")
_MARK_BITS = np.array([Context.HEADING, Context.H1, Context.NAV | Context.HEADER, Context.FOOTER], np.int32)
"""the contexts among the marks, in their order"""
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


def _rows(first: str, names: tuple[str, ...]) -> slice:
    """Where a part of the features stands."""
    start = NAMES.index(first)
    return slice(start, start + len(names))


_OWN_ROWS = _rows("words", _OWN)
_AROUND_ROWS = _rows("prose~1", _AROUND)
_RELATIVE_ROWS = _rows("up_to_best", _RELATIVE)
_GROUP_ROWS = _rows("like_count", _GROUPS)
_PATH_ROWS = _rows(f"path_{KINDS[0]}", KINDS)
_FACT_ROWS = _rows(f"page_{FACTS[0]}", FACTS)
_ROWS = _OWN.index("rows")
_AS_LOGS = [_OWN.index(name) for name in ("words", "prose", "stop_count")]
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
    columns = np.empty((len(NAMES), len(blocks)), np.float32)
    spread_over_blocks(around.rows, blocks.chain, columns)
    _own(blocks, title, told, columns[_OWN_ROWS])
    _around(blocks, title, columns[_OWN_ROWS], columns[_AROUND_ROWS])
    tops = _relative(blocks, around, columns[_RELATIVE_ROWS])
    group = _groups(blocks, signature, columns[_GROUP_ROWS])
    columns[_PATH_ROWS] = path[blocks.parent].T
    facts = page_facts(blocks, names.classes, group, around.alike, title, tops)
    claims = page_words(page)
    words = claims | structure_words(facts)
    columns[_FACT_ROWS] = facts[:, None]
    columns[type_rows()] = vocabulary.type_scores(words, names.telling)[:, None]
    return Evidence(blocks, columns, names, group, frozenset(words), bool(claims) or names.words > 0)


def _signature(page: Page, names: Names) -> NDArray[np.int64]:
    """A number for the tag and class of every element."""
    named = np.zeros(len(page.elements), np.int64)
    named[names.owner[: names.classes]] = names.value[: names.classes] + 1
    return page.elements.tag.astype(np.int64) * 1_000_003 + named * 7_919 + 1


def _own(blocks: Blocks, title: Floats, told: Floats, out: Floats) -> None:
    """Write what a block is by itself."""
    texts, containers, elements = blocks.page.texts, blocks.containers, blocks.page.elements
    fill_own(blocks.counted, blocks.linked, blocks.links, out)
    out[_AS_LOGS] = np.log1p(out[_AS_LOGS])
    fill_places(
        texts.block_start,
        texts.heading,
        texts.context,
        texts.parent,
        elements.tag,
        blocks.chain,
        containers.element,
        containers.first,
        containers.end,
        RANK,
        _BITS,
        out[_ROWS:],
    )
    out[-3] = title
    out[-2] = told
    out[-1] = _repeats(blocks)


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


def _around(blocks: Blocks, title: Floats, own: Floats, out: Floats) -> None:
    """Write what stands before and after a block, given what it is by itself."""
    base = {
        "prose": own[_OWN.index("prose")],
        "linked": own[_OWN.index("linked")],
        "ttr": np.log1p(text_to_tags(blocks.counted, blocks.linked, blocks.parent)).astype(np.float32),
        "heading": blocks.is_heading.astype(np.float32),
    }
    for row, (name, width) in enumerate(_SMOOTHED):
        smooth(base[name], _KERNELS[width], out[row])
    fill_steps(out[_SMOOTHED.index(("ttr", 3.0))], blocks.depth, out[len(_SMOOTHED) :])
    marks = mark_blocks(blocks.context, blocks.counted, blocks.linked, title, _MARK_BITS, LONG)
    distances(marks, _STEPS, out[-2 * len(_MARKS) : -len(_MARKS)], out[-len(_MARKS) :])


def _relative(blocks: Blocks, known: Surroundings, out: Floats) -> Floats:
    """Write where a block stands relative to the two containers that look like the main one; return their sizes."""
    containers = blocks.containers
    first, end = containers.first, containers.end
    prose = prose_before(known.totals)
    all_prose, all_scores = max(float(prose[-1]), 1.0), float(known.score.sum()) + 1e-6
    tops: list[float] = []
    for number, top in enumerate(main_containers(blocks, known)):
        height = int(blocks.page.elements.depth[containers.element[top]])
        rows = out[number * len(_PLACES) : (number + 1) * len(_PLACES)]
        fill_relative(blocks.chain, first, end, top, prose, blocks.depth, height, rows)
        tops += [float(prose[end[top]] - prose[first[top]]) / all_prose, float(known.score[top]) / all_scores]
    return np.array(tops, np.float32)


def _groups(blocks: Blocks, own: NDArray[np.int64], out: Floats) -> NDArray[np.int64]:
    """Write what blocks that look alike have in common (cards, posts, menu items); return which is in which group."""
    elements, at = blocks.page.elements, blocks.parent
    outer = np.maximum(elements.parent[at], 0)
    outermost = np.maximum(elements.parent[outer], 0)
    looks = own[at] * 31 + own[outer] * 17 + own[outermost]
    trail = path_keys(elements.tag, elements.depth, elements.parent)[at]
    like, trails = group_by(looks), group_by(trail)
    fill_groups(*like, blocks.counted, blocks.linked, out[: len(_GROUPED)])
    fill_groups(*trails, blocks.counted, blocks.linked, out[len(_GROUPED) :])
    return like[0]
