"""The picture of what an answer costs: a bar for each, cut into the steps that lead to it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from kaensan.draw.axes import Scale
from kaensan.draw.escaping import Markup, join
from kaensan.draw.svg import label, legend, line, picture, rect

__all__ = ["draw_steps"]

_WIDTH, _ROW, _TOP, _LEFT = 820, 34, 70, 140
_COLOURS = {"decode": "third", "page": "second", "labels": "content", "the rest": "title"}
_SHARED = ("decode", "page", "labels")
"""The steps that every answer of ours takes, each with the ones before it in it."""


def draw_steps(cost: Mapping[str, float], peer: str) -> str:
    """Bars from the milliseconds a page of every step; those of `peer` are the unit that is drawn as a line."""
    answers = [name for name in cost if name not in _SHARED]
    widest = max(cost.values())
    x = Scale(0, widest, _LEFT, _WIDTH - 90)
    bottom = _TOP + _ROW * len(answers)
    parts = [
        label(16, 24, "CPU time of a page, from its bytes to the answer", "ink strong"),
        legend(16, 46, [(colour, name) for name, colour in _COLOURS.items()]),
        line(x.at(cost[peer]), _TOP - 6, x.at(cost[peer]), bottom, "quiet-line thin dashed"),
    ]
    for number, name in enumerate(answers):
        parts.append(_bar(x, _TOP + _ROW * number, name, cost, peer))
    title = "What an answer costs, and in which step"
    return str(picture(_WIDTH, bottom + 16, title, f"Milliseconds a page; dashed: {peer}.", *parts))


def _bar(x: Scale, top: float, name: str, cost: Mapping[str, float], peer: str) -> Markup:
    ends = [0.0, *(cost[step] for step in _SHARED), cost[name]]
    ours = cost[name] >= ends[-2] and name not in (peer, "trafilatura")
    parts = [label(_LEFT - 8, top + 17, name, "ink", "end")]
    if ours:
        for colour, (start, end) in zip(_COLOURS.values(), pairwise(ends), strict=True):
            parts.append(rect(x.at(start), top, max(x.at(end) - x.at(start), 0.5), _ROW - 10, colour))
    else:
        parts.append(rect(x.at(0), top, x.at(cost[name]) - x.at(0), _ROW - 10, "other"))
    told = f"{cost[name]:.1f} ms, {cost[name] / cost[peer]:.1f} ×"
    return join([*parts, label(x.at(cost[name]) + 6, top + 17, told, "quiet small")])
