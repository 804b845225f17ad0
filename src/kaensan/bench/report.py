"""One table in three forms: Markdown to paste, JSON to compute with, HTML to look at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

from kaensan.bench.measure import Outcome
from kaensan.bench.summary import Cell, Row, Summary
from kaensan.bench.timing import Timing

__all__ = ["to_html", "to_json", "to_markdown", "write"]

_NAMED = 50

Table = tuple[str, list[str], list[list[str]]]
"""a heading, the names of the columns, the rows"""


def write(summary: Summary, outcomes: Sequence[Outcome], folder: Path) -> list[Path]:
    """Write `bench.md`, `bench.json` and `bench.html` into a folder, made when missing."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "bench.md": to_markdown(summary),
        "bench.json": to_json(summary, outcomes),
        "bench.html": to_html(summary),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]


def to_json(summary: Summary, outcomes: Sequence[Outcome]) -> str:
    """The summary and the outcome of every page."""
    record = asdict(summary) | {"pages": [asdict(outcome) for outcome in outcomes]}
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def to_markdown(summary: Summary) -> str:
    """The tables and notes as GitHub-flavoured Markdown."""
    parts = [f"`{summary.command}`"]
    for heading, columns, rows in _tables(summary):
        lines = [
            f"## {heading}",
            "",
            "| " + " | ".join(columns) + " |",
            "|---" * len(columns) + "|",
            *("| " + " | ".join(row) + " |" for row in rows),
        ]
        parts.append("\n".join(lines))
    parts.append("\n".join(f"- {note}" for note in _notes(summary)))
    return "\n\n".join(parts) + "\n"


def to_html(summary: Summary) -> str:
    """The same as one page that needs nothing else; the best of a row is marked."""
    parts = [f"<h1>Bench</h1><p><code>{escape(summary.command)}</code></p>"]
    for heading, columns, rows in _tables(summary):
        head = "".join(f"<th>{escape(column)}</th>" for column in columns)
        body = "".join("<tr>" + "".join(map(_html_cell, row)) + "</tr>" for row in rows)
        parts.append(f"<h2>{escape(heading)}</h2><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    parts.append("<ul>" + "".join(f"<li>{escape(note)}</li>" for note in _notes(summary)) + "</ul>")
    return _PAGE.replace("{body}", "\n".join(parts))


def _html_cell(text: str) -> str:
    best = text.startswith("**")
    return f"<td{' class=best' if best else ''}>{escape(text.replace('**', ''))}</td>"


def _tables(summary: Summary) -> list[Table]:
    datasets = [row for row in summary.rows if row.page_type is None]
    types = [row for row in summary.rows if row.page_type is not None]
    tables = [_scores("F1 per dataset", datasets, summary.systems)]
    if types:
        tables.append(_scores("F1 per page type", types, summary.systems))
    tables.append(_details(datasets, summary.systems))
    if summary.timings:
        tables.append(_times(summary.timings))
    return tables


def _scores(heading: str, rows: list[Row], systems: list[str]) -> Table:
    columns = ["pages of", "pages", "counted by", *systems]
    body = [[_name(row), str(row.pages), row.unit, *(_f1(row, name) for name in systems)] for row in rows]
    return heading, columns, body


def _name(row: Row) -> str:
    return (row.dataset if row.page_type is None else f"{row.dataset} {row.page_type}") + (" †" if row.learned else "")


def _f1(row: Row, system: str) -> str:
    cell = row.cells[system]
    figure = f"{_short(cell.f1)} ({_short(cell.low)}–{_short(cell.high)})"
    if round(cell.f1, 3) == round(row.best, 3):
        figure = f"**{_short(cell.f1)}** ({_short(cell.low)}–{_short(cell.high)})"
    return figure + (f", {cell.failed} failed" if cell.failed else "")


def _details(rows: list[Row], systems: list[str]) -> Table:
    columns = ["pages of", *systems]
    body = [[_name(row), *(_detail(row.cells[name]) for name in systems)] for row in rows]
    return "Precision / recall, ROUGE-L, snippets", columns, body


def _detail(cell: Cell) -> str:
    parts = [f"{_short(cell.precision)} / {_short(cell.recall)}"]
    parts += ["" if value is None else _short(value) for value in (cell.rouge_l, cell.snippets)]
    return ", ".join(part or "–" for part in parts)


def _times(timings: list[Timing]) -> Table:
    columns = ["task", "ms a page", "× turbohtml parse", "× resiliparse", "total × parse", "total × resiliparse"]
    body = [
        [
            timing.task,
            f"{timing.milliseconds:.2f}",
            f"{timing.to_parse:.2f}",
            f"{timing.to_resiliparse:.2f}",
            f"{timing.total_to_parse:.2f}",
            f"{timing.total_to_resiliparse:.2f}",
        ]
        for timing in timings
    ]
    return "CPU time (medians over pages, then ratios of totals)", columns, body


def _notes(summary: Summary) -> list[str]:
    notes = [
        "Mean over pages with its 95 % bootstrap interval; best of a row in bold. A failed page counts as 0.",
        "Counted by: words (multiset of words in lower case), trigrams (multiset of three neighbouring characters, for "
        "languages without spaces between words), or snippets (share of must and must-not snippets that are where they "
        "should be; precision and recall are over snippets).",
    ]
    if any(row.learned for row in summary.rows):
        notes.append("† The learned methods may have been trained on these pages: read their figures there as a fit.")
    notes += [
        f"{row.dataset}: {row.unjudged} pages without gold text count for snippets only, not for F1."
        for row in summary.rows
        if row.unjudged and row.page_type is None
    ]
    if summary.sample is not None:
        notes.append(f"At most {summary.sample} pages of each dataset, drawn with seed {summary.seed}.")
    if summary.timings:
        notes.append(
            "Time: CPU seconds of one process, all tasks interleaved page by page, fastest of three rounds. "
            "'page parsed' is the method alone on a page just parsed, 'own work' the same on a page whose columns are "
            "computed already; a bare system name is bytes to text."
        )
    notes += [f"{skipped.name} did not run: {skipped.why}" for skipped in summary.skipped]
    notes += [f"failed: {one.system} on {one.page}: {one.error}" for one in summary.failures[:_NAMED]]
    if len(summary.failures) > _NAMED:
        notes.append(f"{len(summary.failures) - _NAMED} more failures are named in bench.json.")
    return notes


def _short(value: float) -> str:
    """Three digits without the leading zero, as tables of F1 are read.

    >>> _short(0.8164), _short(1.0)
    ('.816', '1.000')
    """
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0") else text


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kaensan bench</title>
<meta name="viewport" content="width=device-width">
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: left; white-space: nowrap }
th { border-bottom: 2px solid #888 }
td.best { background: #e4f3e4; font-weight: 600 }
code { background: #f3f3f3; padding: .1rem .3rem }
</style></head><body>
{body}
</body></html>
"""
