"""F1 by page, group by group, of one forest beside another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["Change", "Scores", "print_table", "score"]

Change = dict[str, Any]
"""Options of the forest by name, and: `weights` (factors by data set, variant or type of page), `borders`,
`page_borders` (how many a column has at most, and one that is the same all over a page), `thinned` (share of pages
half of whose names are taken to be unknown)"""

Scores = dict[str, float]
"""F1 by page, with what the page is before its id: `source news|fundus/12`"""

_BARE_WEIGHT = 0.5
"""of a group of pages without names, beside one of pages as they are"""


def _by_group(scores: Scores) -> dict[str, dict[str, float]]:
    """F1 by page, group by group."""
    groups: dict[str, dict[str, float]] = {}
    for key, f1 in scores.items():
        group, _, page = key.partition("|")
        if not np.isnan(f1):
            groups.setdefault(group, {})[page] = f1
    return groups


def score(scored: tuple[Change, Scores], base: tuple[Change, Scores]) -> float:
    """What a variant gains, as the mean over the groups of pages; boards are left to the rules for threads."""
    ours, theirs = _by_group(scored[1]), _by_group(base[1])
    groups = [group for group in theirs if "thaiboards" not in group]
    gains = [np.mean([*ours[group].values()]) - np.mean([*theirs[group].values()]) for group in groups]
    return float(np.average(gains, weights=[_BARE_WEIGHT if "bare" in group else 1.0 for group in groups]))


def print_table(scores: Mapping[str, tuple[Change, Scores]]) -> None:
    base = _by_group(scores["as it is"][1])
    names = sorted(base)
    print("| variant | " + " | ".join(names) + " | mean |")
    print("|---|" + "--:|" * (len(names) + 1))
    for name, (change, scored) in scores.items():
        cells = list(_cells(_by_group(scored), base, names, first=not change))
        print(
            f"| {name} | " + " | ".join(cells) + f" | {score((change, scored), scores['as it is']):+.4f} |", flush=True
        )


def _cells(
    groups: Mapping[str, dict[str, float]], base: Mapping[str, dict[str, float]], names: Sequence[str], *, first: bool
) -> Iterator[str]:
    """F1 of the forest as it is; of others the difference to it, with its standard error over pages."""
    for name in names:
        if first:
            yield f"{np.mean([*base[name].values()]):.4f} ({len(base[name])})"
            continue
        gain = np.array([groups[name][page] - f1 for page, f1 in base[name].items()])
        yield f"{gain.mean():+.4f} ± {gain.std() / max(len(gain), 1) ** 0.5:.4f}"
