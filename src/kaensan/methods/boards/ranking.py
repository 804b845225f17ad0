"""The groups of look-alike elements of a page, ordered by how likely each holds the bodies of the posts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.methods.boards.group_features import group_features
from kaensan.methods.boards.groups import Groups, find_groups, looks, mixed
from kaensan.methods.boards.model import Scorer
from kaensan.methods.boards.rows import Rows, read_rows
from kaensan.page import Page

__all__ = ["Ranking", "rank_groups"]

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Ranking:
    """The candidates for the bodies of the posts of a page."""

    page: Page
    rows: Rows
    groups: Groups
    features: dict[str, NDArray[np.float64]]
    """what is known of every group, by name"""
    order: Ints
    """the groups from best to worst"""
    score: NDArray[np.float32]
    """the score of each group, as log-odds against the others"""

    def __len__(self) -> int:
        return len(self.order)

    def members(self, group: int) -> list[int]:
        """The elements of a group, in document order."""
        members: list[int] = self.groups[group].tolist()
        return members

    @cached_property
    def looked(self) -> list[Ints]:
        """Which elements look alike, as `groups.looks` tells it; every group that is tried asks for it."""
        return looks(self.page.elements)

    @property
    def bodies(self) -> list[int]:
        """The elements of the best group; empty for a page without text."""
        return self.members(int(self.order[0])) if len(self) else []


def rank_groups(page: Page, scorer: Scorer) -> Ranking:
    """Rank the groups of a page by the forest for bodies of posts."""
    rows, groups = read_rows(page), find_groups(page.elements)
    if not len(groups):
        return Ranking(page, rows, groups, {}, np.zeros(0, np.int64), np.zeros(0, np.float32))
    features = group_features(page, rows, groups)
    score = scorer(features)
    # Groups that hold the same text share the best of their scores; whole posts come before their paragraphs, and
    # then the narrowest group before those that wrap it.
    text, width = _extent(page, rows, groups)
    shared = np.full(int(text.max()) + 1, -np.inf, np.float32)
    np.maximum.at(shared, text, score)
    score = shared[text]
    depth = page.elements.depth[groups.members[groups.start[:-1]]]
    return Ranking(page, rows, groups, features, np.lexsort((-depth, width, groups.size, -score)), score)


def _extent(page: Page, rows: Rows, groups: Groups) -> tuple[Ints, Ints]:
    """A number for the text of each group, subject lines and signatures left out, and how many rows it has in all."""
    elements = page.elements
    first, end = elements.first_text[groups.members], elements.end_text[groups.members]
    scattered = mixed(np.arange(len(page.texts))) * rows.shown
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(scattered, dtype=np.uint64)])
    text = np.add.reduceat(total[end] - total[first], groups.start[:-1])
    width = np.add.reduceat((end - first).astype(np.int64), groups.start[:-1])
    return np.unique(text, return_inverse=True)[1], width
