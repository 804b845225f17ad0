"""How often a page is called empty without its scripts, and whether the gold agrees that nothing is there to read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kaensan.gold import datasets
from kaensan.page import parse
from kaensan.web.scripted import needs_scripts

__all__ = ["Tally", "main", "tally"]


@dataclass(frozen=True)
class Tally:
    """The pages of one dataset."""

    dataset: str
    pages: int
    called_empty: int
    wrongly: int
    """called empty although the gold has text"""


def tally(folder: Path, name: str) -> Tally:
    """Look at every page of a dataset."""
    pages = called = wrong = 0
    for gold in datasets.load(folder, name):
        pages += 1
        if needs_scripts(parse(gold.html, gold.url)):
            called += 1
            wrong += bool((gold.text or "").strip())
    return Tally(name, pages, called, wrong)


def to_markdown(tallies: Iterable[Tally]) -> str:
    rows = [f"| {one.dataset} | {one.pages:,} | {one.called_empty} | {one.wrongly} |" for one in tallies]
    return "\n".join(["| dataset | pages | called empty | of them with gold text |", "|---|--:|--:|--:|", *rows]) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m experiments.scripted", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the reference pages")
    parser.add_argument("--datasets", nargs="+", metavar="NAME", help="such as wcxb.dev (all)")
    args = parser.parse_args(arguments)
    wanted = args.datasets or datasets.names(args.data)
    names = [split for name in wanted for split in datasets.splits(args.data, name)]
    print(to_markdown(tally(args.data, name) for name in names), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
