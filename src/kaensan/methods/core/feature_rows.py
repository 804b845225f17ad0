"""The features of blocks: their names, what they are made of, and how those of some blocks are written.

What needs the whole page at once is prepared as a few numbers per block; the rows themselves, hundreds of numbers per
block, are written for a range of blocks at a time, so that a page of a million blocks needs no matrix of them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.core.block_columns import (
    Places,
    Shared,
    block_keys,
    fill_own,
    fill_relative,
    fill_shared,
    group_blocks,
)
from kaensan.methods.core.block_neighbours import Smoothing, columns_to_smooth, distances, fill_around
from kaensan.methods.core.blocks import LEVELS, LONG, Blocks
from kaensan.methods.core.class_words import KINDS, PAGE_TYPES
from kaensan.methods.core.containers import CONTAINER_NAMES, Surroundings
from kaensan.methods.core.facts import FACTS
from kaensan.methods.core.measures import spread_over_blocks
from kaensan.methods.core.repetition import times_repeated
from kaensan.methods.core.tag_ranks import RANK
from kaensan.page import Context
from kaensan.page.characters import COUNTED

__all__ = [
    *("NAMES", "OF_BLOCKS", "OF_PAGE", "FeatureRows", "Grouped"),
    *("grouped", "prepare", "type_rows"),
]

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
_HEADING = int(Context.HEADING)
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


_TYPES = NAMES.index(f"type_{PAGE_TYPES[0]}")
OF_BLOCKS = slice(NAMES.index("words"), NAMES.index(f"page_{FACTS[0]}"))
"""Where the features of blocks themselves stand; before them are those of the containers around each …"""
OF_PAGE = slice(OF_BLOCKS.stop, _TYPES + len(PAGE_TYPES))
"""… and after them those that all blocks of a page have in common."""


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


def _smoothing() -> Smoothing:
    columns, widths = list(dict.fromkeys(name for name, _ in _SMOOTHED)), sorted({width for _, width in _SMOOTHED})
    kernels = [_kernel(width) for width in widths]
    return Smoothing(
        kernel=np.concatenate(kernels),
        start=np.cumsum([0, *map(len, kernels)]).astype(np.int32),
        which=np.array([(columns.index(name), widths.index(width)) for name, width in _SMOOTHED], np.int32),
        slope=_SMOOTHED.index(("ttr", 3.0)),
        radius=max(map(len, kernels)) // 2,
    )


_SMOOTHING = _smoothing()
_ENDS = np.cumsum([0, len(_OWN), len(_AROUND), len(_RELATIVE), len(_GROUPS) + len(KINDS)]).tolist()
_PARTS = tuple(slice(start, end) for start, end in pairwise(_ENDS))
"""where the parts of the features of blocks stand among these: own, around, relative to others, and shared"""
_STEPS = np.log1p(np.arange(_FARTHEST + 1)).astype(np.float32)
"""blocks between a block and a mark as a feature; all distances from the last on are alike"""


@record
class Grouped:
    """Blocks that look alike, in one of two ways: which is in which group, and what those of a group have in common."""

    number: Longs
    means: NDArray[np.float64]
    """a row per group, a column per name of `_GROUPED`"""


def grouped(blocks: Blocks, signature: Longs) -> tuple[Grouped, Grouped]:
    """Blocks whose last three elements look alike (cards, posts, menu items), and blocks with the same path of tags."""
    elements = blocks.page.elements
    looks, trail = block_keys(elements.tag, elements.depth, elements.parent, signature, blocks.parent)
    return (
        Grouped(*group_blocks(looks, blocks.counted, blocks.linked)),
        Grouped(*group_blocks(trail, blocks.counted, blocks.linked)),
    )


@record
class FeatureRows:
    """What the features of the blocks of a page are made of."""

    blocks: Blocks
    known: Surroundings
    """what the containers around them are"""
    title: Floats
    """how much of each block is in the title of the page …"""
    told: Floats
    """… and in what it says of itself"""
    repeats: Floats
    """how often the text of each block occurs, as a logarithm"""
    smoothed: Floats
    """the columns that are smoothed, a row each"""
    away: NDArray[np.uint16]
    """how far back the last of each of `_MARKS` is, then how far ahead the next one"""
    shared: Shared
    places: Places
    facts: Floats
    """what all blocks have in common"""

    def fill(self, first: int, end: int, types: Floats, out: Floats) -> None:
        """Write the features of the blocks `first … end`: a row per name of `NAMES`, a column per block."""
        spread_over_blocks(*self.known.rows.along(self.blocks.chain[first:end]), out)
        self.fill_blocks(first, end, out[OF_BLOCKS])
        out[OF_PAGE] = self.of_page(types)[:, None]

    def of_page(self, types: Floats) -> Floats:
        """The features that all blocks have in common."""
        return np.concatenate((self.facts, types))

    def fill_blocks(self, first: int, end: int, out: Floats) -> None:
        """Write the features of the blocks `first … end` themselves."""
        blocks, containers = self.blocks, self.blocks.containers
        own, around, relative, shared = (out[part] for part in _PARTS)
        fill_own(blocks.counted, blocks.linked, blocks.links, self.places, RANK, _BITS, first, own)
        own[-3], own[-2], own[-1] = self.title[first:end], self.told[first:end], self.repeats[first:end]
        fill_around(self.smoothed, _SMOOTHING, blocks.depth, self.away, _STEPS, first, around)
        fill_relative(
            *(blocks.chain, containers.first, containers.end, self.known.main, self.known.prose, blocks.depth, first),
            relative,
        )
        fill_shared(self.shared, first, shared)


def prepare(
    blocks: Blocks,
    known: Surroundings,
    overlap: tuple[Floats, Floats],
    groups: tuple[Grouped, Grouped],
    path: Floats,
    facts: Floats,
) -> FeatureRows:
    """Make what needs the whole page at once."""
    title, told = overlap
    texts, elements, containers = blocks.page.texts, blocks.page.elements, blocks.containers
    like, trail = groups
    return FeatureRows(
        blocks=blocks,
        known=known,
        title=title,
        told=told,
        repeats=times_repeated(texts.codes, blocks.starts),
        smoothed=columns_to_smooth(blocks.counted, blocks.linked, blocks.context, blocks.parent, _HEADING),
        away=distances(blocks.context, blocks.counted, blocks.linked, title, _MARK_BITS, LONG, _FARTHEST),
        shared=Shared(like.number, like.means, trail.number, trail.means, path, blocks.parent),
        places=Places(
            *(texts.block_start, texts.heading, texts.context, texts.parent, elements.tag),
            *(blocks.chain, containers.element, containers.first, containers.end),
        ),
        facts=facts,
    )
