"""`boards`: title and posts of a board page, also of boards never seen.

The successor of `lstm`. What carries over from one board to the next are not words and tag sequences but structure:
posts repeat. All groups of look-alike elements on the page are candidates for "the bodies of the posts"; a forest of
small trees ranks them by what is inside and between their members (`group_features`). The title is the text
outside the posts that agrees best with what the page says about itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.base import Labels, Role, worded
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.methods.boards.ranking import Ranking, rank_groups
from kaensan.methods.boards.thread_title import ShownTitle, find_shown_title
from kaensan.page import Page

__all__ = ["Boards", "BoardsEvidence", "rows_of_elements"]


@record
class BoardsEvidence:
    """The candidates for the bodies of the posts, and the title."""

    ranking: Ranking
    title: ShownTitle

    @property
    def bodies(self) -> list[int]:
        """The elements of the best group; empty for a page without text."""
        return self.ranking.bodies


@record
class Boards:
    """The posts of a page by their repeated structure."""

    model: PostModel | None = None
    """the trained forests; those that ship with the program unless given"""

    @property
    def name(self) -> str:
        return "boards"

    def label(self, page: Page) -> Labels:
        ranking = rank_groups(page, (self.model or shipped_model()).body)
        role = np.full(len(page.texts), Role.OTHER, np.int8)
        likely = np.zeros(len(page.texts), np.float32)
        for group in reversed(ranking.order[:_CONSIDERED].tolist()):
            likely[rows_of_elements(ranking, ranking.members(group))] = 1 / (1 + np.exp(-ranking.score[group]))
        if len(ranking):
            role[rows_of_elements(ranking, ranking.bodies)] = Role.CONTENT
        title = find_shown_title(page, ranking.rows, ranking.bodies)
        role[title.first : title.end][ranking.rows.readable[title.first : title.end]] = Role.TITLE
        evidence = BoardsEvidence(ranking, title)

        def reason(row: int, language: str = "en") -> str:
            return _reason(evidence, role, row, language)

        return Labels(self.name, role, likely, reason, evidence, translated=reason)


_CONSIDERED = 30
"""groups whose scores are shown: beyond them none is a rival"""


def rows_of_elements(ranking: Ranking, members: list[int]) -> NDArray[np.int64]:
    """The rows of some elements that may be part of a post."""
    elements = ranking.page.elements
    first, end = elements.first_text[members], elements.end_text[members]
    inside = np.concatenate([np.arange(begin, stop) for begin, stop in zip(first.tolist(), end.tolist(), strict=True)])
    kept: NDArray[np.int64] = inside[ranking.rows.postable[inside]]
    return kept


_REASONS = {
    "title": ("agrees best with what the page says is its title", "ตรงที่สุดกับที่หน้าบอกว่าเป็นชื่อเรื่อง"),
    "nothing": ("the page has no repeated structure", "หน้านี้ไม่มีโครงสร้างที่ซ้ำกัน"),
    "inside": (
        "inside one of {count} <{name}> elements that look alike and are the likeliest bodies of posts"
        " (score {score:.1f})",
        "อยู่ในองค์ประกอบ <{name}> ที่หน้าตาเหมือนกัน {count} ชิ้น ซึ่งน่าจะเป็นเนื้อโพสต์ที่สุด (คะแนน {score:.1f})",
    ),
    "alone": (
        "inside the one <{name}> that is the likeliest body of a post (score {score:.1f})",
        "อยู่ในองค์ประกอบ <{name}> ชิ้นเดียวที่น่าจะเป็นเนื้อโพสต์ที่สุด (คะแนน {score:.1f})",
    ),
    "outside": ("outside the {count} likeliest bodies of posts", "อยู่นอกส่วนที่น่าจะเป็นเนื้อโพสต์ที่สุด {count} ชิ้น"),
}
"""Why a row is a post, the title or neither, in English and in Thai."""


def _reason(evidence: BoardsEvidence, role: NDArray[np.int8], row: int, language: str) -> str:
    ranking, bodies = evidence.ranking, evidence.bodies
    if role[row] == Role.TITLE:
        return worded(_REASONS, "title", language)
    if not bodies:
        return worded(_REASONS, "nothing", language)
    if role[row] != Role.CONTENT:
        return worded(_REASONS, "outside", language, count=len(bodies))
    values = {"name": ranking.page.elements.names[bodies[0]], "score": ranking.score[int(ranking.order[0])]}
    return worded(_REASONS, "inside" if len(bodies) > 1 else "alone", language, count=len(bodies), **values)
