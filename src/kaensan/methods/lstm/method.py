"""`lstm`: an LSTM over the tags and words of a board page.

S. Dangmadee, P. Sanguansat, C. Haruechaiyasak: *Generalized Information Extraction for Thai Web Boards*.

The page is cleaned (`script style link meta button` go) and read as a sequence of tags and words
(`tokens`). An embedding of 512 and one forward LSTM layer of 128 units give every token a label: T for
title, C for content, O for other. Post-processing then makes each tag pair agree with itself.

Readings, where the paper leaves room:

- a *run* is a row of neighbouring tokens with the same label T or C (figure 8 has T and C side by side);
- all labels inside the pair vote, O as well; a tie keeps the label of the run;
- pairs are settled from the outermost inwards, so the narrower pair has the last word about its tokens;
- the support of a title span is the number of its tokens that the LSTM itself had labelled T.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Role
from kaensan.methods.lstm.model import shipped_model
from kaensan.methods.lstm.tokens import Label, Tokens, Words, tokenise
from kaensan.page import Page

__all__ = ["Labeller", "Lstm", "LstmEvidence", "LstmOptions", "postprocess"]

Labeller = Callable[[Sequence[str]], NDArray[np.float32]]
"""From a sequence of tokens to the probabilities of O, C and T of each."""

_ROLE = np.array([Role.OTHER, Role.CONTENT, Role.TITLE], np.int8)  # by `Label`


@dataclass(frozen=True)
class LstmOptions:
    """`postprocess=False` returns the labels of the network as they are."""

    postprocess: bool = True


@dataclass(frozen=True)
class LstmEvidence:
    """The token strip: what the network said about each token, and what became of it."""

    tokens: Tokens
    probability: NDArray[np.float32]
    """per token the probabilities of O, C and T"""
    system: NDArray[np.int8]
    """the label of the network, a `Label` per token"""
    label: NDArray[np.int8]
    """the label after post-processing"""


@dataclass(frozen=True)
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
        evidence = LstmEvidence(tokens, probability, system, label)
        return _row_labels(self.name, page, evidence)


def postprocess(tokens: Tokens, system: NDArray[np.int8]) -> NDArray[np.int8]:
    """Give every tag pair around a run of T or C the label of its majority, and keep one title."""
    label = system.copy()
    before = np.zeros((len(system) + 1, 3), np.int64)
    np.cumsum(system[:, None] == np.arange(3), axis=0, out=before[1:])
    for begin, end, run_label in _pairs(tokens, system):
        votes = before[end] - before[begin]
        label[begin:end] = run_label if votes[run_label] == votes.max() else votes.argmax()
    return _one_title(label, system)


def _pairs(tokens: Tokens, system: NDArray[np.int8]) -> list[tuple[int, int, int]]:
    """The token range of the innermost pair around each run of T or C, with the run's label; outermost first."""
    if not len(system):
        return []
    starts = np.flatnonzero(np.diff(system, prepend=-1))
    ends = np.append(starts[1:], len(system))
    # The shallowest pair of a run encloses it all, unless the run goes on into a sibling: then their parent does.
    top = np.minimum.reduceat(tokens.depth, starts)
    shallow = tokens.depth == np.repeat(top, ends - starts)
    first = np.minimum.reduceat(np.where(shallow, tokens.element, np.iinfo(np.int32).max), starts)
    last = np.maximum.reduceat(np.where(shallow, tokens.element, -1), starts)
    found: dict[int, int] = {}
    for begin, one, other in zip(starts.tolist(), first.tolist(), last.tolist(), strict=True):
        run_label = int(system[begin])
        if run_label == Label.O:
            continue
        element = one if one == other else int(tokens.parent[one])
        if element >= 0:
            found.setdefault(element, run_label)
    return [
        (int(tokens.opening[element]), int(tokens.closing[element]) + 1, run_label)
        for element, run_label in sorted(found.items())
    ]


def _one_title(label: NDArray[np.int8], system: NDArray[np.int8]) -> NDArray[np.int8]:
    """Keep the title span with the most support; the others are O."""
    starts = np.flatnonzero(np.diff(label, prepend=-1))
    titles = [begin for begin in starts.tolist() if label[begin] == Label.T]
    if len(titles) < 2:
        return label
    after = dict(zip(starts.tolist(), [*starts[1:].tolist(), len(label)], strict=True))
    support = [int((system[begin : after[begin]] == Label.T).sum()) for begin in titles]
    best = titles[int(np.argmax(support))]
    for begin in titles:
        if begin != best:
            label[begin : after[begin]] = Label.O
    return label


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

    def reason(at: int) -> str:
        if not words[at]:
            return "removed by cleaning, or no words"
        said = np.bincount(evidence.system[tokens.row == at], minlength=3)
        counts = ", ".join(f"{said[label]} {label.name}" for label in reversed(Label) if said[label])
        return f"the network labelled its words {counts}; its tag pair is {Label(int(votes[at].argmax())).name}"

    return Labels(
        method=method,
        role=role,
        score=(content / np.maximum(words, 1)).astype(np.float32),
        reason=reason,
        evidence=evidence,
    )
