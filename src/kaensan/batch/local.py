"""The engine for one machine: chunks go to worker processes, and what became of them comes back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from kaensan.batch.cutting import Cut, Order, cut, cutting_pool, has_remote
from kaensan.batch.events import Done, Ended, Event, Failed
from kaensan.batch.extractor import Extractor, failure
from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, Outcome, Record
from kaensan.batch.shards import Shard
from kaensan.batch.sources import source_of
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.workers import NotStarted, OutOfMemory, Pool, TimedOut, WorkerDied

__all__ = ["cut_outcome", "run_shards"]

_AHEAD = 4
"""Chunks that are read ahead for each worker."""

_TRIES = 3
"""How often a page may kill its worker; a worker may also be killed from outside."""

_Waiting = tuple[Shard, Chunk, Future[Outcome]]


def run_shards(
    shards: Sequence[tuple[Shard, int]], extractor: Extractor, *, workers: int
) -> Generator[Event, None, None]:
    """Work through shards, each from a place on where a chunk ended before.

    No more than a few chunks per worker are under way, however many there are and however slowly the events are taken.
    This process only hands bytes on: one process cuts the inputs, others unpack and extract what is in them.
    """
    options = extractor.options
    workforce: Pool[Chunk, Outcome] = Pool(
        extractor,
        workers,
        setup=extractor.prepare_worker,
        time_limit=options.limits.seconds,
        memory_limit=options.limits.memory,
    )
    with workforce, cutting_pool(options, remote=has_remote([shard for shard, _ in shards])) as cutters:
        line: deque[_Waiting | Ended | Failed] = deque()
        settled = _Settling(workforce, options)
        for entry in _entries(shards, workforce, cutters, settled.failed):
            line.append(entry)
            if len(line) > _AHEAD * workers:
                yield from settled(line.popleft())
        while line:
            yield from settled(line.popleft())


def _entries(
    shards: Sequence[tuple[Shard, int]], workforce: Pool[Chunk, Outcome], cutters: Pool[Order, Cut], failed: set[int]
) -> Iterator[_Waiting | Ended | Failed]:
    for shard, start in shards:
        try:
            for chunk in cut(shard, start, cutters):
                yield shard, chunk, workforce.submit(chunk)
                if shard.number in failed:
                    break
        except (NotStarted, UsageError):  # a missing extra is no fault of the shard
            raise
        except Exception as error:  # whatever a file of strangers does to its reader, the other files are read
            yield Failed(shard, _reason(error))
        else:
            yield Ended(shard)


class _Settling:
    """Turns what waits in line into events, and finds the page at fault where a chunk killed its worker."""

    def __init__(self, pool: Pool[Chunk, Outcome], options: Options) -> None:
        self._pool = pool
        self._options = options
        self._read_to: dict[int, int] = {}
        """per shard: the end of a record that went on beyond its chunk"""
        self.failed: set[int] = set()
        """the numbers of shards that could not be read on where a worker tried to"""

    def __call__(self, entry: _Waiting | Ended | Failed) -> Iterator[Event]:
        """What happened, if anything: of a shard that failed nothing more is told."""
        shard = entry[0] if isinstance(entry, tuple) else entry.shard
        if shard.number in self.failed:
            return
        if isinstance(entry, Ended | Failed):
            yield entry
            return
        try:
            yield self._done(*entry)
        except InputError as error:
            self.failed.add(shard.number)
            yield Failed(shard, _reason(error))

    def _done(self, shard: Shard, chunk: Chunk, future: Future[Outcome]) -> Done:
        outcome = self._settle(chunk, future)
        outcome = _from(outcome, self._read_to.get(shard.number, 0))
        if outcome.unfinished is not None:
            end = self._read_on(shard, chunk, outcome)
            self._read_to[shard.number] = end
            chunk = replace(chunk, end=max(end, chunk.end))
        return Done(shard, chunk, outcome)

    def _settle(self, chunk: Chunk, future: Future[Outcome]) -> Outcome:
        whole = Outcome()
        while True:
            try:
                part = future.result()
            except NotStarted:
                raise
            except WorkerDied:
                _join(whole, self._one_by_one(chunk))
                return whole
            _join(whole, part)
            if part.left is None:
                return whole
            chunk = replace(chunk, skip=part.left)
            future = self._pool.submit(chunk)

    def _one_by_one(self, chunk: Chunk) -> Outcome:
        """Every record in a message of its own, to find the one that kills its worker."""
        whole, place = Outcome(), chunk.skip
        while True:
            single = replace(chunk, skip=place, most=1)
            part = self._alone(single)
            _join(whole, part)
            if part.left is None:
                return whole
            place = part.left

    def _alone(self, single: Chunk) -> Outcome:
        for left in reversed(range(_TRIES)):
            try:
                return self._pool.submit(single).result()
            except NotStarted:
                raise
            except WorkerDied as died:
                if not left or isinstance(died, TimedOut | OutOfMemory):
                    return self._failed(single, str(died).replace("the task", "the page"))
        raise AssertionError("a page is either done or has failed")

    def _failed(self, single: Chunk, reason: str) -> Outcome:
        """The page that no worker survives, as far as one can say which it is without extracting it."""
        try:
            seen = self._pool.submit(replace(single, peek=True)).result()
        except NotStarted:
            raise
        except WorkerDied:
            seen = None
        if seen is None or seen.peeked is None:  # reading it is deadly already, and so is reading what comes after it
            lost = Outcome(losses=[Loss(single.start, max(0, single.end - single.start), f"not readable: {reason}")])
            record = Record(single.start, b"")
            _join(lost, failure(record, single.source, reason, drop=self._options.drop_failed))
            return lost
        outcome = failure(seen.peeked, single.source, reason, drop=self._options.drop_failed)
        outcome.markup, outcome.left = seen.markup, seen.left
        return outcome

    def _read_on(self, shard: Shard, chunk: Chunk, outcome: Outcome) -> int:
        """Have the record read that goes on after the end of its chunk; where it ends."""
        assert outcome.unfinished is not None
        start = outcome.unfinished
        rest = source_of(shard.kind).long_record(shard, start, self._options)
        part = self._settle(rest, self._pool.submit(rest))
        _join(outcome, part)
        return part.read_to if part.read_to is not None else rest.end


def _from(outcome: Outcome, start: int) -> Outcome:
    """Without what a chunk that starts within a record of another chunk took for records."""
    if not start:
        return outcome
    first = next((place for place, offset in enumerate(outcome.offsets) if offset >= start), len(outcome.offsets))
    remaining = cut_outcome(outcome, first, len(outcome.fates)) if first else outcome
    unfinished = remaining.unfinished
    return replace(
        remaining,
        losses=[loss for loss in remaining.losses if loss.offset >= start],
        unfinished=unfinished if unfinished is not None and unfinished >= start else None,
    )


def cut_outcome(outcome: Outcome, start: int, end: int) -> Outcome:
    """The pages from one to another."""
    kept = [fate in ("kept", "failed") for fate in outcome.fates]
    rows = outcome.rows
    if rows is not None:
        batch = _batch(rows).slice(sum(kept[:start]), sum(kept[start:end]))
        rows = bytes(batch.serialize()) if batch.num_rows else None
    failed = [fate.startswith("failed") for fate in outcome.fates]
    return replace(
        outcome,
        rows=rows,
        offsets=outcome.offsets[start:end],
        fates=outcome.fates[start:end],
        seconds=outcome.seconds[start:end],
        failures=outcome.failures[sum(failed[:start]) : sum(failed[:end])],
    )


def _join(whole: Outcome, part: Outcome) -> None:
    if part.rows is not None:
        if whole.rows is None:
            whole.rows = part.rows
        else:
            whole.rows = _joined(whole.rows, part.rows)
    for name in ("offsets", "fates", "failures", "losses", "seconds"):
        getattr(whole, name).extend(getattr(part, name))
    whole.skipped.update(part.skipped)
    whole.unfinished = part.unfinished
    whole.read_to = part.read_to
    whole.busy += part.busy
    whole.markup += part.markup


def _joined(first: bytes, second: bytes) -> bytes:
    import pyarrow as pa

    table = pa.Table.from_batches([_batch(first), _batch(second)]).combine_chunks()
    return bytes(table.to_batches()[0].serialize())


def _batch(rows: bytes) -> Any:
    import pyarrow as pa

    from kaensan.batch.schema import full_schema

    return pa.ipc.read_record_batch(pa.py_buffer(rows), full_schema())


def _reason(error: Exception) -> str:
    if isinstance(error, OSError | KaensanError | ValueError):
        return str(getattr(error, "strerror", None) or str(error) or type(error).__name__)
    return f"{type(error).__name__}: {error}"
