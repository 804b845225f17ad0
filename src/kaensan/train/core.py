"""`kaensan train core`: from pages with gold text to the model files, the same bytes every time.

Pages are dealt into five folds by site. What a page's names say and where its posts are is always learned from other
sites, in training as in use. Five forests that each leave one fold out tell how good the method is and calibrate its
confidence; the forest that ships has seen all pages. Forests are kept in the output folder, so that a training run can
be stopped and goes on. Where the data holds boards, the post model that finds threads is trained in the same run.

Pages of which only a part of the content is known (recipes) are learned from last: a forest of the other pages says
which of their remaining blocks are plainly no content; the rest stays unknown.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import InputError
from kaensan.gold import datasets
from kaensan.methods.boards.model import PostModel, Scorer
from kaensan.methods.core.class_words import Vocabulary
from kaensan.methods.core.forest import Forest
from kaensan.methods.core.model import CoreModel
from kaensan.methods.core.thread_evidence import ThreadRule
from kaensan.train.boards import PostOptions, fit_forests, fit_post_models
from kaensan.train.boards_examples import Example as BoardExample
from kaensan.train.boards_examples import read_examples
from kaensan.train.calibrate import Scored, out_of_fold
from kaensan.train.confidence import learn_confidence
from kaensan.train.example_pages import Context, Grafts, examples_of
from kaensan.train.examples import Example, with_rule, with_thread
from kaensan.train.forest import DEPTH, ForestOptions, Trees, fit
from kaensan.train.learned_sets import learned_sets
from kaensan.train.learned_words import WordFit, learn_vocabularies, word_table
from kaensan.train.made_examples import made_examples, made_thread_examples
from kaensan.train.made_gold import ARTICLES, BOARDS, made_articles, made_boards
from kaensan.train.model_card import write_card
from kaensan.train.onnx_export import write_onnx
from kaensan.train.sampled_rows import ALL, Rows, Vocabularies, sample_rows, unseen
from kaensan.train.sites import FOLDS, Sites
from kaensan.train.thread_rule import learn_rule

__all__ = [
    "CoreTraining",
    "Material",
    "compiled_forest",
    "configure",
    "prepare",
    "run",
    "train_core",
    "train_on",
]

IMPORTANCE = {
    "wcxb": 1.0,
    "scrapinghub-aeb": 1.5,
    "readability": 1.0,
    "thaiboards": 0.5,
    "trafilatura-eval": 0.5,
    "fundus": 1.0,
    "mercury": 1.0,
    "newspaper": 1.0,
    "recipes": 0.4,
    BOARDS: 0.1,
    ARTICLES: 0.15,
}
"""What a page weighs: pages of one layout, and those of which little is known, weigh less. What other weights of made
pages do is told in docs/explanation/made-pages.md."""

FOREST = ForestOptions(trees=400, parts=2)
"""How the forest is grown: the mean of two, each by its own draws, depends less on them. Beside one of 200 trees it
gains .0004 on WCXB out of fold, .001 to .005 on the other trained sets, and costs 3 % of the time of a text."""

SETTINGS: tuple[tuple[int, ...], ...] = ((), *((fold,) for fold in range(FOLDS)), *combinations(range(FOLDS), 2))
"""The sets of folds that a vocabulary must not have seen."""

_GRAFT = 300_000
"""bytes of the largest page that is put beside another"""
_PLAINLY_NOT = 0.05
"""chance up to which a block of a page that is known in part is no content"""


@dataclass(frozen=True)
class CoreTraining:
    """What to train on and how."""

    data: Path
    out: Path
    forest: ForestOptions = FOREST
    without: tuple[str, ...] = ()
    """features to leave out, by name or by the part before `@`: for ablations"""
    jobs: int = 2
    device: str = "cpu"
    unseen_boards: bool = False
    """also train forests that have seen no board of the software they are judged by"""
    words: WordFit = field(default_factory=WordFit)
    adjusted: Callable[[Rows, Vocabularies], Rows] = lambda rows, _: rows
    """what is done to the rows before forests are grown: for experiments"""


@dataclass(frozen=True)
class Material:
    """What forests are grown from."""

    examples: list[Example]
    vocabularies: dict[tuple[int, ...], Vocabulary]
    rule: ThreadRule
    posts: tuple[PostModel, ...]
    """each without a fold of board software, and last the one of all pages; none where there are no boards"""
    digest: dict[str, str]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kaensan train core`."""
    standard = FOREST
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder of NAME.SPLIT.jsonl.zst files")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write the model and its card")
    parser.add_argument("--trees", type=int, default=standard.trees, help=f"trees in the forest ({standard.trees})")
    parser.add_argument("--seed", type=int, default=standard.seed, help=f"of all that is drawn ({standard.seed})")
    parser.add_argument("--without", nargs="*", default=[], metavar="FEATURE", help="leave features out: an ablation")
    parser.add_argument(
        "--unseen-boards", action="store_true", help="also train without each board software, and print the figures"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes for reading pages (2)")
    parser.add_argument(
        "--device", default="cpu", help="where torch grows the trees: cpu or cuda, with the same result"
    )


def run(args: argparse.Namespace) -> int:
    """Train as asked."""
    forest = replace(FOREST, trees=args.trees, seed=args.seed)
    training = CoreTraining(
        args.data, args.out, forest, tuple(args.without), args.jobs, args.device, args.unseen_boards
    )
    train_core(training)
    return 0


def train_core(training: CoreTraining, tell: Callable[[str], None] = print) -> CoreModel:
    """Train the model; the output folder gets it, its ONNX form, the models of the folds, figures and a card."""
    return train_on(prepare(training, tell), training, tell)


def train_on(material: Material, training: CoreTraining, tell: Callable[[str], None] = print) -> CoreModel:
    """Train the model on pages that were read."""
    examples, vocabularies, digest = material.examples, material.vocabularies, material.digest
    posts = material.posts
    rows = _sampled(examples, vocabularies, training, tell)
    forests = _forests(rows, range(FOLDS + 1), training, digest, tell)
    pages = [example for example in examples if example.variant == "page"]
    folded = [(vocabularies[(k,)], forests[k]) for k in range(FOLDS)]
    scored = out_of_fold(pages, folded, rows.columns)
    model = CoreModel(
        vocabulary=_used(vocabularies[()]),
        columns=rows.columns,
        forest=forests[ALL],
        provenance={"trained_on": digest, "options": asdict(training.forest), "without": training.without},
        rule=material.rule,
        posts=posts[ALL] if posts else None,
    )
    model.save(training.out / "core.npz")
    write_onnx(model, training.out / "core.onnx")
    for fold, (vocabulary, forest) in enumerate(folded):
        left_out = replace(model, vocabulary=_used(vocabulary), forest=forest)
        left_out.save(training.out / f"fold-{fold}.npz")
    for setting, post_model in enumerate(posts):
        post_model.save(training.out / ("boards-posts.npz" if setting == ALL else f"posts-{setting}.npz"))
    unseen = _unseen_boards(examples, training, digest, tell) if training.unseen_boards else []
    judged = learn_confidence(training.data, training.out, training.jobs, tell)
    figures = write_card(scored, judged, model, training.out, unseen)
    (training.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    tell(f"wrote {training.out / 'core.npz'}")
    return model


def prepare(training: CoreTraining, tell: Callable[[str], None] = print) -> Material:
    """Read the pages, and learn what names say and where posts are."""
    training.out.mkdir(parents=True, exist_ok=True)
    names = learned_sets(training.data)
    sites = Sites.of(datasets.load(training.data, "wcxb.dev") if "wcxb.dev" in names else ())
    boards = read_examples(training.data, sites, jobs=training.jobs)
    boards += made_examples(jobs=training.jobs) if boards else []
    bodies = _learn_bodies(boards, training.jobs, tell)
    context = Context(sites, bodies, _grafts(training.data, names))
    examples, digest = _examples(training, names, context, tell)
    posts = _learn_posts(boards, examples, bodies, training.jobs, tell)
    examples = [with_thread(example, [model.thread for model in posts[:FOLDS]]) for example in examples]
    vocabularies = learn_vocabularies(word_table(examples), SETTINGS, training.jobs, tell, training.words)
    rule = learn_rule(examples, vocabularies)
    examples = [with_rule(example, rule) for example in examples]
    examples = _completed(examples, vocabularies, training, digest, tell)
    return Material(examples, vocabularies, rule, tuple(posts), digest)


def _examples(
    training: CoreTraining, names: Sequence[str], context: Context, tell: Callable[[str], None]
) -> tuple[list[Example], dict[str, str]]:
    """All pages that may be learned from, with their variants, in a fixed order; and a digest of each dataset."""
    digest: dict[str, str] = {}
    examples: list[Example] = []
    with Pool(training.jobs, _set_context, (context,)) as pool:
        sources = {name: datasets.load(training.data, name) for name in names}
        made = {BOARDS: made_boards(), ARTICLES: made_articles()} if context.bodies else {}
        for name, pages in {**sources, **made}.items():
            seen = hashlib.sha256()
            before = len(examples)
            for identity, variants in pool.imap(_varied, pages, chunksize=8):
                seen.update(identity)
                examples.extend(variants)
            digest[name] = seen.hexdigest()[:16]
            tell(f"{name}: {len(examples) - before:,} pages and variants")
    _enough(examples)
    return examples, digest


def _learn_bodies(boards: Sequence[BoardExample], jobs: int, tell: Callable[[str], None]) -> tuple[Scorer, ...]:
    """The forests that rank groups, each without a fold; none where there are no boards."""
    if not boards:
        return ()
    bodies = tuple(fit_forests([("body", fold) for fold in range(FOLDS)], boards, (), PostOptions(), jobs))
    tell(f"learned where posts are from {len(boards):,} board pages and variants")
    return bodies


def _learn_posts(
    boards: Sequence[BoardExample],
    examples: Sequence[Example],
    bodies: Sequence[Scorer],
    jobs: int,
    tell: Callable[[str], None],
) -> list[PostModel]:
    """The post models, each without a fold, and last the one of all pages; none where there are no boards."""
    threads = [example.threads.example for example in examples if example.threads and example.threads.known]
    if not boards:
        return []
    threads += made_thread_examples(bodies, jobs=jobs)
    models = fit_post_models([*range(FOLDS), None], boards, threads, jobs=jobs)
    tell(f"learned which pages are threads from {len(threads):,} pages and variants")
    return models


def _completed(
    examples: Sequence[Example],
    vocabularies: Vocabularies,
    training: CoreTraining,
    digest: dict[str, str],
    tell: Callable[[str], None],
) -> list[Example]:
    """The examples with what is plainly no content on the pages of which only a part is known."""
    if not any(example.partial for example in examples):
        return list(examples)
    whole = [example for example in examples if not example.partial]
    rows = _sampled(whole, vocabularies, training, tell)
    [forest] = _forests(rows, [ALL], training, digest, tell)
    completed = []
    for example in examples:
        if example.partial:
            features = example.features(vocabularies[unseen(example.fold, ALL)], rows.columns)
            chance = 1 / (1 + np.exp(-forest(features)))
            plainly_not = np.isnan(example.label) & (chance < _PLAINLY_NOT)
            example = replace(example, label=np.where(plainly_not, 0, example.label).astype(np.float32))
        completed.append(example)
    return completed


def _unseen_boards(
    examples: Sequence[Example], training: CoreTraining, digest: dict[str, str], tell: Callable[[str], None]
) -> list[Scored]:
    """The board pages, judged by words and forests that have not seen their software, as their post model has not."""
    dealt = [
        replace(example, fold=example.threads.example.fold) if example.threads else example for example in examples
    ]
    settings = [(fold,) for fold in range(FOLDS)] + list(combinations(range(FOLDS), 2))
    vocabularies = learn_vocabularies(word_table(dealt), settings, training.jobs, tell, training.words)
    rows = _sampled(dealt, vocabularies, training, tell)
    forests = _forests(rows, range(FOLDS), training, digest, tell)
    folded = [(vocabularies[(k,)], forest) for k, forest in enumerate(forests)]
    boards = [
        page for page in dealt if page.variant == "page" and (page.dataset == "thaiboards" or page.page_type == "forum")
    ]
    return out_of_fold(boards, folded, rows.columns)


def _enough(examples: Sequence[Example]) -> None:
    """Refuse to train on pages that cannot be dealt into folds with something to learn in each."""
    sites = {example.site for example in examples}
    known = [example for example in examples if (example.label > 0.5).any() and (example.label <= 0.5).any()]
    if len({example.fold for example in known}) < FOLDS:
        message = f"{len(known)} pages of {len(sites)} sites with both content and other text are too few to train on"
        raise InputError(f"{message}; add pages of other sites, or put them beside the public datasets")


def _grafts(data: Path, names: Sequence[str]) -> Grafts:
    """What is put beside articles."""
    grafts: dict[str, list[bytes]] = {"listing": [], "collection": [], "forum": []}
    for name in names:
        for gold in datasets.load(data, name):
            if gold.page_type in grafts and len(gold.html) < _GRAFT:
                grafts[gold.page_type].append(gold.html)
    return Grafts((*grafts["listing"], *grafts["collection"]), tuple(grafts["forum"]))


_shared: list[Context] = []


def _set_context(context: Context) -> None:
    _shared[:] = [context]


def _varied(gold: datasets.GoldPage) -> tuple[bytes, list[Example]]:
    known = (gold.id, gold.text, gold.must, gold.must_not, gold.extra.get("part"))
    identity = hashlib.sha256(gold.html + repr(known).encode()).digest()
    return identity, list(examples_of(gold, _shared[0]))


def _sampled(
    examples: Sequence[Example], vocabularies: Vocabularies, training: CoreTraining, tell: Callable[[str], None]
) -> Rows:
    rows = sample_rows(examples, vocabularies, IMPORTANCE, training.forest.seed, tell, training.jobs)
    return training.adjusted(rows, vocabularies)


_growing: list[tuple[Rows, CoreTraining, dict[str, str]]] = []
"""what the processes that grow forests read"""


def _forests(
    rows: Rows,
    settings: Sequence[int],
    training: CoreTraining,
    digest: dict[str, str],
    tell: Callable[[str], None],
) -> list[Forest]:
    """The forests that each leave a fold out; on a CPU as many at a time as there are processes."""
    together = min(training.jobs, len(settings)) if training.device == "cpu" else 1
    if together == 1:
        _share_rows(rows, training, digest)
        forests = [_forest(setting) for setting in settings]
    else:
        with Pool(together, _share_rows, (rows, training, digest, 1)) as pool:
            forests = pool.map(_forest, settings, chunksize=1)
    _growing.clear()
    for setting in settings:
        tell(f"forest {'of all folds' if setting == ALL else f'without fold {setting}'} is ready")
    return forests


def _share_rows(rows: Rows, training: CoreTraining, digest: dict[str, str], threads: int | None = None) -> None:
    """Keep what forests are grown from; processes beside each other have one thread each."""
    if threads:
        import torch

        torch.set_num_threads(threads)
    _growing[:] = [(rows, training, digest)]


def _forest(setting: int) -> Forest:
    """The forest that leaves a fold out, grown or read from an earlier run over the same rows."""
    rows, training, digest = _growing[0]
    key = hashlib.sha256(json.dumps([digest, asdict(training.forest), training.without, setting]).encode())
    for array in (rows.bins, rows.named_bins[setting], rows.target, rows.weight):
        key.update(np.ascontiguousarray(array).data)
    path = training.out / f"forest-{'all' if setting == ALL else setting}-{key.hexdigest()[:16]}.npz"
    if path.exists():
        with np.load(path, allow_pickle=False) as stored:
            trees = Trees(stored["column"], stored["bin"], stored["leaf"], float(stored["start"]))
    else:
        trees = grow(rows, setting, training.forest, training.without, training.device)
        np.savez(path, column=trees.column, bin=trees.bin, leaf=trees.leaf, start=trees.start)
    return compiled_forest(trees, rows.borders)


def grow(rows: Rows, setting: int, options: ForestOptions, without: Sequence[str], device: str) -> Trees:
    """Grow the forest of one setting."""
    import torch

    bins = np.concatenate([rows.bins, rows.named_bins[setting]])
    for at, name in enumerate(rows.columns):
        if name in without or name.partition("@")[0] in without:
            bins[at] = 0
    seen = np.flatnonzero(rows.fold != setting)
    place = torch.device(device)
    return fit(
        torch.from_numpy(bins[:, seen]).to(place),
        torch.from_numpy(rows.target[seen]).to(place),
        torch.from_numpy(rows.weight[seen]).to(place),
        options,
        rows.site[seen],
    )


def compiled_forest(trees: Trees, borders: Sequence[NDArray[np.float32]]) -> Forest:
    """Trees over bins as a forest over values: bin > b means value > borders[b]."""
    border = np.empty(trees.column.shape, np.float32)
    for place in np.ndindex(trees.column.shape):
        known = borders[int(trees.column[place])]
        at = int(trees.bin[place])
        border[place] = known[at] if at < len(known) else np.inf
    missing = DEPTH - trees.column.shape[1]
    column = np.pad(trees.column, ((0, 0), (0, missing)))
    border = np.pad(border, ((0, 0), (0, missing)), constant_values=np.inf)
    leaf = np.zeros((len(trees.leaf), 1 << DEPTH), np.float32)
    leaf[:, : trees.leaf.shape[1]] = trees.leaf
    return Forest(
        feature=column.reshape(-1).astype(np.int32),
        border=border.reshape(-1),
        leaf=leaf.astype(np.float16).astype(np.float32).reshape(-1),  # as model files keep it
        bias=trees.start,
    )


def _used(vocabulary: Vocabulary) -> Vocabulary:
    """The vocabulary without words that say nothing."""
    says = np.abs(vocabulary.weight).max(axis=1) > 0.01
    words = tuple(word for word, used in zip(vocabulary.words, says.tolist(), strict=True) if used)
    return Vocabulary(words, vocabulary.weight[says], vocabulary.bias)
