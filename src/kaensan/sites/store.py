"""What is known of sites, kept in one SQLite file: rules, the pages they were learned from, and templates.

Many processes may read a store while one writes it: readers see the state before or after a change, never between.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import numpy as np

from kaensan.errors import StoreError
from kaensan.page import Page, parse
from kaensan.sites.address import ANY, path_shape, place_of, plain_host
from kaensan.sites.database import open_database
from kaensan.sites.induce import InduceOptions
from kaensan.sites.labelled import HAND, LabelledPage
from kaensan.sites.learn import learn_rules
from kaensan.sites.rules import Rule
from kaensan.sites.template import Template, TemplateOptions

__all__ = ["Observation", "Store"]

_MOST_EXAMPLES = 40
"""pages of a class that are kept to learn from, and as many by hand"""
_LARGEST_EXAMPLE = 4 << 20
_MOST_OBSERVATIONS = 50

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Observation(NamedTuple):
    """How a rule did on a page where it was looked at."""

    agreement: float | None
    """with the method that the page was extracted with; None where the rule gave no single result"""
    note: str


def _guarded(call: Callable[Concatenate[Store, _P], _T]) -> Callable[Concatenate[Store, _P], _T]:
    """Errors of the database as errors of ours."""

    @wraps(call)
    def guarded(self: Store, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return call(self, *args, **kwargs)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be {'read' if self._read_only else 'used'} ({error})") from error

    return guarded


class Store:
    """The knowledge about sites in one file.

    >>> import tempfile
    >>> with Store(Path(tempfile.mkdtemp()) / "sites.db") as store:
    ...     store.hosts()
    []
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path, self._read_only = Path(path), read_only
        self._database = open_database(self.path, read_only=read_only)
        self._cache: dict[str, list[Rule]] = {}
        self._templates: dict[str, Template | None] = {}
        self._state = -1

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __reduce__(self) -> tuple[Callable[..., Store], tuple[Path, bool]]:
        return _reopened, (self.path, self._read_only)

    # --- what is known

    @_guarded
    def hosts(self) -> list[str]:
        """The sites that something is known about."""
        rows = self._database.execute(
            "SELECT host FROM rule UNION SELECT host FROM example UNION SELECT host FROM template ORDER BY host"
        )
        return [host for (host,) in rows]

    @_guarded
    def rules(self, host: str) -> list[Rule]:
        """The rules of a site, those for one class of pages before the one for all; expired ones are marked so."""
        host = plain_host(host)
        self._refresh()
        found = self._cache.get(host)
        if found is None:
            rows = self._database.execute("SELECT rule FROM rule WHERE host = ? ORDER BY page_class", (host,))
            found = self._cache[host] = sorted(
                (self._read_rule(text) for (text,) in rows), key=lambda rule: rule.page_class == ANY
            )
        return list(found)

    def rule_for(self, host: str, page_class: str) -> Rule | None:
        """The rule to try on a page: the one of its class, else the one for all pages of the site."""
        usable = {rule.page_class: rule for rule in self.rules(host) if not rule.expired}
        return usable.get(page_class) or usable.get(ANY)

    @_guarded
    def template(self, host: str, options: TemplateOptions | None = None) -> Template | None:
        """What repeats on the pages of a site; None when none were counted."""
        host = plain_host(host)
        self._refresh()
        if host not in self._templates:
            row = self._database.execute(
                "SELECT pages, floor, keys, counts, seen FROM template WHERE host = ?", (host,)
            ).fetchone()
            self._templates[host] = None if row is None else _read_template(row, options or TemplateOptions())
        return self._templates[host]

    def _refresh(self) -> None:
        """Forget what was read when another process has changed the file since."""
        (state,) = self._database.execute("PRAGMA data_version").fetchone()
        if state != self._state:
            self._state = state
            self._cache, self._templates = {}, {}

    def _read_rule(self, text: str) -> Rule:
        try:
            return Rule.from_dict(json.loads(text))
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{self.path} holds a rule that cannot be read ({error}); forget its site") from error

    # --- learning

    @_guarded
    def learn(self, host: str, pages: Iterable[LabelledPage], options: InduceOptions | None = None) -> list[Rule]:
        """Learn the rules of a site from labelled pages, together with those it was taught before; returns its rules.

        Pages labelled by hand count; where there are three or more of a class, those that a method labelled do not.
        Too few pages, or pages that no short rule describes, leave the site without a rule.
        """
        host = plain_host(host)
        with self._change():
            for labelled in pages:
                self._add_example(host, labelled)
        return self._induce(host, options)

    @_guarded
    def add_example(self, host: str, labelled: LabelledPage) -> bool:
        """Keep a labelled page to learn from later; False for one that is too large, or that a person labelled."""
        with self._change():
            return self._add_example(plain_host(host), labelled)

    @_guarded
    def induce(self, host: str, options: InduceOptions | None = None) -> list[Rule]:
        """Learn the rules of a site anew from the pages that were kept."""
        return self._induce(plain_host(host), options)

    @_guarded
    def example_count(self, host: str) -> int:
        """How many labelled pages of a site there are to learn from."""
        (count,) = self._database.execute(
            "SELECT count(*) FROM example WHERE host = ? AND NOT stale", (plain_host(host),)
        ).fetchone()
        return int(count)

    @_guarded
    def examples(self, host: str) -> list[LabelledPage]:
        """The labelled pages of a site that rules are learned from, oldest first."""
        rows = self._database.execute(
            "SELECT url, source, kept, fields FROM example WHERE host = ? AND NOT stale ORDER BY number DESC",
            (plain_host(host),),
        ).fetchall()
        return [_read_example(row) for row in reversed(rows)]

    def _add_example(self, host: str, labelled: LabelledPage) -> bool:
        page = labelled.page
        source = page.source.encode("utf-8", "replace")
        if len(source) > _LARGEST_EXAMPLE:
            return False
        by_hand = labelled.by == HAND
        number = int.from_bytes(blake2b((page.url or page.source).encode("utf-8", "replace"), digest_size=7).digest())
        known = self._database.execute(
            "SELECT by_hand AND NOT stale FROM example WHERE host = ? AND page = ?", (host, number)
        ).fetchone()
        if known and known[0] and not by_hand:
            return False  # what a person said about a page stands
        place = place_of(page)
        page_class = place.page_class if place else path_shape("")
        fields = {
            "title": labelled.title,
            "author": labelled.author,
            "date": labelled.date,
            "by": labelled.by,
            "page_type": labelled.page_type,
            "confidence": labelled.confidence,
        }
        self._database.execute("DELETE FROM example WHERE host = ? AND page = ?", (host, number))
        self._database.execute(
            "INSERT INTO example (host, page_class, page, by_hand, url, source, kept, fields) VALUES (?,?,?,?,?,?,?,?)",
            (
                host,
                page_class,
                number,
                by_hand,
                page.url,
                zlib.compress(source, 6),
                np.packbits(labelled.kept).tobytes(),
                json.dumps(fields, ensure_ascii=False),
            ),
        )
        self._database.execute(
            "DELETE FROM example WHERE host = ?1 AND page_class = ?2 AND by_hand = ?3 AND number NOT IN (SELECT number "
            "FROM example WHERE host = ?1 AND page_class = ?2 AND by_hand = ?3 ORDER BY number DESC LIMIT ?4)",
            (host, page_class, by_hand, _MOST_EXAMPLES),
        )
        return True

    def _induce(self, host: str, options: InduceOptions | None) -> list[Rule]:
        learned = learn_rules(host, self.examples(host), options)  # takes seconds: other writers need not wait for it
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._change():
            self._database.execute("DELETE FROM rule WHERE host = ?", (host,))
            self._cache.pop(host, None)
            for rule in learned:
                self._write_rule(replace(rule, learned=now))
            self._database.execute("DELETE FROM observation WHERE host = ?", (host,))
        return self.rules(host)

    def _write_rule(self, rule: Rule) -> None:
        text = json.dumps(rule.to_dict(), ensure_ascii=False)
        self._database.execute("INSERT OR REPLACE INTO rule VALUES (?,?,?)", (rule.host, rule.page_class, text))
        self._cache.pop(rule.host, None)

    @_guarded
    def count_pages(self, host: str, pages: Iterable[Page], options: TemplateOptions | None = None) -> Template:
        """Count what repeats on pages of a site, on top of those counted before; pages are read one after another."""
        host = plain_host(host)
        template = self.template(host, options) or Template(options or TemplateOptions())
        for page in pages:
            template.add(page)
        self.put_template(host, template)
        return template

    @_guarded
    def put_template(self, host: str, template: Template) -> None:
        """Keep the template of a site."""
        host = plain_host(host)
        template.settle()
        with self._change():
            self._database.execute(
                "INSERT OR REPLACE INTO template VALUES (?,?,?,?,?,?)",
                (
                    host,
                    template.pages,
                    template.floor,
                    template.keys.astype("<u8").tobytes(),
                    template.counts.astype("<i4").tobytes(),
                    np.fromiter(template.seen, "<u8", len(template.seen)).tobytes(),
                ),
            )
            self._templates[host] = template

    # --- watching

    @_guarded
    def observe(self, rule: Rule, observation: Observation) -> list[Observation]:
        """Note how a rule did on a page; returns the last observations about it, newest first."""
        with self._change():
            key = (rule.host, rule.page_class)
            self._database.execute(
                "INSERT INTO observation (host, page_class, agreement, note) VALUES (?,?,?,?)", (*key, *observation)
            )
            rows = self._database.execute(
                "SELECT number, agreement, note FROM observation WHERE host = ? AND page_class = ? "
                "ORDER BY number DESC",
                key,
            ).fetchall()
            if len(rows) > _MOST_OBSERVATIONS:
                self._database.execute(
                    "DELETE FROM observation WHERE host = ? AND page_class = ? AND number < ?",
                    (*key, rows[_MOST_OBSERVATIONS - 1][0]),
                )
        return [Observation(agreement, note) for _, agreement, note in rows[:_MOST_OBSERVATIONS]]

    @_guarded
    def observations(self, host: str) -> list[tuple[str, Observation]]:
        """What was noted about the rules of a site, newest first, each with the class of pages."""
        rows = self._database.execute(
            "SELECT page_class, agreement, note FROM observation WHERE host = ? ORDER BY number DESC",
            (plain_host(host),),
        )
        return [(page_class, Observation(agreement, note)) for page_class, agreement, note in rows]

    @_guarded
    def expire(self, rule: Rule, why: str, fresh: int = 0) -> None:
        """Use a rule no longer. Of the pages that were kept only the last `fresh` are still learned from."""
        with self._change():
            self._write_rule(replace(rule, expired=why))
            self._database.execute(
                "UPDATE example SET stale = 1 WHERE host = ?1 AND number NOT IN "
                "(SELECT number FROM example WHERE host = ?1 ORDER BY number DESC LIMIT ?2)",
                (rule.host, fresh),
            )

    @_guarded
    def forget(self, host: str) -> bool:
        """Forget everything about a site; False when nothing was known."""
        host = plain_host(host)
        with self._change():
            gone = [
                self._database.execute(f"DELETE FROM {table} WHERE host = ?", (host,)).rowcount
                for table in ("rule", "example", "observation", "template")
            ]
            self._cache.pop(host, None)
            self._templates.pop(host, None)
        return any(gone)

    @property
    def writable(self) -> bool:
        """False for a store that may only be read."""
        return not self._read_only and os.access(self.path, os.W_OK)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """One change, whole or not at all; other writers wait."""
        if self._database.in_transaction:
            yield
            return
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            self._cache, self._templates = {}, {}
            raise


def _reopened(path: Path, read_only: bool) -> Store:
    return Store(path, read_only=read_only)


def _read_example(row: tuple[Any, ...]) -> LabelledPage:
    url, source, kept, fields = row
    page = parse(zlib.decompress(source).decode("utf-8"), url)
    known = json.loads(fields)
    count = len(page.texts)
    mask = (
        np.unpackbits(np.frombuffer(kept, np.uint8), count=count).astype(np.bool_) if count else np.zeros(0, np.bool_)
    )
    return LabelledPage(
        page=page,
        kept=mask,
        title=known["title"],
        author=known["author"],
        date=known["date"],
        by=known["by"],
        page_type=known["page_type"],
        confidence=known["confidence"],
    )


def _read_template(row: tuple[Any, ...], options: TemplateOptions) -> Template:
    pages, floor, keys, counts, seen = row
    return Template(
        options,
        pages=pages,
        floor=floor,
        keys=np.frombuffer(keys, "<u8").astype(np.uint64),
        counts=np.frombuffer(counts, "<i4").astype(np.int32),
        seen=dict.fromkeys(np.frombuffer(seen, "<u8").tolist()),
    )
