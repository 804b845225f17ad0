"""Ways to grow the forest of `core`, judged by pages of sources that they have not seen.

    python -m experiments.forest_variants --data DIR --out OUT [--seconds 500] [--device cuda]
    python -m experiments.forest_variants --data DIR --out OUT --words .001 --steps 200 --before OUT/variants.json

Folds by site tell what a forest is worth on other pages of the sources it was trained on. Here whole sources are left
out besides: all that a variant has learned, names included, it has learned from other data sets (post models and the
rule for threads excepted). Each variant is told beside the forest as it is grown now, page by page. First single
changes are tried, then the best of them together; the winner, by the mean over all groups of pages, is trained on
everything and written to OUT as `kaensan train core` would. Only two of five folds decide, so the other three tell
honestly what was gained. `--words` and `--steps` learn what names say otherwise, for all variants; `--before` tells the
forest as it is beside that of an earlier run.

F1 is that of the blocks kept by the forest and its choice, without the rules after them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from multiprocessing import Pool, current_process
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from experiments.left_out import Bench, Split, constant_columns, of_fold, per_row, read_bench, tell, thinly
from experiments.variant_tables import Change, Scores, print_table, score
from kaensan.methods.core.class_words import Vocabulary
from kaensan.methods.core.forest import Forest
from kaensan.train.calibrate import decision_about
from kaensan.train.core import CoreTraining, compiled_forest, prepare, train_on
from kaensan.train.examples import Example
from kaensan.train.forest import ForestOptions, Trees, fit
from kaensan.train.learned_words import WordFit
from kaensan.train.sampled_rows import ALL, Rows, Vocabularies, unseen
from kaensan.train.sites import FOLDS

__all__ = ["VARIANTS", "main"]

_ARTICLES = {"scrapinghub-aeb": 2.0, "readability": 2.0, "fundus": 2.0, "mercury": 2.0, "newspaper": 2.0}
VARIANTS: dict[str, Change] = {
    "as it is": {},
    "another seed": {"seed": 2},
    "rows by site": {"by_site": True},
    "coarse page facts": {"page_borders": 8},
    "thinned names": {"thinned": 0.5},
    "honest leaves": {"by_site": True, "honest": True},
    "ridge 40": {"ridge": 40.0},
    "ridge 200": {"ridge": 200.0},
    "depth 6": {"depth": 6, "rate": 0.13},
    "four parts": {"parts": 4, "rate": 0.3},
    "article sets twice": {"weights": _ARTICLES},
    "without names twice": {"weights": {"stripped": 2.0}},
    "a fifth of the columns": {"columns": 0.2},
    "rate .06": {"rate": 0.06},
    "smoothed labels": {"smoothing": 0.06},
    "taught .3": {"taught": 0.3},
    "taught .6": {"taught": 0.6},
    "32 borders": {"borders": 32},
    "very coarse page facts": {"page_borders": 3},
}
_WORTH = 0.0003
"""what a change must gain, in F1, to be tried together with others"""
_GPU_SHARE = 3
"""one in so many processes grows its forests on the GPU, where there is one"""


@dataclass(frozen=True)
class Job:
    """One forest to be grown."""

    variant: str
    change: Change
    seed: int
    split: int
    trees: int
    deadline: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all variants, and train the best."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.forest_variants", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--out", type=Path, required=True, metavar="OUT")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--trees", type=int, default=ForestOptions().trees)
    parser.add_argument("--variants", nargs="*", default=list(VARIANTS), metavar="NAME")
    parser.add_argument("--seconds", type=float, default=500, help="for the trials; a quarter is for changes together")
    parser.add_argument("--words", type=float, default=WordFit().c, metavar="C", help="of the weights of names")
    parser.add_argument("--steps", type=int, default=WordFit().steps, help="of the search for these weights")
    parser.add_argument("--before", type=Path, metavar="FILE", help="variants.json of a run to compare with")
    args = parser.parse_args(arguments)
    how = WordFit(args.words, args.steps)
    training = CoreTraining(args.data, args.out, ForestOptions(trees=args.trees), jobs=args.jobs, words=how)
    material = prepare(training, tell)
    bench = read_bench(material, args.jobs, args.device, how)
    tell("trials begin")
    scores = _trials(bench, args)
    if args.before:
        before = json.loads(args.before.read_text())["as it is"]
        print_table({"as it is": ({}, before), "with other words": (asdict(how), scores["as it is"][1])})
    winner = max(
        (name for name in scores if name != "another seed"), key=lambda name: score(scores[name], scores["as it is"])
    )
    (args.out / "variants.json").write_text(json.dumps({name: rows for name, (_, rows) in scores.items()}))
    change = scores[winner][0]
    tell(f"the winner is {winner}: {change}")
    final = replace(
        training,
        forest=_options(change, ForestOptions().seed, args.trees),
        unseen_boards=True,
        adjusted=partial(_adjusted, change, args.jobs),
    )
    train_on(material, final, tell)
    return 0


_shared: list[Bench] = []


def _share(bench: Bench) -> None:
    torch.set_num_threads(1)
    _shared[:] = [bench]


def _trials(bench: Bench, args: argparse.Namespace) -> dict[str, tuple[Change, Scores]]:
    """The scores of single changes, then of the best of them together and of the best again from another seed."""
    begin = time.monotonic()
    scores: dict[str, tuple[Change, Scores]] = {}
    with Pool(args.jobs, _share, (bench,)) as pool:
        singles = {name: VARIANTS[name] for name in args.variants}
        tried = _tried(pool, bench, singles, (1,), args.trees, begin + 0.7 * args.seconds)
        scores |= {name: (singles[name], rows) for name, rows in tried.items()}
        print_table(scores)
        together = _together({name: change for name, (change, _) in scores.items()}, scores)
        tried = _tried(pool, bench, together, (1,), args.trees, begin + args.seconds)
        scores |= {name: (together[name], rows) for name, rows in tried.items()}
        print_table(scores)
    return scores


def _tried(
    pool: Any, bench: Bench, changes: Mapping[str, Change], seeds: Sequence[int], trees: int, deadline: float
) -> dict[str, Scores]:
    """The scores of the variants whose forests were all grown in time."""
    jobs = [
        Job(name, change, seed, split, trees, deadline)
        for name, change in changes.items()
        for seed in seeds
        for split in range(len(bench.splits))
    ]
    scores: dict[str, Scores] = {}
    late: set[str] = set()
    for job, rows in zip(jobs, pool.imap(_judged, jobs, chunksize=1), strict=True):
        if rows is None:
            late.add(job.variant)
        else:
            scores.setdefault(job.variant, {}).update(rows)
    return {name: rows for name, rows in scores.items() if name not in late}


def _judged(job: Job) -> Scores | None:
    """Grow a forest, and ask it about the pages that it has not seen."""
    if time.monotonic() > job.deadline:
        return None
    bench = _shared[0]
    split = bench.splits[job.split]
    forest = _grown(bench, job, split)
    began = time.monotonic()
    scores = {}
    for example in split.tests:
        kept = decision_about(example, split.vocabulary, forest, bench.rows.columns).kept
        bare = "" if example.variant == "page" else " bare"
        f1 = example.f1(kept) if not bare else _share_f1(example, kept)
        scores[f"{split.kind}{bare} {_group(split, example)}|{example.id}"] = f1
    tell(f"{job.variant}, {split.kind} {split.name}: {len(scores)} pages judged in {time.monotonic() - began:.0f} s")
    return scores


def _grown(bench: Bench, job: Job, split: Split) -> Forest:
    began = time.monotonic()
    rows, seen = bench.rows, np.flatnonzero(split.row)
    named = split.named["thinned" in job.change]
    bins, borders = _coarser(np.concatenate([rows.bins, named]), rows.borders, bench.constant, job.change)
    weight = rows.weight * _factors(rows, job.change)
    options = _options(job.change, job.seed, job.trees)
    given = (bins[:, seen], rows.target[seen], weight[seen], rows.site[seen])
    device = _device(bench)
    try:
        trees = _fitted(given, options, device)
    except RuntimeError as error:  # a trial of minutes must not end because a GPU is in trouble: a CPU gives the same
        tell(f"{job.variant}: {device}: {error}")
        trees = _fitted(given, options, device := "cpu")
    taken = time.monotonic() - began
    tell(f"{job.variant}, {split.kind} {split.name}: {len(seen):,} rows on {device} took {taken:.0f} s")
    return compiled_forest(trees, borders)


def _device(bench: Bench) -> str:
    """Where this process grows its forests."""
    number = (current_process()._identity or (0,))[0]
    return bench.device if number % _GPU_SHARE == 1 and torch.cuda.is_available() else "cpu"


def _fitted(given: tuple[NDArray[Any], ...], options: ForestOptions, device: str) -> Trees:
    bins, target, weight = (torch.from_numpy(array).to(device) for array in given[:3])
    return fit(bins, target, weight, options, given[3])


def _group(split: Split, example: Example) -> str:
    """What the pages of a split are told by."""
    if split.kind == "source":
        return split.name
    return example.dataset if example.dataset in ("wcxb", "thaiboards") else "others"


def _share_f1(example: Example, kept: NDArray[np.bool_]) -> float:
    """F1 by the share of every block that is content: for pages whose words are not counted."""
    known = ~np.isnan(example.label)
    wanted, size = (np.nan_to_num(example.label) * example.size)[known], example.size[known]
    return float(2 * wanted[kept[known]].sum() / max(size[kept[known]].sum() + wanted.sum(), 1.0))


def _options(change: Change, seed: int, trees: int) -> ForestOptions:
    known = {field.name for field in fields(ForestOptions)}
    return ForestOptions(
        **{"trees": trees, "seed": seed} | {key: value for key, value in change.items() if key in known}
    )


def _factors(rows: Rows, change: Change) -> NDArray[np.float32]:
    """What the weight of every row is multiplied by."""
    factor: Mapping[str, float] = change.get("weights", {})
    pages = [
        factor.get(example.dataset, 1.0) * factor.get(example.variant, 1.0) * factor.get(example.page_type or "", 1.0)
        for example, _ in rows.sampled
    ]
    return per_row(rows, pages).astype(np.float32)


def _coarser(
    bins: NDArray[np.uint8], borders: Sequence[NDArray[np.float32]], constant: NDArray[np.bool_], change: Change
) -> tuple[NDArray[np.uint8], list[NDArray[np.float32]]]:
    """Columns with fewer borders, evenly taken from those they have; `bins` is written anew."""
    fewer = list(borders)
    for at, (known, page) in enumerate(zip(borders, constant.tolist(), strict=True)):
        most = min(change.get("borders", len(known)), change.get("page_borders", len(known)) if page else len(known))
        if most < len(known):
            kept = np.unique(np.linspace(0, len(known) - 1, most + 2)[1:-1].round().astype(np.int64))
            bins[at] = np.searchsorted(kept, bins[at], side="left")
            fewer[at] = known[kept]
    return bins, fewer


def _adjusted(change: Change, jobs: int, rows: Rows, vocabularies: Vocabularies) -> Rows:
    """The rows of a training as a variant has them."""
    named = rows.named_bins
    if share := change.get("thinned"):
        voices = [partial(thinly, partial(of_fold, vocabularies, setting), share) for setting in range(FOLDS)]
        whole = partial(thinly, partial(_of_all, vocabularies), share)
        named = rows.named([*voices, whole], jobs)
    plain = len(rows.bins)
    constant = constant_columns(rows)
    bins, borders = _coarser(rows.bins, rows.borders[:plain], constant[:plain], change)
    coarse = [_coarser(setting, rows.borders[plain:], constant[plain:], change) for setting in named]
    return replace(
        rows,
        bins=bins,
        named_bins=np.stack([setting for setting, _ in coarse]),
        borders=(*borders, *coarse[ALL][1]),
        weight=rows.weight * _factors(rows, change),
    )


def _of_all(words: Vocabularies, example: Example) -> Vocabulary | None:
    return words[unseen(example.fold, ALL)]


def _together(changes: Mapping[str, Change], scores: Mapping[str, tuple[Change, Scores]]) -> dict[str, Change]:
    """The best changes together: two, three, four of them, and all that gain."""
    base = scores["as it is"]
    gains = {name: score(scored, base) for name, scored in scores.items()}
    best = [
        name
        for name in sorted(gains, key=lambda name: -gains[name])
        if gains[name] > _WORTH and set(changes[name]) - {"seed"}
    ]
    merged = {}
    for count in sorted({2, 3, 4, len(best)}):
        if 2 <= count <= len(best):
            merged[" + ".join(best[:count])] = _merged([changes[name] for name in best[:count]])
    return merged


def _merged(changes: Sequence[Change]) -> Change:
    """Several changes as one; where two set the same number, the better one, which comes first, decides."""
    merged: Change = {}
    for change in reversed(changes):
        merged |= {key: value for key, value in change.items() if key != "weights"}
    weights: dict[str, float] = {}
    for change in changes:
        weights |= change.get("weights", {})
    return merged | ({"weights": weights} if weights else {})


if __name__ == "__main__":
    raise SystemExit(main())
