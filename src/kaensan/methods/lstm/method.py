"""`lstm`: an LSTM over the tags and words of a board page.

A. Dangmadee, P. Sanguansat, C. Haruechaiyasak: *Generalized Information Extraction for Thai Web Boards*.

The page is cleaned (`script style link meta button` go) and read as a sequence of tags and words
(`tokens`). An embedding of 512 and one forward LSTM layer of 128 units give every token a label: T for
title, C for content, O for other. Post-processing then makes each tag pair agree with itself.

Readings, where the paper leaves room:

- a *run* is a row of neighbouring tokens with the same label T or C (figure 8 has T and C side by side);
- all labels inside the pair vote, O as well; a tie goes to the label that comes first in the pair, mostly that of its
  start tag, so that an empty `<head></head>` of which the network took the end tag for content stays O (figure 8);
- pairs are settled from the innermost outwards, so the wider pair has the last word about its tokens;
- the support of a title span is the number of its tokens that the LSTM itself had labelled T;
- training, of which the paper says little: tokens that occur once are not in the vocabulary, the learning rate rises
  and falls in one cycle, gradients are clipped, and words are hidden at random (see the model card).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.base import Labels, Role, step, worded
from kaensan.methods.lstm.model import shipped_model
from kaensan.methods.lstm.tokens import Label, Tokens, Words, tokenise
from kaensan.page import Page

__all__ = ["Labeller", "Lstm", "LstmEvidence", "LstmOptions", "postprocess"]

Labeller = Callable[[Sequence[str]], NDArray[np.float32]]
"""From a sequence of tokens to the probabilities of O, C and T of each."""

_ROLE = np.array([Role.OTHER, Role.CONTENT, Role.TITLE], np.int8)  # by `Label`


@record
class LstmOptions:
    """`postprocess=False` returns the labels of the network as they are."""

    postprocess: bool = True


@record
class LstmEvidence:
    """The token strip: what the network said about each token, and what became of it."""

    tokens: Tokens
    probability: NDArray[np.float32]
    """per token the probabilities of O, C and T"""
    system: NDArray[np.int8]
    """the label of the network, a `Label` per token"""
    label: NDArray[np.int8]
    """the label after post-processing"""
    curve: tuple[tuple[float, float], ...] = ()
    """loss and accuracy of every epoch in which the network was trained, where its card has them"""


@record
class Lstm:
    """Title and content of a board page, as the LSTM learned them from marked pages."""

    options: LstmOptions = LstmOptions()
    model: Labeller | None = None
    """the trained network; the one that ships with the program unless given"""
    words: Words | None = None
    """splits text into words; the Thai segmenter unless given"""

    @property
    def name(self) -> str:
        return "lstm"

    @cached_property
    def _network(self) -> Labeller:
        return self.model or shipped_model()

    def label(self, page: Page) -> Labels:
        network = self._network
        tokens = tokenise(page, self.words)
        probability = network(tokens.strings)
        system = probability.argmax(axis=1).astype(np.int8)
        label = postprocess(tokens, system) if self.options.postprocess else system
        evidence = LstmEvidence(tokens, probability, system, label, getattr(network, "curve", ()))
        return _row_labels(self.name, page, evidence)


def postprocess(tokens: Tokens, system: NDArray[np.int8]) -> NDArray[np.int8]:
    """Give every tag pair around a run of T or C the label of its majority, and keep one title."""
    pairs = enclosing_pairs(tokens, find_runs(system))
    return keep_one_title(relabel(system, pairs, count_labels(system, pairs)), system)


class Run(NamedTuple):
    """Neighbouring tokens that the network gave one label, T or C."""

    first: int
    end: int
    label: int


class Pair(NamedTuple):
    """The tokens from a start tag to its end tag."""

    first: int
    end: int


@step("1. find the tokens labelled T or C")
def find_runs(system: NDArray[np.int8]) -> list[Run]:
    """Find the runs of neighbouring tokens that the network labelled T, or C."""
    starts = np.flatnonzero(np.diff(system, prepend=-1)).tolist()
    runs = zip(starts, [*starts[1:], len(system)], strict=True)
    return [Run(first, end, int(system[first])) for first, end in runs if system[first] != Label.O]


@step("2. find the tag pair around them")
def enclosing_pairs(tokens: Tokens, runs: list[Run]) -> list[Pair]:
    """Find the innermost tag pair that encloses each run; the innermost pairs come first, each once."""
    if not runs:
        return []
    bounds = np.array([bound for run in runs for bound in (run.first, run.end)])
    bounds = bounds[:-1] if bounds[-1] == len(tokens) else bounds
    # The shallowest pair of a run encloses it all, unless the run goes on into a sibling: then their parent does.
    top = np.minimum.reduceat(tokens.depth, bounds)[::2]
    elements: set[int] = set()
    for run, depth in zip(runs, top.tolist(), strict=True):
        inside = tokens.element[run.first : run.end]
        shallow = inside[tokens.depth[run.first : run.end] == depth]
        least, most = int(shallow.min()), int(shallow.max())
        element = least if least == most else int(tokens.parent[least])
        if element >= 0:
            elements.add(element)
    # Elements are numbered in document order, so the inner one of two nested pairs has the higher number.
    return [
        Pair(int(tokens.opening[element]), int(tokens.closing[element]) + 1)
        for element in sorted(elements, reverse=True)
    ]


@step("3. count the labels inside the pair")
def count_labels(system: NDArray[np.int8], pairs: list[Pair]) -> list[NDArray[np.int64]]:
    """Count how many tokens of each pair the network labelled O, C and T, tags included."""
    before = np.zeros((len(system) + 1, len(Label)), np.int64)
    np.cumsum(system[:, None] == np.arange(len(Label)), axis=0, out=before[1:])
    return [before[pair.end] - before[pair.first] for pair in pairs]


@step("4. give all of them the majority's label")
def relabel(system: NDArray[np.int8], pairs: list[Pair], votes: list[NDArray[np.int64]]) -> NDArray[np.int8]:
    """Give every token of a pair the label that most of them have; wider pairs come later and have the last word."""
    label = system.copy()
    places = [np.flatnonzero(system == each) for each in Label]
    for pair, vote in zip(pairs, votes, strict=True):
        tied = np.flatnonzero(vote == vote.max()).tolist()
        label[pair.first : pair.end] = min(tied, key=lambda each: _next(places[each], pair.first))
    return label


def _next(places: NDArray[np.int64], at: int) -> int:
    """The first of some places, in ascending order, that is not before a given one."""
    return int(places[np.searchsorted(places, at)])


@step("one title")
def keep_one_title(label: NDArray[np.int8], system: NDArray[np.int8]) -> NDArray[np.int8]:
    """Keep the title span with the most support; the others are O."""
    titles = [run for run in find_runs(label) if run.label == Label.T]
    if len(titles) < 2:
        return label
    support = [int((system[run.first : run.end] == Label.T).sum()) for run in titles]
    best = int(np.argmax(support))
    for number, run in enumerate(titles):
        if number != best:
            label[run.first : run.end] = Label.O
    return label


_REASONS = {
    "removed": ("removed by cleaning, or no words", "ถูกลบตอนทำความสะอาดหน้า หรือไม่มีคำ"),
    "labelled": (
        "the network labelled its words {counts}; its tag pair is {pair}",
        "โครงข่ายติดป้ายให้คำของข้อความนี้ {counts}; คู่แท็กของข้อความนี้คือ {pair}",
    ),
}
"""Why a row got its label, in English and in Thai."""


def _row_labels(method: str, page: Page, evidence: LstmEvidence) -> Labels:
    """Rows take the label of most of their words."""
    tokens = evidence.tokens
    word = tokens.row >= 0
    row = tokens.row[word]
    rows = len(page.texts)
    votes = np.zeros((rows, 3), np.int64)
    np.add.at(votes, (row, evidence.label[word]), 1)
    content = np.zeros(rows, np.float64)
    np.add.at(content, row, evidence.probability[word, Label.C])
    words = votes.sum(axis=1)
    role = _ROLE[votes.argmax(axis=1)]

    def reason(at: int, language: str = "en") -> str:
        if not words[at]:
            return worded(_REASONS, "removed", language)
        system = np.bincount(evidence.system[tokens.row == at], minlength=3)
        counts = ", ".join(f"{system[label]} {label.name}" for label in reversed(Label) if system[label])
        return worded(_REASONS, "labelled", language, counts=counts, pair=Label(int(votes[at].argmax())).name)

    return Labels(
        method=method,
        role=role,
        score=(content / np.maximum(words, 1)).astype(np.float32),
        reason=reason,
        translated=reason,
        evidence=evidence,
    )
