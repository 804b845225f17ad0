"""How large a page may be for posts to be looked for."""

from __future__ import annotations

from kaensan.page import Page

__all__ = ["MOST_ELEMENTS", "may_be_searched"]

MOST_ELEMENTS = 100_000
"""Elements of a page in which posts are looked for: the search needs some 500 bytes for each, several times what all
else does. The largest page of the reference sets has 21,579, and a post has ten or more."""


def may_be_searched(page: Page) -> bool:
    """Whether posts are looked for; the page carries a warning where they are not."""
    if len(page.elements) <= MOST_ELEMENTS:
        return True
    page.budget.note(f"no posts were looked for, as the page has more than {MOST_ELEMENTS:,} elements")
    return False
