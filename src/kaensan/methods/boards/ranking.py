"""The groups of look-alike elements of a page, ordered by how likely each holds the bodies of the posts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.group_features import NAMES, group_features
from kaensan.methods.boards.groups import Groups, find_groups, looks
from kaensan.methods.boards.look_alikes import share_best, text_extents
from kaensan.methods.boards.model import Scorer
from kaensan.methods.boards.rows import Rows, read_rows
from kaensan.page import Page

__all__ = ["Ranking", "rank_groups"]

Ints = NDArray[np.int64]


@record
class Ranking:
    """The candidates for the bodies of the posts of a page."""

    page: Page
    rows: Rows
    looked: Ints
    """which elements look alike, as `groups.looks` tells it"""
    groups: Groups
    features: FeatureTable
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

    @property
    def bodies(self) -> list[int]:
        """The elements of the best group; empty for a page without text."""
        return self.members(int(self.order[0])) if len(self) else []


def rank_groups(page: Page, scorer: Scorer) -> Ranking:
    """Rank the groups of a page by the forest for bodies of posts."""
    elements = page.elements
    rows, looked = read_rows(page), looks(elements)
    groups = find_groups(elements, looked)
    if not len(groups):
        nothing = FeatureTable(NAMES, np.zeros((len(NAMES), 0)))
        return Ranking(page, rows, looked, groups, nothing, np.zeros(0, np.int64), np.zeros(0, np.float32))
    features = group_features(page, rows, groups)
    score = scorer(features)
    # Groups that hold the same text share the best of their scores; whole posts come before their paragraphs, and
    # then the narrowest group before those that wrap it.
    extent, width = text_extents(groups.members, groups.start, elements.first_text, elements.end_text, rows.shown)
    score = share_best(extent, score)
    depth = elements.depth[groups.members[groups.start[:-1]]]
    order = np.lexsort((-depth, width, groups.size, -score))
    return Ranking(page, rows, looked, groups, features, order, score)
