"""Which site a page is of, and which class of its pages: the host, and the shape of the path."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from kaensan.page import Page

__all__ = ["ANY", "Place", "path_shape", "place_of", "plain_host"]

ANY = "*"
"""The class of all pages of a site together."""

_DEEPEST = 8
_LONGEST_WORD = 20
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{1,20}")
_ENDING = re.compile(r"\.([A-Za-z]{2,5})$")


class Place(NamedTuple):
    """Where a page stands."""

    host: str
    page_class: str


def place_of(page: Page) -> Place | None:
    """The site and class of a page, from its address or the one that it states itself; None where neither is known."""
    for address in (page.url, page.head.canonical):
        host = plain_host(address or "")
        if host:
            return Place(host, path_shape(address or ""))
    return None


def plain_host(address: str) -> str:
    """The host of an address in lower case, without `www.`; a bare host is its own.

    >>> plain_host("https://www.Example.org:8080/a"), plain_host("example.org")
    ('example.org', 'example.org')
    """
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""
    return host.rstrip(".").removeprefix("www.")


def path_shape(address: str) -> str:
    """The path with its numbers as `#` and its names as `*`: pages made from one template mostly share it.

    Short words stay, because they tell a topic from a profile. The last part of a path is a name, and of a query only
    the names of its fields count.

    >>> path_shape("https://example.org/news/2012/08/21/a-storm-is-coming.html")
    '/news/#/#/#/*.html'
    >>> path_shape("https://example.org/viewtopic.php?f=2&t=88")
    '/viewtopic.php?f&t'
    """
    try:
        parts = urlsplit(address)
        fields = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})[:_DEEPEST]
    except ValueError:
        return "/"
    steps = [unquote(step) for step in parts.path.split("/") if step]
    shape = [_shape(step, last=number == len(steps) - 1, asked=bool(fields)) for number, step in enumerate(steps)]
    if len(shape) > _DEEPEST:
        shape = [*shape[: _DEEPEST - 1], "**"]
    return "/" + "/".join(shape) + (f"?{'&'.join(fields)}" if fields else "")


def _shape(step: str, *, last: bool, asked: bool) -> str:
    ending = _ENDING.search(step) if last else None
    name = step[: ending.start()] if ending else step
    kept = f".{ending[1].lower()}" if ending else ""
    if _NUMBER.fullmatch(name):
        return f"#{kept}"
    if _WORD.fullmatch(name) and len(name) <= _LONGEST_WORD and (not last or asked):
        return f"{name.lower()}{kept}"
    return f"*{kept}"
