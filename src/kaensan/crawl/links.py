"""What a page, a sitemap or a feed leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kaensan.errors import FetchError
from kaensan.page import Page
from kaensan.page.decode import decode
from kaensan.page.safe_readers import unescape
from kaensan.web.decoding import decoded
from kaensan.web.response import Response
from kaensan.web.urls import Target, join

__all__ = ["PageLink", "feeds_of", "links_of", "read_feed", "read_sitemap", "says_nofollow"]

_LEADING = {"a": "href", "area": "href", "link": "href", "frame": "src", "iframe": "src"}
_FEED = re.compile(r"application/(?:rss|atom|rdf)\+xml", re.I)
_SITEMAP = re.compile(r"<(?:[\w.-]+:)?(sitemap|url|loc)\b[^<>]{0,400}>(?:\s*<!\[CDATA\[)?([^<\]]{0,4096})", re.I)
_ENTRY = re.compile(r"<(?:[\w.-]+:)?(?:item|entry)\b", re.I)
_FEED_LINK = re.compile(r"<(?:[\w.-]+:)?link\b([^<>]{0,2000}?)/?>(?:\s*<!\[CDATA\[)?([^<\]]{0,4096})", re.I)
_HREF = re.compile(r"\bhref\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')", re.I)
_REL = re.compile(r"\brel\s*+=\s*+[\"']?\s*+([\w-]+)", re.I)
_REFRESH = re.compile(r"[\d.]* ?[;,]? ?url ?= ?[\"']?([^\"']+)[\"']?", re.I)
_LONGEST = 2000
_MOST_SITEMAP = 60_000_000


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
        text = " ".join("".join(texts.strings[first : min(end, first + 5)]).split())
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


def read_sitemap(answer: Response) -> tuple[list[str], list[str]]:
    """The pages and the further sitemaps of a sitemap, which may be compressed, XML or a plain list."""
    body = answer.body
    if body.startswith(b"\x1f\x8b"):
        try:
            body = b"".join(decoded(iter([body]), "gzip", _MOST_SITEMAP, []))
        except FetchError:
            return [], []
    text = decode(body, answer.charset).text
    if "<" not in text[:1000]:
        lines = (line.strip() for line in text.splitlines())
        return [line for line in lines if line.startswith(("http://", "https://"))], []
    pages: list[str] = []
    sitemaps: list[str] = []
    inside = pages
    for found in _SITEMAP.finditer(text):
        name = found[1].lower()
        if name == "loc":
            inside.append(unescape(found[2]).strip())
        else:
            inside = sitemaps if name == "sitemap" else pages
    return pages, sitemaps


def read_feed(answer: Response) -> list[str]:
    """The pages that an RSS or Atom feed lists."""
    text = decode(answer.body, answer.charset).text
    first = _ENTRY.search(text)
    found: list[str] = []
    for link in _FEED_LINK.finditer(text, first.start() if first else len(text)):
        href, rel = _HREF.search(link[1]), _REL.search(link[1])
        if rel and rel[1].lower() not in ("alternate", "self"):
            continue
        address = (href[1] or href[2] or "") if href else link[2]
        if address.strip() and not (rel and rel[1].lower() == "self"):
            found.append(unescape(address).strip())
    return found
