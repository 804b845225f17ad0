"""The name of the site that a page is on."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from kaensan.document.cleaning import clean
from kaensan.document.evidence import Candidate
from kaensan.page import Page

__all__ = ["find_site"]

_NAMES = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "publisher")
_LAST_PART = re.compile(r".*(?:\s[-–—|·•»:]{1,2}\s|[|»«·•])\s*(.{2,60})$")
_NOT_LETTERS = re.compile(r"[\W_]+")


def find_site(page: Page) -> Candidate | None:
    """What the site calls itself: OpenGraph, JSON-LD, or the end of `<title>` where the address confirms it."""
    head = page.head
    for name in _NAMES[:1]:
        for value in head.meta.get(name, []):
            if text := clean(value):
                return Candidate(text, f"meta {name}")
    for kind, source in (("website", "name"), ("", "publisher")):
        for thing in head.things:
            if kind and (kind not in thing.types or thing.within):
                continue
            for value in thing.texts(source):
                if (text := clean(value)) and not text.startswith("http") and len(text) < 100:
                    return Candidate(text, f"json-ld {kind or 'article'} {source}")
    for name in _NAMES[1:]:
        for value in head.meta.get(name, []):
            if (text := clean(value)) and not text.startswith("http"):
                return Candidate(text, f"meta {name}")
    return _confirmed(page)


def _confirmed(page: Page) -> Candidate | None:
    found = _LAST_PART.match(page.head.title)
    try:
        host = urlsplit(page.url or page.head.canonical or "").hostname or ""
    except ValueError:
        return None
    if not found or not host:
        return None
    said = _NOT_LETTERS.sub("", found.group(1).casefold())
    known = _NOT_LETTERS.sub("", host)
    return Candidate(found.group(1).strip(), "title") if len(said) > 2 and said in known else None
