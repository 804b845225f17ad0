"""The memory of a run: what is planned, what is put away, what is finished. It survives any kill."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import IO, Any

from kaensan.batch.shards import Shard, file_state, unique
from kaensan.errors import KaensanError, UsageError

__all__ = ["Ledger", "Progress"]

_TABLES = """
CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS shards (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, location TEXT NOT NULL, name TEXT NOT NULL, size INTEGER,
    state TEXT, finished INTEGER NOT NULL DEFAULT 0, error TEXT, counts TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX IF NOT EXISTS shards_at ON shards (location);
CREATE TABLE IF NOT EXISTS files (
    shard INTEGER NOT NULL, number INTEGER NOT NULL, path TEXT NOT NULL, state TEXT, PRIMARY KEY (shard, number)
);
CREATE TABLE IF NOT EXISTS parts (
    shard INTEGER NOT NULL, number INTEGER NOT NULL, end INTEGER NOT NULL, digest BLOB NOT NULL, counts TEXT NOT NULL,
    PRIMARY KEY (shard, number)
);
"""

_CHANGED = (
    "has changed since the run began; put it back as it was, leave it out, or begin anew with --restart or in another "
    "folder"
)

_CHECKED = 64 << 20
"""Bytes of a ledger up to which all of it is checked when it is opened; duplicates can make one large."""


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

    def __init__(self, folder: Path, *, restart: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("w")
        try:
            lock_file(self._lock)
        except OSError:
            self._lock.close()
            raise UsageError(f"another run is using {folder.parent}; wait for it, or choose another folder") from None
        self.set_aside: Path | None = None
        """where a damaged ledger was moved to, if there was one"""
        path = folder / "ledger.sqlite"
        try:
            self.database = self._opened(path)
        except sqlite3.DatabaseError as error:
            if not _is_beyond_use(error):
                self._lock.close()
                raise
            if not restart:
                self._lock.close()
                raise KaensanError(
                    f"the ledger of {folder.parent} cannot be used ({error}); --restart sets it aside and begins anew"
                ) from error
            self.set_aside = _set_aside(path)
            self.database = self._opened(path)

    def _opened(self, path: Path) -> sqlite3.Connection:
        self.database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self.database.execute("PRAGMA synchronous = FULL")
            if path.stat().st_size <= _CHECKED:
                (finding,) = self.database.execute("PRAGMA quick_check(1)").fetchone()
                if finding != "ok":
                    raise sqlite3.DatabaseError(finding)
            self.make_tables()
            self.database.execute("SELECT digest FROM parts LIMIT 1")  # a ledger of an older version has none
        except BaseException:
            self.database.close()
            raise
        return self.database

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
            return [planned for shard in shards for planned in self._planned(shard)]

    def progress(self, shard: Shard) -> Progress:
        """How far a shard is."""
        (finished,) = self.database.execute("SELECT finished FROM shards WHERE number = ?", (shard.number,)).fetchone()
        parts, end = self.database.execute(
            "SELECT count(*), max(end) FROM parts WHERE shard = ?", (shard.number,)
        ).fetchone()
        return Progress(bool(finished), parts, end or 0)

    def put_away(self, shard: Shard, part: int, end: int, digest: bytes, counts: Counter[str]) -> None:
        """A part of a shard is safe on disk."""
        self.database.execute(
            "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)",
            (shard.number, part, end, digest, json.dumps(counts)),
        )

    def digests(self, shard: Shard) -> list[bytes]:
        """The hashes of the parts of a shard, in their order."""
        rows = self.database.execute("SELECT digest FROM parts WHERE shard = ? ORDER BY number", (shard.number,))
        return [digest for (digest,) in rows]

    def drop_parts(self, shard: Shard, first: int) -> None:
        """Forget the parts of a shard from one on, so that they are made again."""
        self.database.execute("DELETE FROM parts WHERE shard = ? AND number >= ?", (shard.number, first))

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

    def _planned(self, shard: Shard) -> list[Shard]:
        rows = self.database.execute(
            "SELECT number, kind, name, size, state, finished FROM shards WHERE location = ? ORDER BY number",
            (shard.location,),
        ).fetchall()
        if shard.kind == "html":
            return self._planned_files(shard, rows)
        if not rows:
            return [self._added(shard)]
        number, kind, name, size, state, _ = rows[0]
        known = Shard(number, kind, shard.location, name, size, state)
        if None not in (known.state, shard.state) and known.state != shard.state:
            raise UsageError(f"{shard.location} {_CHANGED}")
        return [known]

    def _planned_files(self, shard: Shard, rows: Sequence[Sequence[Any]]) -> list[Shard]:
        """The files of a folder as they were first found; files that came since go to the end, or to a new shard."""
        planned: list[Shard] = []
        listed: set[str] = set()
        for number, kind, name, size, _, finished in rows:
            known = Shard(number, kind, shard.location, name, size)
            files = self._files_of(known)
            self._require_unchanged(known, files, len(files) if finished else self.progress(known).end)
            listed |= files.keys()
            planned.append(replace(known, files=tuple(files)))
        more = tuple(path for path in shard.files if path not in listed)
        if planned and (not more or not rows[-1][-1]):
            self._list_files(planned[-1], more)
            planned[-1] = replace(planned[-1], files=(*planned[-1].files, *more))
            return planned
        return [*planned, self._added(replace(shard, files=more))]

    def _added(self, shard: Shard) -> Shard:
        (number,) = self.database.execute("SELECT count(*) FROM shards").fetchone()
        taken = {name.casefold() for (name,) in self.database.execute("SELECT name FROM shards")}
        added = replace(shard, number=number, name=unique(shard.name, taken))
        self.database.execute(
            "INSERT INTO shards (number, kind, location, name, size, state) VALUES (?, ?, ?, ?, ?, ?)",
            (number, added.kind, added.location, added.name, added.size, added.state),
        )
        self._list_files(replace(added, files=()), added.files)
        return added

    def _files_of(self, shard: Shard) -> dict[str, str | None]:
        rows = self.database.execute("SELECT path, state FROM files WHERE shard = ? ORDER BY number", (shard.number,))
        return dict(rows.fetchall())

    def _list_files(self, shard: Shard, more: Sequence[str]) -> None:
        first = len(shard.files)
        self.database.executemany(
            "INSERT INTO files VALUES (?, ?, ?, ?)",
            ((shard.number, first + number, path, file_state(path)) for number, path in enumerate(more)),
        )

    def _require_unchanged(self, shard: Shard, files: dict[str, str | None], done: int) -> None:
        """Refuse a folder in which a file that was read has changed since; one that is gone was read in time."""
        for path, state in islice(files.items(), done):
            now = file_state(path)
            if None not in (now, state) and now != state:
                raise UsageError(f"{path} {_CHANGED}")

    def _transaction(self) -> sqlite3.Connection:
        self.database.execute("BEGIN IMMEDIATE")
        return self.database


def lock_file(file: IO[Any]) -> None:
    """Lock a file for as long as it is open; `OSError` where another process has."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_beyond_use(error: sqlite3.DatabaseError) -> bool:
    """Whether the file is damaged, is no database, or has other tables: no error of the disk or of another process."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _set_aside(path: Path) -> Path:
    """Move a file away under a name that is free."""
    target = next(
        place
        for number in count(1)
        if not (place := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists()
    )
    path.replace(target)
    for ending in ("-journal", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return target
