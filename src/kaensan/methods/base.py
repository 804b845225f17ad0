"""What a method is, and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page

__all__ = ["Labels", "Method", "Role"]


class Role(IntEnum):
    """What a text is on its page."""

    OTHER = 0
    CONTENT = 1
    TITLE = 2


def _no_reason(row: int) -> str:
    return ""


@dataclass(frozen=True)
class Labels:
    """A method's decision about every row of `page.texts`."""

    method: str
    role: NDArray[np.int8]
    """a `Role` per row"""
    score: NDArray[np.float32]
    """how sure the method is that the row is content, 0…1"""
    reason: Callable[[int], str] = _no_reason
    """why the row got its label, in words"""
    evidence: Any = field(default=None, repr=False)
    """the quantities the method computed, for pictures and reports; its type belongs to the method"""
    confidence: float | None = None
    """the F1 the method expects of its own labels, where it can tell"""
    page_type: str | None = None
    stated: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """metadata that the method settles, by field (title, author, date): its value and where it was found"""
    warnings: tuple[str, ...] = ()
    """what the user should know about the decision, each in one sentence"""

    @property
    def kept(self) -> NDArray[np.bool_]:
        """The rows that make up the text of the document."""
        kept: NDArray[np.bool_] = self.role == Role.CONTENT
        return kept


@runtime_checkable
class Method(Protocol):
    """A way to decide. Methods are pure: no I/O, no state; options are fixed when the method is made."""

    @property
    def name(self) -> str: ...

    def label(self, page: Page) -> Labels:
        """Label every row of `page.texts`."""
        ...
