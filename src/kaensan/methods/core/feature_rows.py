"""The features of blocks: their names, what they are made of, and how those of some blocks are written.

What needs the whole page at once is prepared as a few numbers per block; the rows themselves, hundreds of numbers per
block, are written for a range of blocks at a time, so that a page of a million blocks needs no matrix of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.block_columns import (
    fill_own,
    fill_places,
    fill_relative,
    fill_steps,
    group_means,
    mark_blocks,
    own_columns,
    path_keys,
    spread_groups,
    text_to_tags,
)
from kaensan.methods.core.blocks import LEVELS, LONG, Blocks
from kaensan.methods.core.class_words import KINDS, PAGE_TYPES
from kaensan.methods.core.container_rows import prose_before
from kaensan.methods.core.containers import CONTAINER_NAMES, Surroundings, main_containers
from kaensan.methods.core.facts import FACTS
from kaensan.methods.core.measures import distances, group_by, smooth, spread_over_blocks
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page import Context
from kaensan.page.characters import COUNTED
from kaensan.page.counting import square_sums

__all__ = ["NAMES", "FeatureRows", "Grouped", "Relative", "grouped", "prepare", "relative", "type_rows"]

Floats = NDArray[np.float32]
Longs = NDArray[np.int64]

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
_CHANGES = ("ttr_slope", "depth_jump", "depth_jump_next")
_AROUND = (
    *(f"{name}~{width:g}" for name, width in _SMOOTHED),
    *_CHANGES,
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
_TYPES = NAMES.index(f"type_{PAGE_TYPES[0]}")


def type_rows() -> slice:
    """Where the scores of `PAGE_TYPES` stand among the features; those of further evidence come after them."""
    return slice(_TYPES, _TYPES + len(PAGE_TYPES))


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
_REACH = max(len(kernel) // 2 for kernel in _KERNELS.values()) + 1
"""blocks to either side that what stands around a block depends on: the widest kernel, and one for the slope"""


@dataclass(frozen=True)
class Relative:
    """The two containers that look like the main one, and what blocks are compared with them by."""

    tops: tuple[int, int]
    sizes: Floats
    """the share of each of the prose and of the scores of the page"""
    prose: NDArray[np.float64]
    """units outside links before each block, and in all"""


def relative(blocks: Blocks, known: Surroundings) -> Relative:
    """Find the main containers."""
    containers = blocks.containers
    prose = prose_before(known.totals)
    all_prose, all_scores = max(float(prose[-1]), 1.0), float(known.score.sum()) + 1e-6
    tops = main_containers(blocks, known)
    sizes: list[float] = []
    for top in tops:
        inside = float(prose[containers.end[top]] - prose[containers.first[top]])
        sizes += [inside / all_prose, float(known.score[top]) / all_scores]
    return Relative(tops, np.array(sizes, np.float32), prose)


@dataclass(frozen=True)
class Grouped:
    """Blocks that look alike, in one of two ways: which is in which group, and what those of a group have in common."""

    number: Longs
    means: NDArray[np.float64]
    """a row per name of `_GROUPED`, a column per group"""


def grouped(blocks: Blocks, signature: Longs) -> tuple[Grouped, Grouped]:
    """Blocks whose last three elements look alike (cards, posts, menu items), and blocks with the same path of tags."""
    elements, at = blocks.page.elements, blocks.parent
    outer = np.maximum(elements.parent[at], 0)
    outermost = np.maximum(elements.parent[outer], 0)
    looks = signature[at] * 31 + signature[outer] * 17 + signature[outermost]
    trail = path_keys(elements.tag, elements.depth, elements.parent)[at]
    like, trails = group_by(looks), group_by(trail)
    return (
        Grouped(like[0], group_means(*like, blocks.counted, blocks.linked)),
        Grouped(trails[0], group_means(*trails, blocks.counted, blocks.linked)),
    )


@dataclass(frozen=True)
class FeatureRows:
    """What the features of the blocks of a page are made of."""

    blocks: Blocks
    around: Floats
    """a row of `CONTAINER_NAMES` per container"""
    title: Floats
    """how much of each block is in the title of the page …"""
    told: Floats
    """… and in what it says of itself"""
    repeats: Floats
    """how often the text of each block occurs, as a logarithm"""
    smoothed: dict[str, Floats]
    """the columns that are smoothed"""
    away: NDArray[np.uint16]
    """how far back the last of each of `_MARKS` is, then how far ahead the next one"""
    main: Relative
    groups: tuple[Grouped, Grouped]
    path: Floats
    """the scores of the paths of elements"""
    facts: Floats

    def fill(self, first: int, end: int, types: Floats, out: Floats) -> None:
        """Write the features of the blocks `first … end`: a row per name of `NAMES`, a column per block."""
        some = slice(first, end)
        spread_over_blocks(self.around, self.blocks.chain[some], out)
        self._fill_own(first, end, out[_OWN_ROWS])
        self._fill_around(first, end, out[_AROUND_ROWS])
        self._fill_relative(first, end, out[_RELATIVE_ROWS])
        for part, group in enumerate(self.groups):
            spread_groups(group.number[some], group.means, out[_GROUP_ROWS][part * len(_GROUPED) :])
        out[_PATH_ROWS] = self.path[self.blocks.parent[some]].T
        out[_FACT_ROWS] = self.facts[:, None]
        out[type_rows()] = types[:, None]

    def _fill_own(self, first: int, end: int, out: Floats) -> None:
        """Write what blocks are by themselves."""
        blocks, some = self.blocks, slice(first, end)
        texts, containers, elements = blocks.page.texts, blocks.containers, blocks.page.elements
        fill_own(blocks.counted[some], blocks.linked[some], blocks.links[some], out)
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
            first,
            out[_ROWS:],
        )
        out[-3] = self.title[some]
        out[-2] = self.told[some]
        out[-1] = self.repeats[some]

    def _fill_around(self, first: int, end: int, out: Floats) -> None:
        """Write what stands before and after blocks."""
        low, high = max(first - _REACH, 0), min(end + _REACH, len(self.blocks))
        whole = (
            out if (low, high) == (first, end) else np.empty((len(_SMOOTHED) + len(_CHANGES), high - low), np.float32)
        )
        for row, (name, width) in enumerate(_SMOOTHED):
            smooth(self.smoothed[name][low:high], _KERNELS[width], whole[row])
        fill_steps(whole[_SMOOTHED.index(("ttr", 3.0))], self.blocks.depth[low:high], whole[len(_SMOOTHED) :])
        if whole is not out:
            out[: len(whole)] = whole[:, first - low : end - low]
        np.take(_STEPS, self.away[:, first:end], out=out[-2 * len(_MARKS) :], mode="clip")

    def _fill_relative(self, first: int, end: int, out: Floats) -> None:
        """Write where blocks stand relative to the main containers."""
        blocks, containers = self.blocks, self.blocks.containers
        for number, top in enumerate(self.main.tops):
            height = int(blocks.page.elements.depth[containers.element[top]])
            rows = out[number * len(_PLACES) : (number + 1) * len(_PLACES)]
            fill_relative(
                blocks.chain[first:end],
                containers.first,
                containers.end,
                top,
                self.main.prose,
                blocks.depth[first:end],
                height,
                first,
                rows,
            )


def prepare(
    blocks: Blocks,
    around: Floats,
    overlap: tuple[Floats, Floats],
    main: Relative,
    groups: tuple[Grouped, Grouped],
    path: Floats,
    facts: Floats,
) -> FeatureRows:
    """Make what needs the whole page at once."""
    title, told = overlap
    prose, linked = own_columns(blocks.counted, blocks.linked)
    marks = mark_blocks(blocks.context, blocks.counted, blocks.linked, title, _MARK_BITS, LONG)
    return FeatureRows(
        blocks=blocks,
        around=around,
        title=title,
        told=told,
        repeats=_repeats(blocks),
        smoothed={
            "prose": np.log1p(prose),
            "linked": linked,
            "ttr": np.log1p(text_to_tags(blocks.counted, blocks.linked, blocks.parent)).astype(np.float32),
            "heading": blocks.is_heading.astype(np.float32),
        },
        away=distances(marks, _FARTHEST),
        main=main,
        groups=groups,
        path=path,
        facts=facts,
    )


def _repeats(blocks: Blocks) -> Floats:
    """How often the text of the block occurs on the page."""
    texts = blocks.page.texts
    starts = texts.start[texts.block_start]
    key = square_sums(texts.codes, starts) * 1_000_003 + np.diff(starts)
    number, count = group_by(key)
    repeated: Floats = np.log1p(count - 1).astype(np.float32)[number]
    return repeated
