"""What `core` computed: the chance of every block along the page, and what spoke for and against the closest calls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.axes import Chart
from kaensan.draw.escaping import Markup
from kaensan.draw.svg import label, legend, line, picture, rect, shorten
from kaensan.draw.table import Bar, Cell, Column, draw_table
from kaensan.methods.core.block_reasons import Cause
from kaensan.methods.core.cause_phrases import phrase
from kaensan.methods.core.method import CoreEvidence

__all__ = ["draw_causes", "draw_chances"]

_WIDTH, _HEIGHT = 960, 320
_MOST_BARS = 3_000
"""Blocks that are drawn as bars; of more, the longest: a picture has not a thousand dots in its width."""
_MOST = 30
"""Blocks in the table of causes."""
_COLUMNS = (
    Column("block begins with", 250, "start"),
    Column("words", 52),
    Column("chance", 150, "start"),
    Column("for it", 330, "start"),
    Column("against it", 330, "start"),
)


def draw_chances(evidence: CoreEvidence, *, alone: bool = True) -> Markup:
    """Draw a bar for every block, as wide as its text and as high as its chance, and the threshold of the page."""
    texts = evidence.features.blocks.page.texts
    length = np.bincount(texts.block, texts.length, minlength=len(evidence.chance))
    place = np.concatenate([[0.0], np.cumsum(length)])
    chart = Chart.of(_WIDTH, _HEIGHT, (0, float(place[-1])), (0, 1))
    kept = int(np.count_nonzero(evidence.kept))
    parts = [
        label(16, 20, f"Chance of {len(length)} blocks to be content, {kept} of them kept", "ink strong"),
        legend(16, 40, [("content", "kept"), ("other", "dropped"), ("threshold", _threshold_words(evidence))]),
        chart.frame("characters of the page", "chance"),
        *_bars(chart, evidence, place, _beginnings(evidence)),
    ]
    if evidence.threshold is not None:
        y = chart.y.at(evidence.threshold)
        parts.append(line(chart.x.start, y, chart.x.end, y, "threshold-line thick dashed"))
    described = f"{len(length)} blocks, {kept} kept; {_threshold_words(evidence)}."
    return picture(_WIDTH, _HEIGHT, "Chances along the page", described, *parts, alone=alone)


def draw_causes(evidence: CoreEvidence, *, alone: bool = True) -> Markup:
    """Draw the blocks nearest to the page's threshold in the order of the page, with the causes of each."""
    distance = np.abs(evidence.chance - (0.5 if evidence.threshold is None else evidence.threshold))
    drawn = np.sort(np.argsort(distance, kind="stable")[:_MOST])
    beginnings = _beginnings(evidence)
    left_out = len(evidence.chance) - len(drawn)
    return draw_table(
        "The closest calls, and what spoke for and against them",
        f"{len(drawn)} blocks whose chance is nearest to where this page draws the line.",
        _COLUMNS,
        [_row(evidence, block, beginnings[block]) for block in drawn.tolist()],
        f"{left_out} blocks that were clearer are not drawn" if left_out else "",
        alone=alone,
    )


def _threshold_words(evidence: CoreEvidence) -> str:
    if evidence.threshold is None:
        return "nothing was kept for its chance"
    return f"this page keeps from {evidence.threshold:.2f} on"


def _bars(chart: Chart, evidence: CoreEvidence, place: NDArray[np.float64], beginnings: Sequence[str]) -> list[Markup]:
    drawn = np.sort(np.argsort(-np.diff(place), kind="stable")[:_MOST_BARS])
    left, right = chart.x(place[drawn]), chart.x(place[drawn + 1])
    top = chart.y(evidence.chance[drawn].astype(np.float64))
    return [
        rect(x, y, max(end - x, 0.3), max(chart.y.start - y, 0.8), "content" if kept else "other", tip=tip)
        for x, end, y, kept, tip in zip(
            left.tolist(),
            right.tolist(),
            top.tolist(),
            evidence.kept[drawn].tolist(),
            [f"{evidence.chance[block]:.2f}: {shorten(beginnings[block], 60)}" for block in drawn.tolist()],
            strict=True,
        )
    ]


def _beginnings(evidence: CoreEvidence) -> list[str]:
    """The first texts of every block."""
    texts = evidence.features.blocks.page.texts
    first = np.searchsorted(texts.block, np.arange(len(evidence.chance))).tolist()
    ends = [*first[1:], len(texts)]
    return [" ".join(texts.strings[row : min(row + 4, end)])[:400] for row, end in zip(first, ends, strict=True)]


def _row(evidence: CoreEvidence, block: int, beginning: str) -> tuple[str, list[Cell]]:
    kept = bool(evidence.kept[block])
    chance = float(evidence.chance[block])
    causes = evidence.reasons.of(block).causes
    words = evidence.features.blocks.units[block] / 12
    return "ink" if kept else "quiet", [
        beginning,
        f"{words:.0f}",
        Bar(chance, f"{chance:.2f}", "content" if kept else "other", evidence.threshold),
        _phrases([cause for cause in causes if cause.effect > 0]),
        _phrases([cause for cause in causes if cause.effect < 0]),
    ]


def _phrases(causes: Sequence[Cause]) -> str:
    return ", ".join(phrase(cause.name, cause.fact) for cause in causes)
