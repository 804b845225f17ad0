"""What a crawl has found, done and still to do: one SQLite file that survives a kill at any moment.

An address is done when its answer is in the WARC file: the length of that file and the addresses found on the page
are written in the same transaction. After a kill, the files are cut to the lengths that the job knows, and only what
was under way is asked for again.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from kaensan.errors import InputError, UsageError

__all__ = ["RANK", "Entry", "Found", "Frontier", "Kind", "State", "Tally"]

_VERSION = 2
_MOST_TAKEN = 8
_MOST_FAILURES = 3
_MOST_ADDRESSES = 2_000_000
_TABLES = """
CREATE TABLE addresses (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, host TEXT NOT NULL, kind INTEGER NOT NULL, depth INTEGER NOT NULL,
    rank INTEGER NOT NULL, hops INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, taken INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, not_before REAL NOT NULL DEFAULT 0, status INTEGER, note TEXT, settled REAL
);
CREATE INDEX waiting ON addresses (state, rank, depth, id);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


RANK = {"sitemap": -3, "feed": -2, "continues": -1, "page": 0}
"""What is fetched first: what leads to many pages, then the next page of a thread, then other pages."""


class Kind(IntEnum):
    """What an address is expected to be."""

    PAGE = 0
    SITEMAP = 1
    FEED = 2


class State(IntEnum):
    """How far an address is."""

    WAITING = 0
    DONE = 1
    FAILED = 2
    CLOSED = 3
    """robots.txt does not want it fetched, or it is no page"""


@dataclass(frozen=True)
class Found:
    """An address to be fetched; lower ranks come first."""

    url: str
    host: str
    kind: Kind = Kind.PAGE
    depth: int = 0
    rank: int = 0
    hops: int = 0
    """redirects that led to it"""
    changed: float | None = None
    """when a list says that it was changed last, in seconds since 1970"""


@dataclass(frozen=True)
class Entry:
    """An address taken to be fetched."""

    id: int
    url: str
    host: str
    kind: Kind
    depth: int
    hops: int
    failures: int


@dataclass(frozen=True)
class Tally:
    """How many addresses are in which state."""

    pages: int
    waiting: int
    failed: int
    closed: int


