"""Whole sources left out, and folds of sites beside them: what forests are grown from and judged by.

Rows are drawn once for all; what names say is learned anew wherever something is left out.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import Pool
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import Vocabulary
from kaensan.train.core import IMPORTANCE, Material
from kaensan.train.examples import NAMED, Example
from kaensan.train.forest import ForestOptions
from kaensan.train.learned_words import WordFit, WordTable, learn_vocabulary, word_table
from kaensan.train.sampled_rows import Rows, Vocabularies, Voice, sample_rows, unseen
from kaensan.train.sites import FOLDS

__all__ = ["SOURCES", "Bench", "Split", "constant_columns", "of_fold", "per_row", "read_bench", "tell", "thinly"]

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


def tell(message: str) -> None:
    print(f"{time.strftime('%T')} {message}", flush=True)


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


def read_bench(material: Material, jobs: int, device: str, how: WordFit) -> Bench:
    """Rows are drawn once for all splits; what is said of names depends on what was left out."""
    rows = sample_rows(material.examples, material.vocabularies, IMPORTANCE, ForestOptions().seed, tell, jobs)
    present = {example.dataset for example in material.examples}
    sources = {name: sets for name, sets in SOURCES.items() if sets & present and present - sets}
    words = _words_without(material, sources, jobs, how)
    voices: list[Voice] = [partial(_of_source, words[name], sets) for name, sets in sources.items()]
    voices += [partial(of_fold, material.vocabularies, fold) for fold in DECIDING]
    spoken = rows.named([*voices, *(partial(thinly, voice, 0.5) for voice in voices)], jobs)
    named = [{False: spoken[at], True: spoken[at + len(voices)]} for at in range(len(voices))]
    splits = [
        Split(
            name,
            "source",
            per_row(rows, [example.dataset not in sets for example, _ in rows.sampled]),
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
    return Bench(rows, splits, constant_columns(rows), device)


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


def of_fold(words: Vocabularies, fold: int, example: Example) -> Vocabulary | None:
    return None if example.fold == fold else words[unseen(example.fold, fold)]


def thinly(voice: Voice, share: float, example: Example) -> Vocabulary | None:
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


def per_row(rows: Rows, value: Sequence[Any]) -> NDArray[Any]:
    """A value of every sampled page, row by row."""
    return np.repeat(np.array(value), [len(taken) for _, taken in rows.sampled])


def constant_columns(rows: Rows) -> NDArray[np.bool_]:
    """Which columns are the same all over a page, on every page; those of names are not among them."""
    first = np.cumsum([0, *(len(taken) for _, taken in rows.sampled)])[:-1]
    same = [
        bool((np.maximum.reduceat(column, first) == np.minimum.reduceat(column, first)).all()) for column in rows.bins
    ]
    return np.array([*same, *(name.startswith("type_") for name in NAMED)])
