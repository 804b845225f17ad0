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
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, partial
from multiprocessing import Pool, current_process
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from kaensan.methods.core.class_words import Vocabulary
from kaensan.methods.core.forest import Forest
from kaensan.train.calibrate import decision_about
from kaensan.train.core import IMPORTANCE, CoreTraining, Material, compiled_forest, prepare, train_on
from kaensan.train.examples import NAMED, Example
from kaensan.train.forest import ForestOptions, Trees, fit
from kaensan.train.learned_words import WordFit, WordTable, learn_vocabulary, word_table
from kaensan.train.sampled_rows import ALL, Rows, Vocabularies, Voice, sample_rows, unseen
from kaensan.train.sites import FOLDS

__all__ = ["VARIANTS", "main"]

Change = dict[str, Any]
"""Options of the forest by name, and: `weights` (factors by data set, variant or type of page), `borders`,
`page_borders` (how many a column has at most, and one that is the same all over a page), `thinned` (share of pages
half of whose names are taken to be unknown)"""

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
    "32 borders": {"borders": 32},
    "very coarse page facts": {"page_borders": 3},
}
SOURCES = {
    "news": frozenset({"fundus", "mercury", "newspaper"}),
    "readers": frozenset({"scrapinghub-aeb", "readability"}),
    "wcxb": frozenset({"wcxb"}),
}
"""Data sets that are left out together: of one kind and one origin."""
DECIDING = (0, 1)
"""the folds that decide"""
_THINNINGS = 4
"""ways in which half of the words are forgotten"""
_BARE = 400
"""pages without names that a forest is asked about at most"""
_BARE_WEIGHT = 0.5
"""of a group of pages without names, beside one of pages as they are"""
_WORTH = 0.0003
"""what a change must gain, in F1, to be tried together with others"""
_GPU_SHARE = 3
"""one in so many processes grows its forests on the GPU, where there is one"""


@dataclass(frozen=True)
class Split:
    """Pages to learn from and pages to be judged by."""

    name: str
    kind: str
    """`source` or `fold`"""
    row: NDArray[np.bool_]
    """whether a row may be learned from"""
    named: Mapping[bool, NDArray[np.uint8]]
    """the features of `NAMED`, by whether names are thinned"""
    vocabulary: Vocabulary
    tests: Sequence[Example]


@dataclass(frozen=True)
class Bench:
    """All that a forest is grown from and judged by."""

    rows: Rows
    splits: Sequence[Split]
    constant: NDArray[np.bool_]
    """whether a column is the same all over a page"""
    device: str


@dataclass(frozen=True)
class Job:
    """One forest to be grown."""

    variant: str
    change: Change
    seed: int
    split: int
    trees: int
    deadline: float


Scores = dict[str, float]
"""F1 by page, with what the page is before its id: `source news|fundus/12`"""


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
    material = prepare(training, _tell)
    bench = _bench(material, args.jobs, args.device, how)
    _tell("trials begin")
    scores = _trials(bench, args)
    if args.before:
        before = json.loads(args.before.read_text())["as it is"]
        _print_table({"as it is": ({}, before), "with other words": (asdict(how), scores["as it is"][1])})
    winner = max(
        (name for name in scores if name != "another seed"), key=lambda name: _score(scores[name], scores["as it is"])
    )
    (args.out / "variants.json").write_text(json.dumps({name: rows for name, (_, rows) in scores.items()}))
    change = scores[winner][0]
    _tell(f"the winner is {winner}: {change}")
    final = replace(
        training,
        forest=_options(change, ForestOptions().seed, args.trees),
        unseen_boards=True,
        adjusted=partial(_adjusted, change, args.jobs),
    )
    train_on(material, final, _tell)
    return 0


def _tell(message: str) -> None:
    print(f"{time.strftime('%T')} {message}", flush=True)


def _bench(material: Material, jobs: int, device: str, how: WordFit) -> Bench:
    """Rows are drawn once for all splits; what is said of names depends on what was left out."""
    rows = sample_rows(material.examples, material.vocabularies, IMPORTANCE, ForestOptions().seed, _tell, jobs)
    present = {example.dataset for example in material.examples}
    sources = {name: sets for name, sets in SOURCES.items() if sets & present and present - sets}
    words = _words_without(material, sources, jobs, how)
    voices: list[Voice] = [partial(_of_source, words[name], sets) for name, sets in sources.items()]
    voices += [partial(_of_fold, material.vocabularies, fold) for fold in DECIDING]
    spoken = rows.named([*voices, *(partial(_thinly, voice, 0.5) for voice in voices)], jobs)
    named = [{False: spoken[at], True: spoken[at + len(voices)]} for at in range(len(voices))]
    splits = [
        Split(
            name,
            "source",
            _per_row(rows, [example.dataset not in sets for example, _ in rows.sampled]),
            named[at],
            words[name][()],
            _tests(material.examples, lambda example, sets=sets: example.dataset in sets),
        )
        for at, (name, sets) in enumerate(sources.items())
    ]
    splits += [
        Split(
            str(fold),
            "fold",
            rows.fold != fold,
            named[len(sources) + at],
            material.vocabularies[(fold,)],
            _tests(material.examples, lambda example, fold=fold: example.fold == fold),
        )
        for at, fold in enumerate(DECIDING)
    ]
    return Bench(rows, splits, _constant(rows), device)


def _words_without(
    material: Material, sources: Mapping[str, frozenset[str]], jobs: int, how: WordFit
) -> dict[str, dict[tuple[int, ...], Vocabulary]]:
    """What names say where a source is left out: learned from all its other pages, and from those outside a fold."""
    tables = {
        name: word_table([example for example in material.examples if example.dataset not in sets])
        for name, sets in sources.items()
    }
    tasks = [(name, without) for name in sources for without in [(), *((fold,) for fold in range(FOLDS))]]
    with Pool(jobs, _share_tables, (tables,)) as pool:
        learned = dict(zip(tasks, pool.map(partial(_learned, how), tasks, chunksize=1), strict=True))
    return {name: {without: words for (of, without), words in learned.items() if of == name} for name in sources}


