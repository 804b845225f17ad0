"""From the chance of every block to the blocks that are kept: the set with the highest expected F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["agree", "choose", "settled_by_type"]

Floats = NDArray[np.float32]

_GROUP = 0.5
"""how far a block moves towards the mean of the blocks that look like it"""
_NEARBY = 0.2
"""how far it moves towards the mean of its container"""
_SHARPER, _DEMAND = 1.5, 1.0
"""on a page that is certainly an article: how much sharper the decision is, and how much more log-odds it asks for"""
_BARE_SHARPER, _BARE_DEMAND = 2.0, 1.5
"""the same on a page whose markup has no names"""
_NOTHING = 0.15
"""pages whose best choice promises less than this F1 have no main content"""


def agree(log_odds: Floats, size: Floats, group: NDArray[np.int64], container: NDArray[np.int32]) -> Floats:
    """Let blocks that look alike, and blocks of one container, agree: each moves towards the mean of its kind."""
    for number, share in ((group, _GROUP), (container, _NEARBY)):
        weight = np.bincount(number, size)
        mean = np.bincount(number, size * log_odds) / np.maximum(weight, 1e-9)
        log_odds = ((1 - share) * log_odds + share * mean[number]).astype(np.float32)
    return log_odds


def settled_by_type(log_odds: Floats, types: Floats, *, named: bool) -> Floats:
    """Ask for more on an article, and decide it more sharply: there, text is either the article or it is not.

    `types` are the scores of `PAGE_TYPES`, of which article is the first. A page without any names in its markup says
    nothing about its type and little about its parts; it is taken for an article and asked for still more.
    """
    if not named:
        return (log_odds * _BARE_SHARPER - _BARE_DEMAND).astype(np.float32)
    likely = np.exp(types - types.max())
    article = float(likely[0] / likely.sum()) ** 2
    return (log_odds * (1 + (_SHARPER - 1) * article) - _DEMAND * article).astype(np.float32)


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
