"""The flow chart of a method, from the steps that its own code marks."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from kaensan.draw.escaping import Markup, element
from kaensan.draw.svg import label, line, picture, rect
from kaensan.methods.base import Step

__all__ = ["draw_flow"]

_WIDTH, _LEFT, _TOP = 680, 40, 44
_LINE, _GAP = 16, 24  # pixels a line of words, and between two boxes
_COLUMNS = 92  # characters of a line in a box


def draw_flow(method: str, steps: Sequence[Step], *, alone: bool = True) -> Markup:
    """Draw the steps from top to bottom, each in the paper's words and with what its function does."""
    parts: list[Markup] = [label(16, 24, f"The steps of {method}, from the page to its labels", "ink strong")]
    y = float(_TOP)
    for number, step in enumerate(steps):
        lines = textwrap.wrap(step.meaning, _COLUMNS)
        height = 34 + _LINE * len(lines)
        if number:
            parts += _arrow(y - _GAP, y)
        parts += [
            rect(_LEFT, y, _WIDTH - 2 * _LEFT, height, "chosen", radius=6),
            label(_LEFT + 14, y + 20, step.name, "ink strong"),
            label(_WIDTH - _LEFT - 14, y + 20, f"{step.function}()", "quiet small", "end"),
            *(label(_LEFT + 14, y + 38 + _LINE * at, words, "ink") for at, words in enumerate(lines)),
        ]
        y += height + _GAP
    described = "; ".join(f"{number}. {step.name}" for number, step in enumerate(steps, start=1))
    return picture(_WIDTH, y - _GAP + 16, f"Flow chart of {method}", described, *parts, alone=alone)


def _arrow(y: float, to_y: float) -> list[Markup]:
    x = _WIDTH / 2
    return [
        line(x, y + 2, x, to_y - 6, "quiet-line thick"),
        element("path", d=f"M{x - 5:.1f} {to_y - 8:.1f}h10l-5 7z", class_="quiet"),
    ]
