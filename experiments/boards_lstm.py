"""Leave-one-board-out for the paper's network: ten trainings, each without one board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.datasets import GoldPage, load
from kaensan.gold.marked import read_marked
from kaensan.gold.metrics import trigram_f1
from kaensan.methods.lstm.method import Labeller, Lstm, LstmEvidence, LstmOptions
from kaensan.methods.lstm.tokens import Label
from kaensan.page.normalise import normalise
from kaensan.render import render_text
from kaensan.train.lstm import Vocabulary

__all__ = ["score_page", "unseen_lstm"]

Score = tuple[float, bool, int, int]


def unseen_lstm(data: Path, seed: int = 0) -> None:
    """Train the network without each board in turn and measure it there."""
    from kaensan.train.lstm import train_network
    from kaensan.train.lstm_network import NetworkOptions, predict

    pages = [(gold, *read_marked(gold.marked or "")) for gold in load(data, "thaiboards")]
    print("\n## lstm on boards never met\n")
    print("| | content F1 (trigrams) | title right, % | token accuracy, % |\n|---|---|---|---|")
    scores: list[Score] = []
    for board in dict.fromkeys(gold.board for gold, _, _, _ in pages):
        training = [
            (tokens.strings, labels)
            for gold, _, tokens, labels in pages
            if gold.split == "train" and gold.board != board
        ]
        network, vocabulary, _ = train_network(training, NetworkOptions(seed=seed), report=_silent)
        labeller = _labeller(predict, network.to("cpu"), vocabulary)
        found = [score_page(gold, labeller) for gold, _, _, _ in pages if gold.board == board]
        print(_row(f"– {board}", found), flush=True)
        scores += found
    print(_row("lstm", scores))


def _silent(_: str) -> None:
    """Ten trainings report nothing but what they come to."""


def _row(name: str, scores: list[Score]) -> str:
    content, title, right, count = (np.array(column) for column in zip(*scores, strict=True))
    return f"| {name} | {content.mean():.4f} | {100 * title.mean():.1f} | {100 * right.sum() / count.sum():.2f} |"


def _labeller(predict: Callable[..., NDArray[np.float32]], network: Any, vocabulary: Vocabulary) -> Labeller:
    return lambda tokens: predict(network, vocabulary.numbers(list(tokens)))


def score_page(gold: GoldPage, labeller: Labeller) -> Score:
    """Content F1, whether the title is right, and right and all tokens, for a network on one page."""
    page, _, labels = read_marked(gold.marked or "")
    found = Lstm(LstmOptions(), model=labeller).label(page)
    evidence: LstmEvidence = found.evidence
    words: list[str] = [
        string
        for string, row, label in zip(
            evidence.tokens.strings, evidence.tokens.row.tolist(), evidence.label.tolist(), strict=True
        )
        if label == Label.T and row >= 0
    ]
    title = _squeezed("".join(words)) == _squeezed(normalise(gold.title or ""))
    content = trigram_f1(render_text(page, found.kept), normalise(gold.text or "")).f1
    return content, title, int((evidence.label == labels).sum()), len(labels)


def _squeezed(text: str) -> str:
    return "".join(text.split())
