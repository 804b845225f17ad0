"""Many pages through several processes; a process that dies takes only the page it was on with it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

__all__ = ["in_parallel"]

Given = TypeVar("Given")
Made = TypeVar("Made")

_WAITING = 3  # per process: enough to keep it busy, few enough to keep memory small


def in_parallel(
    work: Callable[[Given], Made],
    items: Iterable[Given],
    jobs: int,
    died: Callable[[Given], Made],
) -> Iterator[Made]:
    """The result of `work` for every item, in the order in which they are done.

    An item whose process dies even when it is tried alone gives `died(item)`. With one job everything happens in this
    process.
    """
    if jobs <= 1:
        yield from map(work, items)
        return
    source = iter(items)
    exhausted = False
    while not exhausted:
        suspects: list[Given] = []
        with _pool(jobs) as pool:
            under_way: dict[Future[Made], Given] = {}
            while not suspects:
                while not exhausted and len(under_way) < jobs * _WAITING:
                    try:
                        item = next(source)
                    except StopIteration:
                        exhausted = True
                    else:
                        try:
                            under_way[pool.submit(work, item)] = item
                        except BrokenProcessPool:
                            suspects.append(item)
                            break
                if not under_way:
                    break
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    item = under_way.pop(future)
                    try:
                        yield future.result()
                    except BrokenProcessPool:
                        suspects.append(item)
            suspects += under_way.values()
        for item in suspects:
            yield _alone(work, item, died)


def _alone(work: Callable[[Given], Made], item: Given, died: Callable[[Given], Made]) -> Made:
    with _pool(1) as pool:
        try:
            return pool.submit(work, item).result()
        except BrokenProcessPool:
            return died(item)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # "spawn", because a forked process inherits the locks of threads that it does not inherit
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
