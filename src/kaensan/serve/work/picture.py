"""The pictures of what a method computed, as SVG and as the numbers behind them with their rows in `texts`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.draw import pictures
from kaensan.draw.naming import element_name
from kaensan.errors import UsageError
from kaensan.methods import Labels
from kaensan.methods.boards.method import BoardsEvidence, rows_of_elements
from kaensan.methods.core.method import CoreEvidence
from kaensan.methods.histogram import TextToTag
from kaensan.methods.lineblock import LineBlocks
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.lstm.tokens import Label
from kaensan.methods.weight import WeightedSubtrees
from kaensan.methods.xpath import XPathBlocks
from kaensan.page import Page
from kaensan.page.lines import SourceLines
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer", "picture_data"]

_MOST = 20_000
"""Lines, tokens or blocks whose numbers are given; a longer page is told so in `left_out`."""
_MOST_GROUPS = 30
"""Groups of look-alike elements that are given: beyond them none is a rival."""


def answer(task: Task) -> Answer:
    page = task.page()
    labels = task.document(page).labels
    drawn = {picture.name.removeprefix(f"{labels.method}-"): picture.svg for picture in pictures(labels)}
    wanted = task.options.get("picture")
    if wanted is not None and wanted not in drawn:
        known = ", ".join(drawn) or "none"
        raise UsageError(f"{labels.method} has no picture {wanted!r}; it has {known}")
    if task.options.get("format") == "svg":
        if not drawn:
            raise UsageError(f"{labels.method} has no picture; ask for its data with format json")
        return Answer(drawn[wanted or next(iter(drawn))].encode("utf-8", "replace"), "image/svg+xml")
    shown = drawn if wanted is None else {wanted: drawn[wanted]}
    return json_answer(
        {
            "method": labels.method,
            "pictures": [{"name": name, "svg": str(svg)} for name, svg in shown.items()],
            "data": picture_data(page, labels),
        }
    )


def picture_data(page: Page, labels: Labels) -> dict[str, Any]:
    """The numbers behind a method's pictures; `kind` says which they are. Rows are rows of `texts`."""
    for evidence, describe in _DESCRIBED.items():
        if isinstance(labels.evidence, evidence):
            return describe(labels.evidence)
    return _scores(page, labels)


def _histogram(histogram: TextToTag) -> dict[str, Any]:
    count = min(len(histogram.ratio), _MOST)
    centroid = histogram.clusters.centroid
    return {
        "kind": "histogram",
        "lines": count,
        "left_out": len(histogram.ratio) - count,
        "ratio": _numbers(histogram.ratio),
        "smoothed": _numbers(histogram.smoothed),
        "slope": _numbers(histogram.smoothed_slope),
        "selected": histogram.selected[:_MOST].tolist(),
        "threshold": round(histogram.threshold, 4),
        "cluster": histogram.cluster[:_MOST].tolist(),
        "centroids": np.round(centroid, 4).tolist(),
        "noise": int(histogram.clusters.nearest_origin),
        "rows": _rows_of_lines(histogram.lines),
    }


def _line_blocks(blocks: LineBlocks) -> dict[str, Any]:
    rows: list[list[int]] = [[] for _ in range(len(blocks.first_line))]
    for row, block in enumerate(blocks.row_block.tolist()):
        if block >= 0:
            rows[block].append(row)
    return {
        "kind": "lineblocks",
        "left_out": max(len(rows) - _MOST, 0),
        "threshold": round(float(blocks.threshold), 4),
        "anchor_share": blocks.options.anchor_share,
        "keywords": list(blocks.keywords),
        "blocks": [
            {
                "lines": [int(blocks.first_line[number]) + 1, int(blocks.last_line[number]) + 1],
                "length": int(blocks.length[number]),
                "tags": int(blocks.tags[number]),
                "ttr": round(float(blocks.ttr[number]), 4),
                "attr": round(float(blocks.attr[number]), 4),
                "tkd": int(blocks.tkd[number]),
                "content": bool(blocks.content[number]),
                "rows": mine,
            }
            for number, mine in enumerate(rows[:_MOST])
        ],
    }


