"""Time per page: every task on the same page, one after another, so that a busy machine is busy for all of them."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import turbohtml

from kaensan.bench import peers
from kaensan.bench.datasets import GoldPage
from kaensan.bench.systems import Extract, System
from kaensan.methods import Method, load
from kaensan.page import Page, parse

__all__ = ["BARE_PARSE", "RESILIPARSE", "Timing", "time_pages"]

BARE_PARSE = "turbohtml parse"
"""turbohtml's bare parse of the page's bytes: the least that any method built on it must pay"""
RESILIPARSE = "resiliparse"

Task = tuple[Callable[[], Any], Callable[[Any], object]]
"""what is done before the clock starts, and what is timed"""


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

    A method is timed on a page that has just been parsed (`page parsed`), where it pays for the columns of the tables
    that it is the first to ask for, and again on the same page (`own work`), where it does not.
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
    tasks = _tasks(html, clocked)
    rounds = [{name: _seconds(*tasks[name]) for name in draw.sample(list(tasks), len(tasks))} for _ in range(repeats)]
    return {name: float(np.min([taken[name] for taken in rounds])) for name in tasks}


def _tasks(html: bytes, clocked: Sequence[_Clocked]) -> dict[str, Task]:
    def given() -> bytes:
        return html

    def fresh() -> Page:
        return parse(html)

    tasks: dict[str, Task] = {
        BARE_PARSE: (given, turbohtml.parse),
        "kaensan parse": (given, parse),
        RESILIPARSE: (given, peers.resiliparse),
    }
    for each in clocked:
        if each.method is not None:
            label = each.method.label
            tasks[f"{each.name}, page parsed"] = (fresh, label)
            tasks[f"{each.name}, own work"] = (partial(_labelled, each.method, html), label)
            tasks[each.name] = (given, partial(_whole, each.extract))
        elif each.name != RESILIPARSE:
            tasks[each.name] = (given, partial(_peer, each.extract))
    return tasks


def _labelled(method: Method, html: bytes) -> Page:
    """A page on which the method has run before."""
    page = parse(html)
    method.label(page)
    return page


def _whole(extract: Extract, html: bytes) -> str:
    return extract(html, parse(html))


def _peer(extract: Extract, html: bytes) -> str:
    return extract(html, _NO_PAGE)


_NO_PAGE = parse("")  # peers parse for themselves


def _seconds(prepare: Callable[[], Any], work: Callable[[Any], object]) -> float:
    gc.disable()
    try:
        given = prepare()
        began = time.process_time()
        work(given)
        return time.process_time() - began
    except Exception:
        return float("nan")
    finally:
        gc.enable()
