"""The evidence of the learned method: one row of numbers per block.

Everything is a sum over a range of blocks or elements. The quantities of the published methods are among them:
text-to-tag ratios, raw and smoothed (histogram), anchor ratios of containers (xpath), node importance (weight), words
of the title (lineblock). No feature knows a language or needs spaces between words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.core.block_columns import signatures
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.class_words import (
    PAGE_TYPES,
    AttributeWords,
    Vocabulary,
    attribute_words,
    page_words,
)
from kaensan.methods.core.containers import container_features
from kaensan.methods.core.facts import fact_steps, page_facts, structure_words
from kaensan.methods.core.feature_rows import NAMES, OF_BLOCKS, FeatureRows, grouped, prepare, type_rows
from kaensan.methods.core.naming import Names, read_names
from kaensan.methods.core.overlap import overlaps
from kaensan.page import Page

if TYPE_CHECKING:  # most pages are no boards
    from kaensan.methods.boards.candidates import ThreadGroup

__all__ = ["NAMES", "Evidence", "Further", "gather", "type_rows"]

Floats = NDArray[np.float32]


@record
class Further:
    """Features that come after those of `NAMES`."""

    count: int
    fill: Callable[[int, int, Floats], None]
    """writes those of the blocks from the first number to the second"""


@record
class Evidence:
    """The features of a page with the structure they were computed from."""

    blocks: Blocks
    rows: FeatureRows | None
    """what the features are made of; None for a page without text, or where they are done with"""
    types: Floats
    """how much speaks for each of `PAGE_TYPES`"""
    names: Names
    group: NDArray[np.int64]
    """blocks whose last three elements have the same tags and classes share a number"""
    claims: frozenset[str]
    """the words of the page's address and of its claims about itself that tell its type"""
    named: bool
    """there are some, or some names of elements"""
    thread: ThreadGroup | None = None
    """the likeliest posts of the page, where they were looked for (`thread_evidence`)"""
    further: Further | None = None
    as_is: Evidence | None = None
    """the evidence of the page as it is, where this is that of a page with boxes for tables (`layout_tables`)"""

    @property
    def features(self) -> int:
        """How many features there are."""
        return len(NAMES) + (self.further.count if self.further else 0)

    def fill(self, first: int, end: int, out: Floats) -> None:
        """Write the features of the blocks `first … end`: a row per feature, a column per block."""
        if self.rows:
            self.rows.fill(first, end, self.types, out)
        if self.further:
            self.further.fill(first, end, out[len(NAMES) :])

    def fill_blocks(self, first: int, end: int, out: Floats) -> None:
        """Write those of them that are about the blocks themselves, further ones last."""
        own = OF_BLOCKS.stop - OF_BLOCKS.start
        if self.rows:
            self.rows.fill_blocks(first, end, out[:own])
        if self.further:
            self.further.fill(first, end, out[own:])

    def completed(self, further: Further, types: Floats, thread: ThreadGroup | None) -> Evidence:
        """The same with further features, and with the posts of the page and what these say of its type."""
        return Evidence(
            *(
                self.blocks,
                self.rows,
                types,
                self.names,
                self.group,
                self.claims,
                self.named,
                thread,
                further,
                self.as_is,
            )
        )

    @cached_property
    def columns(self) -> Floats:
        """The features of all blocks: a row per feature, a column per block."""
        columns = np.empty((self.features, len(self.blocks)), np.float32)
        self.fill(0, len(self.blocks), columns)
        return columns

    @cached_property
    def attributes(self) -> AttributeWords:
        """The names of the elements and their words."""
        return attribute_words(self.names)

    @property
    def told(self) -> frozenset[str]:
        """The words that tell the type of the page."""
        facts = structure_words(self.rows.facts) if self.rows else set()
        return self.claims | facts | {"c:" + word for word in self.attributes.words}

    @property
    def in_title(self) -> Floats:
        """How much of each block is in the title of the page."""
        return self.rows.title if self.rows else np.zeros(0, np.float32)


def gather(page: Page, vocabulary: Vocabulary) -> Evidence:
    """Compute what the features of every block are made of."""
    blocks = Blocks.of(page)
    names = read_names(page.elements, vocabulary.table)
    if not len(blocks):
        no_types = np.zeros(len(PAGE_TYPES), np.float32)
        return Evidence(blocks, None, no_types, names, np.zeros(0, np.int64), frozenset(), False)
    own, path = vocabulary.scores(page.elements, names)
    signature = signatures(page.elements.tag, *names.named.part("class"))
    around = container_features(blocks, own, path, signature)
    overlap = overlaps(blocks)
    groups = grouped(blocks, signature)
    facts = page_facts(blocks, names.classes, groups[0].number, around.alike, overlap[0], around.main.sizes)
    claims = page_words(page)
    return Evidence(
        blocks=blocks,
        rows=prepare(blocks, around, overlap, groups, path, facts),
        types=vocabulary.page_type_scores(claims, fact_steps(facts), names.told),
        names=names,
        group=groups[0].number,
        claims=frozenset(claims),
        named=bool(claims) or names.words > 0,
    )
