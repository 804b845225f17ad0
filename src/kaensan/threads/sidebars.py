"""Texts in a sidebar that look like posts: the rules of a board, written with the same editor as what people post."""

from __future__ import annotations

import re

from kaensan.page.elements import Elements
from kaensan.page.tags import family

__all__ = ["without_sidebars"]

_ASIDE = family("aside")
_SIDE = re.compile(r"(?<![^\W_])(?:side|sidebar|side[-_]?bar|right[-_]?rail)(?![^\W_])", re.I)
"""what the class or id of a sidebar says"""
_ENDS = 2
"""posts at either end of the page that are looked at: a sidebar comes before all others or after them"""
_FEWEST = 3
"""posts from which some are the usual"""


def without_sidebars(elements: Elements, bodies: list[int]) -> list[int]:
    """The bodies without those at either end of the page that stand in a sidebar, unless the others do, too."""
    if len(bodies) < _FEWEST:
        return bodies
    ends = {*bodies[:_ENDS], *bodies[-_ENDS:]}
    beside = {body for body in ends if _in_sidebar(elements, body, bodies)}
    return [body for body in bodies if body not in beside] if len(beside) < len(ends) else bodies


def _in_sidebar(elements: Elements, body: int, bodies: list[int]) -> bool:
    """Whether an element around a body, and not around most of the others, is a sidebar."""
    around = int(elements.parent[body])
    while around >= 0:
        if _ASIDE[elements.tag[around]] or any(_SIDE.search(elements.get(around, name)) for name in ("class", "id")):
            held = sum(around < other < elements.end[around] for other in bodies)
            return bool(2 * held < len(bodies))
        around = int(elements.parent[around])
    return False
