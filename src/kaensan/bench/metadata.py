"""Metadata against gold: Kaensan, trafilatura, htmldate and turbohtml's own `article()` on the same bytes.

    python -m kaensan.bench.metadata --data DIR [--datasets NAME ...]

What counts as right is told in `kaensan.gold.fields`.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from kaensan.extras import from_extra
from kaensan.gold import datasets
from kaensan.gold.datasets import GoldPage
from kaensan.gold.fields import FIELDS, Answer, days_of, gold_of, is_right
from kaensan.progress import progress

__all__ = [
    "SYSTEMS",
    "Score",
    "System",
    "compare",
    "in_fitted_half",
    "main",
    "to_markdown",
]

System = Callable[[bytes, str | None], Answer]


def in_fitted_half(page_id: str) -> bool:
    """Whether a page belongs to the half that weights are fitted to; the other half shows how well they generalise."""
    return hashlib.sha256(page_id.encode()).digest()[0] % 2 == 0


def _kaensan(html: bytes, url: str | None, method: str | None = None) -> Answer:
    from kaensan.api import extract

    found = extract(html, url, method=method).metadata
    return {each: getattr(found, each) for each in FIELDS}


def _trafilatura(html: bytes, url: str | None) -> Answer:
    with from_extra("bench", "comparing with trafilatura"):
        from trafilatura.metadata import extract_metadata
    found = extract_metadata(html, default_url=url)
    named = {"site": "sitename"}
    return {each: getattr(found, named.get(each, each)) for each in FIELDS} if found else {}


def _turbohtml(html: bytes, url: str | None) -> Answer:
    import turbohtml

    found = turbohtml.parse(html).article()
    named = {"author": "byline", "site": "site_name", "language": "lang"}
    return {each: getattr(found, named.get(each, each)) for each in FIELDS}


def _htmldate(html: bytes, url: str | None) -> Answer:
    """Only dates."""
    with from_extra("bench", "comparing with htmldate"):
        from htmldate import find_date
    try:
        return {"date": find_date(html, url=url, original_date=True)}
    except ValueError:  # what it says where the bytes are no page to it
        return {}


SYSTEMS: dict[str, System] = {
    "kaensan": _kaensan,
    "trafilatura": _trafilatura,
    "htmldate": _htmldate,
    "turbohtml article()": _turbohtml,
}
_DATES_ONLY = frozenset({"htmldate"})
"""Systems that answer nothing but dates."""


@dataclasses.dataclass
class Score:
    """How one field of one dataset was found."""

    dataset: str
    field: str
    pages: int = 0
    """pages with gold for the field"""
    right: dict[str, int] = dataclasses.field(default_factory=dict)
    halves: dict[bool, list[int]] = dataclasses.field(default_factory=lambda: {True: [0, 0], False: [0, 0]})
    """Kaensan: right and all pages, in the half that weights were fitted to and in the other"""
    without: int = 0
    """pages without gold for the field"""
    answered: dict[str, int] = dataclasses.field(default_factory=dict)
    """how many of those got an answer all the same"""


def compare(folder: Path, names: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> list[Score]:
    """Every field that a dataset has gold for."""
    scores: list[Score] = []
    for name in names:
        pages = [page for page in datasets.load(folder, name) if any(gold_of(page).values())]
        of_field = {each: Score(name, each) for each in FIELDS}
        for page in progress(pages, len(pages), name):
            answers = {system: answer(page.html, page.url) for system, answer in systems.items()}
            for each in FIELDS:
                _add(of_field[each], page, answers)
        scores.extend(score for score in of_field.values() if score.pages)
    return scores


def _add(score: Score, page: GoldPage, answers: dict[str, Answer]) -> None:
    gold = gold_of(page)[score.field]
    if not gold:
        score.without += 1
        for system, answer in answers.items():
            score.answered[system] = score.answered.get(system, 0) + bool(answer.get(score.field))
        return
    score.pages += 1
    days = days_of(page)
    for system, answer in answers.items():
        right = is_right(score.field, gold, answer.get(score.field), days)
        score.right[system] = score.right.get(system, 0) + right
        if system == "kaensan":
            half = score.halves[in_fitted_half(page.id)]
            half[0] += right
            half[1] += 1


def to_markdown(scores: Iterable[Score]) -> str:
    """The table: shares of pages answered right, and answers where the gold has none."""
    systems = list(SYSTEMS)
    columns = ["dataset", "field", "pages", *systems, "fitted half", "other half", "no gold", "answered all the same"]
    lines = ["| " + " | ".join(columns) + " |", "|---|---" + "|--:" * (len(columns) - 2) + "|"]
    for score in scores:
        asked = [system for system in systems if score.field == "date" or system not in _DATES_ONLY]
        shares = [f"{score.right.get(system, 0) / score.pages:.3f}" if system in asked else "" for system in systems]
        halves = [f"{right / all_:.3f}" if all_ else "" for right, all_ in (score.halves[True], score.halves[False])]
        answered = " / ".join(str(score.answered.get(system, 0)) for system in asked) if score.without else ""
        cells = [score.dataset, score.field, str(score.pages), *shares, *halves, str(score.without), answered]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m kaensan.bench.metadata", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the reference pages")
    parser.add_argument("--datasets", nargs="+", metavar="NAME", help="such as wcxb.dev (all that have gold)")
    parser.add_argument("--method", metavar="NAME", help="the method of Kaensan (the default one)")
    args = parser.parse_args(arguments)
    systems: dict[str, System] = {**SYSTEMS, "kaensan": partial(_kaensan, method=args.method)}
    wanted = args.datasets or datasets.names(args.data)
    names = [split for name in wanted for split in datasets.splits(args.data, name)]
    print(to_markdown(compare(args.data, names, systems)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
