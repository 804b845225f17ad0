"""The questions of a forest, ordered by what they are about: outer containers, the page, or blocks and their own."""

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
    """Those about containers but the innermost, level by level, and then those about the page.

    In each level come first the first questions of all trees, then their second ones and so on: no answer waits for the
    one before it to be noted.
    """
    feature = forest.feature.astype(np.int64)
    level, within = np.divmod(feature, len(CONTAINER_NAMES))
    of_page = (feature >= OF_PAGE.start) & (feature < OF_PAGE.stop)
    level[of_page], within[of_page] = LEVELS, feature[of_page] - OF_PAGE.start
    asked = np.flatnonzero(((feature < OF_BLOCKS.start) & (level > 0)) | of_page)
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
    """Those about blocks and their innermost containers, feature by feature."""
    feature = forest.feature.astype(np.int64)
    inner = feature < len(CONTAINER_NAMES)
    own = ((feature >= OF_BLOCKS.start) & (feature < OF_BLOCKS.stop)) | (feature >= OF_PAGE.stop)
    row = np.where(feature < OF_PAGE.start, feature - OF_BLOCKS.start, feature - _AFTER_PAGE)
    row = np.where(inner, _INNER + feature, row)
    asked = np.flatnonzero(inner | own)
    asked = asked[np.lexsort((forest.border[asked], row[asked]))]
    row, border = row[asked], forest.border[asked]
    first = np.flatnonzero(np.append(len(asked) > 0, (row[1:] != row[:-1]) | (border[1:] != border[:-1])))
    features, start = np.unique(row[first], return_index=True)
    return OwnQuestions(
        feature=np.where(features < _INNER, features, features - _INNER).astype(np.int32),
        of_blocks=int(np.count_nonzero(features < _INNER)),
        start=np.append(start, len(first)).astype(np.int32),
        border=border[first],
        asks=np.append(first, len(asked)).astype(np.int32),
        tree=(asked // DEPTH).astype(np.int32),
        bit=((1 << asked % DEPTH) * _EACH_BYTE).astype(np.uint32),
    )


_AFTER_PAGE = OF_BLOCKS.start + OF_PAGE.stop - OF_PAGE.start
"""features before those that come after the ones of the page, which are of blocks again, but for the latter"""
_INNER = 1 << 20
"""added to a feature of the innermost container, to tell it from those of blocks: more features than any forest has"""
_EACH_BYTE = 0x01010101
"""times a byte: four of it in a word"""
