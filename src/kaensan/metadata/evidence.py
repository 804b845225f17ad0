"""Choosing among candidates by what speaks for each.

Every field of the metadata is decided the same way: gather the values that the page offers, note the evidence for
each (where it stands, what agrees with it), merge equal values, add up weights. The weights are plain numbers in the
module of the field, so a choice can be read and argued with.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["Candidate", "choose", "keep_best_place", "merge"]


@dataclass
class Candidate:
    """A value that the page offers for a field."""

    value: str
    source: str
    """where it was found, in words: `json-ld headline`, `h1`, `meta author`"""
    evidence: dict[str, float] = field(default_factory=dict)
    """what speaks for or against it, by name; 1 for plain facts"""
    row: int = -1
    """the first row of `page.texts` that shows it; -1 when it is not visible text"""

    def score(self, weights: Mapping[str, float]) -> float:
        """The evidence, weighed."""
        weight = weights.get
        return sum([weight(name, 0.0) * value for name, value in self.evidence.items()])


def merge(candidates: Iterable[Candidate], key: Callable[[str], str]) -> list[Candidate]:
    """Candidates with the same key as one, with the evidence of all; the first gives value and source."""
    merged: dict[str, Candidate] = {}
    for candidate in candidates:
        same = merged.setdefault(key(candidate.value), candidate)
        if same is candidate:
            continue
        for name, value in candidate.evidence.items():
            same.evidence[name] = max(value, same.evidence.get(name, value))
        if same.row < 0:
            same.row = candidate.row
    return list(merged.values())


def keep_best_place(
    candidates: Sequence[Candidate], key: Callable[[str], str], places: Collection[str], weights: Mapping[str, float]
) -> None:
    """Of candidates with the same key that are seen, leave the evidence of `places` to the one that stands best.

    What stands at the headline and once more in a list of other stories stands at the headline.
    """
    seen: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.row >= 0:
            seen.setdefault(key(candidate.value), []).append(candidate)
    for same in seen.values():
        best = max(same, key=lambda one: _rank(one.evidence, places, weights)) if len(same) > 1 else same[0]
        for candidate in same:
            if candidate is not best:
                candidate.evidence = {name: value for name, value in candidate.evidence.items() if name not in places}


def _rank(evidence: Mapping[str, float], places: Collection[str], weights: Mapping[str, float]) -> float:
    """What the places among some evidence weigh."""
    return sum([weights.get(name, 0.0) * value for name, value in evidence.items() if name in places])


def choose(
    candidates: Iterable[Candidate], weights: Mapping[str, float], threshold: float = float("-inf")
) -> Candidate | None:
    """The candidate with the highest score, the first of equals; None when none reaches the threshold."""
    best: Candidate | None = None
    reached = threshold
    for candidate in candidates:
        score = candidate.score(weights)
        if score > reached:
            best, reached = candidate, score
    return best
