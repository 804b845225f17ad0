"""What extraction does to a tag cloud: the top terms of the gold text, of our extraction, and of the whole page.

    python -m experiments.clouds --data DIR [--methods NAME ...]

For every page the 30 weightiest terms (by frequency) of the gold text are compared with those of each other text of
the page. *Shared* is the share of the gold's terms that the other has too. *Foreign* is how many of the other's terms
hold a word that is nowhere in the gold text: words of menus, sidebars and footers. *Clean* is the share of pages
without any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean

from kaensan.clouds.cloud_texts import read_sources
from kaensan.clouds.terms import TermOptions, find_terms
from kaensan.errors import KaensanError
from kaensan.gold.datasets import GoldPage, load, splits
from kaensan.methods import DEFAULT
from kaensan.methods import load as load_method
from kaensan.page import parse
from kaensan.page.normalise import normalise
from kaensan.render import render_text
from kaensan.thai import segment

__all__ = ["Agreement", "compare_clouds", "main", "to_markdown"]

WHOLE = "the whole page"
_TOP = 30
_EVERY = 10**9


@dataclass(frozen=True)
class Agreement:
    """How the cloud of one text of a page compares with the cloud of its gold text."""

    dataset: str
    system: str
    shared: float
    foreign: int


def compare_clouds(page: GoldPage, methods: Sequence[str]) -> list[Agreement]:
    """Compare the whole page, and what each method extracts, with the gold text; nothing where that has no terms."""
    gold = _terms(page.text or "")
    if not gold:
        return []
    parsed = parse(page.html, page.url)
    kept = {WHOLE: parsed.texts.visible} | {name: load_method(name).label(parsed).kept for name in methods}
    top, words = {*gold[:_TOP]}, {*segment(normalise(page.text or "").casefold())}
    agreements = []
    for name, rows in kept.items():
        found = {*_terms(render_text(parsed, rows))[:_TOP]}
        foreign = sum(not words.issuperset(segment(term)) for term in found)
        agreements.append(Agreement(f"{page.dataset}.{page.split}", name, len(top & found) / len(top), foreign))
    return agreements


def to_markdown(agreements: Iterable[Agreement]) -> str:
    """A table of datasets and systems."""
    groups: dict[tuple[str, str], list[Agreement]] = {}
    for agreement in agreements:
        groups.setdefault((agreement.dataset, agreement.system), []).append(agreement)
    lines = ["| dataset | cloud of | pages | shared | foreign | clean |", "|---|---|--:|--:|--:|--:|"]
    for (dataset, system), found in groups.items():
        shared = fmean(each.shared for each in found)
        foreign = fmean(each.foreign for each in found)
        clean = fmean(each.foreign == 0 for each in found)
        lines.append(f"| {dataset} | {system} | {len(found)} | {shared:.1%} | {foreign:.1f} | {clean:.0%} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.clouds", description="clouds with and without extraction"
    )
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    parser.add_argument("--datasets", nargs="+", default=["thai-news", "thaiboards"], metavar="NAME")
    parser.add_argument("--methods", nargs="+", default=[DEFAULT], metavar="NAME", help=f"our methods ({DEFAULT})")
    parser.add_argument("--sample", type=int, metavar="N", help="only the first N pages of each dataset")
    args = parser.parse_args(argv)
    try:
        names = [split for name in args.datasets for split in splits(args.data, name)]
        pages = (page for name in names for page in islice(load(args.data, name), args.sample))
        print(to_markdown(each for page in pages for each in compare_clouds(page, args.methods)), end="")
    except KaensanError as error:
        print(f"kaensan: {error}", file=sys.stderr)
        return 1
    return 0


def _terms(text: str) -> list[str]:
    """All terms of a text, the weightiest first."""
    return [term.text.casefold() for term in find_terms(read_sources(text), TermOptions(limit=_EVERY))]


if __name__ == "__main__":
    sys.exit(main())
