"""The rows that a forest learns from: a fair sample of all blocks, cut into bins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import Vocabulary
from kaensan.train.examples import NAMED, PLAIN, Example
from kaensan.train.forest import borders_of, to_bins
from kaensan.train.sites import FOLDS

__all__ = ["ALL", "Rows", "Vocabularies", "sample_rows"]

ALL = FOLDS
"""The number of the setting that leaves no fold out."""

Vocabularies = Mapping[tuple[int, ...], Vocabulary]
"""Vocabularies by the folds they have not seen."""

_VARIANTS = {"page": 1.0, "stripped": 0.5, "thai": 0.5, "japanese": 0.5, "listed": 0.8, "discussed": 0.5}
_SPREAD = 0.3  # share of a page's weight that is spread evenly over its blocks, whatever their length
_CERTAIN = 0.6  # blocks of this weight are always taken, lighter ones in proportion
_RAREST = 0.04


@dataclass(frozen=True)
class Rows:
    """Binned features of the sampled blocks, a row of `bins` per feature."""

    columns: tuple[str, ...]
    """names of the features that need no vocabulary, then `NAMED`"""
    borders: tuple[NDArray[np.float32], ...]
    bins: NDArray[np.uint8]
    named_bins: NDArray[np.uint8]
    """the features of `NAMED`, once for every fold left out and once for none"""
    target: NDArray[np.float32]
    weight: NDArray[np.float32]
    fold: NDArray[np.uint8]


def unseen(example_fold: int, setting: int) -> tuple[int, ...]:
    """The folds that a vocabulary must not have seen to speak of a page, with one fold left out besides."""
    return tuple(sorted({example_fold} if setting == ALL else {example_fold, setting}))


def sample_rows(
    examples: Sequence[Example],
    vocabularies: Vocabularies,
    importance: Mapping[str, float],
    seed: int,
    tell: Callable[[str], None],
    jobs: int = 1,
) -> Rows:
    """Sample blocks by weight; what a page weighs depends on its dataset (`importance`) and variant."""
    random = np.random.default_rng(seed)
    plain = [at for at, name in enumerate(PLAIN) if name not in NAMED]
    columns = tuple(PLAIN[at] for at in plain)
    common: list[NDArray[np.float32]] = []
    chosen: list[tuple[Example, NDArray[np.int64]]] = []
    target: list[NDArray[np.float32]] = []
    weight: list[NDArray[np.float32]] = []
    fold: list[NDArray[np.uint8]] = []
    for example in examples:
        heavy = _weight(example) * importance.get(example.dataset, 1.0)
        chance = np.clip(heavy / _CERTAIN, _RAREST, 1.0) * (heavy > 0)
        taken = np.flatnonzero(random.random(len(heavy)) < chance)
        if not len(taken):
            continue
        common.append(example.columns[plain][:, taken])
        chosen.append((example, taken))
        target.append(np.nan_to_num(example.label[taken]))
        weight.append((heavy[taken] / chance[taken]).astype(np.float32))
        fold.append(np.full(len(taken), example.fold, np.uint8))
    values = np.concatenate(common, axis=1)
    borders = [borders_of(row[::5]) for row in values]
    bins = np.stack([to_bins(row, border) for row, border in zip(values, borders, strict=True)])
    settings = [column.astype(np.float32) for column in _named_columns(chosen, vocabularies, jobs)]
    word_borders = [borders_of(row[::5]) for row in settings[ALL]]
    named_bins = np.stack(
        [
            np.stack([to_bins(row, border) for row, border in zip(setting, word_borders, strict=True)])
            for setting in settings
        ]
    )
    tell(f"sampled {values.shape[1]:,} blocks of {len(examples):,} pages and variants")
    return Rows(
        columns=(*columns, *NAMED),
        borders=(*borders, *word_borders),
        bins=bins,
        named_bins=named_bins,
        target=np.concatenate(target),
        weight=np.concatenate(weight),
        fold=np.concatenate(fold),
    )


_shared: list[tuple[Sequence[tuple[Example, NDArray[np.int64]]], Vocabularies]] = []
"""what the processes that apply vocabularies read"""


def _named_columns(
    chosen: Sequence[tuple[Example, NDArray[np.int64]]], vocabularies: Vocabularies, jobs: int
) -> NDArray[np.float16]:
    """The features of `NAMED` of the chosen blocks, once for every fold left out and once for none."""
    with Pool(jobs, _share, (chosen, vocabularies)) as pool:
        return np.concatenate(pool.map(_spoken, range(len(chosen)), chunksize=32), axis=2)


def _share(chosen: Sequence[tuple[Example, NDArray[np.int64]]], vocabularies: Vocabularies) -> None:
    _shared[:] = [(chosen, vocabularies)]


def _spoken(number: int) -> NDArray[np.float16]:
    """The features of `NAMED` of one page in every setting; nothing is said of a page whose fold is left out."""
    chosen, vocabularies = _shared[0]
    example, taken = chosen[number]
    filled = np.zeros((FOLDS + 1, len(NAMED), len(taken)), np.float16)
    for setting in range(FOLDS + 1):
        if setting != example.fold:
            filled[setting] = example.with_vocabulary(vocabularies[unseen(example.fold, setting)])[:, taken]
    return filled


def _weight(example: Example) -> NDArray[np.float64]:
    """A page weighs 100 in all; its blocks share that by length."""
    by_length = example.size + 2.0
    share = (1 - _SPREAD) * by_length / by_length.sum() + _SPREAD / len(by_length)
    weight: NDArray[np.float64] = 100 * share * _VARIANTS[example.variant] * ~np.isnan(example.label)
    return weight