_tables: dict[str, WordTable] = {}


def _share_tables(tables: Mapping[str, WordTable]) -> None:
    _tables.update(tables)


def _learned(how: WordFit, task: tuple[str, tuple[int, ...]]) -> Vocabulary:
    return learn_vocabulary(_tables[task[0]], task[1], how)


def _of_source(words: Vocabularies, sets: frozenset[str], example: Example) -> Vocabulary | None:
    return None if example.dataset in sets else words[(example.fold,)]


def _of_fold(words: Vocabularies, fold: int, example: Example) -> Vocabulary | None:
    return None if example.fold == fold else words[unseen(example.fold, fold)]


def _thinly(voice: Voice, share: float, example: Example) -> Vocabulary | None:
    """A voice that knows only half of the names on a share of the pages."""
    vocabulary = voice(example)
    draw = zlib.crc32(f"{example.variant}{example.id}".encode())
    if vocabulary is None or draw % 100 >= share * 100:
        return vocabulary
    return _thinned(_Held(vocabulary), draw // 100 % _THINNINGS)


class _Held:
    """A vocabulary, told apart by which object it is."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.vocabulary is other.vocabulary


@cache
def _thinned(held: _Held, draw: int) -> Vocabulary:
    """The vocabulary with half of its names forgotten; tags and facts stay known."""
    whole = held.vocabulary
    weight = whole.weight.copy()
    forgotten = [
        at
        for at, word in enumerate(whole.words)
        if not word.startswith(("<", "s:")) and (zlib.crc32(word.encode()) >> draw) % 2
    ]
    weight[forgotten] = 0
    return replace(whole, weight=weight)


def _tests(examples: Sequence[Example], held: Any) -> list[Example]:
    """The pages that judge: those with full gold, and some of them without names."""
    pages = [
        example for example in examples if held(example) and example.variant == "page" and example.gold is not None
    ]
    whole = {example.id for example in pages}
    bare = [example for example in examples if example.variant == "stripped" and example.id in whole]
    return pages + bare[:: max(1, len(bare) // _BARE)]


def _per_row(rows: Rows, value: Sequence[Any]) -> NDArray[Any]:
    """A value of every sampled page, row by row."""
    return np.repeat(np.array(value), [len(taken) for _, taken in rows.sampled])


def _constant(rows: Rows) -> NDArray[np.bool_]:
    """Which columns are the same all over a page, on every page; those of names are not among them."""
    first = np.cumsum([0, *(len(taken) for _, taken in rows.sampled)])[:-1]
    same = [
        bool((np.maximum.reduceat(column, first) == np.minimum.reduceat(column, first)).all()) for column in rows.bins
    ]
    return np.array([*same, *(name.startswith("type_") for name in NAMED)])


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
        _print_table(scores)
        together = _together({name: change for name, (change, _) in scores.items()}, scores)
        tried = _tried(pool, bench, together, (1,), args.trees, begin + args.seconds)
        scores |= {name: (together[name], rows) for name, rows in tried.items()}
        _print_table(scores)
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
    _tell(f"{job.variant}, {split.kind} {split.name}: {len(scores)} pages judged in {time.monotonic() - began:.0f} s")
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
        _tell(f"{job.variant}: {device}: {error}")
        trees = _fitted(given, options, device := "cpu")
    taken = time.monotonic() - began
    _tell(f"{job.variant}, {split.kind} {split.name}: {len(seen):,} rows on {device} took {taken:.0f} s")
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
    return _per_row(rows, pages).astype(np.float32)


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
        voices = [partial(_thinly, partial(_of_fold, vocabularies, setting), share) for setting in range(FOLDS)]
        whole = partial(_thinly, partial(_of_all, vocabularies), share)
        named = rows.named([*voices, whole], jobs)
    plain = len(rows.bins)
    constant = _constant(rows)
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
    gains = {name: _score(scored, base) for name, scored in scores.items()}
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


def _by_group(scores: Scores) -> dict[str, dict[str, float]]:
    """F1 by page, group by group."""
    groups: dict[str, dict[str, float]] = {}
    for key, f1 in scores.items():
        group, _, page = key.partition("|")
        if not np.isnan(f1):
            groups.setdefault(group, {})[page] = f1
    return groups


def _score(scored: tuple[Change, Scores], base: tuple[Change, Scores]) -> float:
    """What a variant gains, as the mean over the groups of pages; boards are left to the rules for threads."""
    ours, theirs = _by_group(scored[1]), _by_group(base[1])
    groups = [group for group in theirs if "thaiboards" not in group]
    gains = [np.mean([*ours[group].values()]) - np.mean([*theirs[group].values()]) for group in groups]
    return float(np.average(gains, weights=[_BARE_WEIGHT if "bare" in group else 1.0 for group in groups]))


def _print_table(scores: Mapping[str, tuple[Change, Scores]]) -> None:
    base = _by_group(scores["as it is"][1])
    names = sorted(base)
    print("| variant | " + " | ".join(names) + " | mean |")
    print("|---|" + "--:|" * (len(names) + 1))
    for name, (change, scored) in scores.items():
        cells = list(_cells(_by_group(scored), base, names, first=not change))
        print(
            f"| {name} | " + " | ".join(cells) + f" | {_score((change, scored), scores['as it is']):+.4f} |", flush=True
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


if __name__ == "__main__":
    raise SystemExit(main())
