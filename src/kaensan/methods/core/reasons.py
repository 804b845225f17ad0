"""Why the texts of a page got their labels; what works it out is loaded with the first question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.core.choice import Decision, Situation
from kaensan.methods.core.features import Evidence

if TYPE_CHECKING:
    from kaensan.methods.core.block_reasons import PageReasons, Reason, SomeReasons
    from kaensan.methods.core.model import CoreModel

__all__ = ["Decided", "Reasons"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_MOST_AHEAD = 1024
"""Blocks whose reasons are worked out together when a whole page is asked about."""


@record
class Decided:
    """What was decided about the blocks of a page, and from what."""

    evidence: Evidence
    situation: Situation
    log_odds: Floats
    """what speaks for every block, before blocks are made to agree"""
    decision: Decision
    """what was decided by chance"""
    kept: Bools
    """what was kept in the end"""
    wanted: Bools
    """what the policy keeps"""
    unwanted: Bools
    """what the policy drops"""
    partners: Bools
    """what stands in a dialog that lists partners"""
    title: int | None
    """the block that is the title, where it stands apart from the text"""
    headline: Bools
    """the headline and the lines under it, where they are part of the text"""

    @cached_property
    def threshold(self) -> float | None:
        """The lowest chance with which a block of this page was kept for it; None where none was."""
        chances = self.decision.chance[self.decision.kept]
        return float(chances.min()) if len(chances) else None


class Reasons:
    """The reasons of a page, worked out when they are asked for.

    A single block costs little; whoever asks for one after another gets ever more of them worked out ahead, together.
    """

    def __init__(self, model: CoreModel, decided: Decided) -> None:
        self.model = model
        self.decided = decided
        self._some_of: dict[int, SomeReasons] = {}
        self._next, self._ahead = -1, 1

    def of(self, block: int) -> Reason:
        """The reason of a block."""
        return self._some(block).of(block)

    def sentence(self, block: int, language: str = "en") -> str:
        """The reason of a block in English (`en`) or Thai (`th`); all rows of a block have it."""
        some = self._some(block)
        return some.sentences(language)[block - some.first]

    def _some(self, block: int) -> SomeReasons:
        """The reasons of a block, and of those after it if blocks are asked about one after another."""
        if known := self._some_of.get(block):
            return known
        from kaensan.methods.core.block_reasons import SomeReasons

        self._ahead = min(2 * self._ahead, _MOST_AHEAD) if block == self._next else 1
        end = min(block + self._ahead, len(self.decided.kept))
        some = SomeReasons(self._page, block, end)
        self._some_of.update(dict.fromkeys(range(block, end), some))
        self._next = end
        return some

    @cached_property
    def _page(self) -> PageReasons:
        from kaensan.methods.core.block_reasons import PageReasons

        return PageReasons(self.model, self.decided)
