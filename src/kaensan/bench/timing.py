"""Time per page: every task on the same page, one after another, so that a busy machine is busy for all of them."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import turbohtml

from kaensan.bench import peers
from kaensan.bench.datasets import GoldPage
from kaensan.bench.systems import Extract, System
from kaensan.methods import Method, load
from kaensan.page import parse

__all__ = ["BARE_PARSE", "RESILIPARSE", "Timing", "time_pages"]

BARE_PARSE = "turbohtml parse"
"""turbohtml's bare parse of the decoded page: the least that any method built on it must pay"""
RESILIPARSE = "resiliparse"

Task = Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """CPU time of one task, over pages."""

    task: str
    milliseconds: float
    """median over pages"""
    to_parse: float
    """median of the ratios to turbohtml's bare parse of the same page"""
    to_resiliparse: float
    """median of the ratios to Resiliparse's whole extraction of the same page"""
    total_to_parse: float
    """ratio of the totals over all pages"""
    total_to_resiliparse: float


def time_pages(
    pages: Iterable[GoldPage], systems: Sequence[System], *, repeats: int = 3, seed: int = 0
) -> list[Timing]:
    """Time parsing, every method on a parsed page, and every system from bytes to text.

    On each page the tasks run in random order, `repeats` rounds of it, and the fastest time of a task counts. A task
    that fails on a page fails in quality runs too; here the page is left out for that task.
    """
    draw = random.Random(seed)
    clocks = [_Clocked.of(system) for system in systems]
    seconds: dict[str, list[float]] = {}
    for page in pages:
        for task, taken in _time_page(page.html, clocks, repeats, draw).items():
            seconds.setdefault(task, []).append(taken)
    columns = {task: np.array(taken) for task, taken in seconds.items()}
    if not columns:
        return []
    bare, other = columns[BARE_PARSE], columns[RESILIPARSE]
    return [
        Timing(
            task=task,
            milliseconds=float(np.nanmedian(taken)) * 1000,
            to_parse=float(np.nanmedian(taken / bare)),
            to_resiliparse=float(np.nanmedian(taken / other)),
            total_to_parse=float(np.nansum(taken) / bare[~np.isnan(taken)].sum()),
            total_to_resiliparse=float(np.nansum(taken) / other[~np.isnan(taken)].sum()),
        )
        for task, taken in columns.items()
    ]


@dataclass(frozen=True)
class _Clocked:
    """A system with its model loaded."""

    name: str
    extract: Extract
    method: Method | None

    @classmethod
    def of(cls, system: System) -> _Clocked:
        return cls(system.name, system.ready(), load(system.name) if system.kind == "method" else None)


def _time_page(html: bytes, clocked: Sequence[_Clocked], repeats: int, draw: random.Random) -> dict[str, float]:
    """The fastest time of each task; not a number where it fails."""
    source = parse(html).source
    rounds: list[dict[str, float]] = []
    for _ in range(repeats):
        tasks = _tasks(html, source, clocked)
        taken = {name: _seconds(tasks[name]) for name in draw.sample(list(tasks), len(tasks))}
        rounds.append({name: taken[name] for name in tasks})
    return {name: float(np.min([taken[name] for taken in rounds])) for name in rounds[0]}


def _tasks(html: bytes, source: str, clocked: Sequence[_Clocked]) -> dict[str, Task]:
    """The tasks of one round. A method gets a page of its own: columns that another has computed would be a gift."""
    tasks: dict[str, Task] = {
        BARE_PARSE: lambda: turbohtml.parse(source),
        "kaensan parse": lambda: parse(html),
        RESILIPARSE: lambda: peers.resiliparse(html),
    }
    for each in clocked:
        if each.method is not None:
            tasks[f"{each.name}, page parsed"] = partial(each.method.label, parse(html))
            tasks[each.name] = partial(_whole, each.extract, html)
        elif each.name != RESILIPARSE:
            tasks[each.name] = partial(each.extract, html, _NO_PAGE)
    return tasks


def _whole(extract: Extract, html: bytes) -> str:
    return extract(html, parse(html))


_NO_PAGE = parse("")  # peers parse for themselves


def _seconds(task: Task) -> float:
    gc.disable()
    try:
        began = time.process_time()
        task()
        return time.process_time() - began
    except Exception:
        return float("nan")
    finally:
        gc.enable()
