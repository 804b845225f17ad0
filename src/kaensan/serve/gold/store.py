"""The local store of corrected pages: one SQLite file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from kaensan.errors import InputError
from kaensan.serve.gold.record import summary_of
from kaensan.sites.address import plain_host

__all__ = ["GoldStore"]

_ID = re.compile(r"[0-9a-f]{16}\Z")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    id TEXT PRIMARY KEY, saved TEXT NOT NULL, summary TEXT NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID
"""


class GoldStore:
    """Corrected pages by id. Every call opens the file anew, so threads and processes may share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "gold.sqlite"

    def save(self, record: dict[str, Any]) -> dict[str, Any]:
        """Keep a page; the one of the same bytes is replaced. Gives the summary."""
        summary = summary_of(record)
        with self._open() as file:
            file.execute(
                "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?)",
                (summary["id"], summary["saved"], _json(summary), _json(record)),
            )
        return summary

    def summaries(self) -> list[dict[str, Any]]:
        """All pages, the latest first."""
        with self._open() as file:
            rows = file.execute("SELECT summary FROM pages ORDER BY saved DESC, id").fetchall()
        return [json.loads(row[0]) for row in rows]

    def get(self, name: str) -> dict[str, Any] | None:
        """The whole record of a page, None where there is none."""
        if not _ID.match(name):
            return None
        with self._open() as file:
            row = file.execute("SELECT record FROM pages WHERE id = ?", (name,)).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def delete(self, name: str) -> bool:
        """Forget a page; whether there was one."""
        with self._open() as file:
            return file.execute("DELETE FROM pages WHERE id = ?", (name,)).rowcount > 0

    def ids(self) -> list[str]:
        """The names of all pages, in order."""
        with self._open() as file:
            return [row[0] for row in file.execute("SELECT id FROM pages ORDER BY id")]

    def ids_of_site(self, host: str, most: int) -> list[str]:
        """The names of the latest pages of a site."""
        return [summary["id"] for summary in self.summaries() if plain_host(summary["url"] or "") == host][:most]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=10)) as file, file:
                file.execute(_SCHEMA)
                yield file
        except (OSError, sqlite3.Error) as error:
            raise InputError(
                f"the gold store {self.path} cannot be used ({error}); name another with --gold"
            ) from error


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()
