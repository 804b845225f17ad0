"""The file that site knowledge is kept in: an SQLite database with a version, opened with care.

A file that is damaged, that belongs to another program, or that a newer version made is refused before anything is
written to it.
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from kaensan.errors import StoreError

__all__ = ["VERSION", "open_database", "with_retries"]

VERSION = 1
"""of the tables; a newer file is refused"""

_APPLICATION = 0x4B53414E  # KSAN
_MAGIC = b"SQLite format 3\x00"
_CHECKED = 64 << 20
"""Bytes up to which a file is checked page by page when it is opened, which takes about 50 ms then."""
_WAIT = 60.0
"""Seconds for other writers to finish: a rule is written in milliseconds, but many processes may want to."""
_SETTLES = 2.0
"""Seconds after which a file that looks damaged is not just being made."""
_PRIMARY = 0xFF
"""The part of SQLite's extended codes that names the kind of error."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

_T = TypeVar("_T")

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


def open_database(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection to a store, which is made where there is none.

    It only reads where that is asked for, and where the file cannot be written. Other processes may be making, changing
    or closing the same store at this moment: what is only busy is waited for, and the word "damaged" is left to
    SQLite's own check of the whole file.
    """
    existing = path.exists() and path.stat().st_size > 0
    if read_only and not existing:
        raise StoreError(f"{path}: there is no such site store; `kaensan site learn` makes one")
    if existing:
        _require_database(path)
    read_only = read_only or not os.access(path if path.exists() else path.parent, os.W_OK)
    try:
        return with_retries(lambda: _opened(path, read_only), _WAIT)
    except sqlite3.Error as error:
        if error.sqlite_errorcode & _PRIMARY in _DAMAGE and (finding := _integrity(path)) != "ok":
            raise StoreError(
                f"{path} is damaged ({finding}); restore a copy or learn the site anew into another file"
            ) from error
        raise StoreError(f"{path} cannot be opened as a site store ({error})") from error


def with_retries(call: Callable[[], _T], seconds: float) -> _T:
    """The result of a call, which is made again as long as the database is busy, for so many seconds."""
    end = time.monotonic() + seconds
    while True:
        try:
            return call()
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code is None or code & _PRIMARY not in _BUSY | _DAMAGE or time.monotonic() >= end:
                raise
            if code & _PRIMARY in _DAMAGE:  # a file that is just being made can look so, but not for long
                end = min(end, time.monotonic() + _SETTLES)
        time.sleep(random.uniform(0.01, 0.1))


def _opened(path: Path, read_only: bool) -> sqlite3.Connection:
    # SQLite wants to write beside a file that others may change, unless it is promised that nobody does.
    reading = "mode=ro" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "mode=ro&immutable=1"
    connection = _connect(path, reading if read_only else "mode=rwc")
    try:
        connection.execute("BEGIN")  # what is read must be of one moment: another process may be making the tables
        ours = _is_ours(connection, path)
        connection.execute("COMMIT")
        if not ours:
            if read_only:
                raise StoreError(f"{path} is a database of another program; name another file")
            _create(connection, path)
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        if path.stat().st_size <= _CHECKED:
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if finding != "ok":
                raise StoreError(f"{path} is damaged ({finding}); restore a copy or learn the site anew elsewhere")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_ours(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is a store of this version; False for one without any tables."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == _APPLICATION:
        if version > VERSION:
            raise StoreError(
                f"{path} was made by a newer version (its tables are of version {version}, here {VERSION} is known); "
                "upgrade kaensan"
            )
        return True
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application or version or tables:
        raise StoreError(f"{path} is a database of another program; name another file")
    return False


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(path.absolute()))}?{mode}"
    return sqlite3.connect(address, uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False)


def _require_database(path: Path) -> None:
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise StoreError(f"{path} is not a site store; name another file")


def _integrity(path: Path) -> str:
    """What SQLite finds wrong with a file, read by a connection that changes nothing; `ok` if nothing."""
    try:
        connection = _connect(path, "mode=ro")
        try:
            (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        return str(error)
    return str(finding)


def _create(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables, unless another process did in the meantime."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ours(connection, path):
            for statement in filter(str.strip, _TABLES.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
