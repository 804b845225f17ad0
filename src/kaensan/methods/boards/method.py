"""`boards`: title and posts of a board page, also of boards never seen.

The successor of `lstm`. What carries over from one board to the next are not words and tag sequences but structure:
posts repeat. All groups of look-alike elements on the page are candidates for "the bodies of the posts"; a forest of
small trees ranks them by what is inside and between their members (`group_features`). The title is the text
outside the posts that agrees best with what the page says about itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Role
from kaensan.methods.boards.group_features import group_features
from kaensan.methods.boards.groups import Groups, find_groups, mixed
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.methods.boards.rows import Rows, read_rows
from kaensan.methods.boards.thread_title import find_title_element
from kaensan.page import Page

__all__ = ["Boards", "BoardsEvidence", "rank_groups"]


@dataclass(frozen=True)
class BoardsEvidence:
    """The candidates for the bodies of the posts, the best first."""

    rows: Rows
    groups: Groups
    order: NDArray[np.int64]
    """the groups from best to worst"""
    score: NDArray[np.float32]
    """the score of each group, as log-odds against the others"""
    title: int
    """the element that holds the title, -1 for none"""

    @property
    def bodies(self) -> list[int]:
        """The elements of the best group; empty for a page without text."""
        return self.groups[int(self.order[0])].tolist() if len(self.order) else []


@dataclass(frozen=True)
class Boards:
    """The posts of a page by their repeated structure."""

    model: PostModel | None = None
    """the trained forests; those that ship with the program unless given"""

    @property
    def name(self) -> str:
        return "boards"

    def label(self, page: Page) -> Labels:
        rows, groups, order, score = rank_groups(page, self.model)
        role = np.full(len(page.texts), Role.OTHER, np.int8)
        likely = np.zeros(len(page.texts), np.float32)
        for group in reversed(order[:_CONSIDERED].tolist()):
            inside = _rows_of(page, rows, groups[group])
            likely[inside] = 1 / (1 + np.exp(-score[group]))
        if len(order):
            role[_rows_of(page, rows, groups[int(order[0])])] = Role.CONTENT
        title = find_title_element(page, rows, groups[int(order[0])].tolist() if len(order) else [])
        if title >= 0:
            first, end = page.elements.first_text[title], page.elements.end_text[title]
            role[first:end][rows.readable[first:end]] = Role.TITLE
        evidence = BoardsEvidence(rows, groups, order, score, title)
        return Labels(self.name, role, likely, lambda row: _reason(page, evidence, role, row), evidence)


_CONSIDERED = 30


def rank_groups(
    page: Page, model: PostModel | None = None
) -> tuple[Rows, Groups, NDArray[np.int64], NDArray[np.float32]]:
    """The groups of look-alike elements of a page, best first, with the score of each."""
    rows, groups = read_rows(page), find_groups(page.elements)
    if not len(groups):
        return rows, groups, np.zeros(0, np.int64), np.zeros(0, np.float32)
    score = (model or shipped_model()).body(group_features(page, rows, groups))
    # Groups that hold the same text share the best of their scores; whole posts come before their paragraphs, and
    # then the narrowest group before those that wrap it.
    text, width = _extent(page, rows, groups)
    shared = np.full(int(text.max()) + 1, -np.inf, np.float32)
    np.maximum.at(shared, text, score)
    score = shared[text]
    depth = page.elements.depth[groups.members[groups.start[:-1]]]
    return rows, groups, np.lexsort((-depth, width, groups.size, -score)), score


def _extent(page: Page, rows: Rows, groups: Groups) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A number for the text of each group, subject lines and signatures left out, and how many rows it has in all."""
    elements = page.elements
    first, end = elements.first_text[groups.members], elements.end_text[groups.members]
    scattered = mixed(np.arange(len(page.texts))) * rows.shown
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(scattered, dtype=np.uint64)])
    text = np.add.reduceat(total[end] - total[first], groups.start[:-1])
    width = np.add.reduceat((end - first).astype(np.int64), groups.start[:-1])
    return np.unique(text, return_inverse=True)[1], width


def _rows_of(page: Page, rows: Rows, members: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of some elements that may be part of a post."""
    first, end = page.elements.first_text[members], page.elements.end_text[members]
    inside = np.concatenate([np.arange(begin, stop) for begin, stop in zip(first.tolist(), end.tolist(), strict=True)])
    kept: NDArray[np.int64] = inside[rows.postable[inside]]
    return kept


def _reason(page: Page, evidence: BoardsEvidence, role: NDArray[np.int8], row: int) -> str:
    if role[row] == Role.TITLE:
        return "agrees best with what the page says is its title"
    if not len(evidence.order):
        return "the page has no repeated structure"
    best = int(evidence.order[0])
    bodies = evidence.groups[best]
    name = page.elements.names[int(bodies[0])]
    group = f"one of {len(bodies)} <{name}> elements that look alike" if len(bodies) > 1 else f"the one <{name}>"
    if role[row] == Role.CONTENT:
        return f"inside {group} and are the likeliest bodies of posts (score {evidence.score[best]:.1f})"
    return f"outside the {len(bodies)} likeliest bodies of posts"
