"""The post that opened a thread, where the page shows it in other markup than the replies."""

from __future__ import annotations

from collections.abc import Callable

from kaensan.methods.boards.model import PostModel
from kaensan.methods.boards.ranking import Ranking
from kaensan.page import Page
from kaensan.page.normalise import letters_of
from kaensan.threads.post_records import Records
from kaensan.threads.posts import PagePosts, read_posts, signable

__all__ = ["add_opening"]

_CANDIDATES = 40
_TRIES = 3
_SIGNED, _DATED = -2.0, 0.0
"""log-odds of author and date, which are less sure where a post looks unlike the others"""
_DATED_ALIKE = -2.5
"""log-odds of the date of a post whose author's name looks like those of the replies"""
_SHORTEST = 60
"""units (30 Latin letters) that an opening post has at least"""
_SHARE = 0.6
"""share of the running text before the first reply that is the opening post's"""


def add_opening(
    ranking: Ranking,
    replies: PagePosts,
    model: PostModel,
    place: Callable[[list[int]], Records],
    with_heads: Callable[[Records], Records],
) -> PagePosts | None:
    """The posts with the opening one before them; None where they have it, or there is none. `place` finds records, and
    `with_heads` what in their bodies is none of the words.

    It is the best of the likely bodies that stands alone before the replies, holds most of the running text there, and
    is signed and dated like them, not later than the first of them.
    """
    if len(replies) < 2:
        return None
    elements, rows = ranking.page.elements, ranking.rows
    first = int(elements.first_text[replies.records.roots[0]])
    long = rows.sum("long", first)
    dated = rows.date & rows.readable
    tried = 0
    for group in ranking.order[:_CANDIDATES].tolist():
        members = ranking.groups[group]
        before = members[elements.end_text[members] <= first]
        if len(before) != 1:
            continue
        body = int(before[0])
        begin, end = elements.first_text[body : body + 1], elements.end_text[body : body + 1]
        if rows.between("units", begin, end)[0] < _SHORTEST or rows.between("long", begin, end)[0] < _SHARE * long:
            continue
        records = place([body, *replies.records.bodies])
        if (dated & (records.owner == 0)).any():
            records = with_heads(records)
            if signable(ranking, records)[1][0]:
                opened = read_posts(ranking, records, model)
                if _opens(ranking.page, opened):
                    return opened
        tried += 1
        if tried == _TRIES:
            break
    return None


def _opens(page: Page, opened: PagePosts) -> bool:
    """Whether the first post is one: with an author and a date of its own, and not only the title again."""
    dated = _DATED_ALIKE if _signed_alike(opened) else _DATED
    if opened.author_score[0] < _SIGNED or opened.date_score[0] < dated:
        return False
    if letters_of(opened.texts[0]) in letters_of(page.head.title):
        return False
    own, *others = map(opened.date_of, range(len(opened)))
    dates = [date for date in others if date]
    return own is None or not dates or own[:10] <= min(dates)[:10]


def _signed_alike(opened: PagePosts) -> bool:
    """Whether the name of the first author stands in an element that looks like those of most others."""
    look = opened.signs.look
    first, *others = (int(look[at]) if at >= 0 else -1 for at in opened.author)
    return first >= 0 and 2 * others.count(first) > len(others)
