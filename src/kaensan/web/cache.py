"""Pages kept on disk, so that an unchanged page is not sent twice (RFC 9111, for one user).

A page is taken from here while its server said it stays fresh; after that the server is asked whether it has changed
(`ETag`, `Last-Modified`). One SQLite file, safe for many threads and processes.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from types import TracebackType

from kaensan.errors import InputError
from kaensan.page.safe_readers import read_http_date
from kaensan.web.response import Response, content_type, header

__all__ = ["Cache", "Stored"]

_VERSION = 1
_MOST_BYTES = 500_000_000
_LONGEST = 7 * 86_400.0
_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,10})", re.I)
_OF_THE_BODY = re.compile(r"content-|transfer-encoding$", re.I)
_TABLE = """
CREATE TABLE IF NOT EXISTS pages (
    url TEXT NOT NULL, private INTEGER NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL, warnings TEXT NOT NULL,
    stored REAL NOT NULL, fresh_until REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL,
    PRIMARY KEY (url, private)
) WITHOUT ROWID
"""


@dataclass(frozen=True)
class Stored:
    """A page as it was when it came."""

    response: Response
    fresh_until: float

    @property
    def fresh(self) -> bool:
        return time.time() < self.fresh_until

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """The headers that ask for the page only if it has changed."""
        headers = self.response.headers
        asked = (("If-None-Match", headers.get("etag")), ("If-Modified-Since", headers.get("last-modified")))
        return tuple((name, value) for name, value in asked if value)


class Cache:
    """The pages in one file; the longest unused go when there is no room."""

    def __init__(self, path: Path, *, most_bytes: int = _MOST_BYTES) -> None:
        self.path, self._most = path, most_bytes
        self._lock = Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._store = sqlite3.connect(path, timeout=30.0, check_same_thread=False, isolation_level=None)
            self._store.execute("BEGIN IMMEDIATE")  # others may be making the file at the same moment
            try:
                self._make()
            except InputError:
                self._store.execute("ROLLBACK")
                self._store.close()
                raise
            self._store.execute("COMMIT")
            with suppress(sqlite3.OperationalError):  # it does not wait for others; who opens the file next tries again
                self._store.execute("PRAGMA journal_mode = WAL")
            self._store.execute("PRAGMA synchronous = NORMAL")
        except (sqlite3.Error, OSError) as error:
            raise InputError(f"{path}: the cache cannot be used ({error}); delete it or name another file") from error

    def _make(self) -> None:
        """Make the table where there is none; refuse a file that is something else."""
        version = self._store.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise InputError(f"{self.path}: the cache is of another version of Kaensan; delete it or name another file")
        if version == 0 and self._store.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise InputError(f"{self.path}: this is a database, but no cache of Kaensan; name another file")
        if version == 0:
            self._store.execute(_TABLE)
            self._store.execute(f"PRAGMA user_version = {_VERSION}")

    def __enter__(self) -> Cache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._store.close()

    def load(self, url: str, private: bool) -> Stored | None:
        """What is kept of an address. Pages fetched with and without leave to go inside are kept apart."""
        with self._lock:
            try:
                row = self._store.execute(
                    "SELECT headers, body, warnings, fresh_until FROM pages WHERE url = ? AND private = ?",
                    (url, private),
                ).fetchone()
                if row is None:
                    return None
                body = zlib.decompress(row[1])
                self._store.execute(
                    "UPDATE pages SET used = ? WHERE url = ? AND private = ?", (time.time(), url, private)
                )
                raw = tuple((name, value) for name, value in json.loads(row[0]))
            except (sqlite3.Error, zlib.error, ValueError) as error:
                raise self._damaged(error) from error
        headers = header(raw)
        kind, charset = content_type(headers)
        return Stored(
            Response(
                url, 200, body, charset, kind, headers, raw_headers=raw, cached=True, warnings=tuple(json.loads(row[2]))
            ),
            row[3],
        )

    def store(self, response: Response, private: bool) -> None:
        """Keep a page where that is allowed and of use; forget what was kept otherwise."""
        lifetime = _lifetime(response)
        wanted = response.status == 200 and not response.cached and lifetime is not None
        with self._lock:
            try:
                if not wanted or lifetime is None:
                    if response.status not in (304, 429) and response.status < 500:
                        self._store.execute("DELETE FROM pages WHERE url = ? AND private = ?", (response.url, private))
                    return
                self._put(response, private, lifetime)
                self._make_room()
            except sqlite3.Error as error:
                raise self._damaged(error) from error

    def renew(self, stored: Stored, answer: Response, private: bool) -> Response:
        """The kept page, after the server said that it has not changed."""
        about = (pair for pair in answer.raw_headers if not _OF_THE_BODY.match(pair[0]))
        fresh = {name.lower(): (name, value) for name, value in about}
        kept = tuple(pair for pair in stored.response.raw_headers if pair[0].lower() not in fresh)
        raw = kept + tuple(fresh.values())
        renewed = replace(stored.response, raw_headers=raw, headers=header(raw), cached=False)
        self.store(renewed, private)
        return replace(renewed, cached=True)

    def _put(self, response: Response, private: bool, lifetime: float) -> None:
        now = time.time()
        packed = zlib.compress(response.body, 1)
        headers = json.dumps([list(pair) for pair in response.raw_headers])
        warnings = json.dumps(list(response.warnings))
        size = len(packed) + len(headers)
        self._store.execute(
            "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (response.url, private, headers, packed, warnings, now, now + lifetime, now, size),
        )

    def _make_room(self) -> None:
        total = self._store.execute("SELECT total(size) FROM pages").fetchone()[0]
        if total <= self._most:
            return
        oldest = self._store.execute("SELECT url, private, size FROM pages ORDER BY used").fetchall()
        for url, private, size in oldest:
            self._store.execute("DELETE FROM pages WHERE url = ? AND private = ?", (url, private))
            total -= size
            if total <= self._most * 0.9:
                break

    def _damaged(self, error: Exception) -> InputError:
        return InputError(f"{self.path}: the cache is damaged ({error}); delete it or fetch without it")


def _lifetime(response: Response) -> float | None:
    """Seconds for which a page stays fresh; None where it may not be kept or could never be used again."""
    headers = response.headers
    control = headers.get("cache-control", "")[:1000].lower()
    if "no-store" in control or headers.get("vary", "").strip() == "*":
        return None
    lifetime = 0.0
    if "no-cache" not in control:
        found = _AGE.search(control)
        if found:
            lifetime = float(found[1]) - _number(headers.get("age"))
        elif "expires" in headers:
            lifetime = _until(headers)
    lifetime = min(max(lifetime, 0.0), _LONGEST)
    return lifetime if lifetime or "etag" in headers or "last-modified" in headers else None


def _number(text: str | None) -> float:
    return float(text[:9]) if text and text.isascii() and text.isdigit() else 0.0


def _until(headers: dict[str, str]) -> float:
    end, start = read_http_date(headers["expires"]), read_http_date(headers.get("date", ""))
    if end is None or (start is None and "date" in headers):
        return 0.0
    return end.timestamp() - (start.timestamp() if start else time.time())