def _subtrees(subtrees: WeightedSubtrees) -> dict[str, Any]:
    elements = subtrees.page.elements
    leaves = np.bincount(subtrees.leaf_subtree, minlength=len(subtrees.container))
    total = np.bincount(subtrees.leaf_subtree, subtrees.node_imp, minlength=len(subtrees.container))
    is_drawn = np.zeros(len(elements), np.bool_)
    is_drawn[subtrees.container] = True
    position = np.full(len(elements) + 1, -1)
    position[subtrees.container] = np.arange(len(subtrees.container))
    around = elements.parent[subtrees.container]
    above = np.where(around >= 0, position[elements.nearest(is_drawn)[np.maximum(around, 0)]], -1)
    by_subtree: list[list[int]] = [[] for _ in range(len(subtrees.container))]
    for row, leaf in enumerate(subtrees.row_leaf.tolist()):
        if leaf >= 0:
            by_subtree[int(subtrees.leaf_subtree[leaf])].append(row)
    return {
        "kind": "tree",
        "left_out": max(len(by_subtree) - _MOST, 0),
        "body": subtrees.body,
        "nodes": [
            {
                "parent": int(above[number]),
                "name": elements.names[element],
                "xpath": elements.shown_path(element),
                "weight": round(float(subtrees.weight[number]), 4),
                "width": round(float(subtrees.width_attr[number]), 4),
                "importance": round(float(total[number] / max(leaves[number], 1)), 4),
                "leaves": int(leaves[number]),
                "rows": by_subtree[number],
            }
            for number, element in enumerate(subtrees.container[:_MOST].tolist())
        ],
    }


def _blocks(blocks: XPathBlocks) -> dict[str, Any]:
    elements = blocks.page.elements
    by_block: dict[int, list[int]] = {}
    for row, leaf in enumerate(blocks.row_leaf.tolist()):
        if leaf >= 0:
            by_block.setdefault(int(blocks.leaf_block[leaf]), []).append(row)
    content = np.bincount(blocks.leaf_block[blocks.leaf_content], minlength=len(blocks.block))
    return {
        "kind": "blocks",
        "left_out": max(len(by_block) - _MOST, 0),
        "threshold": blocks.options.anchor_ratio,
        "blocks": [
            {
                "xpath": elements.shown_path(int(blocks.block[block])),
                "leaves": int(blocks.all_elements[block]),
                "links": int(blocks.all_href[block]),
                "length": int(blocks.all_length[block]),
                "atr": round(float(blocks.atr[block]), 4),
                "anr": round(float(blocks.anr[block]), 4),
                "ar": round(float(blocks.ar[block]), 4),
                "content": bool(content[block]),
                "rows": by_block[block],
            }
            for block in sorted(by_block)[:_MOST]
        ],
    }


def _tokens(evidence: LstmEvidence) -> dict[str, Any]:
    count = min(len(evidence.label), _MOST)
    names = [label.name for label in sorted(Label)]
    return {
        "kind": "tokens",
        "left_out": len(evidence.label) - count,
        "tokens": evidence.tokens.strings[:count],
        "rows": evidence.tokens.row[:count].tolist(),
        "network": [names[label] for label in evidence.system[:count].tolist()],
        "label": [names[label] for label in evidence.label[:count].tolist()],
        "probability": np.round(evidence.probability[:count].astype(np.float64), 4).tolist(),
    }


def _groups(evidence: BoardsEvidence) -> dict[str, Any]:
    ranking = evidence.ranking
    elements = ranking.page.elements
    groups = []
    for place, group in enumerate(ranking.order[:_MOST_GROUPS].tolist()):
        members = ranking.members(group)
        rows = rows_of_elements(ranking, members).tolist()
        groups.append(
            {
                "name": element_name(elements, members[0]),
                "members": len(members),
                "chance": round(float(1 / (1 + np.exp(-ranking.score[group]))), 4),
                "length": int(ranking.page.texts.length[rows].sum()),
                "content": place == 0,
                "rows": rows,
            }
        )
    return {"kind": "groups", "left_out": max(len(ranking) - _MOST_GROUPS, 0), "blocks": groups}


def _scores(page: Page, labels: Labels) -> dict[str, Any]:
    """Every row with its length, score and label, and the score from which the page keeps text where it has one."""
    threshold = labels.evidence.threshold if isinstance(labels.evidence, CoreEvidence) else None
    return {
        "kind": "scores",
        "threshold": None if threshold is None else round(threshold, 4),
        "left_out": max(len(page.texts) - _MOST, 0),
        "score": _numbers(labels.score),
        "length": page.texts.length[:_MOST].tolist(),
        "kept": labels.kept[:_MOST].tolist(),
        "rows": list(range(min(len(page.texts), _MOST))),
    }


def _rows_of_lines(lines: SourceLines) -> list[list[int]]:
    """The rows that have text on each line."""
    rows: list[list[int]] = [[] for _ in range(min(len(lines), _MOST))]
    for line, row in zip(lines.piece_line.tolist(), lines.piece_row.tolist(), strict=True):
        if line < len(rows) and (not rows[line] or rows[line][-1] != row):
            rows[line].append(row)
    return rows


def _numbers(values: NDArray[Any]) -> list[float]:
    rounded: list[float] = np.round(values[:_MOST].astype(np.float64), 4).tolist()
    return rounded


_DESCRIBED: dict[type, Callable[[Any], dict[str, Any]]] = {
    TextToTag: _histogram,
    LineBlocks: _line_blocks,
    WeightedSubtrees: _subtrees,
    XPathBlocks: _blocks,
    LstmEvidence: _tokens,
    BoardsEvidence: _groups,
}
