"""A run from its inputs to its statistics."""

from __future__ import annotations

import json
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from kaensan.batch.extractor import Extractor
from kaensan.batch.ledger import Ledger
from kaensan.batch.local import Done, Ended, Event, cut_outcome, run_shards
from kaensan.batch.options import Options
from kaensan.batch.shards import Shard, find_shards
from kaensan.batch.statistics import Statistics
from kaensan.batch.store import HIDDEN, TIMES, Store
from kaensan.batch.watching import Watcher
from kaensan.errors import KaensanError, UsageError

__all__ = ["Engine", "Run", "run"]

_WAITING = 64
"""Chunks that may wait to be stored while a shard is being finished."""

Engine = Callable[[Sequence[tuple[Shard, int]]], Generator[Event, None, None]]
"""What works through shards, each from a place on, and tells of it in order."""


def run(
    inputs: Sequence[str],
    out: str | Path,
    options: Options | None = None,
    *,
    workers: int = 2,
    kind: str | None = None,
    watchers: Sequence[Watcher] = (),
    extractor: Extractor | None = None,
    engine: Engine | None = None,
    work: Path | None = None,
    restart: bool = False,
) -> Statistics:
    """Extract every page of the inputs into files in the folder `out`, one per input.

    If the folder holds a run with the same options that did not come to its end, it goes on where that one stopped.
    `work` is a local folder for what a run remembers, for an `out` that is an fsspec URL.
    """
    if work is None and "://" in str(out):
        raise UsageError("an output folder that is not local needs a local one for the ledger: add --work DIR")
    extractor = extractor or Extractor(options or Options())
    extractor.prepare()  # a wrong method or a missing model is found here, not in every worker
    plan = Run(Path(work or out), extractor.options, str(out) if work else None, restart=restart)
    with plan as opened:
        return opened.work_through(
            find_shards(inputs, kind),
            engine or (lambda shards: run_shards(shards, extractor, workers=workers)),
            watchers,
            workers,
        )


class Run:
    """An output folder with its ledger, locked while it is open."""

    def __init__(self, folder: Path, options: Options, remote: str | None = None, *, restart: bool = False) -> None:
        self._folder = folder
        self._options = options
        self._remote = remote
        self._restart = restart

    def __enter__(self) -> Run:
        with _told(self._folder):
            self._ledger = Ledger(self._folder / HIDDEN)
            if self._restart:
                self._forget()
        return self

    def __exit__(self, *_: object) -> None:
        self._ledger.close()

    def work_through(
        self, shards: Sequence[Shard], engine: Engine, watchers: Sequence[Watcher], workers: int
    ) -> Statistics:
        """Do what is left to do."""
        with _told(self._folder):
            shards = self._ledger.plan(shards, self._options.fingerprint())
            states = [(shard, self._ledger.progress(shard)) for shard in shards]
        left = [(shard, state.end) for shard, state in states if not state.finished]
        began = time.monotonic()
        writer = _Writer(Store(self._folder, self._ledger, self._options, self._remote), self._folder)
        for watcher in watchers:
            watcher.begin([shard for shard, _ in left], len(shards) - len(left))
        tally = _Tally(self._left_to_read())
        enough = tally.left == 0
        begun = [shard for shard, state in states if state.parts and not state.finished]
        events = (Ended(shard) for shard in begun) if enough else engine(left)
        try:
            with writer, closing(events):
                for event in events if enough else tally.until_enough(events):
                    writer.put(event)
                    for watcher in watchers:
                        watcher.see(event)
        finally:
            for watcher in watchers:
                watcher.end()
        return self._statistics(shards, writer.failed, time.monotonic() - began, tally, workers)

    def _left_to_read(self) -> int | None:
        limit = self._options.limit
        return None if limit is None else max(0, limit - self._ledger.counts()["pages"])

    def _statistics(
        self, shards: Sequence[Shard], failed: dict[str, str], seconds: float, tally: _Tally, workers: int
    ) -> Statistics:
        finished = sum(self._ledger.progress(shard).finished for shard in shards)
        statistics = Statistics(
            self._ledger.counts(), len(shards), finished, failed, seconds, tally.pages, tally.bytes, workers
        )
        path = self._folder / "statistics.json"
        with _told(path):
            growing = path.with_suffix(".tmp")
            growing.write_text(json.dumps(statistics.to_dict(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            growing.replace(path)
        return statistics

    def _forget(self) -> None:
        """Begin anew: the ledger, the parts and the outputs of the run before go."""
        names = [name for (name,) in self._ledger.database.execute("SELECT name FROM shards")]
        row = self._ledger.database.execute("SELECT value FROM run WHERE name = 'options'").fetchone()
        form = json.loads(row[0])["format"] if row else self._options.format
        for name in names:
            (self._folder / f"{name}.{form}").unlink(missing_ok=True)
            (self._folder / TIMES / f"{name}.parquet").unlink(missing_ok=True)
        shutil.rmtree(self._folder / HIDDEN / "parts", ignore_errors=True)
        for table in ("run", "shards", "parts", "texts", "bands"):
            self._ledger.database.execute(f"DROP TABLE IF EXISTS {table}")
        self._ledger.make_tables()


class _Tally:
    """Counts the pages of this run, and ends it when there are enough."""

    def __init__(self, left: int | None) -> None:
        self.left = left
        self.pages = 0
        self.bytes = 0

    def until_enough(self, events: Iterator[Event]) -> Iterator[Event]:
        """The events, up to the page that is the last one; its shard then counts as ended."""
        for event in events:
            if isinstance(event, Done):
                if self.left is not None:
                    event = Done(event.shard, event.chunk, cut_outcome(event.outcome, 0, self.left))
                    self.left -= len(event.outcome.fates)
                self.pages += len(event.outcome.fates)
                self.bytes += event.outcome.markup
            yield event
            if self.left == 0 and isinstance(event, Done):
                yield Ended(event.shard)
                return


class _Writer:
    """A thread that stores events in their order, so that the engine need not wait while a shard is finished."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._queue: queue.Queue[Event | None] = queue.Queue(_WAITING)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work)
        self.failed: dict[str, str] = {}

    def put(self, event: Event) -> None:
        """Hand over an event; an error of an earlier one comes out here."""
        if self._error is not None:
            raise self._error
        self._queue.put(event)

    def __enter__(self) -> _Writer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._queue.put(None)
        self._thread.join()
        if self._error is not None and error is None:
            raise self._error

    def _work(self) -> None:
        while (event := self._queue.get()) is not None:
            if self._error is None:
                try:
                    with _told(self._folder):
                        self._store_event(event)
                except BaseException as error:
                    self._error = error

    def _store_event(self, event: Event) -> None:
        if isinstance(event, Done):
            self._store.add(event.shard, event.chunk, event.outcome)
        elif isinstance(event, Ended):
            self._store.finish(event.shard)
        else:
            self.failed[event.shard.location] = event.reason
            self._store.fail(event.shard, event.reason)


@contextmanager
def _told(place: Path) -> Iterator[None]:
    """Errors of the disk as one sentence that says what to do."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise KaensanError(
            f"{place} cannot be written ({reason}); nothing that was put away is lost: "
            "mend it and run the same command again"
        ) from error
