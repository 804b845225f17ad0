"""The name of the site that a page is on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import urlsplit

from kaensan.metadata.cleaning import clean
from kaensan.metadata.evidence import Candidate
from kaensan.page import Page
from kaensan.page.normalise import letters_of

__all__ = ["find_site"]

_LAST_PART = re.compile(r".*(?: [-–—|·•»:]{1,2} |[|»«·•]) ?(.{2,60})$")
_LONGEST = 100


def find_site(page: Page) -> Candidate | None:
    """What the site calls itself.

    Of OpenGraph and JSON-LD the first that the address spells out counts, else the first. Other claims come after
    them, then the end of `<title>` if the address spells it out, and at last the host itself.
    """
    try:
        host = (urlsplit(page.url or page.head.canonical or "").hostname or "").removeprefix("www.")
    except ValueError:
        host = ""
    named = [one for one in _named(page) if one.value and len(one.value) <= _LONGEST and "://" not in one.value]
    if named:
        return next((one for one in named if _spells(host, one.value)), named[0])
    for name in ("application-name", "apple-mobile-web-app-title", "dc.publisher", "publisher"):
        for value in map(clean, page.head.meta.get(name, [])):
            if value and "://" not in value:
                return Candidate(value, f"meta {name}")
    ending = _LAST_PART.match(page.head.title[:1000])
    if ending and _spells(host, ending.group(1)):
        return Candidate(ending.group(1).strip(), "title")
    return Candidate(host, "url") if host else None


def _named(page: Page) -> Iterator[Candidate]:
    for value in page.head.opengraph.get("site_name", []):
        yield Candidate(clean(value), "meta og:site_name")
    for thing in page.head.things:
        if "website" in thing.types and not thing.within:
            yield from (Candidate(clean(name), f"{thing.origin} website name") for name in thing.texts("name", 1))
    for thing in page.head.things:
        if "publisher" in thing.properties:
            yield from (Candidate(clean(name), f"{thing.origin} publisher") for name in thing.texts("publisher", 1))


def _spells(host: str, name: str) -> bool:
    """Whether an address spells out a name, as `lemonde.fr` does with `Le Monde`."""
    plain = name if name.isascii() else _without_accents(name)
    letters = letters_of(plain)
    return len(letters) > 2 and letters in letters_of(host)


def _without_accents(name: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
