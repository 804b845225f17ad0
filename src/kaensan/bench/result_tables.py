"""The tables of a report, as text: a row for each system, a column for each set of pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kaensan.bench.summary import Cell, Group, Row, Summary
from kaensan.bench.timing import Timing
from kaensan.bench.worker import TEXT

__all__ = ["Table", "notes", "ranked", "short", "tables"]

_NAMED = 20
_FEWEST = 5
"""pages in a language that are worth a column"""


@dataclass(frozen=True)
class Table:
    """A heading, the names of the columns, and rows of cells."""

    heading: str
    columns: list[str]
    rows: list[list[str]]
    explained: str = ""
    best: set[tuple[int, int]] = field(default_factory=set)
    """row and column of the cells that are the best of their column"""


def tables(summary: Summary) -> list[Table]:
    """Every table that the summary has figures for."""
    types, languages = summary.of("type"), [row for row in summary.of("language") if row.pages >= _FEWEST]
    made = [_overview(summary), _scores(summary, "F1 per dataset", summary.of("dataset"))]
    if types:
        made.append(_scores(summary, "F1 per page type", types))
    if languages:
        made.append(_scores(summary, "F1 per language, all datasets together", languages))
    made += [
        _plain(
            summary, "Precision / recall per dataset", lambda cell: f"{short(cell.precision)} / {short(cell.recall)}"
        ),
        _plain(summary, "Character-trigram F1 per dataset", lambda cell: short(cell.trigram_f1)),
        _plain(summary, "ROUGE-L per dataset", lambda cell: short(cell.rouge_l)),
        _plain(
            summary,
            "Snippets that must be there / must not, per dataset",
            lambda cell: "" if cell.must is None and cell.must_not is None else _pair(cell.must, cell.must_not),
        ),
    ]
    if summary.fields:
        made.append(_metadata(summary))
    if summary.timings:
        made.append(_times(summary.timings))
    return [table for table in made if len(table.columns) > 1]


def ranked(summary: Summary) -> list[str]:
    """The systems, the best mean over datasets first."""
    return sorted(summary.systems, key=summary.mean, reverse=True)


def _overview(summary: Summary) -> Table:
    timed = {timing.system: timing for timing in summary.timings if timing.task == TEXT}
    columns = ["system", "mean F1", "precision", "recall", "trigram F1", "must", "must not"]
    columns += ["CPU ms", "× resiliparse"] if timed else []
    columns += ["peak MB", "failed"]
    rows: list[list[str]] = []
    for name in ranked(summary):
        cells = [row.cells[name] for row in summary.of("dataset")]
        row = [name, short(summary.mean(name))]
        row += [short(float(np.mean([getattr(cell, each) for cell in cells]))) for each in ("precision", "recall")]
        row += [short(_mean([getattr(cell, each) for cell in cells])) for each in ("trigram_f1", "must", "must_not")]
        if timed:
            timing = timed.get(name)
            row += [f"{timing.milliseconds:.1f}" if timing else "", _ratio(timing.to_resiliparse if timing else None)]
        load = summary.loads[name]
        row += [f"{load.peak / 1e6:.0f}" if load.peak else "", str(load.failed)]
        rows.append(row)
    explained = "Means of the datasets' means: each dataset counts once. Time and memory are those of one process."
    return Table("Overview", columns, rows, explained, _bests(rows, range(1, 5)))


def _bests(rows: list[list[str]], columns: range) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for column in columns:
        values = [float(row[column]) if row[column] else -1.0 for row in rows]
        found |= {(number, column) for number, value in enumerate(values) if value == max(values) >= 0}
    return found


def _scores(summary: Summary, heading: str, rows: list[Row]) -> Table:
    columns = ["system", *(_title(row) for row in rows)]
    names = ranked(summary)
    body = [[name, *(_interval(row.cells[name]) for row in rows)] for name in names]
    best = {
        (number, column)
        for column, row in enumerate(rows, start=1)
        for number, name in enumerate(names)
        if round(row.cells[name].f1, 3) == round(row.best, 3)
    }
    return Table(heading, columns, body, "Mean over pages ± half of its 95 % bootstrap interval.", best)


def _title(row: Row) -> str:
    unit = "" if row.unit == "words" else f", {row.unit}"
    return f"{row.name}{' †' if row.learned else ''} ({row.pages}{unit})"


def _interval(cell: Cell) -> str:
    text = f"{short(cell.f1)} ±{short((cell.high - cell.low) / 2)}"
    return text + (f", {cell.failed} failed" if cell.failed else "")


def _plain(summary: Summary, heading: str, show: Callable[[Cell], str], group: Group = "dataset") -> Table:
    rows = [row for row in summary.of(group) if any(show(cell) for cell in row.cells.values())]
    body = [[name, *(show(row.cells[name]) for row in rows)] for name in ranked(summary)]
    return Table(heading, ["system", *(_title(row) for row in rows)], body)


def _metadata(summary: Summary) -> Table:
    able = [name for name in ranked(summary) if any(row.shares[name] is not None for row in summary.fields)]
    columns = ["dataset", "field", "pages", *able]
    rows = [
        [row.dataset + (" †" if row.learned else ""), row.field, str(row.pages), *(short(row.shares[n]) for n in able)]
        for row in summary.fields
    ]
    best = {
        (number, column)
        for number, row in enumerate(rows)
        for column in range(3, len(row))
        if row[column] and float(row[column]) == max(float(cell) for cell in row[3:] if cell)
    }
    return Table("Metadata", columns, rows, "Share of pages on which the field is right, where there is gold.", best)


def _times(timings: list[Timing]) -> Table:
    columns = ["task", "ms a page", "× bare parse", "× resiliparse", "total × parse", "total × resiliparse", "growth"]
    rows = [
        [
            timing.name,
            f"{timing.milliseconds:.2f}",
            _ratio(timing.to_parse),
            _ratio(timing.to_resiliparse),
            _ratio(timing.total_to_parse),
            _ratio(timing.total_to_resiliparse),
            _ratio(timing.growth),
        ]
        for timing in sorted(timings, key=lambda timing: timing.milliseconds)
    ]
    pages = max(len(timing.points) for timing in timings)
    explained = (
        f"CPU time over {pages} pages, all systems interleaved page by page, each in its own process, fastest of three "
        "rounds: medians over pages, then ratios of totals. Growth is the slope of log time over log size: 1 is "
        "linear. 'page parsed' is a method alone on a page just parsed, 'own work' the same on a page whose columns "
        "are there."
    )
    return Table("Time", columns, rows, explained)


def notes(summary: Summary) -> list[str]:
    """What a reader of the tables must know."""
    notes = [
        "Behind the name of a set: its pages, and what was counted where it is not words (multisets of words in lower "
        "case): trigrams (of characters, for languages without spaces between words) or snippets (the share of must "
        "and must-not snippets that are where they should be; precision and recall are over snippets).",
        "A page on which a system fails counts as 0 for it.",
    ]
    if summary.versions:
        notes.append("Measured: " + ", ".join(sorted(set(summary.versions.values()))) + ".")
    if any(row.learned for row in summary.rows):
        notes.append("† Kaensan's learned methods may have been trained on these pages: read their figures as a fit.")
    notes += [
        f"{row.name}: {row.unjudged} pages without gold text count for snippets only, not for F1."
        for row in summary.of("dataset")
        if row.unjudged
    ]
    if summary.sample is not None:
        notes.append(f"At most {summary.sample} pages of each dataset, drawn with seed {summary.seed}.")
    notes += [f"{skipped.name} did not run: {skipped.why}" for skipped in summary.skipped]
    notes += [f"failed: {one.system} on {one.page}: {one.error}" for one in summary.failures[:_NAMED]]
    if len(summary.failures) > _NAMED:
        notes.append(f"{len(summary.failures) - _NAMED} more failures are named in bench.json.")
    return notes


def short(value: float | None) -> str:
    """Three digits without the leading zero, as tables of F1 are read.

    >>> short(0.8164), short(1.0), short(None)
    ('.816', '1.000', '')
    """
    if value is None:
        return ""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0") else text


def _pair(first: float | None, second: float | None) -> str:
    return f"{short(first) or '–'} / {short(second) or '–'}"


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
