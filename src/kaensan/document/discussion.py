"""Is the page a discussion, and if so, which one: from a page to its `Thread`.

Posts are looked for in the structure of the page. Whether what was found is a thread is weighed from how well the
group of bodies, the authors and the dates were recognised, whether the dates go up, and how the page is named. The
weights were fitted on boards that the models had not seen and on pages of other kinds (docs/explanation/boards.md).
"""

from __future__ import annotations

import math
import re
from collections import defaultdict, deque
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kaensan.document.pagination import page_numbers
from kaensan.document.posts import Found, read_posts
from kaensan.document.thread import Post, Thread
from kaensan.document.thread_data import DataPost, data_kind, data_posts, text_key
from kaensan.methods.board_title import find_title_element
from kaensan.methods.boards import rank_groups
from kaensan.model.boards_groups import Groups
from kaensan.model.boards_posts import PostModel, load_post_model
from kaensan.model.boards_rows import Rows
from kaensan.page import Page
from kaensan.page.inline import inline_text

__all__ = ["find_thread", "thread_likelihood"]

_WEIGHTS = {
    "score": 1.06,
    "author": 0.3,
    "date": 0.17,
    "size": -0.84,
    "several": 1.59,
    "names": 0.63,
    "board": 2.59,
    "comments": -1.27,
    "dated": 0.52,
    "rising": 1.39,
    "distinct": 0.52,
    "chronicle": 1.46,
    "address": 1.5,  # set by hand: the boards it was fitted on have no addresses
}
_BIAS = -6.4
_LIKELY = 0.2
"""from this likelihood on, a page is a discussion"""
_COMMENTS_LIKELY = 0.6
_COMMENTS_SCORE = 2.0
_COUNTER = 6
"""characters that "128" needs, the number of comments that a list of articles shows"""
_COMMENT_GROUPS = 3
_CLIP = 4.0
_ARTICLE = 1600
"""units (800 Latin letters) of long texts that make an article"""
_MANY = 25
"""more posts than this say no more for or against a thread"""
_BOARD_NAME = re.compile(r"forum|thread|topic|discuss|question|answer|board|commu|กระทู้|viewtopic", re.I)
_COMMENT_NAME = re.compile(r"comment|reply|replies|ความเห็น|ความคิดเห็น", re.I)
_DOUBTFUL = 0.0
"""log-odds below which what data says about author or date is believed instead"""


def find_thread(page: Page, model: PostModel | None = None) -> Thread | None:
    """The discussion of a page, None where there is none."""
    model = model or load_post_model()
    told = data_posts(page)
    kind = data_kind(page)
    rows, groups, order, score = rank_groups(page, model)
    found: Found | None = None
    if len(order):
        best = int(order[0])
        found = read_posts(page, rows, groups[best].tolist(), model)
        if thread_likelihood(page, found, float(score[best]), kind) < _LIKELY:
            found = _comments(page, rows, groups, order, score, model)
            kind = "comments" if found else kind
    posts = _with_data(found.posts, found, told) if found else ()
    if _mostly_elsewhere(posts, told):
        posts = _from_data(told)
    if not posts:
        return None
    bodies = found.records.bodies if found else []
    if found and kind != "questions" and _after_an_article(page, rows, found):
        kind = "comments"
    number, count = page_numbers(page)
    if number > 1:
        posts = tuple(replace(post, is_op=False) for post in posts)
    return Thread(
        title=_title(page, rows, bodies),
        posts=posts,
        url=page.head.canonical or page.url,
        kind=kind or "board",
        page=number,
        pages=count,
    )


def _after_an_article(page: Page, rows: Rows, found: Found) -> bool:
    """Whether much running text stands before the first post."""
    first = int(page.elements.first_text[found.records.roots[0]])
    return rows.sum("long", first) >= _ARTICLE


def _title(page: Page, rows: Rows, bodies: list[int]) -> str | None:
    element = find_title_element(page, rows, bodies)
    if element < 0:
        return None
    elements = page.elements
    return inline_text(page.texts, int(elements.first_text[element]), int(elements.end_text[element])) or None


