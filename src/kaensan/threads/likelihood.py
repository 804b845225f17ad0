"""How likely posts that were found on a page are a discussion.

Weighed are how well the group of bodies, the authors and the dates were recognised, whether the dates go up, and how
the page and its address are named. The weights were fitted by logistic regression on boards and forum pages that the
post model had not seen, and on pages of other kinds (docs/explanation/boards.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from operator import mul

import numpy as np
from numpy.typing import NDArray

from kaensan.threads.posts import PagePosts

__all__ = [
    "JOINT",
    "WEIGHTS",
    "discussion_odds",
    "highest_odds",
    "is_chronicle",
    "likelihood_of",
    "thread_evidence",
    "thread_likelihood",
]

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
_CHRONICLE = 0.9
"""share of the posts that must be dated, and of the dates that must go up, in a chronicle"""
_DISTINCT = 0.6
"""share of these moments that must differ"""
_MINUTE = len("2021-05-03T14:05")
_ROUNDING = 1e-6
"""log-odds by which a sum in another order may differ, and much more"""
JOINT = {"bias": 0.71, "discussion": 0.69, "candidate": 0.95}
"""what two opinions about a thread weigh: that of the posts as they were read, and that of the forest over groups;
fitted by logistic regression (`python -m experiments.thread_likelihood`), made pages at .2"""


def discussion_odds(stated: Mapping[str, float], read: PagePosts, score: float, kind: str | None) -> float:
    """How much speaks for the posts being a discussion at all, comments under an article included, as log-odds.

    `stated` is the `page_evidence` of the page, `kind` what it declares itself.
    """
    return sum(WEIGHTS[name] * value for name, value in thread_evidence(stated, read, score, kind).items())


def thread_likelihood(discussion: float, candidate: float) -> float:
    """How likely the page is a thread of these posts, 0…1, from the log-odds of a discussion and of the group."""
    return likelihood_of(JOINT["bias"] + JOINT["discussion"] * discussion + JOINT["candidate"] * candidate)


def likelihood_of(log_odds: float) -> float:
    """The likelihood of some log-odds, 0…1."""
    return 1 / (1 + math.exp(-log_odds))


def highest_odds(
    stated: Mapping[str, float],
    count: int,
    score: float,
    kind: str | None,
    *,
    named: float = 1.0,
    dated: float = 1.0,
) -> float:
    """The most that `discussion_odds` can be for so many posts, whatever they are, without reading them.

    `named` and `dated` are the shares of them that have any text which may be the author, or the date.
    """
    known: float = sum(map(mul, _KNOWN_WEIGHTS, _known_values(stated, count, score, kind)))
    chronicle = _CHRONICLED if count > 2 and dated >= _CHRONICLE else 0.0
    return known + _UNSIGNED + _PER_NAMED * named + _PER_DATED * dated + chronicle + _ROUNDING


def _most(name: str, least: float, greatest: float) -> float:
    """The most that something counts for, given its least and its greatest value."""
    weight = WEIGHTS[name]
    return weight * (greatest if weight > 0 else least)


def _most_of_dates(dated: float) -> float:
    """The most that dates count for where this share of the posts may have one; it grows evenly with the share."""
    return (
        _most("date", -_CLIP, _CLIP * (2 * dated - 1))
        + _most("dated", 0.0, dated)
        + _most("timed", 0.0, dated)
        + _most("rising", -0.5 * dated, 0.5 * dated)
        + _most("distinct", 0.0, dated)
    )


def _most_of_names(named: float) -> float:
    """Likewise of authors."""
    return _most("author", -_CLIP, _CLIP * (2 * named - 1))


_UNSIGNED = _most_of_names(0.0) + _most_of_dates(0.0)
"""log-odds, at most, of posts without any author and date …"""
_PER_NAMED, _PER_DATED = _most_of_names(1.0) - _most_of_names(0.0), _most_of_dates(1.0) - _most_of_dates(0.0)
"""… and what they gain where all may have one"""
_CHRONICLED = _most("chronicle", 0.0, 1.0)
"""what dates that go up may add"""


def thread_evidence(stated: Mapping[str, float], read: PagePosts, score: float, kind: str | None) -> dict[str, float]:
    """What speaks for and against a discussion, by name."""
    count = len(read)
    dates = [date for date in map(read.date_of, range(count)) if date]
    pairs = list(pairwise(dates))
    rising = sum(before[:_MINUTE] <= after[:_MINUTE] for before, after in pairs) / len(pairs) if pairs else 0.5
    dated = len(dates) / count
    distinct = len(set(dates)) / max(len(dates), 1)
    return {
        **dict(zip(_KNOWN, _known_values(stated, count, score, kind), strict=True)),
        "author": _mean(read.author_score),
        "date": _mean(read.date_score),
        "dated": dated,
        "timed": sum(read.date_text_of(number) is not None for number in range(count)) / count,
        "rising": (rising - 0.5) * dated,
        "distinct": dated * distinct,
        "chronicle": float(count > 2 and min(dated, rising) >= _CHRONICLE and distinct >= _DISTINCT),
    }


def is_chronicle(read: PagePosts) -> bool:
    """Whether nearly every post is signed, with an author and a time of day, and these times go up."""
    count = len(read)
    times = [date[:_MINUTE] for date in map(read.date_of, range(count)) if date and len(date) >= _MINUTE]
    pairs = list(pairwise(times))
    return (
        bool(pairs)
        and min(len(times), sum(author >= 0 for author in read.author)) >= _CHRONICLE * count
        and sum(before <= after for before, after in pairs) >= _CHRONICLE * len(pairs)
        and len(set(times)) >= _DISTINCT * len(times)
    )


_KNOWN = ("bias", "score", "size", "several", "names", "board", "comments", "address", "host")
"""what is known of a group before its posts are read"""
_KNOWN_WEIGHTS = [WEIGHTS[name] for name in _KNOWN]


def _known_values(stated: Mapping[str, float], count: int, score: float, kind: str | None) -> tuple[float, ...]:
    """The values of `_KNOWN`."""
    return (
        *(1.0, score, math.log(min(count, _MANY)), float(count > 1), stated["board_names"]),
        *(float(kind in ("board", "questions")), float(kind == "comments")),
        *(stated["board_address"], stated["board_host"]),
    )


def _mean(scores: NDArray[np.float32]) -> float:
    return float(np.mean(np.clip(scores, -_CLIP, _CLIP)))
