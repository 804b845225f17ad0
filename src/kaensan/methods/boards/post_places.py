"""Where texts stand relative to the posts of a page."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Place"]


class Place(IntEnum):
    """Where a row of text stands on a page with posts."""

    BEFORE = 0
    OWN = 1
    """in the body of a post, and the post's own words"""
    REPEATED = 2
    """in the body of a post, but a quote or a text that an earlier post holds"""
    BETWEEN = 3
    AFTER = 4
