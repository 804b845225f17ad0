"""What the text of pages with posts has too much and too little, by the kind of block, and what mending it would gain.

    python -m experiments.autopsy --data DIR --folds OUT [--type forum] [--below 0.85] [--pages]

Every page is judged by the model of its fold. A block whose words are mostly in the gold and that is left out is
missing, one that is kept and is not in the gold is too much. What a kind costs is the F1 that all pages of the type
would have more, on average, if the blocks of that kind alone were as in the gold; these gains do not add up.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.boards import Held
from kaensan.gold import datasets
from kaensan.gold.coverage import block_texts, coverage
from kaensan.gold.metrics import word_f1, words
from kaensan.methods.boards.post_places import Place
from kaensan.methods.core.method import CoreEvidence
from kaensan.page import parse
from kaensan.train.left_out import core_without
from kaensan.train.sites import Sites

__all__ = ["main"]

_MOSTLY = 0.5
"""share of a block's words in the gold from which it belongs there"""
_SHORT = 8
"""words of a line between posts that may be a name or a date"""
_SHOWN = 0.5
"""share of the gold's words that a page must show for its text to be found in it"""


@dataclass(frozen=True)
class _Blocks:
    """A page as blocks, and what became of them."""

    texts: list[str]
    size: NDArray[np.int32]
    kept: NDArray[np.bool_]
    wanted: NDArray[np.bool_]
    place: NDArray[np.int8] | None
    """a `Place` a block; None where no posts were looked for"""
    post: NDArray[np.int32]
    """which post a block stands in or behind"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m experiments.autopsy", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--folds", type=Path, required=True, metavar="OUT", help="where fold-0.npz … posts-4.npz are")
    parser.add_argument("--dataset", default="wcxb.dev", metavar="NAME.SPLIT")
    parser.add_argument("--type", default="forum", help="of pages (forum)")
    parser.add_argument("--below", type=float, default=0.85, help="F1 of the pages that are looked into (0.85)")
    parser.add_argument("--pages", action="store_true", help="print every page, too")
    args = parser.parse_args(arguments)
    costs: dict[str, list[float]] = {}
    count = 0
    sites = Held(args.data, args.folds).sites
    for gold in datasets.load(args.data, args.dataset):
        if gold.page_type != args.type or not gold.text:
            continue
        count += 1
        page_costs = dict(_costs(gold, sites, args.folds, args.below))
        for kind, cost in page_costs.items():
            costs.setdefault(kind, []).append(cost)
        if args.pages and page_costs:
            told = ", ".join(
                f"{kind} {cost:.3f}" for kind, cost in sorted(page_costs.items(), key=lambda item: -item[1])
            )
            print(f"{gold.id}: {told}", flush=True)
    print(f"\n| of {count} pages | pages | F1 over all, if mended |\n|---|--:|--:|")
    for kind, values in sorted(costs.items(), key=lambda item: -sum(item[1])):
        print(f"| {kind} | {len(values)} | {sum(values) / count:+.4f} |")
    return 0


def _costs(gold: datasets.GoldPage, sites: Sites, folds: Path, below: float) -> Iterator[tuple[str, float]]:
    """What the kinds of blocks cost on a page that scores below a limit."""
    expected = gold.text or ""
    page = _blocks(gold, sites, folds)
    now = word_f1(_joined(page, page.kept), expected).f1
    if now >= below:
        return
    shown = set(words(" ".join(page.texts)))
    told = words(expected)
    if sum(word in shown for word in told) < _SHOWN * len(told):
        yield "the page does not show its text", 1 - now
        return
    for kind, blocks in _kinds(page).items():
        mended = word_f1(_joined(page, np.where(blocks, page.wanted, page.kept)), expected).f1
        if blocks.any():
            yield kind, mended - now


def _joined(page: _Blocks, kept: NDArray[np.bool_]) -> str:
    return "\n".join(page.texts[block] for block in np.flatnonzero(kept).tolist())


def _blocks(gold: datasets.GoldPage, sites: Sites, folds: Path) -> _Blocks:
    page = parse(gold.html, gold.url)
    labels = core_without(folds, sites.fold(gold), sites.software_fold(gold)).label(page)
    told = labels.evidence
    texts = block_texts(page)
    share, size = coverage(texts, gold.text or "")
    kept = np.zeros(len(texts), np.bool_)
    kept[page.texts.block[labels.role == 1]] = True
    place, post = None, np.zeros(len(texts), np.int32)
    thread = told.features.thread if isinstance(told, CoreEvidence) else None
    if thread is not None:
        row = told.features.blocks.row
        place = thread.candidates.places(thread.group)[row]
        first = page.elements.first_text[thread.candidates.ranking.groups[thread.group]]
        post = np.searchsorted(first, row, side="right").astype(np.int32)
    return _Blocks(texts, size, kept, share >= _MOSTLY, place, post)


def _kinds(page: _Blocks) -> dict[str, NDArray[np.bool_]]:
    """The blocks that are wrong, by kind."""
    missing, extra = page.wanted & ~page.kept, page.kept & ~page.wanted
    if page.place is None:
        return {"missing, no posts looked for": missing, "too much, no posts looked for": extra}
    own, quoted = page.place == Place.OWN, page.place == Place.REPEATED
    between = page.place == Place.BETWEEN
    outside = (page.place == Place.BEFORE) | (page.place == Place.AFTER)
    in_gold = page.post[own & page.wanted]
    last = int(in_gold.max()) if len(in_gold) else 0
    has_kept = np.bincount(page.post[own & page.kept], minlength=int(page.post.max()) + 1) > 0
    short = page.size <= _SHORT
    near = between | ((page.place == Place.BEFORE) & short)
    return {
        "missing: whole posts": missing & own & ~has_kept[page.post],
        "missing: parts of posts": missing & own & has_kept[page.post],
        "missing: quotes": missing & quoted,
        "missing: names, dates and other short lines at posts": missing & near & short,
        "missing: longer text between posts": missing & between & ~short,
        "missing: text before and after the posts": missing & outside & ~(near & short),
        "too much: posts after the last in the gold": extra & (own | quoted) & (page.post > last),
        "too much: parts of other posts": extra & own & (page.post <= last),
        "too much: quotes": extra & quoted & (page.post <= last),
        "too much: between posts": extra & between,
        "too much: before and after the posts": extra & outside,
    }


if __name__ == "__main__":
    raise SystemExit(main())
