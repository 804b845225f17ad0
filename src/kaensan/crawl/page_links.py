"""What a page leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kaensan.errors import FetchError
from kaensan.page import Page
from kaensan.web.response import Response
from kaensan.web.urls import Target, join

__all__ = ["PageLink", "feeds_of", "links_of", "says_nofollow"]

_LEADING = {"a": "href", "area": "href", "link": "href", "frame": "src", "iframe": "src"}
_FEED = re.compile(r"application/(?:(?:rss|atom|rdf)\+xml|feed\+json)", re.I)
_REFRESH = re.compile(r"[\d.]* ?[;,]? ?url ?= ?[\"']?([^\"']+)[\"']?", re.I)
_LONGEST = 2000
"""Characters of what an element says about a refresh."""
_LONGEST_TEXT = 200
"""Characters of each of the texts of a link: links in each other share theirs."""


@dataclass(frozen=True)
class PageLink:
    """One link of a page."""

    href: str
    text: str
    rel: str


def base_of(page: Page, target: Target) -> Target:
    """What the links of a page are relative to."""
    elements = page.elements
    for row, href in elements.having("href"):
        if elements.names[row] == "base":
            try:
                return join(target, href)
            except FetchError:
                return target
    return target


def links_of(page: Page) -> Iterator[PageLink]:
    """The links that may be followed: where the page leads by itself, then the others in their order."""
    elements, texts = page.elements, page.texts
    for row, value in elements.having("http-equiv"):
        content = " ".join(elements.get(row, "content")[:_LONGEST].split())
        refresh = _REFRESH.fullmatch(content) if value.strip().lower() == "refresh" else None
        if refresh:
            yield PageLink(refresh[1], "", "")
    rows = sorted([*elements.having("href"), *elements.having("src")])
    for row, value in rows:
        name = elements.names[row]
        if name not in _LEADING or elements.get(row, _LEADING[name]) != value:
            continue
        rel = elements.get(row, "rel")
        words = rel.lower().split()
        if "nofollow" in words or (name == "link" and not {"next", "prev"} & set(words)):
            continue
        first, end = int(elements.first_text[row]), int(elements.end_text[row])
        begins = (string[:_LONGEST_TEXT] for string in texts.strings[first : min(end, first + 5)])
        text = " ".join("".join(begins).split())
        yield PageLink(value.strip(), text, rel)


def feeds_of(page: Page) -> list[str]:
    """The feeds that a page announces."""
    elements = page.elements
    return [
        href
        for row, href in elements.having("href")
        if elements.names[row] == "link"
        and "alternate" in elements.get(row, "rel").lower().split()
        and _FEED.match(elements.get(row, "type").strip())
    ]


def says_nofollow(page: Page, answer: Response) -> bool:
    """Whether a page asks that its links are not followed."""
    if "nofollow" in answer.headers.get("x-robots-tag", "").lower():
        return True
    elements = page.elements
    return any(
        value.strip().lower() in ("robots", "kaensan") and "nofollow" in elements.get(row, "content").lower()
        for row, value in elements.having("name")
        if elements.names[row] == "meta"
    )
