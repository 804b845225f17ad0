"""Where rows are kept: in parts while a shard is in work, in its output file when it is finished."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kaensan.batch.duplicates import Seen
from kaensan.batch.ledger import Ledger
from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Outcome
from kaensan.batch.schema import INNER, full_schema, need
from kaensan.batch.shards import Shard
from kaensan.batch.sinks import ParquetFile, open_sink
from kaensan.batch.sources import source_of
from kaensan.batch.statistics import count_outcome, count_rows
from kaensan.errors import KaensanError

__all__ = ["HIDDEN", "TIMES", "OutputFolder"]

HIDDEN = ".kaensan"
"""The folder of a run inside its output folder, which readers of tables pass over: ledger, lock, parts, statistics."""

TIMES = f"{HIDDEN}/times"
"""Where the times of pages go."""

_READ_A_PART = 1 << 28
"""Bytes of input after which rows are put away, however few they are."""
_HELD = 1 << 26
"""Bytes of rows after which they are put away."""
_END = b"\xff\xff\xff\xff\0\0\0\0"
"""How a stream in the Arrow format ends: a mark, and a message of no length."""


class OutputFolder:
    """The output folder of a run.

    The rows of a shard are put away in parts, as they came from the workers: a part is read once, soon after, and to
    compress it would take longer than to write it. A part counts once the ledger knows of it, so that a run that was
    killed goes on after its last part. When a shard is finished, its parts become its output file, without duplicates,
    under a temporary name that is changed in one step; only then does the ledger call it finished and do the parts go.
    """

    def __init__(self, folder: Path, ledger: Ledger, options: Options, remote: str | None = None) -> None:
        self._folder = folder
        self._hidden = folder / HIDDEN
        self._ledger = ledger
        self._options = options
        self._remote = remote
        self._seen = Seen(ledger.database) if options.duplicates != "keep" else None
        self._rows: list[bytes] = []
        """batches in the Arrow format, as workers sent them"""
        self._held = 0
        """bytes of them"""
        self._counts: Counter[str] = Counter()
        self._end = 0
        self._open: Shard | None = None
        """the shard that the rows in memory are of"""
        self._stopped = threading.Event()

    def add(self, shard: Shard, chunk: Chunk, outcome: Outcome) -> None:
        """Take what became of a chunk; chunks come in order, and shards one after another."""
        self._open = shard
        if outcome.rows is not None:
            self._rows.append(outcome.rows)
            self._held += len(outcome.rows)
        self._counts.update(count_outcome(chunk, outcome))
        self._end = max(self._end, chunk.end)
        if (
            self._counts["pages"] >= source_of(shard.kind).PAGES_A_PART
            or self._counts["read bytes"] >= _READ_A_PART
            or self._held >= _HELD
        ):
            self.put_away(shard)

    def put_away_rest(self) -> None:
        """Make safe what is in memory, of whatever shard it is."""
        if self._open is not None:
            self.put_away(self._open)

    def put_away(self, shard: Shard) -> None:
        """Make safe what was added since the last time."""
        if not self._counts:
            return
        number = self._ledger.progress(shard).parts
        path = self._part(shard, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        growing = path.with_suffix(".tmp")
        digest = hashlib.sha256()
        with growing.open("wb") as file:
            for piece in (_schema_message(), *self._rows, _END):
                digest.update(piece)
                file.write(piece)
            _sync(file)
        growing.replace(path)
        self._ledger.put_away(shard, number, self._end, digest.digest(), self._counts)
        self._rows, self._held, self._counts, self._end = [], 0, Counter(), 0

    def drop_damaged_parts(self, shard: Shard) -> int:
        """Forget the parts of a shard from the first one on that is not as it was written; how many were."""
        digests = self._ledger.digests(shard)
        for number, digest in enumerate(digests):
            path = self._part(shard, number)
            if not path.exists() or _digest(path) != digest:
                self._ledger.drop_parts(shard, number)
                return len(digests) - number
        return 0

    def stop(self) -> None:
        """Break off what is being finished, from another thread; its parts are kept, and the next run finishes it."""
        self._stopped.set()

    def finish(self, shard: Shard) -> None:
        """Make the output file of a shard."""
        self.put_away(shard)
        if self.drop_damaged_parts(shard):
            raise KaensanError(
                f"what was put away of {shard.location} was damaged on the disk; run the same command again to mend it"
            )
        self._ledger.begin()
        try:
            counts, made = self._write(shard)
            for growing, place in made:
                self._publish(growing, place)
            self._ledger.finish(shard, counts)
        except BaseException:
            self._ledger.rollback()
            raise
        shutil.rmtree(self._part(shard, 0).parent, ignore_errors=True)

    def fail(self, shard: Shard, reason: str) -> None:
        """Keep what a shard gave before it could not be read any more."""
        self.put_away(shard)
        self._ledger.fail(shard, reason)

    def output(self, shard: Shard) -> str:
        """Where the rows of a shard end up, inside the folder."""
        return f"{shard.name}.{self._options.format}"

    def _write(self, shard: Shard) -> tuple[Counter[str], list[tuple[Path, str]]]:
        pa = need("pyarrow")
        growing, timing = self._hidden / f"{shard.number}.tmp", self._hidden / f"{shard.number}.times.tmp"
        counts: Counter[str] = Counter()
        rows = open_sink(growing, self._options.format)
        times = ParquetFile(timing, pa.schema([("offset", pa.int64()), ("seconds", pa.float32())]))
        try:
            for part in self._parts(shard):
                if self._stopped.is_set():
                    raise KaensanError("the run was stopped; run the same command again to go on")
                kept = self._without_duplicates(part, counts)
                counts.update(count_rows(kept))
                times.write(kept.select(["offset", "seconds"]))
                rows.write(kept.drop_columns(list(INNER)))
        finally:
            rows.close()
            times.close()
        return counts, [(growing, self.output(shard)), (timing, f"{TIMES}/{shard.name}.pq")]

    def _parts(self, shard: Shard) -> Iterator[Any]:
        """The parts of a shard as tables, one at a time."""
        pa = need("pyarrow")
        for number in range(self._ledger.progress(shard).parts):
            yield pa.ipc.open_stream(pa.py_buffer(self._part(shard, number).read_bytes())).read_all()

    def _without_duplicates(self, part: Any, counts: Counter[str]) -> Any:
        if self._seen is None:
            return part
        kinds = self._seen.duplicates(part)
        counts.update(kind for kind in kinds if kind is not None)
        return part.filter(need("pyarrow").array([kind is None for kind in kinds], need("pyarrow").bool_()))

    def _publish(self, growing: Path, place: str) -> None:
        with growing.open("rb+") as file:
            _sync(file)
        if self._remote is not None:
            filesystem, root = need("fsspec").core.url_to_fs(self._remote)
            filesystem.makedirs(f"{root}/{place}".rpartition("/")[0], exist_ok=True)
            filesystem.put_file(str(growing), f"{root}/{place}")
            growing.unlink()
            return
        target = self._folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        growing.replace(target)
        if os.name == "posix":  # elsewhere folders cannot be opened
            descriptor = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def _part(self, shard: Shard, number: int) -> Path:
        return self._hidden / "parts" / str(shard.number) / f"{number:06}.arrow"


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


@cache
def _schema_message() -> bytes:
    """How a stream of batches in the Arrow format begins."""
    return bytes(full_schema().serialize())


def _sync(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
