"""The token strip of `lstm`: the label of every token before and after post-processing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.markup import Markup
from kaensan.draw.svg import label, legend, picture, rect
from kaensan.methods.lstm import LstmEvidence
from kaensan.methods.tokens import Label

__all__ = ["draw_tokens"]

_WIDTH, _LEFT, _TOP = 960, 64, 58
_STRIP, _GAP, _ROW = 11, 2, 38
_MOST_ROWS, _SHORTEST_ROW = 24, 100
_KIND = {Label.O: "other", Label.C: "content", Label.T: "title"}
_TIP = 12  # tokens of a run that its tip shows


def draw_tokens(evidence: LstmEvidence, *, alone: bool = True) -> Markup:
    """Draw two strips a row, one above the other: what the network said, and what became of it."""
    count = len(evidence.label)
    per_row = max(-(-count // _MOST_ROWS), _SHORTEST_ROW)
    rows = max(-(-count // per_row), 1)
    cell = (_WIDTH - _LEFT - 16) / per_row
    changed = int(np.count_nonzero(evidence.system != evidence.label))
    parts: list[Markup] = [
        label(16, 20, f"{count} tokens, {changed} relabelled by post-processing", "ink strong"),
        legend(
            16,
            40,
            [("title", "T, title"), ("content", "C, content"), ("other", "O, other")],
        ),
        label(_WIDTH - 16, 40, "upper strip: the network; lower strip: after post-processing", "quiet small", "end"),
    ]
    for row in range(rows):
        first, end = row * per_row, min((row + 1) * per_row, count)
        y = _TOP + _ROW * row
        parts.append(label(_LEFT - 8, y + 16, f"{first + 1}", "quiet small", "end"))
        for strip, labels in enumerate((evidence.system, evidence.label)):
            top = y + strip * (_STRIP + _GAP)
            parts += _strip(labels[first:end], evidence.tokens.strings[first:end], top, cell)
    described = f"Labels of {count} tokens before and after post-processing; {changed} changed."
    height = _TOP + _ROW * rows
    return picture(_WIDTH, height, "Token strip", described, *parts, alone=alone)


def _strip(labels: NDArray[np.int8], strings: list[str], y: float, cell: float) -> list[Markup]:
    """One rectangle for each run of tokens with the same label."""
    starts = np.flatnonzero(np.diff(labels, prepend=-1)).tolist()
    ends = [*starts[1:], len(labels)]
    drawn: list[Markup] = []
    for first, end in zip(starts, ends, strict=True):
        kind = Label(int(labels[first]))
        words = " ".join(strings[first : min(end, first + _TIP)]) + (" …" if end - first > _TIP else "")
        tip = f"{kind.name}, {end - first} tokens: {words[:400]}"
        drawn.append(rect(_LEFT + first * cell, y, (end - first) * cell, _STRIP, _KIND[kind], tip=tip))
    return drawn
