"""One run in three forms: Markdown to read and paste, JSON to compute with, HTML to look at."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kaensan.bench.html_report import to_html
from kaensan.bench.measure import Outcome
from kaensan.bench.result_tables import Table, notes, tables
from kaensan.bench.summary import Summary
from kaensan.errors import InputError, UsageError

__all__ = ["put_into", "to_json", "to_markdown", "write"]

_DIGITS = 4
_BEGIN, _END = "<!-- bench -->", "<!-- /bench -->"


def write(summary: Summary, outcomes: Sequence[Outcome], folder: Path, studio: str) -> list[Path]:
    """Write `bench.md`, `bench.json` and `bench.html` into a folder, made when missing."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "bench.md": to_markdown(summary),
        "bench.json": to_json(summary, outcomes),
        "bench.html": to_html(summary, outcomes, studio),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]


def put_into(path: Path, summary: Summary) -> Path:
    """Put the tables into a Markdown file, in place of what stands between its marks."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not begin or not end:
        raise UsageError(f"{path} has no place for the tables; write {_BEGIN} and {_END} where they belong")
    path.write_text(f"{before}{_BEGIN}\n\n{to_markdown(summary)}\n{_END}{after}", encoding="utf-8")
    return path


def to_json(summary: Summary, outcomes: Sequence[Outcome]) -> str:
    """The summary, and for every page what every system made of it."""
    pages: dict[str, dict[str, Any]] = {}
    systems: dict[str, dict[str, Any]] = defaultdict(dict)
    for outcome in outcomes:
        record = asdict(outcome)
        scores = record.pop("scores")
        system = record.pop("system")
        measured = {name: record.pop(name) for name in ("seconds", "peak", "error")}
        pages[outcome.page] = record
        known = {name: value for name, value in (scores | measured).items() if value is not None}
        systems[outcome.page][system] = known
    failures = [{"system": each.system, "page": each.page, "error": each.error} for each in summary.failures]
    record = asdict(summary) | {
        "failures": failures,
        "pages": [page | {"systems": systems[name]} for name, page in pages.items()],
    }
    return json.dumps(_rounded(record), ensure_ascii=False, allow_nan=False) + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    if isinstance(value, float):
        return None if value != value else round(value, 6 if value < 0.1 else _DIGITS)
    return value


def to_markdown(summary: Summary) -> str:
    """The tables and notes as GitHub-flavoured Markdown, its columns aligned for a terminal."""
    parts = [f"`{summary.command}`"]
    for table in tables(summary):
        parts.append(f"## {table.heading}")
        if table.explained:
            parts.append(table.explained)
        parts.append(_aligned(table))
    parts.append("\n".join(f"- {note}" for note in notes(summary)))
    return "\n\n".join(parts) + "\n"


def _aligned(table: Table) -> str:
    body = [
        [f"**{cell}**" if (number, column) in table.best else cell for column, cell in enumerate(row)]
        for number, row in enumerate(table.rows)
    ]
    widths = [max(map(len, column)) for column in zip(table.columns, *body, strict=True)]

    def line(cells: Sequence[str]) -> str:
        padded = [f"{cells[0]:<{widths[0]}}"]
        padded += [f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True)]
        return f"| {' | '.join(padded)} |"

    rule = "|" + "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])]) + "|"
    return "\n".join([line(table.columns), rule, *map(line, body)])
