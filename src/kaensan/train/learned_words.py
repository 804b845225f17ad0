"""Learning what the names of elements say: logistic regression over the words on the path to each text."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from multiprocessing import Pool

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from kaensan.methods.core.class_words import KINDS, PAGE_TYPES, Vocabulary
from kaensan.page.tags import TAGS
from kaensan.train.examples import Example
from kaensan.train.made_gold import ARTICLES, BOARDS

__all__ = ["WordFit", "WordTable", "learn_vocabularies", "learn_vocabulary", "name_weights", "word_table"]

_FEWEST_SITES = 3
_FEWEST_PAGES = 4
_OTHERS = (0.3, 0.15, 0.15)
"""weight of the pages of other kinds when the words of one of `KINDS` are learned"""
_TYPED = {"page": 1.0, "stripped": 0.5}
"""the variants that types are learned from, and what they weigh"""
_MADE_TYPES: dict[tuple[str, str | None], float] = {(BOARDS, "forum"): 0.05, (ARTICLES, "article"): 0.1}
_MADE_TYPE = 0.25
"""weight of made pages in what tells the type of a page: how many there are of a type says nothing of its share, and of
boards and articles there are most"""
_OF_FEW_LAYOUTS = {"thaiboards": 0.3, BOARDS: 0.15, ARTICLES: 0.15}
"""weight of pages of which many share a layout, in what names say"""


@dataclass(frozen=True)
class WordFit:
    """How the weights of names are found."""

    c: float = 20.0
    """scikit-learn's inverse of how much large weights cost; the texts of all pages weigh as much as there are texts"""
    steps: int = 45
    """after which the search ends, found or not"""


@dataclass(frozen=True)
class WordTable:
    """How often each word is on the path to each element with text, over all pages."""

    words: tuple[str, ...]
    path: sparse.csr_matrix
    wanted: NDArray[np.float64]
    """weight of the text that is content"""
    unwanted: NDArray[np.float64]
    kind: NDArray[np.int64]
    """the number in `KINDS` of the kind of page"""
    fold: NDArray[np.int64]
    page_words: tuple[str, ...]
    pages: sparse.csr_matrix
    page_type: NDArray[np.int64]
    page_weight: NDArray[np.float64]
    page_fold: NDArray[np.int64]


def _kind(example: Example) -> int:
    if example.page_type == "forum" or example.dataset == "thaiboards":
        return KINDS.index("talk")
    if example.page_type in ("product", "collection", "listing"):
        return KINDS.index("goods")
    return KINDS.index("prose")


def type_of(example: Example) -> str:
    """The type of a page; datasets that do not tell hold boards or articles."""
    return example.page_type or ("forum" if example.dataset == "thaiboards" else "article")


def _type_weight(example: Example) -> float:
    known, of_variant = (1.0 if example.page_type else 0.5), _TYPED[example.variant]
    if example.dataset in (BOARDS, ARTICLES):
        return known * of_variant * _MADE_TYPES.get((example.dataset, example.page_type), _MADE_TYPE)
    return known * of_variant


def word_table(examples: Sequence[Example]) -> WordTable:
    """Count words over the pages; a variant without names tells the type by its structure alone."""
    pages = [example for example in examples if example.variant == "page"]
    sites: dict[str, set[str]] = {}
    for example in pages:
        for word in set(example.attributes.words):
            sites.setdefault(word, set()).add(example.site)
    frequent = sorted(word for word, where in sites.items() if len(where) >= _FEWEST_SITES and len(word) > 1)
    words = (*frequent, *(f"<{name}>" for name in TAGS))
    number = {word: at for at, word in enumerate(words)}
    parts = [_paths(example, number) for example in pages]
    owner = np.repeat(np.arange(len(pages)), [part.shape[0] for part, _, _ in parts])
    typed = [example for example in examples if example.variant in _TYPED]
    common = Counter(word for example in typed for word in example.told)
    page_words = tuple(sorted(word for word, count in common.items() if count >= _FEWEST_PAGES))
    return WordTable(
        words=words,
        path=sparse.vstack([part for part, _, _ in parts]).tocsr(),
        wanted=np.concatenate([wanted for _, wanted, _ in parts]),
        unwanted=np.concatenate([unwanted for _, _, unwanted in parts]),
        kind=np.array([_kind(example) for example in pages])[owner],
        fold=np.array([example.fold for example in pages])[owner],
        page_words=page_words,
        pages=_incidence(typed, page_words),
        page_type=np.array([PAGE_TYPES.index(type_of(example)) for example in typed]),
        page_weight=np.array([_type_weight(example) for example in typed]),
        page_fold=np.array([example.fold for example in typed]),
    )


