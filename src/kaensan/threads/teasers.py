"""Lists of teasers, which look like threads: each entry has words, a name and a date, and a heading that leads away."""

from __future__ import annotations

from statistics import median

from kaensan.page import Context
from kaensan.page.normalise import letters_of
from kaensan.threads.post_features import leads_to_profile
from kaensan.threads.posts import PagePosts

__all__ = ["are_teasers"]

_FEWEST = 3
_COMMON = 0.8
"""share of the entries that have a heading of their own, which leads to a page of its own"""
_LONGEST_NAME = 15
"""letters of a heading, at the median, that may be names of people"""


def are_teasers(posts: PagePosts) -> bool:
    """Whether nearly every post has a heading that links to another page, each to a different one."""
    count = len(posts)
    if count < _FEWEST:
        return False
    page, records = posts.ranking.page, posts.records
    texts, elements = page.texts, page.elements
    linked = (texts.anchor >= 0) & texts.within(Context.HEADING) & (records.owner >= 0)
    rows = linked.nonzero()[0].tolist()
    if len(set(records.owner[rows].tolist())) < _COMMON * count:
        return False
    held = elements.attrs.of_rows(sorted({int(texts.anchor[row]) for row in rows}), ("href",))
    headings: dict[int, tuple[str, str]] = {}
    for row in rows:
        address = held.get(int(texts.anchor[row]), {}).get("href", "")
        if address and "#" not in address and not leads_to_profile(address):
            headings.setdefault(int(records.owner[row]), (address, letters_of(texts.strings[row])))
    addresses = {address for address, _ in headings.values()}
    said = {text for _, text in headings.values()}
    if min(len(addresses), len(said)) < _COMMON * count:
        return False
    return median(len(text) for _, text in headings.values()) > _LONGEST_NAME
