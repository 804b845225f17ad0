"""The engine for one machine: chunks go to worker processes, and what became of them comes back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from kaensan.batch.extractor import Extractor, failure
from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, Outcome, Record, Skipped, Unfinished
from kaensan.batch.shards import Shard
from kaensan.batch.sources import only, read, source_of
from kaensan.errors import KaensanError, UsageError
from kaensan.workers import NotStarted, OutOfMemory, Pool, TimedOut, WorkerDied

__all__ = ["Done", "Ended", "Event", "Failed", "cut_outcome", "run_shards"]

_AHEAD = 4
"""Chunks that are read ahead for each worker."""

_TRIES = 3
"""How often a page may kill its worker; a worker may also be killed from outside."""


@dataclass(frozen=True)
class Done:
    """A chunk is done."""

    shard: Shard
    chunk: Chunk
    outcome: Outcome


@dataclass(frozen=True)
class Ended:
    """A shard was read to its end."""

    shard: Shard


@dataclass(frozen=True)
class Failed:
    """A shard cannot be read, or not to its end."""

    shard: Shard
    reason: str


Event = Done | Ended | Failed
_Waiting = tuple[Shard, Chunk, Future[Outcome]]


def run_shards(
    shards: Sequence[tuple[Shard, int]], extractor: Extractor, *, workers: int
) -> Generator[Event, None, None]:
    """Work through shards, each from a place on where a chunk ended before.

    No more than a few chunks per worker are under way, however many there are and however slowly the events are taken.
    """
    options = extractor.options
    pool = Pool(
        extractor,
        workers,
        setup=extractor.prepare,
        time_limit=options.limits.seconds,
        memory_limit=options.limits.memory,
    )
    with pool:
        line: deque[_Waiting | Ended | Failed] = deque()
        settled = _Settling(pool, options)
        for entry in _entries(shards, pool, options):
            line.append(entry)
            if len(line) > _AHEAD * workers:
                yield settled(line.popleft())
        while line:
            yield settled(line.popleft())


def _entries(
    shards: Sequence[tuple[Shard, int]], pool: Pool[Chunk, Outcome], options: Options
) -> Iterator[_Waiting | Ended | Failed]:
    for shard, start in shards:
        try:
            for chunk in source_of(shard.kind).chunks(shard, start, options):
                yield shard, chunk, pool.submit(chunk)
        except UsageError:  # a missing extra is no fault of the shard
            raise
        except (OSError, KaensanError, ValueError) as error:
            yield Failed(shard, _told(error))
        else:
            yield Ended(shard)


class _Settling:
    """Turns what waits in line into events, and finds the page at fault where a chunk killed its worker."""

    def __init__(self, pool: Pool[Chunk, Outcome], options: Options) -> None:
        self._pool = pool
        self._options = options
        self._read_to: dict[int, int] = {}
        """per shard: the end of a record that went on beyond its chunk"""

    def __call__(self, entry: _Waiting | Ended | Failed) -> Event:
        if isinstance(entry, Ended | Failed):
            return entry
        shard, chunk, future = entry
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
                part = self._one_by_one(chunk)
            _join(whole, part)
            if part.left is None:
                return whole
            chunk = replace(chunk, skip=part.left)
            future = self._pool.submit(chunk)

    def _one_by_one(self, chunk: Chunk) -> Outcome:
        """Every page in a message of its own, to find the one that kills its worker."""
        found = list(read(chunk, self._options))[chunk.skip :]
        futures = {
            place: self._pool.submit(only(chunk, record))
            for place, record in enumerate(found)
            if isinstance(record, Record)
        }
        whole = Outcome()
        for place, record in enumerate(found):
            if isinstance(record, Record):
                _join(whole, self._alone(chunk, record, futures[place]))
            elif isinstance(record, Skipped):
                whole.skipped[record.reason] += 1
            elif isinstance(record, Loss):
                whole.losses.append(record)
            elif isinstance(record, Unfinished):
                whole.unfinished = record.offset
        return whole

    def _alone(self, chunk: Chunk, record: Record, future: Future[Outcome]) -> Outcome:
        for left in reversed(range(_TRIES)):
            try:
                return future.result()
            except NotStarted:
                raise
            except WorkerDied as died:
                if not left or isinstance(died, TimedOut | OutOfMemory):
                    reason = str(died).replace("the task", "the page")
                    return failure(record, chunk.source, reason, drop=self._options.drop_failed)
                future = self._pool.submit(only(chunk, record))
        raise AssertionError("a page is either done or has failed")

    def _read_on(self, shard: Shard, chunk: Chunk, outcome: Outcome) -> int:
        from kaensan.batch.sources import warc

        assert outcome.unfinished is not None
        end, frame = warc.read_on(shard, outcome.unfinished, self._options)
        rest = replace(chunk, payload=(None, [frame]), start=outcome.unfinished, read=0, skip=0)
        _join(outcome, self._settle(rest, self._pool.submit(rest)))
        return end


def _from(outcome: Outcome, start: int) -> Outcome:
    """Without what a chunk that starts within a record of another chunk took for records."""
    if not start:
        return outcome
    first = next((place for place, offset in enumerate(outcome.offsets) if offset >= start), len(outcome.offsets))
    cut = cut_outcome(outcome, first, len(outcome.fates)) if first else outcome
    unfinished = cut.unfinished if cut.unfinished is not None and cut.unfinished >= start else None
    return replace(cut, losses=[loss for loss in cut.losses if loss.offset >= start], unfinished=unfinished)


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
    whole.busy += part.busy
    whole.markup += part.markup


def _joined(one: bytes, other: bytes) -> bytes:
    import pyarrow as pa

    table = pa.Table.from_batches([_batch(one), _batch(other)]).combine_chunks()
    return bytes(table.to_batches()[0].serialize())


def _batch(rows: bytes) -> Any:
    import pyarrow as pa

    from kaensan.batch.schema import full_schema

    return pa.ipc.read_record_batch(pa.py_buffer(rows), full_schema())


def _told(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(reason)
