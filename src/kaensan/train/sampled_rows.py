"""The rows that a forest learns from: a fair sample of all blocks, cut into bins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import Vocabulary
from kaensan.train.examples import NAMED, PLAIN, Example
from kaensan.train.forest import borders_of, to_bins
from kaensan.train.sites import FOLDS

__all__ = ["ALL", "Rows", "Vocabularies", "Voice", "sample_rows", "unseen"]

ALL = FOLDS
"""The number of the setting that leaves no fold out."""

Vocabularies = Mapping[tuple[int, ...], Vocabulary]
"""Vocabularies by the folds they have not seen."""

_VARIANTS = {
    "page": 1.0,
    "stripped": 0.5,
    "rebuilt": 0.5,
    "thai": 0.5,
    "japanese": 0.5,
    "listed": 0.8,
    "discussed": 0.5,
    "furnished": 0.4,
}
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
    site: NDArray[np.int64]
    """the number of the site that a row is from"""
    sampled: tuple[Sampled, ...]
    """the pages and variants that the rows are from, in the order of the rows"""

    def named(self, voices: Sequence[Voice], jobs: int) -> NDArray[np.uint8]:
        """The features of `NAMED` in the words of other vocabularies, once for every voice."""
        return _to_bins(_named_columns(self.sampled, voices, jobs), self.borders[-len(NAMED) :])


Sampled = tuple[Example, NDArray[np.int64]]
"""a page and the numbers of its blocks that were sampled"""

Voice = Callable[[Example], Vocabulary | None]
"""The vocabulary that speaks of a page; None where nothing may be said of it."""


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
    sampled: list[Sampled] = []
    weight: list[NDArray[np.float32]] = []
    for example in examples:
        heavy = _weight(example) * importance.get(example.dataset, 1.0)
        chance = np.clip(heavy / _CERTAIN, _RAREST, 1.0) * (heavy > 0)
        taken = np.flatnonzero(random.random(len(heavy)) < chance)
        if len(taken):
            sampled.append((example, taken))
            weight.append((heavy[taken] / chance[taken]).astype(np.float32))
    values = np.concatenate([example.columns[plain][:, taken] for example, taken in sampled], axis=1)
    borders = [borders_of(row[::5]) for row in values]
    bins = np.stack([to_bins(row, border) for row, border in zip(values, borders, strict=True)])
    voices = [partial(_voice, vocabularies, setting) for setting in range(FOLDS + 1)]
    spoken = _named_columns(sampled, voices, jobs)
    word_borders = [borders_of(row[::5]) for row in spoken[ALL].astype(np.float32)]
    tell(f"sampled {values.shape[1]:,} blocks of {len(examples):,} pages and variants")
    rows = [len(taken) for _, taken in sampled]
    number = {site: at for at, site in enumerate(sorted({example.site for example in examples}))}
    return Rows(
        columns=(*columns, *NAMED),
        borders=(*borders, *word_borders),
        bins=bins,
        named_bins=_to_bins(spoken, word_borders),
        target=np.concatenate([np.nan_to_num(example.label[taken]) for example, taken in sampled]),
        weight=np.concatenate(weight),
        fold=np.repeat(np.array([example.fold for example, _ in sampled], np.uint8), rows),
        site=np.repeat(np.array([number[example.site] for example, _ in sampled], np.int64), rows),
        sampled=tuple(sampled),
    )


def _voice(vocabularies: Vocabularies, setting: int, example: Example) -> Vocabulary | None:
    """The vocabulary that has seen neither the page's fold nor the one that is left out; it is silent on the latter."""
    return None if setting == example.fold else vocabularies[unseen(example.fold, setting)]


def _to_bins(settings: NDArray[np.float16], borders: Sequence[NDArray[np.float32]]) -> NDArray[np.uint8]:
    return np.stack(
        [
            np.stack([to_bins(row, border) for row, border in zip(setting, borders, strict=True)])
            for setting in (stored.astype(np.float32) for stored in settings)
        ]
    )


_shared: list[tuple[Sequence[Sampled], Sequence[Voice]]] = []
"""what the processes that apply vocabularies read"""


def _named_columns(sampled: Sequence[Sampled], voices: Sequence[Voice], jobs: int) -> NDArray[np.float16]:
    """The features of `NAMED` of the sampled blocks, once for every voice."""
    with Pool(jobs, _share, (sampled, voices)) as pool:
        return np.concatenate(pool.map(_spoken, range(len(sampled)), chunksize=32), axis=2)


def _share(sampled: Sequence[Sampled], voices: Sequence[Voice]) -> None:
    _shared[:] = [(sampled, voices)]


def _spoken(number: int) -> NDArray[np.float16]:
    """The features of `NAMED` of one page in every voice."""
    sampled, voices = _shared[0]
    example, taken = sampled[number]
    filled = np.zeros((len(voices), len(NAMED), len(taken)), np.float16)
    for at, voice in enumerate(voices):
        vocabulary = voice(example)
        if vocabulary is not None:
            filled[at] = example.with_vocabulary(vocabulary)[:, taken]
    return filled


def _weight(example: Example) -> NDArray[np.float64]:
    """A page weighs 100 in all; its blocks share that by length."""
    by_length = example.size + 2.0
    share = (1 - _SPREAD) * by_length / by_length.sum() + _SPREAD / len(by_length)
    weight: NDArray[np.float64] = 100 * share * _VARIANTS[example.variant] * ~np.isnan(example.label)
    return weight
