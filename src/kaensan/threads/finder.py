"""Is the page a discussion, and if so, which one: from a page to its `Thread`.

Posts are looked for in the structure of the page; `kaensan.threads.likelihood` weighs whether what was found is a
thread. What the page says about its posts as data is a second witness (`kaensan.threads.described`).
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.groups import Groups
from kaensan.methods.boards.method import rank_groups
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.methods.boards.rows import Rows
from kaensan.methods.boards.thread_title import find_title_element
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.threads.described import DataPost, data_kind, data_posts, data_title
from kaensan.threads.likelihood import at_a_board, thread_likelihood
from kaensan.threads.merge import agrees, complete, from_data, mostly_elsewhere, told_group, with_opening
from kaensan.threads.opening import add_opening
from kaensan.threads.page_numbers import page_numbers
from kaensan.threads.posts import Found, read_posts
from kaensan.threads.thread import Thread

__all__ = ["LIKELY", "find_thread"]

LIKELY = 0.2
"""from this likelihood on, a page is a discussion"""
_SURE = 0.9
"""from this likelihood on, no other group is looked at"""
_OTHER_LIKELY = 0.6
_LIKELIEST, _TRIES = 12, 5
_MOST = 2000
"""posts of a group that is tried beside the best"""
_COMMENTS_LIKELY = 0.6
_COMMENTS_SCORE = 2.0
_COUNTER = 6
"""characters that "128" needs, the number of comments that a list of articles shows"""
_COMMENT_GROUPS = 3
_ARTICLE = 1600
"""units (800 Latin letters) of long texts that make an article"""
_COMMENT_NAME = re.compile(r"comment|reply|replies|ความเห็น|ความคิดเห็น", re.I)


def find_thread(page: Page, model: PostModel | None = None) -> Thread | None:
    """The discussion of a page, None where there is none."""
    model = model or shipped_model()
    told = data_posts(page)
    rows, groups, order, score = rank_groups(page, model)
    found, kind = _found(page, rows, groups, order, score, told, model)
    posts = complete(found, told) if found else ()
    if mostly_elsewhere(posts, told):
        posts, kind = from_data(told), data_kind(page) or "board"
        bodies: list[int] = []
    else:
        bodies = found.records.bodies if found else []
    if not posts:
        return None
    number, count = page_numbers(page)
    if number == 1 and kind != "comments":
        posts = with_opening(posts, told)
    if number > 1 or kind == "comments":
        posts = tuple(replace(post, is_op=False) for post in posts)
    return Thread(
        title=_title(page, rows, bodies),
        posts=posts,
        url=page.head.canonical or page.url,
        kind=kind,
        page=number,
        pages=count,
    )


def _found(
    page: Page,
    rows: Rows,
    groups: Groups,
    order: NDArray[np.int64],
    score: NDArray[np.float32],
    told: list[DataPost],
    model: PostModel,
) -> tuple[Found | None, str]:
    """The posts in the markup of the page, and what kind of discussion they are."""
    kind = data_kind(page)
    if not len(order):
        return None, kind or "board"
    found = _likeliest(page, rows, groups, order, score, told, model)
    if found:
        if kind == "questions":
            return found, kind
        article = _after_an_article(page, rows, found)
        opened: Found | None = None
        if kind == "board" or (kind is None and (not article or at_a_board(page))):
            opened = add_opening(page, rows, groups, order, found, model)
        if opened is None and article and not (kind == "board" and any(data.opening for data in told)):
            kind = "comments"
        return opened or found, kind or "board"
    found = _comments(page, rows, groups, order, score, model)
    return found, "comments" if found else kind or "board"


def _likeliest(
    page: Page,
    rows: Rows,
    groups: Groups,
    order: NDArray[np.int64],
    score: NDArray[np.float32],
    told: list[DataPost],
    model: PostModel,
) -> Found | None:
    """The posts of the group that data confirms, or of the likeliest of the best groups; None for no discussion."""
    kind = data_kind(page)
    confirmed = told_group(page, groups, order, told)
    best = int(order[0]) if confirmed is None else confirmed
    found = read_posts(page, rows, groups[best].tolist(), model)
    if agrees(found, told):
        return found
    likely = thread_likelihood(page, found, float(score[best]), kind)
    chosen = found if likely >= LIKELY else None
    if likely >= _SURE or (chosen and len(chosen.posts) > 1):
        return chosen
    others = [group for group in order[1:_LIKELIEST].tolist() if 1 < len(groups[group]) <= _MOST]
    for group in others[:_TRIES]:
        found = read_posts(page, rows, groups[group].tolist(), model)
        other = thread_likelihood(page, found, float(score[group]), kind)
        if other >= max(_OTHER_LIKELY, likely):
            chosen, likely = found, other
    return chosen


def _after_an_article(page: Page, rows: Rows, found: Found) -> bool:
    """Whether much running text stands before the first post."""
    first = int(page.elements.first_text[found.records.roots[0]])
    return rows.sum("long", first) >= _ARTICLE


def _title(page: Page, rows: Rows, bodies: list[int]) -> str | None:
    element = find_title_element(page, rows, bodies)
    if element < 0:
        return data_title(page)
    elements = page.elements
    return inline_text(page.texts, int(elements.first_text[element]), int(elements.end_text[element])) or None


def _comments(
    page: Page,
    rows: Rows,
    groups: Groups,
    order: NDArray[np.int64],
    score: NDArray[np.float32],
    model: PostModel,
) -> Found | None:
    """Comments under something else: a group of several members that is named so and reads like a discussion."""
    tried = 0
    for group in order.tolist():
        members = groups[group]
        if len(members) < 2 or not _named_comment(page, int(members[0])):
            continue
        found = read_posts(page, rows, members.tolist(), model)
        if not any(len(post.text) > _COUNTER for post in found.posts):
            continue
        # Under an article comments are never the best of all groups; that is not held against them.
        if thread_likelihood(page, found, max(float(score[group]), _COMMENTS_SCORE), "board") >= _COMMENTS_LIKELY:
            return found
        tried += 1
        if tried == _COMMENT_GROUPS:
            break
    return None


def _named_comment(page: Page, element: int) -> bool:
    for _ in range(5):
        attributes = dict(page.elements.attrs[element])
        if any(_COMMENT_NAME.search(attributes.get(name) or "") for name in ("class", "id", "itemprop")):
            return True
        element = int(page.elements.parent[element])
        if element < 0:
            break
    return False
