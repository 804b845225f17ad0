"""Which images belong to the content, where they are, and what they show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kaensan.page import Page
from kaensan.page.tags import tag_id
from kaensan.render.links import Links
from kaensan.render.shown_elements import Shown, image_rows

__all__ = ["Image", "content_images"]

_DEFERRED = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image", "data-hi-res-src")
"""Attributes that scripts copy to `src` when an image comes into view."""
_OWN = (*_DEFERRED, "src")
_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_ATTRIBUTES = (*_DEFERRED, *_SETS, "src", "alt", "width", "height")
_SOURCE = tag_id("source")
_DOT = frozenset({"0", "1", "0px", "1px"})
"""Width or height of images that are there to count visits."""
_MOST_IN_SET, _LONGEST_SET = 20, 8000
"""Addresses of an image's set, and characters of it, that are looked at."""


class Image(NamedTuple):
    """An image of the content."""

    src: str
    alt: str


def content_images(page: Page, shown: Shown, links: Links) -> dict[int, Image]:
    """The images of the content by element: an image belongs to it when the text around does."""
    chosen = image_rows(page.elements, shown)
    if not chosen:
        return {}
    images: dict[int, Image] = {}
    last = ""
    attributes = page.elements.attrs.of_rows(chosen, _ATTRIBUTES)
    for row in chosen:
        image = _image(page, row, attributes.get(row, {}), links)
        if image and image.src != last:  # a deferred image is often repeated in noscript
            images[row] = image
            last = image.src
    return images


def _image(page: Page, row: int, attrs: dict[str, str], links: Links) -> Image | None:
    """An image with the best of its addresses: deferred, its own, or the largest of a set."""
    if attrs.get("width", "").strip() in _DOT or attrs.get("height", "").strip() in _DOT:
        return None
    for address in _addresses(page, row, attrs):
        if address and (src := links.resolve(address)):
            return Image(src, " ".join(attrs.get("alt", "").split()))
    return None


def _addresses(page: Page, row: int, attrs: dict[str, str]) -> Iterator[str]:
    """The addresses of an image, the best first; sets of addresses are read where no other is good enough."""
    for name in _OWN:
        if name in attrs:
            yield attrs[name]
    for name in _SETS:
        if name in attrs:
            yield _largest(attrs[name])
    yield from map(_largest, _sources(page, row))


def _sources(page: Page, row: int) -> list[str]:
    """The sets of the `source` elements just before an image in a `picture`."""
    elements = page.elements
    sets: list[str] = []
    while row > 0 and elements.tag[row - 1] == _SOURCE and len(sets) < _MOST_IN_SET:
        row -= 1
        sets.append(elements.get(row, "srcset") or elements.get(row, "data-srcset"))
    return sets[::-1]


def _largest(addresses: str) -> str:
    """The address of a `srcset` with the largest width or density.

    >>> _largest("a.jpg 320w, b.jpg 1280w, c.jpg 640w"), _largest("a.jpg, b.jpg 2x")
    ('b.jpg', 'b.jpg')
    """
    best, largest = "", 0.0
    for candidate in addresses[:_LONGEST_SET].replace(",\n", ", ").split(", ")[:_MOST_IN_SET]:
        parts = candidate.split()
        if not parts:
            continue
        size = parts[1][:-1] if len(parts) > 1 else "1"
        number = float(size) if size.replace(".", "", 1).isdecimal() and len(size) < 8 else 1.0
        if number > largest:
            best, largest = parts[0].rstrip(","), number
    return best
