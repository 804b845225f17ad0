"""A comparison as one self-contained HTML page: no scripts, nothing fetched, every text of the page escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kaensan.compare.comparison import Comparison
from kaensan.draw import draw_roc, draw_strips
from kaensan.draw.escaping import Markup, element, escape, join
from kaensan.draw.svg import STYLE
from kaensan.methods import Labels, Role, names
from kaensan.page import Page

__all__ = ["aligned_blocks", "render_report"]

_MOST_BLOCKS = 2000  # rows of the texts side by side: more make the page slow to open
Kept = tuple[str, bool]
"""what a method keeps of a block, and whether that is its title"""
_NUMBER = "#"  # begins the heading of a column of numbers
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CSS = """
:root{color-scheme:light dark;--ink:#1f2328;--quiet:#656d76;--edge:#d0d7de;--paper:#fff;--wash:#f6f8fa;--mark:#2563eb}
@media (prefers-color-scheme:dark){
:root{--ink:#e6edf3;--quiet:#9198a1;--edge:#30363d;--paper:#0d1117;--wash:#161b22;--mark:#6ba4ff}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:28px 24px 64px;background:var(--paper);color:var(--ink);
font:15px/1.55 system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans Thai',Thonburi,'Leelawadee UI',sans-serif}
h1{font-size:1.55rem;margin:0 0 4px}h2{font-size:1.15rem;margin:40px 0 10px}h3{font-size:1rem;margin:24px 0 8px}
p{margin:6px 0}.quiet,caption{color:var(--quiet)}.warning{border-left:3px solid #d97706;padding-left:10px}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{border-bottom:1px solid var(--edge);padding:5px 10px;text-align:left;vertical-align:top}
th{font-weight:600;white-space:nowrap}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
td.best{font-weight:700}
.matrix td{text-align:center;min-width:84px;font-variant-numeric:tabular-nums}
.heat-1{background:color-mix(in srgb,var(--mark) 8%,transparent)}
.heat-2{background:color-mix(in srgb,var(--mark) 16%,transparent)}
.heat-3{background:color-mix(in srgb,var(--mark) 26%,transparent)}
.heat-4{background:color-mix(in srgb,var(--mark) 38%,transparent)}
.texts{table-layout:fixed;width:100%;min-width:900px;font-size:.82rem}.texts td{overflow-wrap:anywhere}
.texts th{position:sticky;top:0;background:var(--paper)}.texts td.none{background:var(--wash)}
.texts td.title{font-weight:600}
figure{width:fit-content;max-width:100%;margin:0 0 16px;padding:4px;overflow-x:auto;
border:1px solid var(--edge);border-radius:6px}
figure svg{display:block}
"""


def render_report(comparison: Comparison, name: str = "a page") -> str:
    """The report: overview, agreement, measures, pictures and the texts side by side.

    `name` stands for the title of a page that has none.
    """
    page = comparison.page
    title = comparison.documents[0].title or page.url or name
    sections = [
        _heading(comparison, title),
        _section("Overview", _overview(comparison)),
        _section("Where each method finds content", _figure(draw_strips(page, comparison.labels, alone=False))),
        _section("Agreement", _agreement(comparison)),
        *([_section("Measures against the gold text", _measures(comparison))] if comparison.gold else []),
        _section("Pictures", _pictures(comparison)),
        _section("The texts side by side", _texts(comparison)),
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width"),
        element("meta", name="robots", content="noindex"),
        element("title", escape(f"Methods compared: {title}")),
        element("style", Markup(_CSS + STYLE)),
    )
    return "<!doctype html>\n" + element("html", head, element("body", *sections), lang="en") + "\n"


def _section(title: str, *content: Markup) -> Markup:
    return element("section", element("h2", escape(title)), *content)


def _paragraph(text: str, kind: str | None = None) -> Markup:
    return element("p", escape(text), class_=kind, dir="auto")


def _figure(svg: Markup) -> Markup:
    return element("figure", svg)


def _table(head: Sequence[str], rows: Iterable[Sequence[Markup]], kind: str | None = None) -> Markup:
    columns = [name.removeprefix(_NUMBER) for name in head]
    kinds = ["number" if name.startswith(_NUMBER) else None for name in head]
    top = element(
        "tr",
        *(element("th", escape(name), scope="col", class_=kind) for name, kind in zip(columns, kinds, strict=True)),
    )
    body = (element("tr", *cells) for cells in rows)
    return element("div", element("table", element("thead", top), element("tbody", *body), class_=kind), class_="wide")


def _cell(text: str, kind: str | None = None, tip: str | None = None) -> Markup:
    return element("td", escape(text), class_=kind, title=tip, dir=None if kind == "number" else "auto")


def _heading(comparison: Comparison, title: str) -> Markup:
    page = comparison.page
    texts = page.texts
    facts = [
        page.url or "",
        f"{len(page.source):,} characters of markup",
        f"{int(texts.length.sum()):,} of text in {len(texts):,} texts and {texts.blocks:,} blocks",
        f"read as {page.encoding}" if page.encoding else "",
    ]
    return element(
        "header",
        element("h1", escape(title), dir="auto"),
        _paragraph(" · ".join(fact for fact in facts if fact), "quiet"),
        *(_paragraph(warning, "warning") for warning in page.warnings),
        *(_paragraph(f"{missing.method} was left out: {missing.why}", "warning") for missing in comparison.missing),
    )


def _overview(comparison: Comparison) -> Markup:
    length = comparison.page.texts.length
    total = max(int(length.sum()), 1)
    known = names()
    sure = any(document.confidence is not None for document in comparison.documents)
    rows: list[list[Markup]] = []
    for document in comparison.documents:
        kept = int(length[document.labels.kept].sum())
        rows.append(
            [
                element("th", escape(document.method), scope="row"),
                _cell(known.get(document.method, "")),
                _cell(f"{kept:,}", "number"),
                _cell(f"{kept / total:.0%}", "number"),
                _cell(f"{int(np.count_nonzero(document.labels.kept)):,}", "number"),
                *([_cell(_sure(document.confidence), "number")] if sure else []),
            ]
        )
    head = ["method", "how it decides", "#characters", "#of the page", "#texts"]
    return _table([*head, "#confidence"] if sure else head, rows)


def _sure(confidence: float | None) -> str:
    return "" if confidence is None else f"{confidence:.2f}"


def _agreement(comparison: Comparison) -> Markup:
    shares, methods = comparison.agreement, comparison.methods
    rows = [
        [
            element("th", escape(method), scope="row"),
            *(_cell(f"{share:.2f}", f"heat-{min(int(share * 5), 4)}") for share in row),
        ]
        for method, row in zip(methods, shares.tolist(), strict=True)
    ]
    note = (
        "Of the characters that two methods keep, the share that both keep (1.00: the same text; 0.00: no text shared)."
    )
    return join([_paragraph(note, "quiet"), _table(["", *methods], rows, "matrix")])


def _measures(comparison: Comparison) -> Markup:
    columns = comparison.measures
    rows: list[list[Markup]] = []
    for measures in zip(*columns, strict=True):
        values = [measure.value for measure in measures]
        best = max((value for value in values if value is not None), default=0.0)
        rows.append(
            [
                element("th", escape(measures[0].name), scope="row", title=measures[0].meaning),
                *(_figure_cell(value, best) for value in values),
                _cell(measures[0].meaning, "quiet"),
            ]
        )
    return _table(["measure", *(f"{_NUMBER}{method}" for method in comparison.methods), "what it counts"], rows)


def _figure_cell(value: float | None, best: float) -> Markup:
    if value is None:
        return _cell("–", "number")
    return _cell(f"{value:.3f}", "number best" if value == best else "number")


def _pictures(comparison: Comparison) -> Markup:
    parts: list[Markup] = []
    for number, method in enumerate(comparison.methods):
        drawn = comparison.pictures(number, alone=False)
        if drawn:
            parts += [element("h3", escape(method)), *(_figure(picture.svg) for picture in drawn)]
    if comparison.roc:
        roc = draw_roc([comparison.roc], alone=False)
        parts += [element("h3", escape("histogram, threshold against gold")), _figure(roc)]
    return join(parts) if parts else _paragraph("None of these methods has a picture.", "quiet")


def _texts(comparison: Comparison) -> Markup:
    blocks = aligned_blocks(comparison.page, comparison.labels)
    shown = blocks[:_MOST_BLOCKS]
    rows = [
        [_cell(text, "none" if not text else "title" if is_title else None) for text, is_title in block]
        for block in shown
    ]
    note = (
        "A row is a block of the page that at least one method keeps; an empty cell is a method that does not keep it."
    )
    left_out = len(blocks) - len(shown)
    more = [_paragraph(f"{left_out:,} more blocks are not shown.", "warning")] if left_out else []
    if not blocks:
        return _paragraph("No method keeps any text of this page.", "quiet")
    return join([_paragraph(note, "quiet"), _table(comparison.methods, rows, "texts"), *more])


def aligned_blocks(page: Page, labels: Sequence[Labels]) -> list[list[Kept]]:
    """For each block that any method keeps, or takes for the title, a cell per method."""
    texts = page.texts
    taken = np.stack([each.role != Role.OTHER for each in labels]) if labels else np.zeros((0, len(texts)), np.bool_)
    aligned: list[list[Kept]] = []
    for block in np.unique(texts.block[taken.any(axis=0)]).tolist():
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        aligned.append([_kept(page, each, first, end) for each in labels])
    return aligned


def _kept(page: Page, labels: Labels, first: int, end: int) -> Kept:
    texts = page.texts
    role = labels.role[first:end]
    parts: list[str] = []
    for row in (np.flatnonzero(role != Role.OTHER) + first).tolist():
        if parts and texts.spaced[row]:
            parts.append(" ")
        parts.append(" ".join(texts.strings[row].split()))
    return "".join(parts), bool((role == Role.TITLE).any())
