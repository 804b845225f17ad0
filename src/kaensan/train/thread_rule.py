"""Learning when posts are looked for, and what they say of the type of a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.thread_evidence import ThreadRule
from kaensan.train.examples import Example
from kaensan.train.made_gold import ARTICLES, BOARDS
from kaensan.train.sampled_rows import Vocabularies

__all__ = ["learn_rule"]

_MISSED = 0.02
"""share of the threads of a dataset that may be missed for the sake of speed"""
_HIGHEST = 0.05
"""the gate at most: boards that nobody trained on have fewer words that are known; one page of WCXB more in sixty is
searched for posts than with .08"""
_WEIGHTS = np.arange(0, 2.1, 0.25)
_BIASES = np.arange(-3, 3.1, 0.5)
_FORUM = PAGE_TYPES.index("forum")


def learn_rule(examples: Sequence[Example], vocabularies: Vocabularies) -> ThreadRule:
    """The rule that lets nearly all threads pass and makes the true types of real pages likeliest."""
    pages = [example for example in examples if example.variant == "page" and example.thread and example.threads]
    types = [vocabularies[(page.fold,)].type_scores(set(page.told)) for page in pages]
    chance = np.array([np.exp(scores - scores.max())[_FORUM] / np.exp(scores - scores.max()).sum() for scores in types])
    is_thread = np.array([bool(page.threads and page.threads.example.target.any()) for page in pages], np.bool_)
    dataset = np.array([page.dataset for page in pages])
    gates = [np.quantile(chance[is_thread & (dataset == name)], _MISSED) for name in set(dataset[is_thread].tolist())]
    if not gates:
        return ThreadRule()
    gate = min(float(min(gates)), _HIGHEST)
    real = [page.page_type is not None and page.dataset not in (ARTICLES, BOARDS) for page in pages]
    typed = [number for number in range(len(pages)) if real[number] and chance[number] >= gate]
    scores = np.stack([types[number] for number in typed]).astype(np.float64)
    odds = np.array([pages[number].thread.log_odds for number in typed])  # type: ignore[union-attr]
    target = np.array([PAGE_TYPES.index(pages[number].page_type or "") for number in typed])
    weight, bias = max(product(_WEIGHTS, _BIASES), key=lambda pair: _likelihood(scores, odds, target, *pair))
    return ThreadRule(gate, float(weight), float(bias))


def _likelihood(
    scores: NDArray[np.float64], odds: NDArray[np.float64], target: NDArray[np.int64], weight: float, bias: float
) -> float:
    """The mean log-likelihood of the true types."""
    shifted = scores.copy()
    shifted[:, _FORUM] += weight * np.clip(odds, -6, 6) + bias
    shifted -= shifted.max(axis=1, keepdims=True)
    total = np.log(np.exp(shifted).sum(axis=1))
    return float((shifted[np.arange(len(target)), target] - total).mean())
