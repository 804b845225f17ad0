"""Whether what belongs together is kept together: ingredients of recipes, cells of tables, blocks of code.

    python -m experiments.wholes --data DIR [--datasets NAME ...] [--list]

- *ingredients*: pages whose text has every ingredient of the gold, of all pages, and of those that show every one.
- *tables*: tables of data that Markdown has as tables, and how many of them lack a text that a reader sees in a cell;
  links of the same words three times and more are buttons and no cells.
- *code*: `pre` elements whose letters are in the gold text, and how many of them are in ours.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.ingredients import Ingredients
from kaensan.api import extract
from kaensan.gold import datasets
from kaensan.gold.datasets import GoldPage
from kaensan.methods import Role, load
from kaensan.page import Page, parse
from kaensan.page.tables import data_tables
from kaensan.page.tags import tag_id
from kaensan.page.texts import Context

__all__ = ["main"]

_DATASETS = ("recipes.dev", "wcxb.dev", "defuddle.dev")
_NOT_LETTERS = re.compile(r"[\W_]+")
_SHORTEST_CODE = 8
"""Letters of code from which on finding them in a text is no accident."""
_BUTTONS = 3
"""Links of one text in a table from which on they are buttons."""
_UNSEEN = Context.INVISIBLE | Context.CONTROL


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def _ingredients(gold: GoldPage, page: Page, text: str) -> Iterator[str]:
    """What a recipe adds to the counts."""
    wanted = Ingredients.of(gold, page)
    if not wanted.lines:
        return
    complete = not wanted.missing(text)
    yield "recipes"
    if complete:
        yield "recipes with all ingredients"
    if wanted.all_shown:
        yield "recipes that show all"
        if complete:
            yield "recipes that show all, with all"


def _tables(page: Page, kept: NDArray[np.bool_]) -> Iterator[str]:
    """What the tables of a page add to the counts."""
    elements, texts = page.elements, page.texts
    total = np.concatenate([[0], np.cumsum(kept)])
    has = total[elements.end_text] > total[elements.first_text]
    seen = ~texts.within(_UNSEEN)
    for table in np.flatnonzero(data_tables(page, has)).tolist():
        rows = range(int(elements.first_text[table]), int(elements.end_text[table]))
        lost = [row for row in rows if seen[row] and not kept[row] and any(map(str.isalnum, texts.strings[row]))]
        linked = Counter(texts.strings[row].strip() for row in rows if texts.anchor[row] >= 0)
        lost = [row for row in lost if linked[texts.strings[row].strip()] < _BUTTONS]
        yield "tables"
        if lost:
            yield "tables that lose cells"


def _code(gold: GoldPage, page: Page, text: str) -> Iterator[str]:
    """What the blocks of code of a page add to the counts."""
    elements = page.elements
    wanted, ours = _letters(gold.text or ""), _letters(text)
    for row in np.flatnonzero(elements.tag == tag_id("pre")).tolist():
        code = _letters("".join(page.texts.strings[elements.first_text[row] : elements.end_text[row]]))
        if len(code) >= _SHORTEST_CODE and code in wanted:
            yield "code"
            if code in ours:
                yield "code kept"


def _count(gold: GoldPage) -> Counter[str]:
    page = parse(gold.html, gold.url)
    labels = load("core").label(page)
    text = extract(page).text
    kept = np.asarray(labels.role) == Role.CONTENT
    return Counter([*_ingredients(gold, page, text), *_tables(page, kept), *_code(gold, page, text)])


def _share(counts: Counter[str], part: str, whole: str) -> str:
    return f"{counts[part]} of {counts[whole]} ({counts[part] / counts[whole]:.3f})" if counts[whole] else "–"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m experiments.wholes", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the reference pages")
    parser.add_argument("--datasets", nargs="+", default=_DATASETS, metavar="NAME")
    parser.add_argument("--list", action="store_true", help="name the pages that lose something")
    args = parser.parse_args(arguments)
    print("| dataset | all ingredients | of pages that show them | tables that lose cells | code kept |")
    print("|---|--:|--:|--:|--:|")
    for name in args.datasets:
        counts: Counter[str] = Counter()
        for gold in datasets.load(args.data, name):
            found = _count(gold)
            counts += found
            if args.list and (found["tables that lose cells"] or found["code"] > found["code kept"]):
                print(f"{gold.id}\t{dict(found)}", file=sys.stderr)
        cells = (
            _share(counts, "recipes with all ingredients", "recipes"),
            _share(counts, "recipes that show all, with all", "recipes that show all"),
            _share(counts, "tables that lose cells", "tables"),
            _share(counts, "code kept", "code"),
        )
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
