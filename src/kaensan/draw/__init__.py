"""Pictures of what a method computed, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.chances import draw_causes, draw_chances
from kaensan.draw.escaping import Markup
from kaensan.draw.flow import draw_flow
from kaensan.draw.histogram import draw_derivative, draw_histogram, draw_ratio
from kaensan.draw.lineblocks import draw_line_blocks
from kaensan.draw.post_groups import draw_groups
from kaensan.draw.roc import RocCurve, RocPoint, draw_roc
from kaensan.draw.scatter import draw_scatter, draw_scatter_by_gold
from kaensan.draw.strips import draw_strips
from kaensan.draw.subtrees import draw_subtrees
from kaensan.draw.tokens import draw_token_table, draw_tokens, draw_training
from kaensan.draw.xpath_blocks import draw_blocks
from kaensan.methods import Labels, load, names
from kaensan.methods.base import steps
from kaensan.methods.boards.method import BoardsEvidence
from kaensan.methods.core.method import CoreEvidence
from kaensan.methods.histogram import TextToTag
from kaensan.methods.lineblock import LineBlocks
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.weight import WeightedSubtrees
from kaensan.methods.xpath import XPathBlocks

__all__ = ["Picture", "RocCurve", "RocPoint", "draw_flow", "draw_roc", "draw_strips", "draw_training", "pictures"]


class Picture(NamedTuple):
    """A picture and the name it is saved under."""

    name: str
    svg: Markup


def pictures(
    labels: Labels,
    *,
    content: NDArray[np.bool_] | None = None,
    targets: Sequence[str] | None = None,
    alone: bool = True,
) -> list[Picture]:
    """The pictures of a method: its papers' figures from what it computed, and the flow chart of its steps.

    `content` are the rows of `texts` that should be kept and `targets` the labels that the tokens of `lstm` should
    have, where they are known. `alone` makes each picture a file of its own; inside a report the report brings the
    style sheet (`svg.STYLE`). Evidence that nobody knows to draw has no pictures.
    """
    drawn = _figures(labels.evidence, content, targets, alone)
    if labels.method in names():
        marked = steps(load(labels.method))
        drawn |= {"flow": draw_flow(labels.method, marked, alone=alone)} if marked else {}
    return [Picture(f"{labels.method}-{name}", svg) for name, svg in drawn.items()]


def _figures(
    evidence: Any, content: NDArray[np.bool_] | None, targets: Sequence[str] | None, alone: bool
) -> dict[str, Markup]:
    """The figures of each kind of evidence, by name."""
    match evidence:
        case CoreEvidence():
            return {"chances": draw_chances(evidence, alone=alone), "causes": draw_causes(evidence, alone=alone)}
        case BoardsEvidence():
            return {"groups": draw_groups(evidence, alone=alone)}
        case XPathBlocks():
            return {"blocks": draw_blocks(evidence, alone=alone)}
        case LineBlocks():
            return {"line-blocks": draw_line_blocks(evidence, alone=alone)}
        case WeightedSubtrees():
            return {"tree": draw_subtrees(evidence, alone=alone)}
        case TextToTag():
            by_gold = {} if content is None else {"gold": draw_scatter_by_gold(evidence, content, alone=alone)}
            return {
                "histogram": draw_histogram(evidence, alone=alone),
                "ratio": draw_ratio(evidence, alone=alone),
                "derivative": draw_derivative(evidence, alone=alone),
                "scatter": draw_scatter(evidence, alone=alone),
                **by_gold,
            }
        case LstmEvidence():
            learned = {"training": draw_training(evidence.curve, alone=alone)} if evidence.curve else {}
            return {
                "tokens": draw_tokens(evidence, alone=alone),
                "table": draw_token_table(evidence, targets, alone=alone),
                **learned,
            }
    return {}