def thread_likelihood(page: Page, found: Found, score: float, kind: str | None) -> float:
    """How likely the posts that were found are a discussion, 0…1."""
    count = len(found.posts)
    dates = [post.date for post in found.posts if post.date]
    pairs = list(pairwise(dates))
    rising = sum(one[:16] <= other[:16] for one, other in pairs) / len(pairs) if pairs else 0.5
    dated = len(dates) / count
    distinct = len(set(dates)) / max(len(dates), 1)
    names = [value for name in ("class", "id") for _, value in page.elements.having(name)]
    named = 100 * len(_BOARD_NAME.findall(" ".join(names))) / max(len(page.elements), 1)
    evidence = {
        "score": score,
        "author": _mean(found.author_score),
        "date": _mean(found.date_score),
        "size": math.log(min(count, _MANY)),
        "address": float(bool(_BOARD_NAME.search(_path(page)))),
        "several": float(count > 1),
        "names": min(named, 5.0),
        "board": float(kind in ("board", "questions")),
        "comments": float(kind == "comments"),
        "dated": dated,
        "rising": (rising - 0.5) * dated,
        "distinct": dated * distinct,
        "chronicle": float(count > 2 and min(dated, rising) >= 0.9 and distinct >= 0.6),
    }
    odds = _BIAS + sum(_WEIGHTS[name] * value for name, value in evidence.items())
    return 1 / (1 + math.exp(-odds))


def _path(page: Page) -> str:
    """The address of the page without its host, which may be a board's whatever the page is."""
    address = page.url or page.head.canonical or ""
    return address.partition("://")[2].partition("/")[2]


def _mean(scores: NDArray[np.float32]) -> float:
    return float(np.mean(np.clip(scores, -_CLIP, _CLIP)))


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


def _with_data(posts: tuple[Post, ...], found: Found, told: list[DataPost]) -> tuple[Post, ...]:
    """The posts with what data knows and the page shows badly or not at all."""
    waiting: dict[str, deque[DataPost]] = defaultdict(deque)
    for data in told:
        waiting[text_key(data.text)].append(data)
    completed: list[Post] = []
    for number, post in enumerate(posts):
        queue = waiting.get(text_key(post.text))
        if not queue:
            completed.append(post)
            continue
        data = queue.popleft()
        author, date = post.author, post.date
        if data.author and found.author_score[number] < _DOUBTFUL:
            author = data.author
        if data.date and (date is None or found.date_score[number] < _DOUBTFUL):
            date = data.date
        completed.append(
            replace(
                post,
                author=author,
                author_url=post.author_url if author == post.author else None,
                date=date,
                date_text=post.date_text if found.date_score[number] >= _DOUBTFUL else None,
                id=post.id or data.id,
                url=post.url or data.url,
                score=data.score if post.score is None else post.score,
            )
        )
    return tuple(completed)


def _mostly_elsewhere(posts: tuple[Post, ...], told: list[DataPost]) -> bool:
    """Whether data describes posts that were mostly not found in the page."""
    found = {text_key(post.text) for post in posts}
    missing = sum(text_key(data.text) not in found for data in told)
    signed = sum(data.author is not None for data in told)
    return missing > len(told) // 2 and 2 * signed >= len(told) and any(data.opening for data in told)


def _from_data(told: list[DataPost]) -> tuple[Post, ...]:
    """Posts that are known from data alone."""
    place = {data.id: number for number, data in enumerate(told, start=1) if data.id}
    opener = told[0].author
    return tuple(
        Post(
            position=number,
            text=data.text,
            author=data.author,
            date=data.date,
            id=data.id,
            url=data.url,
            score=data.score,
            reply_to=place.get(data.answers) if data.answers else None,
            is_op=number == 1 or (opener is not None and data.author == opener),
            body=data.body,
        )
        for number, data in enumerate(told, start=1)
        if data.text
    )
