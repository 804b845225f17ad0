"""How far the confidence can be trusted on pages of a source that it was not learned from.

    python -m experiments.confidence OUT/judged.jsonl

`kaensan train core` and `kaensan train confidence` write that file. Every set is left out in turn: the confidence is
learned from the other sets, and compared with the F1 of the pages of this one, as they are. Printed is the calibration
error, beside the one that chance alone gives a right confidence on so few pages.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from kaensan.methods.core.expected_f1 import FACTS
from kaensan.train.calibrate import calibration_error, error_by_chance
from kaensan.train.confidence import fitted
from kaensan.train.judged import Judged

__all__ = ["main"]

Way = Callable[[Judged], Judged | None]
"""What is made of a page before it is learned from or judged; None leaves it out."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of all sets and ways."""
    parser = argparse.ArgumentParser(prog="python -m experiments.confidence", description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, metavar="judged.jsonl")
    lines = parser.parse_args(arguments).file.read_text(encoding="utf-8").splitlines()
    judged = [Judged(**{**row, "facts": tuple(row["facts"])}) for row in map(json.loads, lines)]
    sets = sorted({page.dataset for page in judged})
    print(f"| | {' | '.join(sets)} | mean |\n|---|{'--:|' * (len(sets) + 1)}")
    for name, way in _ways().items():
        errors = [_error(judged, left_out, way) for left_out in sets]
        print(f"| {name} | {' | '.join(f'{error:.3f}' for error in [*errors, float(np.mean(errors))])} |")
    print(f"| by chance | {' | '.join(f'{_by_chance(judged, name):.3f}' for name in sets)} | |")
    return 0


def _ways() -> dict[str, Way]:
    """The confidence as it is, without a fact, and learned from pages as they are alone."""
    return {
        "as it is": lambda page: page,
        **{f"without {name}": _without(at) for at, name in enumerate(FACTS)},
        "learned from no copies": lambda page: None if page.is_copy else page,
    }


def _without(fact: int) -> Way:
    def dropped(page: Judged) -> Judged:
        return replace(page, facts=(*page.facts[:fact], 0.0, *page.facts[fact + 1 :]))

    return dropped


def _error(judged: Sequence[Judged], left_out: str, way: Way) -> float:
    """The calibration error on the pages of a set that was left out."""
    made = [page for page in map(way, judged) if page]
    confidence = fitted([page for page in made if page.dataset != left_out])
    pages = [page for page in made if page.dataset == left_out and not page.is_copy]
    return calibration_error(
        np.array([confidence(page.facts) for page in pages]), np.array([page.f1 for page in pages])
    )


def _by_chance(judged: Sequence[Judged], name: str) -> float:
    pages = [page for page in judged if page.dataset == name and not page.is_copy]
    expected, real = (np.array([getattr(page, key) for page in pages]) for key in ("confidence", "f1"))
    return error_by_chance(expected, real).mean


if __name__ == "__main__":
    raise SystemExit(main())
