"""Methods × datasets: the run behind `kaensan bench`."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path

from kaensan.bench import datasets
from kaensan.bench.datasets import GoldPage
from kaensan.bench.measure import Outcome, failed, measure_page
from kaensan.bench.parallel import in_parallel
from kaensan.bench.systems import Extract, System
from kaensan.errors import UsageError

__all__ = ["Plan", "pages_of", "run", "sample"]


@dataclass(frozen=True)
class Plan:
    """What to run on what."""

    folder: Path
    datasets: tuple[str, ...]
    systems: tuple[System, ...]
    sample: int | None = None
    """at most so many pages of each dataset"""
    seed: int = 0
    jobs: int = 2
    limit: float = 60.0
    """seconds that a system may take for one page"""

    def __post_init__(self) -> None:
        if not self.systems:
            raise UsageError("there is nothing to run; name at least one method or peer that works here")
        if self.sample is not None and self.sample < 1:
            raise UsageError("--sample takes a number of pages from 1")
        if self.jobs < 1:
            raise UsageError("--jobs takes a number of processes from 1")


Watch = Callable[[Iterable[list[Outcome]], int], Iterable[list[Outcome]]]


def run(plan: Plan, watch: Watch = lambda items, total: items) -> list[Outcome]:
    """Measure every system on every page, in the order of datasets, pages and systems.

    `watch` is handed the outcomes page by page, with the number of pages, and hands them on: a progress bar.
    """
    total = sum(min(datasets.count(plan.folder, name), plan.sample or 1 << 62) for name in plan.datasets)
    pages = chain.from_iterable(pages_of(plan, name) for name in plan.datasets)
    done = in_parallel(partial(_measure, plan.systems, plan.limit), pages, plan.jobs, died=partial(_died, plan.systems))
    outcomes = list(chain.from_iterable(watch(done, total)))
    rank = {system.name: number for number, system in enumerate(plan.systems)}
    return sorted(outcomes, key=lambda outcome: (outcome.dataset, outcome.page, rank[outcome.system]))


def pages_of(plan: Plan, name: str) -> Iterator[GoldPage]:
    """The pages of one dataset that the plan asks for."""
    pages = datasets.load(plan.folder, name)
    return pages if plan.sample is None else iter(sample(pages, plan.sample, plan.seed))


def sample(pages: Iterable[GoldPage], size: int, seed: int) -> list[GoldPage]:
    """Draw pages by their names: the same for every run and system, and a larger sample holds the smaller one."""
    chosen = heapq.nsmallest(size, pages, key=lambda page: hashlib.sha256(f"{seed}/{page.id}".encode()).digest())
    return sorted(chosen, key=lambda page: page.id)


def _measure(systems: tuple[System, ...], limit: float, page: GoldPage) -> list[Outcome]:
    return measure_page(page, _loaded(systems), limit)


@lru_cache(maxsize=1)
def _loaded(systems: tuple[System, ...]) -> dict[str, Extract]:
    """The systems of this process: loading a model for every page would be most of the work."""
    return {system.name: system.ready() for system in systems}


def _died(systems: Sequence[System], page: GoldPage) -> list[Outcome]:
    return [failed(system.name, page, "the process died on this page") for system in systems]
