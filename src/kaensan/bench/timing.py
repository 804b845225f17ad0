"""Time per page: every system on the same page, one after another, so that a busy machine is busy for all of them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.bench.run import handed_to
from kaensan.bench.system_process import Worker
from kaensan.bench.systems import System, parser, peer
from kaensan.bench.worker import BARE_PARSE, OWN_PARSE, OWN_WORK, PAGE_PARSED, TEXT
from kaensan.errors import UsageError
from kaensan.gold.datasets import GoldPage

__all__ = ["RESILIPARSE", "Timing", "slope", "time_pages"]

RESILIPARSE = "resiliparse"


@dataclass(frozen=True)
class Timing:
    """CPU time of one task, over pages."""

    system: str
    task: str
    milliseconds: float
    """median over pages"""
    to_parse: float | None
    """median of the ratios to turbohtml's bare parse of the same page"""
    to_resiliparse: float | None
    """median of the ratios to Resiliparse's whole extraction of the same page; None where it is not installed"""
    total_to_parse: float | None
    """ratio of the totals over all pages"""
    total_to_resiliparse: float | None
    growth: float | None
    """how time grows with the size of the page: the slope of log time over log size; None with fewer than 3 pages"""
    points: list[tuple[int, float]]
    """bytes of a page and the seconds it took"""

    @property
    def name(self) -> str:
        """The task as a table names it: a bare system is from bytes to text."""
        return self.system if self.task == TEXT else f"{self.system}, {self.task}"


def time_pages(
    pages: Iterable[GoldPage], systems: Sequence[System], *, repeats: int = 3, seed: int = 0, limit: float = 60.0
) -> list[Timing]:
    """Time parsing, every method on a parsed page, and every system from bytes to text, each in its own process.

    On each page the tasks run in random order, `repeats` rounds of it, and the fastest time of a task counts. The first
    page is done once before, for nothing, because compilers and caches warm up. A page on which a task fails is left
    out for that task; quality runs count it.
    """
    draw = random.Random(seed)
    sizes: list[int] = []
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    with ExitStack() as stack:
        workers = {system: stack.enter_context(system.worker(limit)) for system in _with_references(systems)}
        tasks = [(system, task) for system in workers for task in _tasks(system)]
        for page in pages:
            if not sizes:
                _time_page(page, workers, tasks, 1, draw)
            sizes.append(len(page.html))
            for key, taken in _time_page(page, workers, tasks, repeats, draw).items():
                seconds[key].append(taken)
    columns = {key: np.array(taken) for key, taken in seconds.items()}
    bare, other = columns.get(("parse", BARE_PARSE)), columns.get((RESILIPARSE, TEXT))
    return [_timing(key, taken, np.array(sizes), bare, other) for key, taken in columns.items()]


def _with_references(systems: Sequence[System]) -> list[System]:
    """The systems, bare parsing before them, and Resiliparse after them where it is installed."""
    chosen = [parser(), *systems]
    if RESILIPARSE not in {system.name for system in systems}:
        with suppress(UsageError):
            chosen.append(peer(RESILIPARSE))
    return chosen


def _tasks(system: System) -> tuple[str, ...]:
    if system.kind == "parse":
        return BARE_PARSE, OWN_PARSE
    return (TEXT, PAGE_PARSED, OWN_WORK) if system.kind == "method" else (TEXT,)


def _time_page(
    page: GoldPage,
    workers: dict[System, Worker],
    tasks: list[tuple[System, str]],
    repeats: int,
    draw: random.Random,
) -> dict[tuple[str, str], float]:
    """The fastest time of each task; not a number where it fails."""
    handed = {system: handed_to(system, page.html) for system in workers}
    rounds: list[dict[tuple[str, str], float]] = []
    for _ in range(repeats):
        taken: dict[tuple[str, str], float] = {}
        for system, task in draw.sample(tasks, len(tasks)):
            answer = workers[system].ask(handed[system], page.url, task=task)
            failed = answer.error is not None or answer.seconds is None
            taken[system.name, task] = float("nan") if failed else float(answer.seconds or 0.0)
        rounds.append(taken)
    return {
        (system.name, task): float(np.min([taken[system.name, task] for taken in rounds])) for system, task in tasks
    }


def _timing(
    key: tuple[str, str],
    taken: NDArray[np.float64],
    sizes: NDArray[np.int64],
    bare: NDArray[np.float64] | None,
    other: NDArray[np.float64] | None,
) -> Timing:
    done = ~np.isnan(taken)
    system, task = key
    return Timing(
        system=system if system != "parse" else task,
        task=task if system != "parse" else TEXT,
        milliseconds=float(np.median(taken[done])) * 1000 if done.any() else float("nan"),
        to_parse=_median_ratio(taken, bare),
        to_resiliparse=_median_ratio(taken, other),
        total_to_parse=_total_ratio(taken, bare),
        total_to_resiliparse=_total_ratio(taken, other),
        growth=slope(sizes[done], taken[done]),
        points=list(zip(sizes[done].tolist(), taken[done].tolist(), strict=True)),
    )


def _median_ratio(taken: NDArray[np.float64], other: NDArray[np.float64] | None) -> float | None:
    if other is None:
        return None
    both = ~np.isnan(taken) & ~np.isnan(other) & (other > 0)
    return float(np.median(taken[both] / other[both])) if both.any() else None


def _total_ratio(taken: NDArray[np.float64], other: NDArray[np.float64] | None) -> float | None:
    if other is None:
        return None
    both = ~np.isnan(taken) & ~np.isnan(other)
    total = float(other[both].sum())
    return float(taken[both].sum()) / total if total > 0 else None


def slope(sizes: NDArray[np.int64], seconds: NDArray[np.float64]) -> float | None:
    """The slope of log seconds over log bytes: 1 is linear growth, 2 quadratic.

    >>> slope(np.array([100, 1000, 10000]), np.array([0.001, 0.01, 0.1]))
    1.0
    """
    good = (sizes > 0) & (seconds > 0)
    x, y = np.log(sizes[good]), np.log(seconds[good])
    if len(x) < 3 or np.ptp(x) == 0:
        return None
    return round(float(np.polyfit(x, y, 1)[0]), 6)
