"""The report as one page that needs nothing else: tables, pictures, and every page of the run to look into."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from kaensan.bench import plots
from kaensan.bench.measure import Outcome
from kaensan.bench.result_tables import Table, notes, ranked, tables
from kaensan.bench.summary import Summary

__all__ = ["STUDIO", "to_html"]

STUDIO = "http://127.0.0.1:8000/"
"""where `kaensan serve` shows the studio"""


def to_html(summary: Summary, outcomes: Sequence[Outcome], studio: str = STUDIO) -> str:
    """The whole page."""
    home = files("kaensan.bench") / "report_page"
    made = {
        "style": (home / "report.css").read_text(encoding="utf-8"),
        "script": (home / "report.js").read_text(encoding="utf-8"),
        "command": escape(summary.command),
        "lead": _lead(summary),
        "pictures": _pictures(summary),
        "points": _points(summary, outcomes, studio),
        "tables": "\n".join(map(_table, tables(summary))),
        "notes": "".join(f"<li>{escape(note)}</li>" for note in notes(summary)),
    }
    page = (home / "report.html").read_text(encoding="utf-8")
    for name, text in made.items():
        page = page.replace("{{" + name + "}}", text)
    return page


def _lead(summary: Summary) -> str:
    sets = summary.of("dataset")
    pages = sum(row.pages for row in sets)
    best = ranked(summary)[0]
    figures = [
        (str(len(summary.systems)), "systems"),
        (str(len(sets)), "datasets"),
        (f"{pages:,}", "pages judged by their text or snippets"),
        (f"{summary.mean(best):.3f}", f"best mean F1: {best}"),
        (str(len(summary.failures)), "failures"),
    ]
    return "".join(f"<div><b>{escape(figure)}</b><span>{escape(what)}</span></div>" for figure, what in figures)


def _pictures(summary: Summary) -> str:
    shown = [
        (
            "F1 against time",
            "Up is more accurate, left is faster. Each system runs in its own process.",
            plots.against_time(summary),
        ),
        (
            "Accuracy by page type" if summary.of("type") else "Accuracy by dataset",
            "Mean F1 with its 95 % bootstrap interval, the best system of each kind on top.",
            plots.bars(summary.of("type") or summary.of("dataset"), summary),
        ),
        (
            "Cost growth with page size",
            "Medians of equally filled bins of pages; in brackets the slope of log time over "
            "log size: 1 is linear growth. Point at a curve to single it out.",
            plots.growth(summary),
        ),
    ]
    return "\n".join(
        f"<section><h2>{heading}</h2><p>{said}</p>{picture}</section>" for heading, said, picture in shown if picture
    )


def _points(summary: Summary, outcomes: Sequence[Outcome], studio: str) -> str:
    """What the scatter plot needs, as JSON that cannot end the script it stands in."""
    rows: dict[str, int] = {}
    pages: list[list[str | None]] = []
    datasets = sorted({outcome.dataset for outcome in outcomes})
    scores: dict[str, list[float | None]] = {name: [] for name in summary.systems}
    for outcome in outcomes:
        if outcome.page not in rows:
            rows[outcome.page] = len(pages)
            pages.append([outcome.page, str(datasets.index(outcome.dataset)), outcome.page_type, outcome.url])
            for column in scores.values():
                column.append(None)
        scores[outcome.system][rows[outcome.page]] = round(outcome.scores.f1, 3)
    order = ranked(summary)
    made = {
        "studio": studio,
        "order": order,
        "rival": next((name for name in order if plots.family(name) == "peer"), order[-1]),
        "datasets": datasets,
        "pages": pages,
        "scores": scores,
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "".join(
        f'<tr class="{plots.family(row[0])}">'
        + "".join(_cell(cell, (number, column) in table.best) for column, cell in enumerate(row))
        + "</tr>"
        for number, row in enumerate(table.rows)
    )
    opened = " open" if table.heading == "Overview" else ""
    return (
        f"<details{opened}><summary>{escape(table.heading)}</summary><p>{escape(table.explained)}</p>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>'
    )


def _cell(text: str, best: bool) -> str:
    return f"<td{' class=best' if best else ''}>{escape(text)}</td>"
