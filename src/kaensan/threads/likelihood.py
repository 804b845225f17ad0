"""How likely posts that were found on a page are a discussion.

Weighed are how well the group of bodies, the authors and the dates were recognised, whether the dates go up, and how
the page and its address are named. The weights were fitted by logistic regression on boards and forum pages that the
post model had not seen, and on pages of other kinds (docs/explanation/boards.md).
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.threads.posts import Found

__all__ = ["WEIGHTS", "at_a_board", "thread_evidence", "thread_likelihood"]

WEIGHTS = {
    "bias": -5.76,
    "score": 0.86,
    "author": 0.36,
    "date": 0.19,
    "size": -0.86,
    "several": 2.02,
    "names": 0.41,
    "board": 4.35,
    "comments": -2.79,
    "dated": 0.04,
    "timed": 0.66,
    "rising": 2.61,
    "distinct": -0.27,
    "chronicle": 1.85,
    "address": 1.79,
    "host": 1.06,
}
_CLIP = 4.0
_MANY = 25
"""more posts than this say no more for or against a thread"""
_MOST_NAMED = 5.0
_BOARD_NAME = re.compile(r"forum|thread|topic|discuss|question|answer|board|commu|กระทู้|viewtopic", re.I)
_BOARD_ADDRESS = re.compile(
    r"forum|thread|topic|discuss|question|answer|board|commu|กระทู้|viewtopic|comments/|/[td]/|/talk/|(?:^|/)post/\d",
    re.I,
)
_BOARD_HOST = re.compile(r"forum|board|commun|discuss|talk|answer|ask|stack|overflow|reddit|pantip", re.I)


def thread_likelihood(page: Page, found: Found, score: float, kind: str | None) -> float:
    """How likely the posts that were found are a discussion, 0…1."""
    odds = sum(WEIGHTS[name] * value for name, value in thread_evidence(page, found, score, kind).items())
    return 1 / (1 + math.exp(-odds))


def thread_evidence(page: Page, found: Found, score: float, kind: str | None) -> dict[str, float]:
    """What speaks for and against a discussion, by name."""
    count = len(found.posts)
    dates = [post.date for post in found.posts if post.date]
    pairs = list(pairwise(dates))
    rising = sum(one[:16] <= other[:16] for one, other in pairs) / len(pairs) if pairs else 0.5
    dated = len(dates) / count
    distinct = len(set(dates)) / max(len(dates), 1)
    names = [value for name in ("class", "id") for _, value in page.elements.having(name)]
    named = 100 * len(_BOARD_NAME.findall(" ".join(names))) / max(len(page.elements), 1)
    host, path = _address(page)
    return {
        "bias": 1.0,
        "score": score,
        "author": _mean(found.author_score),
        "date": _mean(found.date_score),
        "size": math.log(min(count, _MANY)),
        "several": float(count > 1),
        "names": min(named, _MOST_NAMED),
        "board": float(kind in ("board", "questions")),
        "comments": float(kind == "comments"),
        "dated": dated,
        "timed": sum(post.date_text is not None for post in found.posts) / count,
        "rising": (rising - 0.5) * dated,
        "distinct": dated * distinct,
        "chronicle": float(count > 2 and min(dated, rising) >= 0.9 and distinct >= 0.6),
        "address": float(bool(_BOARD_ADDRESS.search(path))),
        "host": float(bool(_BOARD_HOST.search(host))),
    }


def at_a_board(page: Page) -> bool:
    """Whether the address of the page is that of a board."""
    host, path = _address(page)
    return bool(_BOARD_HOST.search(host) or _BOARD_ADDRESS.search(path))


def _address(page: Page) -> tuple[str, str]:
    """The host of the page, and the rest of its address."""
    try:
        parts = urlsplit(page.url or page.head.canonical or "")
    except ValueError:
        return "", ""
    return parts.netloc, f"{parts.path}?{parts.query}"


def _mean(scores: NDArray[np.float32]) -> float:
    return float(np.mean(np.clip(scores, -_CLIP, _CLIP)))
