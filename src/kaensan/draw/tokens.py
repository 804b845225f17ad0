"""What `lstm` made of a page and how it learned: token strip, table of tokens, training curve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.axes import Chart
from kaensan.draw.escaping import Markup
from kaensan.draw.svg import curve, label, legend, picture, rect
from kaensan.draw.table import Cell, Column, draw_table
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.lstm.tokens import Label

__all__ = ["draw_token_table", "draw_tokens", "draw_training"]

_WIDTH, _LEFT, _TOP = 960, 64, 58
_STRIP, _GAP, _ROW = 11, 2, 38
_MOST_ROWS, _SHORTEST_ROW = 24, 100
_KIND = {Label.O: "other", Label.C: "content", Label.T: "title"}
_TIP = 12  # tokens of a run that its tip shows
_MOST_CELLS = 800  # cells in one row of the strip
_MOST_TOKENS, _AROUND = 48, 2  # rows of the table of tokens, and tokens shown before and after each that matters
_COLUMNS = (
    Column("token", 60),
    Column("", 260, "start"),
    Column("target", 70, "start"),
    Column("network", 80, "start"),
    Column("answer", 80, "start"),
    Column("P(T)", 64),
    Column("P(C)", 64),
    Column("P(O)", 64),
)


def draw_tokens(evidence: LstmEvidence, *, alone: bool = True) -> Markup:
    """Draw two strips a row, one above the other: what the network said, and what became of it.

    On a very long page a cell stands for several tokens and shows the rarest label among them: T before C before O.
    """
    count = len(evidence.label)
    step = -(-count // (_MOST_ROWS * _MOST_CELLS)) or 1
    starts = np.arange(0, count, step)
    per_row = max(-(-len(starts) // _MOST_ROWS), _SHORTEST_ROW)
    rows = max(-(-len(starts) // per_row), 1)
    changed = int(np.count_nonzero(evidence.system != evidence.label))
    what = "" if step == 1 else f", {step} to a cell"
    parts: list[Markup] = [
        label(16, 20, f"{count} tokens{what}, {changed} relabelled by post-processing", "ink strong"),
        legend(16, 40, [("title", "T, title"), ("content", "C, content"), ("other", "O, other")]),
        label(_WIDTH - 16, 40, "upper strip: the network; lower strip: after post-processing", "quiet small", "end"),
    ]
    for number, labels in enumerate((evidence.system, evidence.label)):
        cells = np.maximum.reduceat(labels, starts) if count else labels
        for row in range(rows):
            mine = slice(row * per_row, (row + 1) * per_row)
            top = _TOP + _ROW * row + number * (_STRIP + _GAP)
            parts += _strip(cells[mine], starts[mine], evidence.tokens.strings, top, per_row)
    for row in range(rows):
        parts.append(label(_LEFT - 8, _TOP + _ROW * row + 16, f"{row * per_row * step + 1}", "quiet small", "end"))
    described = f"Labels of {count} tokens before and after post-processing; {changed} changed."
    return picture(_WIDTH, _TOP + _ROW * rows, "Token strip", described, *parts, alone=alone)


def _strip(
    cells: NDArray[np.int8], starts: NDArray[np.int64], strings: list[str], y: float, per_row: int
) -> list[Markup]:
    """One rectangle for each run of cells with the same label."""
    width = (_WIDTH - _LEFT - 16) / per_row
    firsts = np.flatnonzero(np.diff(cells, prepend=-1)).tolist()
    drawn: list[Markup] = []
    for first, end in zip(firsts, [*firsts[1:], len(cells)], strict=True):
        kind = Label(int(cells[first]))
        token = int(starts[first])
        tip = f"{kind.name}, from token {token + 1}: {' '.join(strings[token : token + _TIP])[:400]}"
        drawn.append(rect(_LEFT + first * width, y, (end - first) * width, _STRIP, _KIND[kind], tip=tip))
    return drawn


def draw_token_table(evidence: LstmEvidence, targets: Sequence[str] | None = None, *, alone: bool = True) -> Markup:
    """Draw tokens with their target, the network's label and the answer: those where a label changes or is wrong."""
    system, answer = evidence.system, evidence.label
    matters = np.zeros(len(answer), np.bool_)
    matters[1:] = answer[1:] != answer[:-1]
    matters |= system != answer
    known = targets if targets is not None and len(targets) == len(answer) else None
    if known is not None:
        matters |= np.array([Label[letter] for letter in known], np.int8) != answer
    shown = np.flatnonzero(np.convolve(matters, np.ones(2 * _AROUND + 1), "same") > 0)[:_MOST_TOKENS].tolist()
    rows: list[tuple[str, list[Cell]]] = []
    for number, at in enumerate(shown):
        if number and at > shown[number - 1] + 1:
            rows.append(("quiet", ["", f"⋮ {at - shown[number - 1] - 1} tokens", *[""] * 6]))
        rows.append(_token_row(evidence, at, known[at] if known else "–"))
    changed = int(np.count_nonzero(system != answer))
    left_out = int(np.count_nonzero(matters)) - int(np.count_nonzero(matters[shown]))
    return draw_table(
        f"Tokens around every change of label; post-processing changed {changed} of {len(answer)}",
        f"{len(answer)} tokens, {changed} of them relabelled by post-processing.",
        _COLUMNS,
        rows,
        f"{left_out} more such tokens are not drawn" if left_out else "",
        alone=alone,
    )


def _token_row(evidence: LstmEvidence, at: int, target: str) -> tuple[str, list[Cell]]:
    system, answer = Label(int(evidence.system[at])), Label(int(evidence.label[at]))
    chances = [f"{evidence.probability[at, label]:.2f}" for label in (Label.T, Label.C, Label.O)]
    cells: list[Cell] = [str(at + 1), evidence.tokens.strings[at], target, system.name, answer.name, *chances]
    return ("ink" if answer == Label.O else _KIND[answer]), cells


def draw_training(curve_points: Sequence[tuple[float, float]], *, alone: bool = True) -> Markup:
    """Draw loss and accuracy of every epoch of training."""
    loss, accuracy = (np.array(column, np.float64) for column in zip(*curve_points, strict=True))
    epoch = np.arange(1, len(loss) + 1, dtype=np.float64)
    chart = Chart.of(_WIDTH, 316, (0, len(loss)), (0, max(1.0, float(loss.max()))))
    return picture(
        _WIDTH,
        316,
        "Training curve",
        f"{len(loss)} epochs; in the last one loss {loss[-1]:.4f} and accuracy {accuracy[-1]:.4f}.",
        chart.frame("epoch", "loss and accuracy"),
        curve(chart.x(epoch), chart.y(accuracy), "content-line thick"),
        curve(chart.x(epoch), chart.y(loss), "title-line thick"),
        label(16, 20, f"Training over {len(loss)} epochs", "ink strong"),
        legend(
            16,
            40,
            [
                ("content", f"token accuracy in training, {accuracy[-1]:.2%} at the end"),
                ("title", f"loss, {loss[-1]:.4f} at the end"),
            ],
        ),
        alone=alone,
    )
