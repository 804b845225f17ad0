"""Which images belong to the content, where they are, and what they show."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tags import tag_id
from kaensan.render.links import Links

__all__ = ["Image", "content_images"]

_DEFERRED = ("data-src", "data-original", "data-lazy-src")
_DOT = frozenset({"0", "1", "0px", "1px"})


class Image(NamedTuple):
    """An image of the content."""

    src: str
    alt: str


def content_images(page: Page, shown: NDArray[np.bool_], links: Links) -> dict[int, Image]:
    """The images of the content by element.

    An image belongs to the content when the text around it does: the rows before and after it are both shown, or at
    least half of the rows in the smallest element around it that has any.
    """
    elements = page.elements
    rows = np.flatnonzero(elements.tag == tag_id("img"))
    if not len(rows) or not shown.any():
        return {}
    fenced = np.concatenate([[False], shown, [False]])
    at = elements.first_text[rows]
    between = fenced[at] & fenced[at + 1]
    has_text = elements.end_text > elements.first_text
    around = elements.nearest(has_text)[rows]
    total = np.concatenate([[0], np.cumsum(shown)])
    first, end = elements.first_text[around], elements.end_text[around]
    mostly = (around >= 0) & (2 * (total[end] - total[first]) >= end - first)
    found: dict[int, Image] = {}
    last = ""
    for row in rows[between | mostly].tolist():
        image = _image(page, row, links)
        if image and image.src != last:  # a deferred image is often repeated in noscript
            found[row] = image
            last = image.src
    return found


def _image(page: Page, row: int, links: Links) -> Image | None:
    attrs = {name: value or "" for name, value in page.elements.attrs[row]}
    if attrs.get("width", "").strip() in _DOT or attrs.get("height", "").strip() in _DOT:
        return None
    for name in (*_DEFERRED, "src"):
        if src := links.resolve(attrs.get(name, "")):
            return Image(src, " ".join(attrs.get("alt", "").split()))
    candidates = (attrs.get("srcset") or attrs.get("data-srcset") or "").split()
    src = links.resolve(candidates[0].rstrip(",")) if candidates else None
    return Image(src, " ".join(attrs.get("alt", "").split())) if src else None
