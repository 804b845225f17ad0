"""Answers kept on disk: a run that is stopped goes on where it was, and only what has changed is asked again."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import zlib
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kaensan.bench.system_process import Answer
from kaensan.errors import InputError
from kaensan.gold.datasets import GoldPage

__all__ = ["AnswerStore", "page_key"]

_TABLES = """
create table if not exists answers (
    system text, identity text, page text, made real default (unixepoch()), answer blob,
    primary key (system, identity, page)) without rowid;
create table if not exists scores (
    system text, identity text, page text, measure text, score text,
    primary key (system, identity, page, measure)) without rowid;
create table if not exists timings (run text primary key, timings text) without rowid;
"""


def page_key(page: GoldPage) -> str:
    """A digest of what an extractor is handed."""
    return hashlib.sha256((page.url or "").encode() + b"\0" + page.html).hexdigest()[:32]


class AnswerStore:
    """A SQLite file of answers, their scores and times; `None` keeps them in memory only. Threads may share it."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._file = sqlite3.connect(":memory:" if path is None else path, check_same_thread=False, timeout=60)
        try:
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("pragma synchronous = normal")
            self._file.executescript(_TABLES)
        except sqlite3.DatabaseError as error:
            raise InputError(f"{path} holds no answers ({error}); remove it or name another file") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def get(self, system: str, identity: str, page: str) -> Answer | None:
        """The answer that is kept, if there is one."""
        row = self._one(
            "select answer from answers where system = ? and identity = ? and page = ?", system, identity, page
        )
        return None if row is None else Answer(**json.loads(zlib.decompress(row)))

    def put(self, system: str, identity: str, page: str, answer: Answer) -> None:
        packed = zlib.compress(json.dumps(asdict(answer)).encode(), 3)
        self._write(
            "insert or replace into answers (system, identity, page, answer) values (?, ?, ?, ?)",
            system,
            identity,
            page,
            packed,
        )

    def score(self, system: str, identity: str, page: str, measure: str) -> dict[str, Any] | None:
        """The score that is kept for an answer, by the digest of what it was measured with and against."""
        row = self._one(
            "select score from scores where system = ? and identity = ? and page = ? and measure = ?",
            system,
            identity,
            page,
            measure,
        )
        return None if row is None else json.loads(row)

    def put_score(self, system: str, identity: str, page: str, measure: str, score: dict[str, Any]) -> None:
        self._write(
            "insert or replace into scores values (?, ?, ?, ?, ?)", system, identity, page, measure, json.dumps(score)
        )

    def timings(self, run: str) -> list[dict[str, Any]] | None:
        """The times that are kept for a run, by the digest of its systems and pages."""
        row = self._one("select timings from timings where run = ?", run)
        return None if row is None else json.loads(row)

    def put_timings(self, run: str, timings: list[dict[str, Any]]) -> None:
        self._write("insert or replace into timings values (?, ?)", run, json.dumps(timings))

    def _one(self, query: str, *values: str) -> Any:
        with self._lock:
            row = self._file.execute(query, values).fetchone()
        return None if row is None else row[0]

    def _write(self, query: str, *values: str | bytes) -> None:
        with self._lock, self._file:
            self._file.execute(query, values)
