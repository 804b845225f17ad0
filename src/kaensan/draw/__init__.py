"""Pictures of what a method computed, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kaensan.draw.blocks import draw_blocks
from kaensan.draw.histogram import draw_histogram
from kaensan.draw.lineblocks import draw_line_blocks
from kaensan.draw.markup import Markup
from kaensan.draw.roc import RocCurve, RocPoint, draw_roc
from kaensan.draw.scatter import draw_scatter
from kaensan.draw.slope import draw_slope
from kaensan.draw.strips import draw_strips
from kaensan.draw.subtrees import draw_subtrees
from kaensan.draw.tokens import draw_tokens
from kaensan.methods import Labels
from kaensan.methods.histogram import TextToTag
from kaensan.methods.lineblock import LineBlocks
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.weight import WeightedSubtrees
from kaensan.methods.xpath import XPathBlocks

__all__ = ["Picture", "RocCurve", "RocPoint", "draw_roc", "draw_strips", "pictures"]


class Picture(NamedTuple):
    """A picture and the name it is saved under."""

    name: str
    svg: Markup


_DRAWERS: dict[type, dict[str, Callable[..., Markup]]] = {
    XPathBlocks: {"blocks": draw_blocks},
    LineBlocks: {"line-blocks": draw_line_blocks},
    WeightedSubtrees: {"tree": draw_subtrees},
    TextToTag: {"histogram": draw_histogram, "derivative": draw_slope, "scatter": draw_scatter},
    LstmEvidence: {"tokens": draw_tokens},
}


def pictures(labels: Labels, *, alone: bool = True) -> list[Picture]:
    """The pictures of a method's evidence; none for evidence that nobody knows to draw.

    `alone` makes each a file of its own; inside a report the report brings the style sheet (`svg.STYLE`).
    """
    evidence: Any = labels.evidence
    drawers = _DRAWERS.get(type(evidence), {})
    return [Picture(f"{labels.method}-{name}", draw(evidence, alone=alone)) for name, draw in drawers.items()]
