"""The tables of a page as one pass over its markup yields them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page.elements import Elements
from kaensan.page.unread import Unread

__all__ = ["Flat"]


class Flat(NamedTuple):
    """What one pass over a page yields."""

    elements: Elements
    strings: list[str]
    """the text nodes that may be read, not blank, as parsed"""
    parent: NDArray[np.int32]
    """the element of each string"""
    block: NDArray[np.int32]
    """the block of each string, numbered from 0"""
    spaced: NDArray[np.bool_]
    """blank text lies between the string and the one before it"""
    code: Unread
    """the other text nodes that are not blank"""
    gaps: dict[int, str]
    """blank text between a string and the one before it in the same preformatted element, where it is content"""
    has_comment_in_script: bool
    """a script has `<!--` in it"""
    ended_in_script: bool
    """the mark at the end of the page was met as the end of a script"""
    is_whole: bool
    """every text that was set aside was met where it was taken from"""
