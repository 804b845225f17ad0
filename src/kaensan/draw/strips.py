"""Where in a page each method finds content: one strip a method, over the text of the page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.escaping import Markup
from kaensan.draw.svg import label, legend, line, picture, rect, shorten
from kaensan.methods import Labels, Role
from kaensan.page import Page

__all__ = ["draw_strips"]

_WIDTH, _LEFT, _TOP = 960, 110, 58
_STRIP, _ROW = 20, 30
_KIND = {Role.CONTENT: "content", Role.TITLE: "title"}


def draw_strips(page: Page, labels: Sequence[Labels], *, alone: bool = True) -> Markup:
    """Draw the page's text from left to right, once for each method, and colour what the method keeps."""
    length = page.texts.length
    total = max(int(length.sum()), 1)
    place = np.zeros(len(length) + 1)
    np.cumsum(length * ((_WIDTH - _LEFT - 16) / total), out=place[1:])
    parts: list[Markup] = [
        label(16, 20, f"Where each method finds content, over {total:,} characters", "ink strong"),
        legend(16, 40, [("content", "content"), ("title", "title"), ("grid", "other")]),
    ]
    for number, each in enumerate(labels):
        y = _TOP + _ROW * number
        parts += [
            label(_LEFT - 10, y + 14, each.method, "ink", "end"),
            rect(_LEFT, y, _WIDTH - _LEFT - 16, _STRIP, "grid", radius=2),
            *_runs(page.texts.strings, each.role, place, y),
        ]
    bottom = _TOP + _ROW * len(labels)
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = _LEFT + share * (_WIDTH - _LEFT - 16)
        anchor = "start" if share == 0 else "end" if share == 1 else "middle"
        parts += [
            line(x, bottom - 6, x, bottom - 1, "quiet-line thin"),
            label(x, bottom + 12, f"{share:.0%} of the text", "quiet small", anchor),
        ]
    described = f"The text of the page as kept by {len(labels)} methods."
    return picture(_WIDTH, bottom + 22, "Content by method", described, *parts, alone=alone)


def _runs(strings: list[str], role: NDArray[np.int8], place: NDArray[np.float64], y: float) -> list[Markup]:
    """One rectangle for each run of rows with the same role, but for what is not kept."""
    if not len(role):
        return []
    starts = np.flatnonzero(np.diff(role, prepend=-1))
    ends = np.append(starts[1:], len(role))
    drawn: list[Markup] = []
    for first, end in zip(starts.tolist(), ends.tolist(), strict=True):
        kind = _KIND.get(Role(int(role[first])))
        if kind:
            tip = f"{end - first} texts, from: {shorten(strings[first], 60)}"
            left, right = _LEFT + place[first], _LEFT + place[end]
            drawn.append(rect(left, y, max(right - left, 0.3), _STRIP, kind, tip=tip))
    return drawn
