"""A run from its inputs to its statistics."""

from __future__ import annotations

import json
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from kaensan.batch.events import Done, Ended, Engine, Event, Watcher
from kaensan.batch.extractor import Extractor
from kaensan.batch.ledger import Ledger
from kaensan.batch.local import cut_outcome, run_shards
from kaensan.batch.options import Options, Running
from kaensan.batch.output import HIDDEN, TIMES, OutputFolder
from kaensan.batch.shards import Shard, find_shards
from kaensan.batch.statistics import Statistics
from kaensan.errors import KaensanError, UsageError

__all__ = ["Run", "run"]

_WAITING = 64
"""Chunks that may wait to be stored while a shard is being finished."""


def run(
    inputs: Sequence[str],
    out: str | Path,
    options: Options | Extractor | None = None,
    running: Running | None = None,
    watchers: Sequence[Watcher] = (),
) -> Statistics:
    """Extract every page of the inputs into files in the folder `out`, one per input.

    If the folder holds a run with the same options that did not come to its end, it goes on where that one stopped.
    Instead of options an extractor of one's own may be given.
    """
    extractor = options if isinstance(options, Extractor) else Extractor(options or Options())
    how = running or Running()
    if how.work is None and "://" in str(out):
        raise UsageError("an output folder that is not local needs a local one for the ledger: add --work DIR")
    extractor.prepare()  # a wrong method or a missing model is found here, not in every worker
    remote = str(out) if how.work else None
    with Run(Path(how.work or out), extractor.options, remote, restart=how.restart) as opened:
        shards = find_shards(inputs, extractor.options.kind)
        return opened.work_through(shards, _engine(how, extractor), watchers, how.workers)


def _engine(how: Running, extractor: Extractor) -> Engine:
    if not isinstance(how.engine, str):
        return how.engine
    if how.engine == "ray":
        from kaensan.batch.ray import run_on_ray

        return partial(run_on_ray, extractor=extractor, workers=how.workers, address=how.address)
    return partial(run_shards, extractor=extractor, workers=how.workers)


class Run:
    """An output folder with its ledger, locked while it is open."""

    def __init__(self, folder: Path, options: Options, remote: str | None = None, *, restart: bool = False) -> None:
        self._folder = folder
        self._options = options
        self._remote = remote
        self._restart = restart

    def __enter__(self) -> Run:
        with _named_errors(self._folder):
            self._ledger = Ledger(self._folder / HIDDEN, restart=self._restart)
            if self._restart:
                self._forget()
        return self

    def __exit__(self, *_: object) -> None:
        self._ledger.close()

    def work_through(
        self, shards: Sequence[Shard], engine: Engine, watchers: Sequence[Watcher], workers: int
    ) -> Statistics:
        """Do what is left to do."""
        output = OutputFolder(self._folder, self._ledger, self._options, self._remote)
        notes = self._notes()
        with _named_errors(self._folder):
            shards = self._ledger.plan(shards, self._options.fingerprint())
            for shard in shards:
                if not self._ledger.progress(shard).finished and (damaged := output.drop_damaged_parts(shard)):
                    notes.append(f"{damaged} parts of {shard.location} were damaged on the disk and are made again")
            states = [(shard, self._ledger.progress(shard)) for shard in shards]
        left = [(shard, state.end) for shard, state in states if not state.finished]
        began = time.monotonic()
        writer = _Writer(output, self._folder)
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
        statistics = self._statistics(shards, writer.failed, time.monotonic() - began, tally, workers)
        return replace(statistics, notes=tuple(notes))

    def _notes(self) -> list[str]:
        aside = self._ledger.set_aside
        if aside is None:
            return []
        return [
            f"the ledger was damaged and is now {aside}; output files of the run before that this one did not make are "
            "still there"
        ]

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
        path = self._folder / HIDDEN / "statistics.json"
        with _named_errors(path):
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
            (self._folder / TIMES / f"{name}.pq").unlink(missing_ok=True)
        shutil.rmtree(self._folder / HIDDEN / "parts", ignore_errors=True)
        for table in ("run", "shards", "files", "parts", "texts", "bands"):
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
    """A thread that stores events in their order, so that the engine need not wait while a shard is finished.

    When the run is interrupted, what came before is still stored, but no shard is finished any more. The thread does
    not keep the process alive: nothing that it stores counts before the ledger has it.
    """

    def __init__(self, output: OutputFolder, folder: Path) -> None:
        self._output = output
        self._folder = folder
        self._queue: queue.Queue[Event | None] = queue.Queue(_WAITING)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._stopping = False
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
        if error is not None:
            self._stopping = True
            self._output.stop()
        self._queue.put(None)
        self._thread.join()
        if self._error is not None and error is None:
            raise self._error

    def _work(self) -> None:
        while (event := self._queue.get()) is not None:
            self._guarded(lambda event=event: self._store_event(event))  # type: ignore[misc]
        if self._stopping:
            self._guarded(self._output.put_away_rest)

    def _guarded(self, store: Callable[[], None]) -> None:
        """Do something unless an earlier error forbids it; the first error is kept."""
        if self._error is None:
            try:
                with _named_errors(self._folder):
                    store()
            except BaseException as error:
                self._error = error

    def _store_event(self, event: Event) -> None:
        if isinstance(event, Done):
            self._output.add(event.shard, event.chunk, event.outcome)
        elif isinstance(event, Ended):
            if self._stopping:
                self._output.put_away(event.shard)
            else:
                self._output.finish(event.shard)
        else:
            self.failed[event.shard.location] = event.reason
            self._output.fail(event.shard, event.reason)


@contextmanager
def _named_errors(place: Path) -> Iterator[None]:
    """Errors of the disk as one sentence that says what to do."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise KaensanError(
            f"{place} cannot be written ({reason}); nothing that was put away is lost: "
            "mend it and run the same command again"
        ) from error
