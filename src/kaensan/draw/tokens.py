"""The token strip of `lstm`: the label of every token before and after post-processing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.markup import Markup
from kaensan.draw.svg import label, legend, picture, rect
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.lstm.tokens import Label

__all__ = ["draw_tokens"]

_WIDTH, _LEFT, _TOP = 960, 64, 58
_STRIP, _GAP, _ROW = 11, 2, 38
_MOST_ROWS, _SHORTEST_ROW = 24, 100
_KIND = {Label.O: "other", Label.C: "content", Label.T: "title"}
_TIP = 12  # tokens of a run that its tip shows
_MOST_CELLS = 800


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
