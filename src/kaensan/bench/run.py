"""Systems × pages: the run behind `kaensan bench`."""

from __future__ import annotations

import hashlib
import heapq
import queue
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path

from kaensan.bench.answers import AnswerStore, page_key
from kaensan.bench.measure import Outcome, Scores, has_fields, measure, measure_key
from kaensan.bench.peers import whole_text
from kaensan.bench.system_process import Answer, Worker
from kaensan.bench.systems import System
from kaensan.errors import UsageError
from kaensan.gold import datasets
from kaensan.gold.datasets import GoldPage
from kaensan.page.decode import decode

__all__ = ["Plan", "handed_to", "pages_of", "run", "sample"]


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
    retry: bool = False
    """ask again where the answer that is kept is a failure"""

    def __post_init__(self) -> None:
        if not self.systems:
            raise UsageError("there is nothing to run; name at least one method or peer that works here")
        if self.sample is not None and self.sample < 1:
            raise UsageError("--sample takes a number of pages from 1")
        if self.jobs < 1:
            raise UsageError("--jobs takes a number of processes from 1")
        if self.limit <= 0:
            raise UsageError("--limit takes seconds above 0")


Watch = Callable[[Iterable[list[Outcome]], int], Iterable[list[Outcome]]]


def run(plan: Plan, store: AnswerStore | None = None, watch: Watch = lambda items, total: items) -> list[Outcome]:
    """Measure every system on every page, in the order of datasets, pages and systems.

    Answers that the store has are not asked for again. `watch` is handed the outcomes page by page, with the number
    of pages, and hands them on: a progress bar.
    """
    total = sum(min(datasets.count(plan.folder, name), plan.sample or 1 << 62) for name in plan.datasets)
    pages = chain.from_iterable(pages_of(plan, name) for name in plan.datasets)
    with ExitStack() as stack:
        kept = stack.enter_context(AnswerStore(None)) if store is None else store
        lanes = [_Lane(plan, kept, stack) for _ in range(plan.jobs)]
        outcomes = list(chain.from_iterable(watch(_in_lanes(lanes, pages), total)))
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


def handed_to(system: System, html: bytes) -> bytes:
    """The page as a system takes it."""
    return decode(html).text.encode("utf-8", "replace") if system.decoded else html


class _Lane:
    """A worker for every system; one page at a time goes through all of them."""

    def __init__(self, plan: Plan, store: AnswerStore, stack: ExitStack) -> None:
        self._workers = {system: stack.enter_context(system.worker(plan.limit)) for system in plan.systems}
        self._store = store
        self._retry = plan.retry

    def measure(self, page: GoldPage) -> list[Outcome]:
        key, measured = page_key(page), measure_key(page)
        return [self._outcome(system, worker, page, key, measured) for system, worker in self._workers.items()]

    def _outcome(self, system: System, worker: Worker, page: GoldPage, key: str, measured: str) -> Outcome:
        named = (system.name, system.identity, key)
        answer = self._store.get(*named)
        known = self._store.score(*named, measured)
        if answer is None or (self._retry and answer.error is not None):
            known = None
            answer = self._ask(system, worker, page)
            self._store.put(*named, answer)
        if known is None:
            known = asdict(measure(page, answer))
            self._store.put_score(*named, measured, known)
        return Outcome.of(system.name, page, answer, Scores(**known))

    def _ask(self, system: System, worker: Worker, page: GoldPage) -> Answer:
        answer = worker.ask(handed_to(system, page.html), page.url, metadata=has_fields(page))
        if answer.html is not None:
            answer = replace(answer, text=whole_text(answer.html), html=None)
        if answer.metadata is not None:
            answer = replace(answer, metadata={field: str(value) for field, value in answer.metadata.items() if value})
        return answer


def _in_lanes(lanes: list[_Lane], pages: Iterable[GoldPage]) -> Iterator[list[Outcome]]:
    """The outcomes of every page, in order, as many pages under way as there are lanes."""
    free: queue.SimpleQueue[_Lane] = queue.SimpleQueue()
    for lane in lanes:
        free.put(lane)

    def through(page: GoldPage) -> list[Outcome]:
        lane = free.get()
        try:
            return lane.measure(page)
        finally:
            free.put(lane)

    under_way: deque[Future[list[Outcome]]] = deque()
    with ThreadPoolExecutor(len(lanes)) as pool:
        for page in pages:
            under_way.append(pool.submit(through, page))
            if len(under_way) > 2 * len(lanes):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
