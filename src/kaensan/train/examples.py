"""A page with gold as numbers to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.candidates import stated_odds
from kaensan.methods.boards.model import Scorer
from kaensan.methods.core.blocks import LEVELS
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import (
    KINDS,
    PAGE_TYPES,
    AttributeWords,
    Vocabulary,
    path_sums,
)
from kaensan.methods.core.features import NAMES
from kaensan.methods.core.stated_body import STATED_NAMES
from kaensan.methods.core.thread_evidence import (
    THREAD_NAMES,
    BlockPlaces,
    Surroundings,
    ThreadRule,
    no_thread,
    thread_bonus,
    thread_columns,
)
from kaensan.train.thread_examples import ThreadExample

__all__ = ["NAMED", "PLAIN", "ChosenThread", "Example", "Threads", "with_rule", "with_thread"]

NAMED = (
    *(f"{name}@{level}" for level in range(LEVELS) for name in ("token", "path")),
    *(f"path_{name}" for name in KINDS),
    *(f"type_{name}" for name in PAGE_TYPES),
    *THREAD_NAMES,
)
"""The features that depend on the vocabulary: it also decides whether posts are looked for."""
_NAMED = {name: at for at, name in enumerate(NAMED)}
PLAIN = (*NAMES, *STATED_NAMES)
"""The features that are computed once for a page; those of `NAMED` among them are empty until a vocabulary is known."""
_PLACE = {name: at for at, name in enumerate(PLAIN)}


@dataclass(frozen=True)
class Threads:
    """The candidates for the posts of a page."""

    example: ThreadExample
    places: tuple[BlockPlaces, ...]
    """where the blocks stand, candidate by candidate"""
    known: bool
    """whether somebody knows if the page is a thread"""
    stated: bool
    """whether the page says that it is a discussion"""


@dataclass(frozen=True)
class ChosenThread:
    """The likeliest thread of a page, in the words of a post model that has not seen its site."""

    log_odds: float
    columns: NDArray[np.float32]
    """the features of `THREAD_NAMES`"""
    at: BlockPlaces
    rule: ThreadRule = field(default_factory=ThreadRule)


@dataclass(frozen=True)
class Example:
    """One page, or a variant of it, as numbers."""

    id: str
    dataset: str
    site: str
    fold: int
    variant: str
    partial: bool
    """only a part of the content is known"""
    page_type: str | None
    columns: NDArray[np.float32]
    """the features, a row per name of `PLAIN`"""
    label: NDArray[np.float32]
    """share of each block that is content; NaN where nobody knows"""
    size: NDArray[np.int32]
    """words of each block"""
    units: NDArray[np.float32]
    """length of each block …"""
    prose: NDArray[np.float32]
    """… and of what is no link"""
    title: int | None
    """the block with the title of the page"""
    situation: Situation
    """with types that say nothing yet"""
    comments: NDArray[np.bool_]
    attributes: AttributeWords
    told: frozenset[str]
    """the words that tell the type of the page"""
    tag: NDArray[np.int16]
    end: NDArray[np.int32]
    block_parent: NDArray[np.int32]
    chain: NDArray[np.int32]
    """elements outwards from each block"""
    gold: NDArray[np.int32] | None
    """how often each word of the page's word list is in the gold"""
    block_words: tuple[NDArray[np.int32], ...]
    """numbers of the words of each block"""
    threads: Threads | None = None
    thread: ChosenThread | None = None
    """known once the thread models are trained"""

    def types(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """The scores of `PAGE_TYPES`; a thread speaks only where the words of the page make one possible."""
        types = vocabulary.type_scores(set(self.told))
        thread = self.thread
        return thread.rule.weighed(types, thread.log_odds) if thread and thread.rule.admits(types) else types

    def thread_odds(self, vocabulary: Vocabulary) -> float | None:
        """How likely the page is a thread, None where no posts are looked for."""
        thread = self.thread
        if thread is None or not thread.rule.admits(vocabulary.type_scores(set(self.told))):
            return None
        return thread.log_odds

    def thread_bonus(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """What the log-odds of the blocks gain by the thread of the page."""
        odds = self.thread_odds(vocabulary)
        if self.thread is None or self.threads is None or odds is None:
            return np.zeros(len(self.label), np.float32)
        around = Surroundings(self.units, self.prose, self.title, self.threads.stated)
        return thread_bonus(odds, self.types(vocabulary), self.thread.at, around)

    def with_vocabulary(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """The features of `NAMED`, a row each."""
        own = vocabulary.element_scores(self.tag, self.attributes)
        path = path_sums(self.end, own)
        columns = []
        for level in range(LEVELS):
            columns += [own[self.chain[:, level], 0], path[self.chain[:, level], 0]]
        columns += [*path[self.block_parent].T]
        columns += [np.full(len(self.label), score, np.float32) for score in self.types(vocabulary)]
        looked = self.thread is not None and self.thread_odds(vocabulary) is not None
        columns += [*(self.thread.columns if looked and self.thread else no_thread(len(self.label)))]
        return np.stack(columns).astype(np.float32)

    def features(self, vocabulary: Vocabulary, wanted: Sequence[str]) -> NDArray[np.float32]:
        """The named features, a row each, with what the vocabulary says of the names on the page."""
        spoken = self.with_vocabulary(vocabulary)
        return np.stack([spoken[_NAMED[name]] if name in _NAMED else self.columns[_PLACE[name]] for name in wanted])

    def f1(self, kept: NDArray[np.bool_]) -> float:
        """The F1 of keeping these blocks."""
        if self.gold is None:
            return float("nan")
        chosen = [self.block_words[block] for block in np.flatnonzero(kept).tolist()]
        if not chosen:
            return float(not self.gold.any())
        count = np.bincount(np.concatenate(chosen), minlength=len(self.gold))
        return float(2 * np.minimum(count, self.gold).sum() / max(count.sum() + self.gold.sum(), 1))


def with_thread(example: Example, scorers: Sequence[Scorer]) -> Example:
    """The example with its likeliest thread, by the forest that has not seen its software."""
    if example.threads is None or not scorers:
        return example
    odds = scorers[example.threads.example.fold](example.threads.example.features)
    log_odds, best = stated_odds(float(odds.max()), example.threads.stated), example.threads.places[0]
    columns = thread_columns(example.units, example.prose, log_odds, best)
    return replace(example, thread=ChosenThread(log_odds, columns, best))


def with_rule(example: Example, rule: ThreadRule) -> Example:
    """The example with the rule by which its thread counts."""
    return replace(example, thread=replace(example.thread, rule=rule)) if example.thread else example
