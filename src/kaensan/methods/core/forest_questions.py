"""The questions of a forest, ordered by what they are about: containers, the page, or blocks themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import LEVELS
from kaensan.methods.core.containers import CONTAINER_NAMES
from kaensan.methods.core.feature_rows import OF_BLOCKS, OF_PAGE
from kaensan.methods.core.forest import DEPTH, Forest
from kaensan.methods.core.forest_answers import OWN_AT_ONCE, Asked, OwnQuestions, Questions

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
    """Those about blocks, tree by tree, filled up with questions that say nothing."""
    feature = forest.feature.astype(np.int64)
    asked = np.flatnonzero(((feature >= OF_BLOCKS.start) & (feature < OF_BLOCKS.stop)) | (feature >= OF_PAGE.stop))
    count = np.bincount(asked // DEPTH, minlength=forest.trees)
    start = np.append(0, np.cumsum(-(-count // OWN_AT_ONCE) * OWN_AT_ONCE))
    place = np.arange(len(asked)) + np.repeat(start[:-1] - (np.cumsum(count) - count), count)
    own, bit, border = (np.zeros(start[-1], kind) for kind in (np.int32, np.int32, np.float32))
    own[place] = feature[asked] - np.where(feature[asked] < OF_PAGE.start, OF_BLOCKS.start, _AFTER_PAGE)
    bit[place] = 1 << asked % DEPTH
    border[place] = forest.border[asked]
    return OwnQuestions(start.astype(np.int32), own, bit, border)


_AFTER_PAGE = OF_BLOCKS.start + OF_PAGE.stop - OF_PAGE.start
"""features before those that come after the ones of the page, which are of blocks again, but for the latter"""
