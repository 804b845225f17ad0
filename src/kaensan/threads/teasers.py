"""Lists of teasers, which look like threads: each entry has words, a name and a date, and a heading that leads away.

So look results of a search and what a member wrote last; the words of their entries are often cut off.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.teaser_signs import breaks_off
from kaensan.page import Context
from kaensan.page.normalise import letters_of
from kaensan.threads.post_features import leads_to_profile
from kaensan.threads.posts import PagePosts

__all__ = ["are_teasers"]

_FEWEST = 3
_COMMON = 0.8
"""share of the entries that have a heading of their own, which leads to a page of its own"""
_CUT = 0.6
"""share of the entries whose words break off: no thread of the reference pages has .4"""
_FORWARD = 0.5
"""share of steps from a date to the next that lead to a later one, from which a list goes forward"""
_MINUTE = len("2021-05-03T14:05")
_LONGEST_NAME = 15
"""letters of a heading, at the median, that may be names of people"""


def are_teasers(posts: PagePosts) -> bool:
    """Whether nearly every post has a heading of its own that links to another page, or one person wrote them all, the
    latest first; or, where they do not go forward in time, a heading or a link as long as a title stands over their
    words, or most break off."""
    count = len(posts)
    if count < _FEWEST:
        return False
    if _are_own(_linked_headings(posts), count) or _are_of_one_and_go_back(posts):
        return True
    return not _goes_forward(posts) and (
        _are_own(((text, text) for text in _headings_above(posts)), count)
        or _are_own(_linked_titles(posts), count)
        or sum(map(breaks_off, posts.texts)) >= _CUT * count
    )


def _are_of_one_and_go_back(posts: PagePosts) -> bool:
    """Whether one person wrote all posts, the latest first: so read profiles and blogs."""
    numbers = range(len(posts))
    dates = [date[:_MINUTE] if date else "" for date in map(posts.date_of, numbers)]
    if not all(before > after > "" for before, after in pairwise(dates)):
        return False
    authors = {posts.author_and_date(number)[0] for number in numbers}
    return len(authors) == 1 and authors != {None}


def _goes_forward(posts: PagePosts) -> bool:
    """Whether the dates of the posts go up, as far as they are known."""
    dates = [date[:_MINUTE] for date in map(posts.date_of, range(len(posts))) if date]
    pairs = list(pairwise(dates))
    return sum(before < after for before, after in pairs) > _FORWARD * len(pairs)


def _are_own(headings: Iterable[tuple[str, str]], count: int) -> bool:
    """Whether some addresses and texts are of as many entries and differ; texts may be names where they are short."""
    known = list(headings)
    if min(len({address for address, _ in known}), len({text for _, text in known})) < _COMMON * count:
        return False
    return median(len(text) for _, text in known) > _LONGEST_NAME


def _linked_headings(posts: PagePosts) -> Iterable[tuple[str, str]]:
    """The address and the letters of the first heading of each post that links to a page."""
    texts = posts.ranking.page.texts
    return _linked(posts, (texts.anchor >= 0) & texts.within(Context.HEADING) & (posts.records.owner >= 0))


def _linked_titles(posts: PagePosts) -> Iterable[tuple[str, str]]:
    """The same of the first link of each post that stands before its words and is longer than names are."""
    ranking, records, owner = posts.ranking, posts.records, posts.records.owner
    texts = ranking.page.texts
    before = (texts.anchor >= 0) & (owner >= 0) & ~ranking.rows.date & (texts.length > _LONGEST_NAME)
    before &= np.arange(len(owner)) < ranking.page.elements.first_text[records.bodies][owner]
    return _linked(posts, before)


def _linked(posts: PagePosts, linked: NDArray[np.bool_]) -> Iterable[tuple[str, str]]:
    """The address and the letters of the first of some links of each post; nothing where few posts have any."""
    page, records = posts.ranking.page, posts.records
    texts, elements = page.texts, page.elements
    rows = linked.nonzero()[0].tolist()
    if len(set(records.owner[rows].tolist())) < _COMMON * len(posts):
        return ()
    held = elements.attrs.of_rows(sorted({int(texts.anchor[row]) for row in rows}), ("href",))
    headings: dict[int, tuple[str, str]] = {}
    for row in rows:
        address = (held.get(int(texts.anchor[row]), {}).get("href") or "").partition("#")[0]
        if address and not leads_to_profile(address):
            headings.setdefault(int(records.owner[row]), (address, letters_of(texts.strings[row])))
    return headings.values()


def _headings_above(posts: PagePosts) -> Iterable[str]:
    """The letters of the headings between each post's beginning and its words, without dates and its author; some
    boards make a heading of the first words of each post."""
    ranking, records = posts.ranking, posts.records
    texts, rows, owner = ranking.page.texts, ranking.rows, posts.records.owner
    above = texts.within(Context.HEADING) & (owner >= 0) & rows.shown & ~rows.date & ~records.lead
    above &= np.arange(len(owner)) < ranking.page.elements.first_text[records.bodies][owner]
    headings: dict[int, list[str]] = {}
    for row in above.nonzero()[0].tolist():
        headings.setdefault(int(owner[row]), []).append(texts.strings[row])
    authors = [letters_of(posts.signs.text[author]) if author >= 0 else "" for author in posts.author]
    for post, parts in headings.items():
        own = letters_of("".join(parts)).replace(authors[post], "")
        if own and not letters_of(posts.texts[post][: 4 * len(own)]).startswith(own):
            yield own
