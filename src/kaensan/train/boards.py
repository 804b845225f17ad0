"""Training the post model: `kaensan train boards DATA`.

The group ranker learns to order the groups of a page by how right they are (LambdaMART); author and date are decided
text by text. Author and date see every page four times: as it is, without names, without telling addresses, and
without both, because a board may have neither. Whether a page is a thread at all is learned from the best groups of
boards that the ranker has not met, and of pages of all other kinds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.extras import from_extra
from kaensan.gold.datasets import load
from kaensan.methods.boards.leaf_forest import LEAVES, BitForest
from kaensan.methods.boards.model import TASKS, PostModel, Scorer
from kaensan.train.boards_examples import Example, Labelled, Source, read_examples
from kaensan.train.made_examples import made_examples, made_thread_examples
from kaensan.train.sites import FOLDS, Sites
from kaensan.train.thread_examples import ThreadExample, thread_examples

__all__ = ["PostOptions", "configure", "fit_forests", "fit_post_models", "run"]

Floats = NDArray[np.float64]

_GRADES = (0.3, 0.6, 0.8, 0.9, 0.96, 0.995)
"""F1 from which a group is one grade better"""
_GAINS = (0, 1, 2, 4, 8, 16, 32)
_BOARD_WEIGHT = 0.15
"""of the authors and dates of a page of thaiboards: many pages of one board are one layout"""
_MADE_GROUPS, _MADE_TEXTS = 0.5, 0.1
"""of the groups, and of the authors and dates, of a made page: there are more of them than of real ones, and all of
them together count about as much"""
_OUT = Path("src/kaensan/methods/boards/boards-posts.npz")


@dataclass(frozen=True)
class PostOptions:
    """How the forests are grown."""

    group_trees: int = 220
    group_rate: float = 0.08
    text_trees: int = 140
    text_rate: float = 0.1
    thread_trees: int = 140
    thread_rate: float = 0.08
    wrong: float = 0.3
    """share of the plainly wrong groups that training sees …"""
    wrong_of_made: float = 0.15
    """… and of those on made pages, of which there are more"""
    seed: int = 0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("data", type=Path, help="folder of the reference pages")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=_OUT, help=f"where the model goes ({_OUT})")
    parser.add_argument(
        "--folds", type=Path, metavar="DIR", help="also write the models that each leave a fold of board software out"
    )


def run(args: argparse.Namespace) -> int:
    """Train on thaiboards.train, WCXB dev, made boards and the pages of other kinds, and write the model."""
    options = PostOptions(seed=args.seed)
    sites = Sites.of(load(args.data, "wcxb.dev"))
    examples = [*read_examples(args.data, sites, args.seed), *made_examples(args.seed)]
    bodies = fit_forests([("body", fold) for fold in range(FOLDS)], examples, (), options)
    threads = [*thread_examples(args.data, sites, bodies), *made_thread_examples(bodies, args.seed)]
    print(f"{len(examples)} board pages and variants, {len(threads)} pages to tell threads by")
    left_out = [*range(FOLDS)] if args.folds else []
    *without, model = fit_post_models([*left_out, None], examples, threads, options)
    for fold, post_model in zip(left_out, without, strict=True):
        post_model.save(args.folds / f"posts-{fold}.npz")
    model.save(args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1024:.0f} KiB")
    return 0


Forest = tuple[str, int | None]
"""what a forest decides about, and the fold that it must not see"""


def fit_post_models(
    left_out: Sequence[int | None],
    examples: Sequence[Example],
    threads: Sequence[ThreadExample],
    options: PostOptions | None = None,
    jobs: int = 1,
) -> list[PostModel]:
    """A post model for every fold that is to be left out, None for the model of all pages."""
    options = options or PostOptions()
    wanted = [(task, fold) for fold in left_out for task in TASKS]
    forests = dict(zip(wanted, fit_forests(wanted, examples, threads, options, jobs), strict=True))
    return [
        PostModel(
            body=forests["body", fold],
            author=forests["author", fold],
            date=forests["date", fold],
            thread=forests["thread", fold],
            about=_about(examples, threads, options, fold),
        )
        for fold in left_out
    ]


def _about(
    examples: Sequence[Example], threads: Sequence[ThreadExample], options: PostOptions, without: int | None
) -> dict[str, Any]:
    seen = [example for example in examples if example.source.fold != without]
    return {
        "trained_on": ["thaiboards.train", "wcxb.dev (forum)", "made boards"],
        "pages": sum(not (example.varied or example.source.made) for example in seen),
        "made_pages": sum(example.source.made and not example.varied for example in seen),
        "variants": sum(example.varied for example in seen),
        "pages_for_threads": sum(thread.fold != without for thread in threads),
        "seed": options.seed,
    }


_shared: list[tuple[Sequence[Example], Sequence[ThreadExample], PostOptions]] = []
"""what the processes that grow forests read"""


def fit_forests(
    wanted: Sequence[Forest],
    examples: Sequence[Example],
    threads: Sequence[ThreadExample],
    options: PostOptions,
    jobs: int = 1,
) -> list[Scorer]:
    """The forests that are wanted, in their order."""
    with Pool(jobs, _share, (examples, threads, options)) as pool:
        return pool.map(_fit, wanted, chunksize=1)


def _share(examples: Sequence[Example], threads: Sequence[ThreadExample], options: PostOptions) -> None:
    _shared[:] = [(examples, threads, options)]


def _fit(forest: Forest) -> Scorer:
    task, without = forest
    examples, threads, options = _shared[0]
    seen = [example for example in examples if example.source.fold != without]
    if task == "body":
        return _fit_groups(seen, options)
    if task == "thread":
        return fit_thread([thread for thread in threads if thread.fold != without], options)
    return _fit_texts(_texts(seen, lambda example: example.authors if task == "author" else example.dates), options)


def fit_thread(threads: Sequence[ThreadExample], options: PostOptions) -> Scorer:
    """The forest that tells the posts of a thread from the best group of a page that is none."""
    columns = tuple(threads[0].features)
    matrix = np.concatenate([np.stack([page.features[name] for name in columns], axis=1) for page in threads])
    target = np.concatenate([page.target for page in threads])
    weight = np.concatenate([page.weight for page in threads])
    known = np.flatnonzero(weight > 0)
    lightgbm = _lightgbm()
    classifier = lightgbm.LGBMClassifier(
        n_estimators=options.thread_trees,
        learning_rate=options.thread_rate,
        min_child_samples=20,
        colsample_bytree=0.3,
        reg_lambda=3,
        **_common(options.seed),
    )
    classifier.fit(matrix[known].astype(np.float32), target[known], sample_weight=weight[known] / weight[known].mean())
    return _compiled(classifier.booster_.dump_model(), columns)


def _texts(examples: Sequence[Example], of: Callable[[Example], Labelled | None]) -> list[tuple[Labelled, float]]:
    """The labelled texts of the examples with their weight."""
    found = [(of(example), _text_weight(example.source)) for example in examples]
    return [(labelled, weight) for labelled, weight in found if labelled is not None]


def _text_weight(source: Source) -> float:
    if source.made:
        return _MADE_TEXTS
    return _BOARD_WEIGHT if source.board else 1.0


def group_weight(example: Example) -> float:
    """What the groups of a page count."""
    return _MADE_GROUPS if example.source.made else 1.0


def keep_share(example: Example, options: PostOptions) -> float:
    """The share of its plainly wrong groups that training sees."""
    return options.wrong_of_made if example.source.made else options.wrong


def _fit_groups(examples: Sequence[Example], options: PostOptions) -> Scorer:
    rng = np.random.default_rng(options.seed)
    columns = tuple(examples[0].groups.features)
    matrices, grades, sizes = [], [], []
    for example in examples:
        page = example.groups
        kept = (page.target > 0.1) | (rng.random(len(page.target)) < keep_share(example, options))
        matrices.append(_matrix(page, columns)[kept])
        grades.append(np.digitize(page.target[kept], _GRADES))
        sizes.append(int(kept.sum()))
    lightgbm = _lightgbm()
    ranker = lightgbm.LGBMRanker(
        label_gain=list(_GAINS),
        n_estimators=options.group_trees,
        learning_rate=options.group_rate,
        min_child_samples=20,
        colsample_bytree=0.4,
        reg_lambda=2,
        **_common(options.seed),
    )
    weight = np.repeat([group_weight(example) for example in examples], sizes)
    ranker.fit(np.concatenate(matrices), np.concatenate(grades), group=sizes, sample_weight=weight)
    return _compiled(ranker.booster_.dump_model(), columns)


def _fit_texts(pages: Sequence[tuple[Labelled, float]], options: PostOptions) -> Scorer:
    columns = tuple(pages[0][0].features)
    matrix = np.concatenate([_matrix(page, columns) for page, _ in pages])
    target = np.concatenate([page.target for page, _ in pages])
    weight = np.concatenate(
        [np.full(len(page.target), share / len(np.unique(page.part)) ** 0.7) for page, share in pages]
    )
    names = [at for at, name in enumerate(columns) if name.startswith(("name_", "above_name_"))]
    addresses = [columns.index(name) for name in ("profile", "fragment")]
    links = [columns.index(name) for name in ("anchor", "tag_link", "above_link")]
    copies = [matrix]
    for hidden in (names, addresses, [*names, *addresses, *links]):
        copy = matrix.copy()
        copy[:, hidden] = 0
        copies.append(copy)
    lightgbm = _lightgbm()
    classifier = lightgbm.LGBMClassifier(
        n_estimators=options.text_trees,
        learning_rate=options.text_rate,
        min_child_samples=15,
        colsample_bytree=0.4,
        reg_lambda=3,
        **_common(options.seed),
    )
    times = len(copies)
    classifier.fit(np.concatenate(copies), np.tile(target, times), sample_weight=np.tile(weight / weight.mean(), times))
    return _compiled(classifier.booster_.dump_model(), columns)


def _matrix(page: Labelled, columns: Sequence[str]) -> NDArray[np.float32]:
    return np.stack([page.features[name] for name in columns], axis=1).astype(np.float32)


def _common(seed: int) -> dict[str, Any]:
    return {
        "num_leaves": LEAVES,
        "subsample": 0.8,
        "subsample_freq": 1,
        "n_jobs": 1,
        "verbose": -1,
        "random_state": seed,
        "deterministic": True,
        "force_row_wise": True,
    }


def _lightgbm() -> Any:
    with from_extra("train", "training"):
        import lightgbm
    return lightgbm


def _compiled(dump: dict[str, Any], columns: Sequence[str]) -> Scorer:
    """The trees of LightGBM as a `BitForest` over the columns that they look at."""
    trees = [_questions(tree["tree_structure"]) for tree in dump["tree_info"]]
    used = sorted({feature for questions, _ in trees for feature, _, _ in questions})
    place = {feature: at for at, feature in enumerate(used)}
    feature = np.zeros((len(trees), LEAVES - 1), np.int16)
    border = np.full((len(trees), LEAVES - 1), np.inf, np.float32)
    ruled_out = np.full((len(trees), LEAVES - 1), 0xFFFF, np.uint16)
    leaf = np.zeros((len(trees), LEAVES), np.float32)
    for tree, (questions, values) in enumerate(trees):
        for number, (column, threshold, mask) in enumerate(questions):
            feature[tree, number] = place[column]
            border[tree, number] = _at_most(threshold)
            ruled_out[tree, number] = mask
        leaf[tree, : len(values)] = values
    return Scorer(tuple(columns[at] for at in used), BitForest(feature, border, ruled_out, leaf))


def _questions(root: dict[str, Any]) -> tuple[list[tuple[int, float, int]], list[float]]:
    """The questions of a tree as (column, border, leaves that stay after a no), and the values of its leaves."""
    questions: list[tuple[int, float, int]] = []
    values: list[float] = []

    def visit(node: dict[str, Any]) -> None:
        if "leaf_value" in node:
            values.append(float(node["leaf_value"]))
            return
        first = len(values)
        visit(node["left_child"])
        under_yes = ((1 << len(values)) - 1) & ~((1 << first) - 1)
        questions.append((int(node["split_feature"]), float(node["threshold"]), 0xFFFF & ~under_yes))
        visit(node["right_child"])

    visit(root)
    return questions, values


def _at_most(threshold: float) -> np.float32:
    """The largest single-precision number that is not greater."""
    rounded = np.float32(threshold)
    return np.nextafter(rounded, np.float32(-np.inf)) if float(rounded) > threshold else rounded
