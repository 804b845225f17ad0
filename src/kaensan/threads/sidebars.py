"""Texts in a sidebar that look like posts: the rules of a board, written with the same editor as what people post."""

from __future__ import annotations

import re

from kaensan.page.elements import Elements
from kaensan.page.tags import family

__all__ = ["without_sidebars"]

_ASIDE = family("aside")
_SIDE = re.compile(r"(?<![^\W_])(?:side|sidebar|side[-_]?bar|right[-_]?rail)(?![^\W_])", re.I)
"""what the class or id of a sidebar says"""
_STEMS = ("side", "rail")
"""one of which is in every match of it in ASCII, in lower case"""
_LEVELS = 60
"""elements around a post that are looked at: nesting may be as deep as the page is long"""
_LONGEST = 200
"""characters of a class or an id that are looked at"""
_ENDS = 2
"""posts at either end of the page that are looked at: a sidebar comes before all others or after them"""
_FEWEST = 3
"""posts from which some are the usual"""


def without_sidebars(elements: Elements, bodies: list[int]) -> list[int]:
    """The bodies without those at either end of the page that stand in a sidebar, unless the others do, too."""
    if len(bodies) < _FEWEST:
        return bodies
    ends = {*bodies[:_ENDS], *bodies[-_ENDS:]}
    sides: dict[int, bool] = {}  # most elements around one are around the others
    beside = {body for body in ends if _in_sidebar(elements, body, bodies, sides)}
    return [body for body in bodies if body not in beside] if len(beside) < len(ends) else bodies


def _in_sidebar(elements: Elements, body: int, bodies: list[int], sides: dict[int, bool]) -> bool:
    """Whether an element around a body, and not around most of the others, is a sidebar; `sides` are those known."""
    around = int(elements.parent[body])
    for _ in range(_LEVELS):
        if around < 0:
            break
        if around not in sides:
            sides[around] = bool(_ASIDE[elements.tag[around]]) or _is_called_sidebar(elements, around)
        if sides[around]:
            held = sum(around < other < elements.end[around] for other in bodies)
            return bool(2 * held < len(bodies))
        around = int(elements.parent[around])
    return False


def _is_called_sidebar(elements: Elements, row: int) -> bool:
    """Whether the class or the id of an element is that of a sidebar."""
    return any(_is_sidebar(elements.get(row, name)[:_LONGEST]) for name in ("class", "id"))


def _is_sidebar(name: str) -> bool:
    """Whether a class or an id is that of a sidebar."""
    if name.isascii():
        lower = name.lower()
        if not any(stem in lower for stem in _STEMS):
            return False
    return _SIDE.search(name) is not None
