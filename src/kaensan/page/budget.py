"""How much work a page may cost: steps are counted, not seconds, so the same page always gives the same answer.

Every stage is linear in the size of a page, as far as its author saw. The budget is for what the author did not see: a
stage whose loops run over two sizes that the page controls counts its steps, and where they are more than the size of
the page accounts for, it stops, keeps what it has, and the document carries a warning.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kaensan.frozen_records import record

__all__ = ["FREE_STEPS", "STEPS_PER_CHARACTER", "Budget", "Steps"]

FREE_STEPS = 200_000
"""Steps that a stage may take on the smallest page. A step is about a microsecond: a few operations of Python, a
thousand characters searched or copied."""

STEPS_PER_CHARACTER = 2
"""Further steps for each character of the source. On 72 pages of six reference sets no stage took a hundredth of its
steps, so only a page that was made to be costly runs out of them."""


@dataclass
class Steps:
    """The steps that one stage has left on one page."""

    left: int
    stage: str
    _stopped: dict[str, None]

    def spend(self, steps: int = 1) -> bool:
        """Take some steps; False where they are more than are left, and then the stage has to stop."""
        self.left -= steps
        if self.left >= 0:
            return True
        self._stopped[self.stage] = None
        return False


@record
class Budget:
    """The steps of all stages on one page. Each stage has its own, so what one does never changes another's answer."""

    size: int
    """characters of the page"""
    _stopped: dict[str, None] = field(default_factory=dict)
    _notes: dict[str, None] = field(default_factory=dict)

    def note(self, sentence: str) -> None:
        """Say what was not begun, and why."""
        self._notes[sentence] = None

    def steps(self, stage: str) -> Steps:
        """The steps of a stage, which is named by what it works on: `links`, `posts`.

        >>> budget = Budget(0)
        >>> budget.steps("links").spend(FREE_STEPS), budget.steps("posts").spend(FREE_STEPS + 1)
        (True, False)
        >>> budget.warnings
        ('the posts of this page take more work than its size accounts for; the rest was left out',)
        """
        return Steps(FREE_STEPS + STEPS_PER_CHARACTER * self.size, stage, self._stopped)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was not begun or not done to the end so far, a sentence each."""
        stopped = (
            f"the {stage} of this page take more work than its size accounts for; the rest was left out"
            for stage in self._stopped
        )
        return (*self._notes, *stopped)
