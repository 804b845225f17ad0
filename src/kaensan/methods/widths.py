"""How wide the containers of a page are, as far as their markup says."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page.elements import Elements
from kaensan.page.tags import family

__all__ = ["width_shares"]

_CONTAINERS = family(
    "article aside blockquote body center div dl fieldset footer form header li main nav ol p section table tbody td "
    "th tr ul"
)
_STYLE_WIDTH = re.compile(r"(?:^|[;\s])width\s*+:\s*+(\d{1,6}(?:\.\d{0,6})?)\s*+(%|px)", re.I)
_WIDTH = re.compile(r"\s*+(\d{1,6}(?:\.\d{0,6})?)\s*+(%|px)?+\s*+$", re.I)


def width_shares(elements: Elements, page_width: int = 960) -> NDArray[np.float64]:
    """Each element's share of the page width, as far as `width` and `style` of containers say."""
    container = _CONTAINERS[elements.tag]
    stated: dict[int, tuple[str, str]] = {}
    for row, value in elements.having("width"):
        if container[row] and (found := _WIDTH.match(value)):
            stated[row] = found[1], found[2] or "px"
    for row, value in elements.having("style"):
        if "width" in value.lower() and container[row] and (found := _STYLE_WIDTH.search(value)):
            stated[row] = found[1], found[2]
    share = np.ones(len(elements) + 1)  # the last one stands for the page itself (-1)
    if not stated:
        return share[:-1]
    says = np.zeros(len(elements), np.bool_)
    says[list(stated)] = True
    nearest = elements.nearest(says)
    for row in sorted(stated):
        amount, unit = stated[row]
        parent = int(elements.parent[row])
        room = share[nearest[parent]] if parent >= 0 else 1.0
        share[row] = room * min(float(amount) / 100, 1) if unit == "%" else min(float(amount) / page_width, room)
    return share[nearest]
