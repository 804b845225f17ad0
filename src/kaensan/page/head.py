"""What a page says about itself, outside its visible text."""

from __future__ import annotations

from dataclasses import dataclass

from kaensan.page.elements import Elements
from kaensan.page.tags import tag_id

__all__ = ["Head", "read_head"]


@dataclass(frozen=True)
class Head:
    """The page's own claims."""

    title: str
    """the text of the `title` element"""
    meta: dict[str, list[str]]
    """`content` of the meta elements by `name`, `property`, `itemprop` or `http-equiv`, in lower case"""


def read_head(elements: Elements, unread: dict[int, str], url: str | None) -> Head:
    """Collect the head of a page."""
    title = ""
    for row, text in unread.items():
        if elements.tag[row] == tag_id("title"):
            title = " ".join(text.split())
            break
    meta: dict[str, list[str]] = {}
    for row, content in elements.having("content"):
        for key in ("name", "property", "itemprop", "http-equiv"):
            name = elements.get(row, key).lower()
            if name:
                meta.setdefault(name, []).append(content)
    return Head(title=title, meta=meta)
