"""How large a page may be for posts to be looked for."""

from __future__ import annotations

from kaensan.page import Page

__all__ = ["MOST_ELEMENTS", "may_be_searched"]

MOST_ELEMENTS = 100_000
"""Elements of a page in which posts are looked for: the search needs some 400 bytes for each, as much as all else of a
decision. The largest page of the reference sets has 21,579."""


def may_be_searched(page: Page) -> bool:
    """Whether posts are looked for; the page carries a warning where they are not."""
    if len(page.elements) <= MOST_ELEMENTS:
        return True
    page.budget.note(f"no posts were looked for, as the page has more than {MOST_ELEMENTS:,} elements")
    return False
