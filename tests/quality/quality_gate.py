"""The quality gate: every method on the corpus, against floors that are written down.

    python tests/quality/quality_gate.py          the table, and what is below its floor
    python tests/quality/quality_gate.py --pin    measure, and write the floors anew

A floor is a little below what was measured when it was pinned: 0.01 for the mean of a method, 0.04 for one kind of page
(there are few of each), 0.02 for a field of metadata; the learned method gets twice that, because training it anew
moves it a little in both directions.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from quality_corpus import digest, read_corpus

from kaensan.bench.measure import measure
from kaensan.bench.system_process import Answer
from kaensan.document import Document
from kaensan.gold.datasets import GoldPage
from kaensan.methods import DEFAULT, Method, load, names
from kaensan.page import parse

__all__ = ["FLOORS", "Floors", "Quality", "below", "main", "measure_method", "read_floors", "table", "to_toml"]

FLOORS = Path(__file__).parent / "floors.toml"
FIELDS = ("title", "author", "date")
_MARGINS = {"f1": 0.01, "kinds": 0.04, "fields": 0.02}


@dataclass(frozen=True)
class Quality:
    """What one method reaches on the corpus, or must reach."""

    f1: float
    fields: dict[str, float] = field(default_factory=dict)
    """share of pages on which a field is right, where the corpus has it"""
    kinds: dict[str, float] = field(default_factory=dict)
    """mean F1 on each kind of page"""

    def figures(self) -> dict[str, float]:
        return {"f1": self.f1, **self.fields, **{f"kind {kind}": f1 for kind, f1 in self.kinds.items()}}


@dataclass(frozen=True)
class Floors:
    """The floors of every method, for one state of the corpus."""

    digest: str
    pages: int
    methods: dict[str, Quality]


def measure_method(method: Method, pages: list[GoldPage]) -> Quality:
    """Run a method over the corpus."""
    f1: dict[str, list[float]] = {}
    right: dict[str, list[bool]] = {}
    for page in pages:
        parsed = parse(page.html)
        document = Document(parsed, method.label(parsed))
        found = {each: value for each in FIELDS if (value := getattr(document.metadata, each))}
        scores = measure(page, Answer(document.text, metadata=found))
        f1.setdefault(page.page_type or "", []).append(scores.f1)
        for each, is_right in scores.fields.items():
            right.setdefault(each, []).append(is_right)
    return Quality(
        f1=float(np.mean([score for scores in f1.values() for score in scores])),
        fields={each: float(np.mean(right[each])) for each in FIELDS if each in right},
        kinds={kind: float(np.mean(scores)) for kind, scores in sorted(f1.items())},
    )


def below(measured: Quality, floor: Quality) -> list[str]:
    """What does not reach its floor, each in one line; a floor without a figure counts too."""
    figures = measured.figures()
    return [
        f"{name} is {figures.get(name, 0.0):.3f}, its floor {least:.3f}"
        for name, least in floor.figures().items()
        if figures.get(name, 0.0) < least
    ]


def read_floors(path: Path = FLOORS) -> Floors:
    """The floors that are written down."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    methods = {name: Quality(each["f1"], each["fields"], each["kinds"]) for name, each in said["methods"].items()}
    return Floors(said["digest"], said["pages"], methods)


def to_toml(measured: dict[str, Quality], corpus: str, pages: int) -> str:
    """Floors a little below what was measured."""
    parts = [
        "# What every method must reach on the pages of this folder; written by quality_gate.py --pin.",
        f'digest = "{corpus}"',
        f"pages = {pages}",
    ]
    for name, quality in measured.items():
        times = 2 if name == DEFAULT else 1
        margin = {part: times * each for part, each in _MARGINS.items()}
        parts += ["", f"[methods.{name}]", f"f1 = {_floor(quality.f1, margin['f1'])}"]
        for part, figures in (("fields", quality.fields), ("kinds", quality.kinds)):
            parts.append(f"[methods.{name}.{part}]")
            parts += [f"{each} = {_floor(value, margin[part])}" for each, value in figures.items()]
    return "\n".join(parts) + "\n"


def _floor(value: float, margin: float) -> str:
    return f"{max(value - margin, 0.0):.3f}"


def table(measured: dict[str, Quality], floors: Floors | None) -> str:
    """Methods across, figures down; what is below its floor is marked."""
    shown = list(measured)
    rows = list(next(iter(measured.values())).figures())
    lines = [f"{'':22}" + "".join(f"{name:>11}" for name in shown)]
    for row in rows:
        cells = []
        for name in shown:
            value = measured[name].figures()[row]
            floor = floors.methods[name].figures().get(row, 0.0) if floors and name in floors.methods else 0.0
            cells.append(f"{value:10.3f}{'!' if value < floor else ' '}")
        lines.append(f"{row:22}" + "".join(cells))
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when something is below its floor."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pin", action="store_true", help="write the floors anew, from what is measured now")
    args = parser.parse_args(arguments)
    pages = read_corpus()
    measured = {name: measure_method(load(name), pages) for name in names()}
    if args.pin:
        FLOORS.write_text(to_toml(measured, digest(), len(pages)), encoding="utf-8")
    floors = read_floors()
    print(f"{len(pages)} pages, digest {digest()}\n\n{table(measured, floors)}")
    failures = [f"{name}: {line}" for name in measured for line in below(measured[name], floors.methods[name])]
    if floors.digest != digest():
        failures.append("the corpus is not the one that the floors were pinned on; look at the table and pin anew")
    print("\n".join(["", *failures]) if failures else "\nevery figure is at its floor or above")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
