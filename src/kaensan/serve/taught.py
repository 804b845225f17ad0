"""Rules that a person taught in the studio: selectors per site, in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kaensan.errors import InputError, UsageError
from kaensan.sites.address import plain_host
from kaensan.sites.user_rules import KEYS, Entry, Selector, UserRules

__all__ = ["NAME", "TaughtRule", "TaughtRules"]

NAME = "taught in the studio"
"""How reasons call the rules."""

_MOST = 100
"""Rules of one site: every page of it is looked through for each of them."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS rules (
    id INTEGER PRIMARY KEY, host TEXT NOT NULL, key TEXT NOT NULL, selector TEXT NOT NULL, added TEXT NOT NULL,
    UNIQUE (host, key, selector)
)
"""


@dataclass(frozen=True)
class TaughtRule:
    """What a selector means on the pages of one site."""

    id: int
    host: str
    key: str
    """one of the keys of a rules file: content, keep, remove, post, title, author, date"""
    selector: str
    added: str
    """when, in ISO 8601"""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class TaughtRules:
    """The rules by site. Every call opens the file anew, so processes may share it; none is made for reading."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def of_site(self, address: str) -> list[TaughtRule]:
        """The rules of the site that an address belongs to, oldest first."""
        if not self.path.exists():
            return []
        with self._open() as file:
            rows = file.execute(
                "SELECT id, host, key, selector, added FROM rules WHERE host = ? ORDER BY id", (plain_host(address),)
            ).fetchall()
        return [TaughtRule(*row) for row in rows]

    def add(self, address: str, key: str, selector: str) -> TaughtRule:
        """Teach a rule; one that is there already stays as it is."""
        assert key in KEYS
        row = (plain_host(address), key, selector)
        with self._open() as file:
            file.execute("BEGIN IMMEDIATE")
            others = "SELECT count(*) FROM rules WHERE host = ? AND NOT (key = ? AND selector = ?)"
            if file.execute(others, row).fetchone()[0] >= _MOST:
                raise UsageError(f"{row[0]} has {_MOST} rules already; forget some before you teach another")
            now = datetime.now(UTC).isoformat(timespec="seconds")
            file.execute("INSERT OR IGNORE INTO rules (host, key, selector, added) VALUES (?, ?, ?, ?)", (*row, now))
            known = file.execute(
                "SELECT id, host, key, selector, added FROM rules WHERE host = ? AND key = ? AND selector = ?", row
            ).fetchone()
        return TaughtRule(*known)

    def forget(self, number: int) -> bool:
        """Forget a rule; whether there was one."""
        if not self.path.exists():
            return False
        with self._open() as file:
            return file.execute("DELETE FROM rules WHERE id = ?", (number,)).rowcount > 0

    def user_rules(self, address: str) -> UserRules | None:
        """The rules for pages of a site, as a method takes them; None where there are none."""
        rules = self.of_site(address)
        if not rules:
            return None
        selectors = {
            key: tuple(Selector(rule.selector, rule.id) for rule in rules if rule.key == key)
            for key in dict.fromkeys(rule.key for rule in rules)
        }
        return UserRules(NAME, (Entry(rules[0].host, 1, selectors),))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=10)) as file, file:
                file.execute(_SCHEMA)
                yield file
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"the taught rules {self.path} cannot be used ({error})") from error
