"""The F1 to expect of what is kept: from its expected precision and recall to how pages like it turned out.

The chances of the blocks say how much of what is kept is likely content, and how much of the likely content is kept.
How far these two can be trusted is learned from pages that the chances were not learned from (`kaensan train core`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.deciding import kept_words

__all__ = ["FACTS", "Confidence", "facts_of"]

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

FACTS = ("precision", "recall", "share", "product", "unnamed", "unnamed_board")
"""What the confidence looks at: log-odds of the expected precision and recall, the share of all words that is kept, how
likely the page sells a thing (annotators disagree most about these), whether its markup has no names, and how likely
such a page is a board, whose posts are hard to find without names."""

_A_BOARD, _A_PRODUCT = PAGE_TYPES.index("forum"), PAGE_TYPES.index("product")
_EDGE = 1e-3
"""share of words that an expectation is from 0 and from 1 at least: a word of a thousand, which no gold is sure of"""


@record
class Confidence:
    """What every fact says about the F1, in log-odds."""

    weight: tuple[float, ...] = (0.5, 0.5, 0.0, 0.0, 0.0, 0.0)
    """in the order of `FACTS`; unless learned, the F1 to expect is about the expected one"""
    bias: float = 0.0

    def __call__(self, facts: Sequence[float]) -> float:
        """The F1 to expect, 0…1."""
        odds = self.bias + sum(map(mul, self.weight, facts))
        return round(1 / (1 + math.exp(-odds)), 3)


def facts_of(chance: Floats, kept: Bools, headline: Bools, page: Situation) -> tuple[float, ...]:
    """The facts about a choice: the chance of every block, whether it is kept, and whether it is so as the headline.

    A headline that is part of the text is kept by rule, whatever its chance.
    """
    sums = kept_words(chance, page.size, kept, headline)
    return (
        _log_odds(sums.found, sums.words),
        _log_odds(sums.found, sums.all_found),
        sums.words / max(sums.all_words, _EDGE),
        page.chances[_A_PRODUCT],
        0.0 if page.named else 1.0,
        0.0 if page.named else page.chances[_A_BOARD],
    )


def _log_odds(part: float, whole: float) -> float:
    """The log-odds of a share."""
    share = min(max(part / max(whole, _EDGE), _EDGE), 1 - _EDGE)
    return math.log(share / (1 - share))