class Frontier:
    """The addresses of one job. Used from one thread."""

    def __init__(self, path: Path, fixed: str) -> None:
        self.path = path
        self._under_way: set[int] = set()
        self._settled: Counter[int] = Counter()
        self._paused: dict[str, float] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._store = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            version = self._store.execute("PRAGMA user_version").fetchone()[0]
            tables = self._store.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if version not in (0, _VERSION) or (version == 0 and tables):
                self._store.close()
                raise InputError(f"{path}: the job is of another version of Kaensan, or none; name another folder")
            self._store.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._store.execute("PRAGMA journal_mode = WAL")
            self._store.execute("PRAGMA synchronous = NORMAL")
            self._store.execute("BEGIN IMMEDIATE")
            if version == 0:
                for statement in _TABLES.split(";"):
                    self._store.execute(statement)
                self._store.execute(f"PRAGMA user_version = {_VERSION}")
                self._store.execute("INSERT INTO facts VALUES ('fixed', ?)", (fixed,))
            self._store.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise UsageError(f"{path.parent}: this job is running already") from error
            raise self._damaged(error) from error
        except (sqlite3.Error, OSError) as error:
            raise self._damaged(error) from error
        self._settled.update(
            dict(self._store.execute("SELECT state, count(*) FROM addresses GROUP BY state").fetchall())
        )
        if self.fact("fixed") != fixed:
            self._store.close()
            raise UsageError(
                f"{path.parent} belongs to a crawl of another site or with other patterns; name another file or --job"
            )

    def _damaged(self, error: Exception) -> InputError:
        return InputError(f"{self.path}: the job cannot be read ({error}); delete its folder or name another")

    def close(self) -> None:
        self._store.close()

    def fact(self, name: str, default: str = "") -> str:
        """Something that the job remembers."""
        row = self._store.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else default

    def remember(self, facts: Mapping[str, object]) -> None:
        """Keep facts about the job."""
        self._store.executemany(
            "INSERT OR REPLACE INTO facts VALUES (?, ?)", [(name, str(value)) for name, value in facts.items()]
        )

    def add(self, found: Iterable[Found]) -> None:
        """Put addresses in line; those that are known already stay as they are, or come forward."""
        if self._known >= _MOST_ADDRESSES:
            return
        for address in found:
            self._store.execute(
                "INSERT INTO addresses (url, host, kind, depth, rank, hops) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (url) DO UPDATE SET depth = min(depth, excluded.depth), rank = min(rank, excluded.rank) "
                "WHERE state = 0",
                (address.url, address.host, address.kind, address.depth, address.rank, address.hops),
            )
            if address.changed is not None:
                self._ask_again("url = ? AND kind = 0 AND settled < ?", (address.url, address.changed))

    def look_again(self) -> None:
        """Ask once more for all feeds and sitemaps, which list what is new, and count pages anew."""
        self._ask_again("kind != 0", ())
        self.remember({"pages": 0})

    def _ask_again(self, which: str, values: tuple[object, ...]) -> None:
        done = self._store.execute(f"SELECT state FROM addresses WHERE state != 0 AND ({which})", values).fetchall()
        for (state,) in done:
            self._settled[state] -= 1
        self._store.execute(
            f"UPDATE addresses SET state = 0, taken = 0, failures = 0, not_before = 0 WHERE state != 0 AND ({which})",
            values,
        )

    def release(self) -> None:
        """Let go of what is under way: the crawl ends, and that is no fault of these addresses."""
        self._store.executemany(
            "UPDATE addresses SET taken = taken - 1 WHERE id = ?", [(number,) for number in self._under_way]
        )
        self._under_way.clear()

    def take(self, depth: int, busy: Sequence[str] = ()) -> Entry | None:
        """The next address of a host that is not busy, None when there is none that may be fetched now."""
        now = time.time()
        paused = [*busy, *(host for host, until in self._paused.items() if until > now)]
        marks = ",".join("?" * len(paused))
        rows = self._store.execute(
            "SELECT id, url, host, kind, depth, hops, failures, taken FROM addresses WHERE state = 0 AND depth <= ? "
            f"AND not_before <= ? AND host NOT IN ({marks}) ORDER BY rank, depth, id LIMIT ?",
            (depth, now, *paused, len(self._under_way) + 1),
        ).fetchall()
        for number, url, host, kind, far, hops, failures, taken in rows:
            if number in self._under_way:
                continue
            if taken >= _MOST_TAKEN:
                self._settle(number, State.FAILED, None, "the crawl ended each time it was fetched")
                return self.take(depth, busy)
            self._store.execute("UPDATE addresses SET taken = taken + 1 WHERE id = ?", (number,))
            self._under_way.add(number)
            return Entry(number, url, host, Kind(kind), far, hops, failures)
        return None

    def finish(self, entry: Entry, status: int, found: Iterable[Found], facts: Mapping[str, object]) -> None:
        """An answer is in the files: note that, what it led to, and how long the files are, all or nothing."""
        self._store.execute("PRAGMA synchronous = FULL")  # this must survive a power cut, the rest only a kill
        self._store.execute("BEGIN IMMEDIATE")
        try:
            self.add(found)
            self._settle(entry.id, State.DONE, status, None)
            self.remember(facts)
            self._store.execute("COMMIT")
        except BaseException:
            self._store.execute("ROLLBACK")
            raise
        finally:
            self._store.execute("PRAGMA synchronous = NORMAL")

    def fail(self, entry: Entry, note: str, status: int | None = None) -> None:
        """An address that cannot be had."""
        self._settle(entry.id, State.FAILED, status, note)

    def note(self, entry: Entry, note: str) -> None:
        """Remember something about an address."""
        self._store.execute("UPDATE addresses SET note = ? WHERE id = ?", (note, entry.id))

    def note_of(self, url: str) -> str | None:
        """What is remembered about an address."""
        row = self._store.execute("SELECT note FROM addresses WHERE url = ?", (url,)).fetchone()
        return str(row[0]) if row and row[0] else None

    def close_to_us(self, entry: Entry, note: str) -> None:
        """An address that is not ours to fetch."""
        self._settle(entry.id, State.CLOSED, None, note)

    def postpone(self, entry: Entry, seconds: float, note: str, *, whole_host: bool = False) -> bool:
        """Try an address again later; False when it was tried often enough and has failed."""
        if entry.failures + 1 >= _MOST_FAILURES:
            self.fail(entry, note)
            return False
        self._under_way.discard(entry.id)
        until = time.time() + seconds
        if whole_host:
            self._paused[entry.host] = until
        self._store.execute(
            "UPDATE addresses SET failures = failures + 1, not_before = ?, note = ? WHERE id = ?",
            (until, note, entry.id),
        )
        return True

    def _settle(self, number: int, state: State, status: int | None, note: str | None) -> None:
        self._under_way.discard(number)
        self._settled[state] += 1
        self._store.execute(
            "UPDATE addresses SET state = ?, status = ?, note = ?, settled = ? WHERE id = ?",
            (state, status, note, time.time(), number),
        )

    @property
    def under_way(self) -> int:
        return len(self._under_way)

    def has_waiting(self, depth: int) -> bool:
        """Whether anything is left to be fetched, now or later."""
        row = self._store.execute("SELECT 1 FROM addresses WHERE state = 0 AND depth <= ? LIMIT 1", (depth,)).fetchone()
        return row is not None

    @property
    def pages(self) -> int:
        """Pages that are in the file."""
        return int(self.fact("pages", "0"))

    @property
    def settled(self) -> int:
        """Addresses that are done with, one way or another."""
        return self._settled[State.DONE] + self._settled[State.FAILED] + self._settled[State.CLOSED]

    @property
    def _known(self) -> int:
        """How many addresses there are; none is ever deleted."""
        row = self._store.execute("SELECT max(id) FROM addresses").fetchone()
        return int(row[0] or 0)

    def tally(self) -> Tally:
        return Tally(self.pages, self._known - self.settled, self._settled[State.FAILED], self._settled[State.CLOSED])

    def failures(self) -> list[tuple[str, str]]:
        """The addresses that failed, and why."""
        rows = self._store.execute("SELECT url, note FROM addresses WHERE state = 2 ORDER BY id").fetchall()
        return [(url, note or "") for url, note in rows]
