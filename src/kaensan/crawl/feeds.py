"""Feeds and sitemaps: the pages that a site lists itself, with the day each was written where it says so.

Feeds are read by feedparser, sitemaps by ultimate-sitemap-parser, in the process that reads pages: both were made for
friendly input, and are under its limits of time and memory there.
"""

from __future__ import annotations

import calendar
import logging
import re
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from kaensan.errors import FetchError
from kaensan.page.decode import decode
from kaensan.page.safe_readers import load_json
from kaensan.web.decoding import decoded
from kaensan.web.response import Response

__all__ = ["Listed", "Listing", "looks_like", "read_feed", "read_sitemap"]

_MOST_BYTES = 60_000_000
"""Of a sitemap after unpacking; the protocol allows 50 MB."""
_MOST_LISTED = 50_000
"""Addresses of one list, as the protocol of sitemaps has it."""
_LONGEST = 4096
"""Characters of an address that is taken."""
_LONGEST_DATE = 60
"""Characters of a date that are read."""
_BEGIN = 2000
"""Characters in which a document says what it is."""
_KINDS = {
    b"urlset": "sitemap",
    b"sitemapindex": "sitemap",
    b"rss": "feed",
    b"feed": "feed",
    b"rdf": "feed",
    b"html": None,
}
_ROOT = re.compile(rb"<(?:[\w.-]{1,30}:)?(" + b"|".join(_KINDS) + rb")\b", re.I)
"""The element that says what a document is."""
_SPACES = " \t\r\n\ufeff"
_MARK = re.compile(r"[ \t\r\n\ufeff]*+(<\?|<!--)")
_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE[^\[<>]*+>")
_SOON = 2 * 86_400.0
"""Seconds; clocks differ, but a page that is dated further ahead than this has a date that says nothing."""


@dataclass(frozen=True)
class Listed:
    """A page that a feed or a sitemap lists."""

    url: str
    changed: float | None = None
    """when it was written or changed last, in seconds since 1970; None where the list does not say"""


@dataclass(frozen=True)
class Listing:
    """What a feed or a sitemap leads to."""

    pages: tuple[Listed, ...] = ()
    sitemaps: tuple[Listed, ...] = ()


def looks_like(body: bytes) -> str | None:
    """`feed` or `sitemap` for a document that begins like one.

    >>> looks_like(b'<?xml version="1.0"?><urlset>'), looks_like(b"<html><p>rss"), looks_like(b"<rss version='2.0'>")
    ('sitemap', None, 'feed')
    """
    root = _ROOT.search(body, 0, _BEGIN)
    return None if root is None else _KINDS[root[1].lower()]


def read_sitemap(answer: Response) -> Listing:
    """The pages and the further sitemaps of a sitemap, which may be compressed, XML or a plain list."""
    from usp.tree import sitemap_from_str

    text = _text(answer)
    if not text.strip() or ("<" in text[:_BEGIN] and _kind(text) != "sitemap"):
        return Listing()
    text = text.replace("<loc>/", f"<loc>{urljoin(answer.url, '/')}")  # the protocol wants whole addresses
    logging.getLogger("usp").setLevel(logging.CRITICAL)  # what is wrong with a stranger's file is no news
    pages: list[Listed] = []
    with warnings.catch_warnings(action="ignore"):  # nor is what is wrong with its dates
        tree = sitemap_from_str(text)
        for page in islice(tree.all_pages(), _MOST_LISTED):
            story = page.news_story
            pages.append(Listed(page.url, _seconds(page.last_modified or (story.publish_date if story else None))))
    below = [Listed(sub.url) for sub in islice(getattr(tree, "sub_sitemaps", ()), _MOST_LISTED)]
    return Listing(_usable(pages, answer.url), _usable(below, answer.url))


def read_feed(answer: Response) -> Listing:
    """The pages that an RSS, Atom or JSON feed lists."""
    text = _text(answer)
    if text.lstrip()[:1] == "{":
        return Listing(_usable(_json_feed(text), answer.url))
    if _kind(text) != "feed":
        return Listing()
    import feedparser

    feed = feedparser.parse(text.encode(), response_headers={"content-type": "text/xml; charset=utf-8"})
    entries = feed.entries[:_MOST_LISTED]
    return Listing(_usable([Listed(str(entry.get("link", "")), _feed_time(entry)) for entry in entries], answer.url))


def _kind(text: str) -> str | None:
    """What a document is; one that declares entities, which can grow without end, is nothing to us."""
    return None if _declares(text) else looks_like(text[:_BEGIN].encode())


def _declares(text: str) -> bool:
    """Whether declarations stand before the first element of a document, after whatever comments and instructions.

    >>> _declares("<!-- <rss> --><!DOCTYPE rss [<!ENTITY a 'aaaa'>]><rss>"), _declares("<!DOCTYPE rss PUBLIC 'x'><rss>")
    (True, False)
    """
    at = 0
    while mark := _MARK.match(text, at):
        end = "?>" if mark[1] == "<?" else "-->"
        at = text.find(end, mark.end()) + len(end)
        if at < len(end):
            return True  # one that never ends hides everything
    start = len(text) - len(text[at:].lstrip(_SPACES))
    return text.startswith("<!", start) and not _PLAIN_DOCTYPE.match(text, start)


def _json_feed(text: str) -> list[Listed]:
    try:
        feed = load_json(text)
    except ValueError:
        return []
    items = feed.get("items") if isinstance(feed, dict) else None
    listed: list[Listed] = []
    for item in items[:_MOST_LISTED] if isinstance(items, list) else ():
        if isinstance(item, dict):
            day = item.get("date_modified") or item.get("date_published")
            url = item.get("url")
            listed.append(Listed(url if isinstance(url, str) else "", _iso_seconds(day)))
    return listed


def _text(answer: Response) -> str:
    body = answer.body
    if body.startswith(b"\x1f\x8b"):
        try:
            body = b"".join(decoded(iter([body]), "gzip", _MOST_BYTES, []))
        except FetchError:
            return ""
    return decode(body, answer.charset).text


def _usable(listed: list[Listed], base: str) -> tuple[Listed, ...]:
    """The pages whose addresses can be used, in full: links may be relative to the list."""
    kept = []
    for page in listed:
        url = page.url.strip()
        if url and len(url) <= _LONGEST:
            with suppress(ValueError):  # what is no address
                kept.append(Listed(urljoin(base, url), page.changed))
    return tuple(kept)


def _feed_time(entry: Any) -> float | None:
    moment = dict.get(entry, "updated_parsed") or dict.get(entry, "published_parsed") or _without_zone(entry)
    try:
        return _past(float(calendar.timegm(moment))) if moment else None
    except (ValueError, OverflowError):
        return None


def _without_zone(entry: Any) -> Any:
    """A moment of mail's form that lacks its zone, which feedparser does not read: taken as universal time."""
    return parsedate(str(dict.get(entry, "updated") or dict.get(entry, "published") or "")[:_LONGEST_DATE])


def _past(seconds: float) -> float | None:
    return seconds if seconds < time.time() + _SOON else None


def _iso_seconds(text: object) -> float | None:
    try:
        return _seconds(datetime.fromisoformat(str(text)))
    except ValueError:
        return None


def _seconds(moment: datetime | None) -> float | None:
    if moment is None:
        return None
    try:
        return _past((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        return None
