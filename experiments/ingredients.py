"""Whether the ingredients of a recipe are all in a text, told the same way of every system.

    python -m experiments.ingredients --data DIR [--folds OUT] [--peers trafilatura …]

An ingredient is there when its letters and digits stand in the text one after another, whatever the case, the white
space and the signs between them; fractions count by their digits, so that ½ is 1/2. The data of many recipes is written
otherwise than the page, so the share of pages is told of all pages and of those whose markup has every ingredient.
With `--folds`, each page is judged by the model that has not seen its site.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from experiments.boards import Held
from experiments.boards_peers import BOARD_PEERS, load_peer
from kaensan.gold import datasets
from kaensan.gold.datasets import GoldPage
from kaensan.many import extract_page
from kaensan.methods.core.method import Core, CoreOptions
from kaensan.methods.core.model import read_model
from kaensan.page import Page, parse
from kaensan.page.normalise import letters_of

__all__ = ["Ingredients", "main"]


@dataclass(frozen=True)
class Ingredients:
    """The ingredients of a page."""

    lines: tuple[str, ...]
    """the letters of each"""
    shown: tuple[str, ...]
    """those that the markup of the page has"""

    @classmethod
    def of(cls, gold: GoldPage, page: Page) -> Ingredients:
        lines = tuple(
            letters for line in (gold.extra.get("ingredients") or "").splitlines() if (letters := _letters(line))
        )
        everything = _letters(" ".join(page.texts.strings))
        return cls(lines, tuple(line for line in lines if line in everything))

    @property
    def all_shown(self) -> bool:
        return len(self.shown) == len(self.lines)

    def missing(self, text: str) -> list[str]:
        """The ingredients that a text lacks."""
        letters = _letters(text)
        return [line for line in self.lines if line not in letters]


def _letters(text: str) -> str:
    return letters_of(normalize("NFKC", text))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the share of pages with all ingredients, for ours and for peers."""
    parser = argparse.ArgumentParser(prog="python -m experiments.ingredients", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--folds", type=Path, metavar="OUT", help="where `kaensan train core` left fold-0.npz …")
    parser.add_argument("--peers", nargs="*", default=("trafilatura",), choices=BOARD_PEERS)
    args = parser.parse_args(arguments)
    ours = _ours(args.data, args.folds)
    peers = {name: load_peer(name) for name in args.peers}
    complete: dict[str, list[bool]] = {name: [] for name in ("kaensan", *peers)}
    shown: list[bool] = []
    for gold in datasets.load(args.data, "recipes.dev"):
        page = parse(gold.html, gold.url)
        wanted = Ingredients.of(gold, page)
        shown.append(wanted.all_shown)
        complete["kaensan"].append(not wanted.missing(ours(gold, page)))
        for name, extract in peers.items():
            complete[name].append(not wanted.missing(extract(gold.html)))
    print(f"| | of all {len(shown)} pages | of the {sum(shown)} that show every one |\n|---|--:|--:|")
    for name, whole in complete.items():
        of_shown = sum(has for has, all_there in zip(whole, shown, strict=True) if all_there)
        print(f"| {name} | {sum(whole) / len(shown):.3f} | {of_shown / max(sum(shown), 1):.3f} |")
    print(f"| the whole page | {sum(shown) / len(shown):.3f} | 1.000 |")
    return 0


def _ours(data: Path, folds: Path | None) -> Callable[[GoldPage, Page], str]:
    """The text of a page by the model that ships, or by that of its fold."""
    if folds is None:
        core = Core()
        return lambda _, page: extract_page(page, core).text
    sites = Held(data, folds).sites
    models = [Core(CoreOptions(model=read_model(path))) for path in sorted(folds.glob("fold-*.npz"))]
    return lambda gold, page: extract_page(page, models[sites.fold(gold)]).text


if __name__ == "__main__":
    raise SystemExit(main())
