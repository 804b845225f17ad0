"""What a method is, what it returns, and what all methods share: checks of options, and the steps of a paper."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from enum import IntEnum
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import UsageError
from kaensan.frozen_records import record
from kaensan.page import Page
from kaensan.page.tags import tag_id

__all__ = ["Labels", "Method", "Role", "Step", "check_choice", "check_names", "step", "steps"]


class Role(IntEnum):
    """What a text is on its page."""

    OTHER = 0
    CONTENT = 1
    TITLE = 2


_CONTENT = int(Role.CONTENT)  # an array is compared with a plain number much faster
Phrases = Mapping[str, tuple[str, str]]
"""Phrases of reasons by name, in English and in Thai."""


def worded(phrases: Phrases, name: str, language: str, /, **values: object) -> str:
    """A phrase in a language, with values in their places.

    >>> worded({"short": ("shorter than {most}", "สั้นกว่า {most}")}, "short", "th", most=3)
    'สั้นกว่า 3'
    """
    english, thai = phrases[name]
    return (thai if language == "th" else english).format(**values)


def _no_reason(row: int) -> str:
    return ""


@record
class Labels:
    """A method's decision about every row of `page.texts`."""

    method: str
    """the name of the method that decided"""
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
    """what kind of page it is, such as `article`; None where the method does not say"""
    stated: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """metadata that the method settles, by field (title, author, date): its value and where it was found"""
    warnings: tuple[str, ...] = ()
    """what the user should know about the decision, each in one sentence"""
    posts: tuple[int, ...] = ()
    """the elements that hold the posts of a discussion, where rules settle which they are"""
    translated: Callable[[int, str], str] | None = None
    """the reason of a row in a language, `en` or `th`, where the method speaks both"""

    @property
    def kept(self) -> NDArray[np.bool_]:
        """The rows that make up the text of the document."""
        kept: NDArray[np.bool_] = self.role == _CONTENT
        return kept


@runtime_checkable
class Method(Protocol):
    """A way to decide. Methods are pure: no I/O, no state; options are fixed when the method is made."""

    @property
    def name(self) -> str:
        """What it is called, as in `method_names()`."""
        ...

    def label(self, page: Page) -> Labels:
        """Label every row of `page.texts`."""
        ...


class Step(NamedTuple):
    """One step of a published algorithm, as the code carries it out."""

    name: str
    """in the words of the paper"""
    meaning: str
    """what it does, in one sentence"""
    function: str
    """the function that does it"""


_Function = TypeVar("_Function", bound=Callable[..., Any])
_MARK = "__step__"


def step(name: str) -> Callable[[_Function], _Function]:
    """Mark a function as a step of its paper's algorithm; the order of the steps is that of the functions."""

    def mark(function: _Function) -> _Function:
        setattr(function, _MARK, name)
        return function

    return mark


def steps(method: Method) -> tuple[Step, ...]:
    """The steps of a method, from its own code: what a flow chart of it shows. Empty where none are marked."""
    module = vars(sys.modules[type(method).__module__])
    marked = [value for value in module.values() if callable(value) and hasattr(value, _MARK)]
    return tuple(
        Step(getattr(function, _MARK), (function.__doc__ or "").split("\n\n")[0].strip(), function.__name__)
        for function in marked
    )


def check_choice(option: str, value: str, known: Iterable[str]) -> None:
    """Refuse a value that is none of the known ones."""
    choices = tuple(known)
    if value not in choices:
        raise UsageError(f"{option} is one of {', '.join(choices)}, not {value!r}")


def check_names(names: Iterable[str]) -> None:
    """Refuse element names that are not in the table of tags."""
    for name in names:
        if not tag_id(name):
            raise UsageError(f"{name!r} is no known HTML element; name elements in lower case, without brackets")
