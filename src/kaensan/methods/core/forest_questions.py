"""The questions of a forest, ordered by what they are about: containers, the page, or blocks themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import LEVELS
from kaensan.methods.core.containers import CONTAINER_NAMES
from kaensan.methods.core.feature_rows import OF_BLOCKS, OF_PAGE
from kaensan.methods.core.forest import DEPTH, Forest
from kaensan.methods.core.forest_answers import Asked, OwnQuestions, Questions

__all__ = ["questions"]

Ints = NDArray[np.int64]


def questions(forest: Forest) -> Questions:
    """The questions of a forest whose features are named by their places among all."""
    return Questions(_around(forest), _own(forest), forest.leaf)


def _around(forest: Forest) -> Asked:
    """Those about containers, level by level, and then those about the page.

    In each level come first the first questions of all trees, then their second ones and so on: no answer waits for the
    one before it to be noted.
    """
    feature = forest.feature.astype(np.int64)
    level, within = np.divmod(feature, len(CONTAINER_NAMES))
    of_page = (feature >= OF_PAGE.start) & (feature < OF_PAGE.stop)
    level[of_page], within[of_page] = LEVELS, feature[of_page] - OF_PAGE.start
    asked = np.flatnonzero((feature < OF_BLOCKS.start) | of_page)
    asked = asked[np.argsort(level[asked], kind="stable")]
    of_tree = level[asked] * forest.trees + asked // DEPTH
    asked = asked[np.lexsort((np.arange(len(asked)) - np.searchsorted(of_tree, of_tree), level[asked]))]
    return Asked(
        start=np.searchsorted(level[asked], np.arange(LEVELS + 2)).astype(np.int32),
        feature=within[asked].astype(np.int32),
        tree=(asked // DEPTH).astype(np.int32),
        bit=(1 << asked % DEPTH).astype(np.uint8),
        border=forest.border[asked],
    )


def _own(forest: Forest) -> OwnQuestions:
    """Those about blocks, tree by tree."""
    feature = forest.feature.astype(np.int64)
    asked = np.flatnonzero(((feature >= OF_BLOCKS.start) & (feature < OF_BLOCKS.stop)) | (feature >= OF_PAGE.stop))
    own = feature[asked] - np.where(feature[asked] < OF_PAGE.start, OF_BLOCKS.start, _AFTER_PAGE)
    border = forest.border[asked]
    numbers, of = np.unique(np.stack((own, border.view(np.int32))), axis=1, return_inverse=True)
    return OwnQuestions(
        feature=numbers[0].astype(np.int32),
        border=numbers[1].astype(np.int32).view(np.float32),
        start=np.searchsorted(asked // DEPTH, np.arange(forest.trees + 1)).astype(np.int32),
        which=of.reshape(-1).astype(np.int32),
        bit=(1 << asked % DEPTH).astype(np.uint8),
    )


_AFTER_PAGE = OF_BLOCKS.start + OF_PAGE.stop - OF_PAGE.start
"""features before those that come after the ones of the page, which are of blocks again, but for the latter"""
