"""Outcomes of pages, summed up per dataset, per page type and per language."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.bench.measure import Outcome
from kaensan.bench.systems import Skipped
from kaensan.bench.timing import Timing
from kaensan.gold.datasets import LEARNED
from kaensan.gold.fields import FIELDS

__all__ = ["Cell", "FieldRow", "Group", "Load", "Row", "Summary", "interval", "summarise"]

_RESAMPLES = 1000

Group = Literal["dataset", "type", "language"]


@dataclass(frozen=True)
class Cell:
    """One system on one set of pages."""

    f1: float
    low: float
    """lower end of the 95 % bootstrap interval of `f1`"""
    high: float
    precision: float
    recall: float
    trigram_f1: float | None
    rouge_l: float | None
    must: float | None
    must_not: float | None
    failed: int


@dataclass(frozen=True)
class Row:
    """All systems on one set of pages: a dataset, its pages of one type, or all pages in one language."""

    group: Group
    name: str
    pages: int
    unjudged: int
    """pages without gold text beside others that have it: only their snippets count"""
    unit: str
    learned: bool
    """the shipped models may have been trained on these pages"""
    cells: dict[str, Cell]

    @property
    def best(self) -> float:
        return max(cell.f1 for cell in self.cells.values())


@dataclass(frozen=True)
class FieldRow:
    """One field of metadata on one dataset: the share of pages on which each system has it right."""

    dataset: str
    field: str
    pages: int
    learned: bool
    shares: dict[str, float | None]
    """None for a system that returns no metadata"""


@dataclass(frozen=True)
class Load:
    """What a system needed in the whole run."""

    pages: int
    failed: int
    peak: int | None
    """bytes of memory at the highest; None where the machine does not tell"""
    median_peak: int | None


@dataclass(frozen=True)
class Summary:
    """Everything that a report shows."""

    systems: list[str]
    versions: dict[str, str]
    rows: list[Row]
    fields: list[FieldRow]
    loads: dict[str, Load]
    failures: list[Outcome]
    skipped: list[Skipped]
    timings: list[Timing]
    command: str
    sample: int | None
    seed: int

    def of(self, group: Group) -> list[Row]:
        """The rows of one kind."""
        return [row for row in self.rows if row.group == group]

    def mean(self, system: str) -> float:
        """The mean of a system's F1 over datasets, each counting once."""
        return float(np.mean([row.cells[system].f1 for row in self.of("dataset")]))


def summarise(
    outcomes: Sequence[Outcome],
    *,
    systems: Sequence[str],
    versions: dict[str, str] | None = None,
    skipped: Sequence[Skipped] = (),
    timings: Sequence[Timing] = (),
    command: str = "kaensan bench",
    sample: int | None = None,
    seed: int = 0,
) -> Summary:
    """Sum up a run; the bootstrap draws the same pages for every system of a row."""
    return Summary(
        systems=list(systems),
        versions=dict(versions or {}),
        rows=[
            _row(group, name, members, systems, seed)
            for group, key in _KEYS.items()
            for name, members in sorted(_grouped(outcomes, key).items())
        ],
        fields=_field_rows(outcomes, systems),
        loads={name: _load([each for each in outcomes if each.system == name]) for name in systems},
        failures=[outcome for outcome in outcomes if outcome.error is not None],
        skipped=list(skipped),
        timings=list(timings),
        command=command,
        sample=sample,
        seed=seed,
    )


def interval(values: NDArray[np.float64], seed: int, resamples: int = _RESAMPLES) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean."""
    drawn = np.random.default_rng(seed).integers(0, len(values), (resamples, len(values)))
    low, high = np.percentile(values[drawn].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


_KEYS: dict[Group, Callable[[Outcome], str | None]] = {
    "dataset": lambda outcome: outcome.dataset,
    "type": lambda outcome: outcome.page_type and f"{outcome.dataset} {outcome.page_type}",
    "language": lambda outcome: outcome.lang if outcome.unit != "snippets" else None,
}


def _grouped(outcomes: Iterable[Outcome], key: Callable[[Outcome], str | None]) -> dict[str, list[Outcome]]:
    sets: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        name = key(outcome)
        if name is not None:
            sets[name].append(outcome)
    return sets


def _row(group: Group, name: str, members: list[Outcome], systems: Sequence[str], seed: int) -> Row:
    judged = [outcome for outcome in members if outcome.unit != "snippets"] or members
    pages = {outcome.page for outcome in judged}
    drawing = seed + zlib.crc32(f"{group}/{name}".encode())
    of_system: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in members:
        of_system[outcome.system].append(outcome)
    return Row(
        group=group,
        name=name,
        pages=len(pages),
        unjudged=len({outcome.page for outcome in members}) - len(pages),
        unit=" and ".join(sorted({outcome.unit for outcome in judged})),
        learned=all(outcome.dataset in LEARNED for outcome in judged),
        cells={system: _cell(of_system[system], pages, drawing) for system in systems},
    )


def _cell(members: list[Outcome], judged_pages: set[str], seed: int) -> Cell:
    judged = [outcome.scores for outcome in members if outcome.page in judged_pages]
    f1 = np.array([scores.f1 for scores in judged])
    low, high = interval(f1, seed)
    everything = [outcome.scores for outcome in members]
    return Cell(
        f1=float(f1.mean()),
        low=low,
        high=high,
        precision=float(np.mean([scores.precision for scores in judged])),
        recall=float(np.mean([scores.recall for scores in judged])),
        trigram_f1=_mean([scores.trigram_f1 for scores in judged]),
        rouge_l=_mean([scores.rouge_l for scores in judged]),
        must=_mean([scores.must for scores in everything]),
        must_not=_mean([scores.must_not for scores in everything]),
        failed=sum(outcome.error is not None for outcome in members),
    )


def _field_rows(outcomes: Sequence[Outcome], systems: Sequence[str]) -> list[FieldRow]:
    """Systems that return metadata, on every page that has gold; a page on which one failed counts as wrong."""
    right: dict[tuple[str, str], dict[str, dict[str, bool]]] = defaultdict(lambda: defaultdict(dict))
    for outcome in outcomes:
        for field, is_right in outcome.scores.fields.items():
            right[outcome.dataset, field][outcome.system][outcome.page] = is_right
    rows: list[FieldRow] = []
    for (dataset, field), answers in sorted(right.items(), key=lambda item: (item[0][0], FIELDS.index(item[0][1]))):
        pages = set().union(*answers.values())
        shares: dict[str, float | None] = {
            name: sum(answers[name].values()) / len(pages) if name in answers else None for name in systems
        }
        rows.append(FieldRow(dataset, field, len(pages), dataset in LEARNED, shares))
    return rows


def _load(members: list[Outcome]) -> Load:
    peaks = [outcome.peak for outcome in members if outcome.peak is not None]
    return Load(
        pages=len(members),
        failed=sum(outcome.error is not None for outcome in members),
        peak=max(peaks, default=None),
        median_peak=int(np.median(peaks)) if peaks else None,
    )


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
