"""The memory of a run: what is planned, what is put away, what is finished. It survives any kill."""

from __future__ import annotations

import fcntl
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kaensan.batch.shards import Shard, unique
from kaensan.errors import KaensanError, UsageError

__all__ = ["Ledger", "Progress"]

_TABLES = """
CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS shards (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, location TEXT NOT NULL UNIQUE, name TEXT NOT NULL, size INTEGER,
    finished INTEGER NOT NULL DEFAULT 0, error TEXT, counts TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE IF NOT EXISTS parts (
    shard INTEGER NOT NULL, number INTEGER NOT NULL, end INTEGER NOT NULL, counts TEXT NOT NULL,
    PRIMARY KEY (shard, number)
);
"""


@dataclass(frozen=True)
class Progress:
    """How far a shard is."""

    finished: bool
    parts: int
    """that are put away"""
    end: int
    """where the next one starts in the shard"""


class Ledger:
    """An SQLite database and a lock, in the hidden folder of a run. Only one run at a time may have it open."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise UsageError(f"another run is using {folder.parent}; wait for it, or choose another folder") from None
        self.database = sqlite3.connect(folder / "ledger.sqlite", isolation_level=None, check_same_thread=False)
        try:
            self.database.execute("PRAGMA synchronous = FULL")
            self.make_tables()
        except sqlite3.DatabaseError as error:
            self.close()
            raise KaensanError(f"the ledger of {folder.parent} cannot be used ({error}); add --restart") from error

    def make_tables(self) -> None:
        """Make what is missing."""
        self.database.executescript(_TABLES)

    def close(self) -> None:
        """Let the next run have it."""
        self.database.close()
        self._lock.close()

    def plan(self, shards: Iterable[Shard], fingerprint: dict[str, Any]) -> list[Shard]:
        """Begin a run, or go on with one; the shards with the numbers and names that they have from the first run on.

        Inputs may be added. Other options than before, or an input that has changed, are refused.
        """
        with self._transaction():
            self._check(fingerprint)
            return [self._planned(shard) for shard in shards]

    def progress(self, shard: Shard) -> Progress:
        """How far a shard is."""
        (finished,) = self.database.execute("SELECT finished FROM shards WHERE number = ?", (shard.number,)).fetchone()
        parts, end = self.database.execute(
            "SELECT count(*), max(end) FROM parts WHERE shard = ?", (shard.number,)
        ).fetchone()
        return Progress(bool(finished), parts, end or 0)

    def put_away(self, shard: Shard, part: int, end: int, counts: Counter[str]) -> None:
        """A part of a shard is safe on disk."""
        self.database.execute(
            "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?)", (shard.number, part, end, json.dumps(counts))
        )

    def begin(self) -> None:
        """Whatever follows, up to `finish`, happens as a whole or not at all."""
        self.database.execute("BEGIN IMMEDIATE")

    def rollback(self) -> None:
        """As if nothing had happened since `begin`."""
        if self.database.in_transaction:
            self.database.execute("ROLLBACK")

    def finish(self, shard: Shard, counts: Counter[str]) -> None:
        """The output of a shard is in its place."""
        self.database.execute(
            "UPDATE shards SET finished = 1, error = NULL, counts = ? WHERE number = ?",
            (json.dumps(counts), shard.number),
        )
        self.database.execute("COMMIT")

    def fail(self, shard: Shard, reason: str) -> None:
        """A shard could not be read to its end; the next run tries again."""
        self.database.execute("UPDATE shards SET error = ? WHERE number = ?", (reason, shard.number))

    def counts(self, shards: Sequence[Shard] | None = None) -> Counter[str]:
        """Everything that was counted, in this run and those before it."""
        total: Counter[str] = Counter()
        wanted = None if shards is None else {shard.number for shard in shards}
        for table, key in (("shards", "number"), ("parts", "shard")):
            for number, counts in self.database.execute(f"SELECT {key}, counts FROM {table}"):
                if wanted is None or number in wanted:
                    total.update(json.loads(counts))
        return total

    def _check(self, fingerprint: dict[str, Any]) -> None:
        row = self.database.execute("SELECT value FROM run WHERE name = 'options'").fetchone()
        if row is None:
            self.database.execute("INSERT INTO run VALUES ('options', ?)", (json.dumps(fingerprint),))
            return
        before = json.loads(row[0])
        changed = sorted(
            name for name in before.keys() | fingerprint.keys() if before.get(name) != fingerprint.get(name)
        )
        if changed:
            raise UsageError(
                f"the folder holds a run with another {' and '.join(changed)}; choose another folder, or add --restart"
            )

    def _planned(self, shard: Shard) -> Shard:
        row = self.database.execute(
            "SELECT number, kind, name, size FROM shards WHERE location = ?", (shard.location,)
        ).fetchone()
        if row is not None:
            known = Shard(row[0], row[1], shard.location, row[2], row[3])
            if known.size != shard.size and shard.size is not None:
                raise UsageError(
                    f"{shard.location} has changed since the run began; choose another folder for a new run"
                )
            return known
        (number,) = self.database.execute("SELECT count(*) FROM shards").fetchone()
        taken = {name.casefold() for (name,) in self.database.execute("SELECT name FROM shards")}
        name = unique(shard.name, taken)
        self.database.execute(
            "INSERT INTO shards (number, kind, location, name, size) VALUES (?, ?, ?, ?, ?)",
            (number, shard.kind, shard.location, name, shard.size),
        )
        return Shard(number, shard.kind, shard.location, name, shard.size)

    def _transaction(self) -> sqlite3.Connection:
        self.database.execute("BEGIN IMMEDIATE")
        return self.database
