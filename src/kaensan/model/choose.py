"""From the chance of every block to the blocks that are kept: the set with the highest expected F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["agree", "choose", "sharpened"]

Floats = NDArray[np.float32]

_GROUP = 0.5
"""how far a block moves towards the mean of the blocks that look like it"""
_NEARBY = 0.2
"""how far it moves towards the mean of its container"""
_SHARPER = 0.5
"""how much sharper the decision is on a page that is certainly an article"""
_NOTHING = 0.15
"""pages whose best choice promises less than this F1 have no main content"""


def agree(log_odds: Floats, size: Floats, group: NDArray[np.int64], container: NDArray[np.int32]) -> Floats:
    """Let blocks that look alike, and blocks of one container, agree: each moves towards the mean of its kind."""
    for number, share in ((group, _GROUP), (container, _NEARBY)):
        weight = np.bincount(number, size)
        mean = np.bincount(number, size * log_odds) / np.maximum(weight, 1e-9)
        log_odds = ((1 - share) * log_odds + share * mean[number]).astype(np.float32)
    return log_odds


def sharpened(log_odds: Floats, types: Floats) -> Floats:
    """Decide more sharply the more likely the page is an article: there, text is either the article or it is not.

    `types` are the scores of `PAGE_TYPES`, of which article is the first.
    """
    likely = np.exp(types - types.max())
    article = float(likely[0] / likely.sum())
    return (log_odds * (1 + _SHARPER * article)).astype(np.float32)


def choose(chance: Floats, size: Floats, beta: float = 1.0) -> tuple[NDArray[np.bool_], float]:
    """The blocks to keep and the F-measure to expect of them; `beta` above 1 leans to recall, below to precision.

    Blocks are taken in the order of their chance for as long as that raises the expectation.
    """
    kept = np.zeros(len(chance), np.bool_)
    if not len(chance):
        return kept, 0.0
    order = np.argsort(-chance, kind="stable")
    words = size[order]
    found = np.cumsum(chance[order] * words)
    taken = np.cumsum(words)
    square = beta * beta
    expected = (1 + square) * found / np.maximum(taken + square * found[-1], 1e-9)
    best = int(np.argmax(expected))
    promise = float(expected[best])
    if promise >= _NOTHING:
        kept[order[: best + 1]] = True
    return kept, promise
