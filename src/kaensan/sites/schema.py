"""The file that site knowledge is kept in: an SQLite database with a version, opened with care.

A file that is damaged, that belongs to another program, or that a newer version made is refused before anything is
written to it.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from kaensan.errors import StoreError

__all__ = ["VERSION", "open_database"]

VERSION = 1
"""of the tables; a newer file is refused"""

_APPLICATION = 0x4B53414E  # KSAN
_MAGIC = b"SQLite format 3\x00"
_CHECKED = 64 << 20  # files up to this size are checked page by page when they are opened
_WAIT = 30.0  # seconds for another writer to finish

_TABLES = """
CREATE TABLE rule (
    host TEXT NOT NULL, page_class TEXT NOT NULL, rule TEXT NOT NULL,
    PRIMARY KEY (host, page_class)
) WITHOUT ROWID;
CREATE TABLE example (
    number INTEGER PRIMARY KEY, host TEXT NOT NULL, page_class TEXT NOT NULL, page INTEGER NOT NULL,
    by_hand INTEGER NOT NULL, url TEXT, source BLOB NOT NULL, kept BLOB NOT NULL, fields TEXT NOT NULL,
    stale INTEGER NOT NULL DEFAULT 0,
    UNIQUE (host, page)
);
CREATE INDEX example_of ON example (host, page_class, by_hand, number);
CREATE TABLE observation (
    number INTEGER PRIMARY KEY, host TEXT NOT NULL, page_class TEXT NOT NULL, agreement REAL, note TEXT NOT NULL
);
CREATE INDEX observation_of ON observation (host, page_class, number);
CREATE TABLE template (
    host TEXT PRIMARY KEY, pages INTEGER NOT NULL, floor INTEGER NOT NULL,
    keys BLOB NOT NULL, counts BLOB NOT NULL, seen BLOB NOT NULL
);
"""


def open_database(path: Path) -> sqlite3.Connection:
    """A connection to a store, which is made where there is none; read-only where the file cannot be written."""
    existing = path.exists() and path.stat().st_size > 0
    try:
        if existing:
            _check(path)
        writable = os.access(path if path.exists() else path.parent, os.W_OK)
        if existing and not writable:
            return _connect(path, "mode=ro&immutable=1")
        connection = _connect(path, "mode=rwc")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if not existing:
            _create(connection)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be opened as a site store ({error})") from error
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(path.absolute()))}?{mode}"
    return sqlite3.connect(address, uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False)


def _check(path: Path) -> None:
    """Look at an existing file without a chance of changing it."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise StoreError(f"{path} is not a site store; name another file")
    connection = _connect(path, "mode=ro")
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise StoreError(f"{path} is a database of another program; name another file")
        if version > VERSION:
            raise StoreError(
                f"{path} was made by a newer version (its tables are of version {version}, here {VERSION} is known); "
                "upgrade kaensan"
            )
        if path.stat().st_size <= _CHECKED:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{path} is damaged ({error}); restore a copy or learn the site anew into another file"
        ) from error
    finally:
        connection.close()


def _create(connection: sqlite3.Connection) -> None:
    """Make the tables, unless another process did in the meantime."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in filter(str.strip, _TABLES.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
