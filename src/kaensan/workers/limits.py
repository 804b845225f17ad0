"""What one page may cost."""

from __future__ import annotations

from dataclasses import dataclass

from kaensan.errors import UsageError

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """What one page may cost in a worker process; a page past a limit fails, and the others go on."""

    seconds: float = 30.0
    """of the clock for a page"""
    memory: int = 2 << 30
    """bytes of the whole process"""
    size: int = 64 << 20
    """bytes of a page's markup"""

    def __post_init__(self) -> None:
        if min(self.seconds, self.memory, self.size) <= 0:
            raise UsageError("the limits of a page are numbers above 0")
