"""`lstm`: token counts and token accuracy of Dangmadee, Sanguansat & Haruechaiyasak, in training and in test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kaensan.bench.papers.reference import percent, table
from kaensan.errors import KaensanError
from kaensan.gold.datasets import GoldPage
from kaensan.gold.marked import read_marked
from kaensan.gold.metrics import label_accuracy
from kaensan.methods.lstm.method import Lstm
from kaensan.methods.lstm.tokens import Label

__all__ = ["lstm_sections"]

_LETTER = {int(label): label.name for label in Label}
_LETTERS = ("T", "C", "O")


@dataclass
class _Tokens:
    """The labels of all tokens of some pages."""

    pages: int = 0
    gold: list[str] = field(default_factory=list)
    network: list[str] = field(default_factory=list)
    post_processed: list[str] = field(default_factory=list)


def lstm_sections(training: Iterable[GoldPage], test: Iterable[GoldPage]) -> list[str]:
    """Table I (tokens by board) and the accuracies, or why the method cannot run here."""
    try:
        parts = {"training": _labelled(training), "test": _labelled(test)}
    except KaensanError as error:
        return [f"### lstm on boards\n\nNot run: {error}"]
    return [_counts(parts), _accuracy(parts), _by_board(parts["test"])]


def _labelled(pages: Iterable[GoldPage]) -> dict[str, _Tokens]:
    """What the network makes of the marked pages, by board."""
    method = Lstm()
    boards: dict[str, _Tokens] = defaultdict(_Tokens)
    for gold in pages:
        if gold.marked is None:
            continue
        page, _, expected = read_marked(gold.marked)
        evidence = method.label(page).evidence
        board = boards[gold.board or ""]
        board.pages += 1
        board.gold += map(_LETTER.__getitem__, expected.tolist())
        board.network += map(_LETTER.__getitem__, evidence.system.tolist())
        board.post_processed += map(_LETTER.__getitem__, evidence.label.tolist())
    return boards


def _counts(parts: dict[str, dict[str, _Tokens]]) -> str:
    rows: list[list[str]] = []
    for part, boards in parts.items():
        for board, tokens in [*sorted(boards.items()), ("all", _together(boards.values()))]:
            counts = [f"{tokens.gold.count(letter):,}" for letter in _LETTERS]
            rows.append([part, board, str(tokens.pages), f"{len(tokens.gold):,}", *counts])
    return "### lstm, Table I: tokens\n\n" + table(["part", "board", "pages", "tokens", *_LETTERS], rows)


def _accuracy(parts: dict[str, dict[str, _Tokens]]) -> str:
    rows: list[list[str]] = []
    for part, boards in parts.items():
        tokens = _together(boards.values())
        for name, system in (("network", tokens.network), ("post-processed", tokens.post_processed)):
            rows.append([part, name, *_cells(system, tokens.gold)])
    return "### lstm, token accuracy\n\n" + table(["part", "labels", "all", *_LETTERS], rows)


def _by_board(boards: dict[str, _Tokens]) -> str:
    rows = [
        [board, _cells(tokens.network, tokens.gold)[0], *_cells(tokens.post_processed, tokens.gold)]
        for board, tokens in sorted(boards.items())
    ]
    columns = ["board, test pages", "network", "post-processed", *_LETTERS]
    return "### lstm, token accuracy by board\n\n" + table(columns, rows)


def _cells(system: Sequence[str], gold: Sequence[str]) -> list[str]:
    accuracy = label_accuracy(system, gold)
    return [percent(accuracy.overall), *(percent(accuracy.by_label.get(letter, 0.0)) for letter in _LETTERS)]


def _together(boards: Iterable[_Tokens]) -> _Tokens:
    total = _Tokens()
    for board in boards:
        total.pages += board.pages
        total.gold += board.gold
        total.network += board.network
        total.post_processed += board.post_processed
    return total