def _paths(
    example: Example, number: dict[str, int]
) -> tuple[sparse.csr_matrix, NDArray[np.float64], NDArray[np.float64]]:
    """Words on the path to every element that holds a block, and how much of its text is content."""
    size = len(example.tag)
    first_tag = number["<?>"]
    width = len(number)
    elements = sparse.csr_matrix(
        (np.ones(size, np.float32), (np.arange(size), first_tag + example.tag.astype(np.int64))), shape=(size, width)
    )
    named = example.attributes
    if len(named.owner):
        at = np.array([number.get(word, -1) for word in named.words], np.int64)
        known = at >= 0
        values = int(named.has.max()) + 1
        cut = sparse.csr_matrix(
            (np.ones(known.sum(), np.float32), (named.value[known], at[known])), shape=(values, width)
        )
        holds = sparse.csr_matrix(
            (np.ones(len(named.owner), np.float32), (named.owner, named.has)), shape=(size, values)
        )
        elements = elements + holds @ cut
    holders, inverse = np.unique(example.block_parent, return_inverse=True)
    weight = (example.size + 1.0) * ~np.isnan(example.label)
    weight = weight / max(float(weight.sum()), 1.0) * _OF_FEW_LAYOUTS.get(example.dataset, 1.0)
    label = np.nan_to_num(example.label)
    wanted = np.bincount(inverse, weight * label, len(holders)).astype(np.float64)
    unwanted = np.bincount(inverse, weight * (1 - label), len(holders)).astype(np.float64)
    return (_paths_to(holders, example.end) @ elements).tocsr(), wanted, unwanted


def _paths_to(holders: NDArray[np.int32], end: NDArray[np.int32]) -> sparse.csr_matrix:
    """Which elements are on the path to each holder: itself and those around it."""
    places: list[tuple[int, int]] = []
    path: list[int] = []
    row, closes = 0, end.tolist()
    wanted = holders.tolist()
    for element in range(len(closes)):
        while path and closes[path[-1]] <= element:
            path.pop()
        path.append(element)
        if row < len(wanted) and wanted[row] == element:
            places += [(row, around) for around in path]
            row += 1
    return _ones(places, (len(wanted), len(closes)))


def _ones(places: list[tuple[int, int]], shape: tuple[int, int]) -> sparse.csr_matrix:
    rows, columns = np.array(places, np.int64).reshape(-1, 2).T
    return sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)


def _incidence(examples: Sequence[Example], words: Sequence[str]) -> sparse.csr_matrix:
    number = {word: at for at, word in enumerate(words)}
    rows = [row for row, example in enumerate(examples) for word in sorted(example.told) if word in number]
    columns = [number[word] for example in examples for word in sorted(example.told) if word in number]
    return sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=(len(examples), len(words)))


_shared: list[tuple[WordTable, WordFit]] = []


def _share(table: WordTable, how: WordFit) -> None:
    _shared[:] = [(table, how)]


def _learn_shared(without: tuple[int, ...]) -> Vocabulary:
    table, how = _shared[0]
    return learn_vocabulary(table, without, how)


def learn_vocabularies(
    table: WordTable,
    settings: Sequence[tuple[int, ...]],
    jobs: int,
    tell: Callable[[str], None],
    how: WordFit | None = None,
) -> dict[tuple[int, ...], Vocabulary]:
    """A vocabulary for every set of folds that must not be seen."""
    learned: dict[tuple[int, ...], Vocabulary] = {}
    with Pool(jobs, _share, (table, how or WordFit())) as pool:
        for without, vocabulary in zip(settings, pool.imap(_learn_shared, settings, chunksize=1), strict=True):
            learned[without] = vocabulary
            tell(f"learned the words of the pages outside folds {without}" if without else "learned all words")
    return learned


def learn_vocabulary(table: WordTable, without: Collection[int] = (), how: WordFit | None = None) -> Vocabulary:
    """The weights of all words, learned from the pages outside the given folds."""
    own = np.stack([name_weights(table, kind, without, how or WordFit()) for kind in range(len(KINDS))], axis=1)
    seen = ~np.isin(table.page_fold, list(without))
    weight = np.zeros((len(table.page_words), len(PAGE_TYPES)), np.float32)
    bias = np.zeros(len(PAGE_TYPES), np.float32)
    if len(set(table.page_type[seen].tolist())) > 1:
        model = LogisticRegression(C=0.05, max_iter=200)
        model.fit(table.pages[seen], table.page_type[seen], sample_weight=table.page_weight[seen])
        if len(model.classes_) == len(PAGE_TYPES):
            weight = model.coef_.T.astype(np.float32)
            bias = model.intercept_.astype(np.float32)
    together = np.zeros((len(table.words) + len(table.page_words), len(KINDS) + len(PAGE_TYPES)), np.float32)
    together[: len(table.words), : len(KINDS)] = own
    together[len(table.words) :, len(KINDS) :] = weight
    return Vocabulary((*table.words, *table.page_words), together.astype(np.float16).astype(np.float32), bias)


def name_weights(table: WordTable, kind: int, without: Collection[int], how: WordFit) -> NDArray[np.float32]:
    """What every word says on pages of one of `KINDS`, learned from the pages outside the given folds."""
    share = np.where(table.kind == kind, 1.0, _OTHERS[kind]) * ~np.isin(table.fold, list(without))
    rows = np.flatnonzero(share)
    weight = np.concatenate([(table.wanted * share)[rows], (table.unwanted * share)[rows]])
    target = np.repeat([1, 0], len(rows))
    both = sparse.vstack([table.path[rows], table.path[rows]]).tocsr()
    used = np.flatnonzero(weight)
    scaled = weight[used] * (len(rows) / weight[used].sum())
    model = LogisticRegression(C=how.c, max_iter=how.steps, tol=1e-3)
    with warnings.catch_warnings():  # it is stopped early on purpose
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(both[used], target[used], sample_weight=scaled)
    coefficients: NDArray[np.float32] = model.coef_[0].astype(np.float32)
    return coefficients
