"""The groups of look-alike elements that `boards` weighs, and the one that holds the posts."""

from __future__ import annotations

import numpy as np

from kaensan.draw.escaping import Markup
from kaensan.draw.naming import element_name
from kaensan.draw.svg import shorten
from kaensan.draw.table import Bar, Cell, Column, draw_table
from kaensan.methods.boards.method import BoardsEvidence
from kaensan.page.inline import inline_text

__all__ = ["draw_groups"]

_MOST = 25
"""Groups that are drawn: beyond them none is a rival."""
_COLUMNS = (
    Column("elements that look alike", 230, "start"),
    Column("how many", 70),
    Column("the first begins with", 330, "start"),
    Column("characters", 80),
    Column("chance", 190, "start"),
    Column("", 90, "start"),
)


def draw_groups(evidence: BoardsEvidence, *, alone: bool = True) -> Markup:
    """Draw the likeliest groups, the best first, each with how likely it is to be the bodies of the posts."""
    ranking = evidence.ranking
    best = ranking.order[:_MOST].tolist()
    left_out = len(ranking) - len(best)
    notes = [_title_words(evidence)]
    if left_out:
        notes.append(f"{left_out} less likely groups are not drawn")
    return draw_table(
        "Groups of elements that look alike, and how likely each holds the bodies of the posts",
        f"{len(ranking)} groups; the best has {len(evidence.bodies)} members.",
        _COLUMNS,
        [_row(evidence, group, place) for place, group in enumerate(best)],
        " · ".join(notes),
        alone=alone,
    )


def _title_words(evidence: BoardsEvidence) -> str:
    page = evidence.ranking.page
    if evidence.title.element < 0:
        return "no title was found"
    return f"title: {shorten(inline_text(page.texts, evidence.title.first, evidence.title.end), 90)}"


def _row(evidence: BoardsEvidence, group: int, place: int) -> tuple[str, list[Cell]]:
    ranking = evidence.ranking
    elements, texts = ranking.page.elements, ranking.page.texts
    members = ranking.members(group)
    first, end = elements.first_text[members], elements.end_text[members]
    total = np.concatenate([[0], np.cumsum(texts.length)])
    chance = float(1 / (1 + np.exp(-ranking.score[group])))
    begin = int(first[0])
    return "ink" if place == 0 else "quiet", [
        element_name(elements, members[0]),
        str(len(members)),
        " ".join(texts.strings[begin : min(int(end[0]), begin + 4)])[:400],
        f"{int((total[end] - total[first]).sum()):,}",
        Bar(chance, f"{chance:.2f}", "content" if place == 0 else "other"),
        "the posts" if place == 0 else "",
    ]
