# cython: language_level=3
"""Choosing among candidates by what speaks for each.

Every field of the metadata is decided the same way: gather the values that the page offers, note the evidence for
each (where it stands, what agrees with it), merge equal values, add up weights. The weights are plain numbers in the
module of the field, so a choice can be read and argued with.

Part of the kernel (see `kaensan.kernel`); `evidence.pxd` has the C types of the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["Candidate", "choose", "continuations", "keep_best_place", "merge", "with_letters"]


@cython.cclass
class Candidate:
    """A value that the page offers for a field.

    `source` is where it was found, in words: `json-ld headline`, `h1`, `meta author`. `evidence` is what speaks for or
    against it, by name; 1 for plain facts. `row` is the first row of `page.texts` that shows it; -1 when it is not
    visible text.
    """

    def __init__(self, value: str, source: str, evidence: dict[str, float] | None = None, row: int = -1) -> None:
        self.value = value
        self.source = source
        self.evidence = {} if evidence is None else evidence
        self.row = row

    def __repr__(self) -> str:
        return f"Candidate({self.value!r}, {self.source!r}, {self.evidence!r}, {self.row!r})"

    def score(self, weights: dict[str, float]) -> float:
        """The evidence, weighed."""
        return _weigh(self.evidence, weights)


@cython.cfunc
def _weigh(evidence: dict, weights: dict) -> cython.double:
    total: cython.double = 0.0
    for name, value in evidence.items():
        total += cython.cast(cython.double, weights.get(name, 0.0)) * cython.cast(cython.double, value)
    return total


_Offered = TypeVar("_Offered", bound=Candidate)


def merge(candidates: Iterable[_Offered], key: Callable[[str], str]) -> list[_Offered]:
    """Candidates with the same key as one, with the evidence of all; the first gives value and source."""
    merged: dict = {}
    candidate: Candidate
    for candidate in candidates:
        known: str = key(candidate.value)
        if known in merged:
            _add(merged[known], candidate)
        else:
            merged[known] = candidate
    return list(merged.values())


def with_letters(candidates: Iterable[_Offered], letters: Callable[[str], str]) -> tuple[list[_Offered], int]:
    """The candidates whose values have letters, and how many characters these values have together."""
    kept: list = []
    size: cython.Py_ssize_t = 0
    candidate: Candidate
    for candidate in candidates:
        if letters(candidate.value):
            kept.append(candidate)
            size += len(candidate.value)
    return kept, size


def continuations(values: list[str], shortest: int, separator: str) -> list[list[int]]:
    """Per value the numbers of those that start with it and go on with a sign or blank, but not with a separator.

    Values of less than `shortest` characters start many others by chance and are not asked.

    >>> continuations(["ann lee", "ann lee, editor", "ann leeds", "ann lee; bo ek"], 4, "; ")
    [[1], [], [], []]
    """
    found: list = []
    value: str
    other: str
    at: cython.Py_ssize_t
    for value in values:
        longer: list = []
        size: cython.Py_ssize_t = len(value)
        if size >= shortest:
            for at in range(len(values)):
                other = values[at]
                if len(other) > size and other.startswith(value) and _goes_on(other, size, separator):
                    longer.append(at)
        found.append(longer)
    return found


@cython.cfunc
def _goes_on(text: str, at: cython.Py_ssize_t, separator: str) -> cython.bint:
    letter: cython.Py_UCS4 = text[at]
    return not letter.isalnum() and not text.startswith(separator, at)


@cython.cfunc
def _add(same: Candidate, candidate: Candidate) -> None:
    """Give a candidate the evidence of another of the same value."""
    evidence: dict = same.evidence
    for name, value in candidate.evidence.items():
        if name not in evidence or evidence[name] < value:
            evidence[name] = value
    if same.row < 0:
        same.row = candidate.row


def keep_best_place(
    candidates: Iterable[Candidate], key: Callable[[str], str], places: Collection[str], weights: dict[str, float]
) -> None:
    """Of candidates with the same key that are seen, leave the evidence of `places` to the one that stands best.

    What stands at the headline and once more in a list of other stories stands at the headline.
    """
    seen: dict = {}
    candidate: Candidate
    for candidate in candidates:
        if candidate.row >= 0:
            seen.setdefault(key(candidate.value), []).append(candidate)
    for same in seen.values():
        if len(same) > 1:
            _keep_best(same, places, weights)


@cython.cfunc
def _keep_best(same: list, places: Collection[str], weights: dict) -> None:
    """The same for candidates of one key."""
    candidate: Candidate
    best: Candidate = same[0]
    highest: cython.double = _rank(best.evidence, places, weights)
    for candidate in same[1:]:
        rank: cython.double = _rank(candidate.evidence, places, weights)
        if rank > highest:
            best, highest = candidate, rank
    for candidate in same:
        if candidate is not best:
            candidate.evidence = {name: value for name, value in candidate.evidence.items() if name not in places}


@cython.cfunc
def _rank(evidence: dict, places: Collection[str], weights: dict) -> cython.double:
    """What the places among some evidence weigh."""
    total: cython.double = 0.0
    for name, value in evidence.items():
        if name in places:
            total += cython.cast(cython.double, weights.get(name, 0.0)) * cython.cast(cython.double, value)
    return total


def choose(
    candidates: Iterable[_Offered], weights: dict[str, float], threshold: float = float("-inf")
) -> _Offered | None:
    """The candidate with the highest score, the first of equals; None when none reaches the threshold."""
    best = None
    reached: cython.double = threshold
    candidate: Candidate
    for candidate in candidates:
        score: cython.double = _weigh(candidate.evidence, weights)
        if score > reached:
            best, reached = candidate, score
    return best
