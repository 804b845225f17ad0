"""Outcomes of pages, summed up per dataset and per page type."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.bench.datasets import LEARNED
from kaensan.bench.measure import Outcome
from kaensan.bench.systems import Skipped
from kaensan.bench.timing import Timing

__all__ = ["Cell", "Row", "Summary", "interval", "summarise"]

_RESAMPLES = 1000


@dataclass(frozen=True)
class Cell:
    """One system on one set of pages."""

    f1: float
    low: float
    """lower end of the 95 % bootstrap interval of `f1`"""
    high: float
    precision: float
    recall: float
    rouge_l: float | None
    snippets: float | None
    failed: int


@dataclass(frozen=True)
class Row:
    """All systems on one set of pages: a dataset, or its pages of one type."""

    dataset: str
    page_type: str | None
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
class Summary:
    """Everything that a report shows."""

    systems: list[str]
    rows: list[Row]
    failures: list[Outcome]
    skipped: list[Skipped]
    timings: list[Timing]
    command: str
    sample: int | None
    seed: int


def summarise(
    outcomes: Sequence[Outcome],
    *,
    systems: Sequence[str],
    skipped: Sequence[Skipped] = (),
    timings: Sequence[Timing] = (),
    command: str = "kaensan bench",
    sample: int | None = None,
    seed: int = 0,
) -> Summary:
    """Sum up a run; the bootstrap draws the same pages for every system of a row."""
    sets: dict[tuple[str, str | None], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        sets[outcome.dataset, None].append(outcome)
        if outcome.page_type is not None:
            sets[outcome.dataset, outcome.page_type].append(outcome)
    return Summary(
        systems=list(systems),
        rows=[_row(key, members, systems, seed) for key, members in sorted(sets.items(), key=_order)],
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


def _order(item: tuple[tuple[str, str | None], list[Outcome]]) -> tuple[bool, str, str]:
    (dataset, page_type), _ = item
    return page_type is not None, dataset, page_type or ""


def _row(key: tuple[str, str | None], members: list[Outcome], systems: Sequence[str], seed: int) -> Row:
    dataset, page_type = key
    judged = [outcome for outcome in members if outcome.unit != "snippets"] or members
    pages = {outcome.page for outcome in judged}
    drawing = seed + zlib.crc32(f"{dataset}/{page_type}".encode())
    return Row(
        dataset=dataset,
        page_type=page_type,
        pages=len(pages),
        unjudged=len({outcome.page for outcome in members}) - len(pages),
        unit=" and ".join(sorted({outcome.unit for outcome in judged})),
        learned=dataset in LEARNED,
        cells={
            name: _cell(
                [outcome for outcome in judged if outcome.system == name],
                [outcome for outcome in members if outcome.system == name],
                drawing,
            )
            for name in systems
        },
    )


def _cell(judged: list[Outcome], members: list[Outcome], seed: int) -> Cell:
    f1 = np.array([outcome.f1 for outcome in judged])
    low, high = interval(f1, seed)
    return Cell(
        f1=float(f1.mean()),
        low=low,
        high=high,
        precision=float(np.mean([outcome.precision for outcome in judged])),
        recall=float(np.mean([outcome.recall for outcome in judged])),
        rouge_l=_mean([outcome.rouge_l for outcome in members]),
        snippets=_mean([outcome.snippets for outcome in members]),
        failed=sum(outcome.error is not None for outcome in members),
    )


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
