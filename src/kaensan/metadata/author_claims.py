"""Whom a page names as its author for machines: meta elements, JSON-LD and microdata."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from kaensan.metadata.cleaning import clean
from kaensan.metadata.evidence import Candidate
from kaensan.metadata.metadata import SEPARATOR
from kaensan.metadata.person_names import names_stated
from kaensan.page import Page
from kaensan.page.lenient_json import Json
from kaensan.page.structured import Thing, kind_of

__all__ = ["claimed_authors"]

_META = {
    "meta author": ("author", "article:author_name", "parsely-author", "sailthru.author", "cxenseparse:author", "byl"),
    "meta article:author": ("article:author", "og:article:author"),
    "meta creator": ("dc.creator", "dc:creator", "dcterms.creator", "creator"),
    "meta contributor": ("dc.contributor", "dcterms.contributor"),
    "meta citation_author": ("citation_author",),
}
_AUTHOR_LABEL = re.compile(r"by|von|par\b|por\b|autor|auteur|author|โดย|ผู้เขียน", re.I)
_MOST_VALUES = 50
"""Values of one claim that are read: no page has more authors."""
_MOST_THINGS = 500
"""Things in the structured data of a page that are asked for their author."""
_MOST_CLAIMS = 100
"""Claims that are read, so that comparing them with each other stays cheap on hostile pages."""


def claimed_authors(page: Page) -> list[Candidate]:
    """Every claim of the page about its authors."""
    return list(islice(_claims(page), _MOST_CLAIMS))


def _claims(page: Page) -> Iterator[Candidate]:
    head = page.head
    for kind, names in _META.items():
        for name in names:
            if values := head.meta.get(name):
                yield from _stated(values, f"meta {name}", {kind: 1.0})
    for number in ("1", "2"):  # pairs of label and value for link previews: “Written by”, “Ann Lee”
        labels = head.meta.get(f"twitter:label{number}", [])
        if labels and _AUTHOR_LABEL.search(labels[0]):
            values = head.meta.get(f"twitter:data{number}", [])
            yield from _stated(values, f"meta twitter:data{number}", {"meta twitter:data": 1.0})
    for thing in head.things[:_MOST_THINGS]:
        if "author" in thing.properties or "person" in thing.types:
            yield from _of_thing(thing)


def _of_thing(thing: Thing) -> Iterator[Candidate]:
    if people := thing.texts("author", _MOST_VALUES):
        evidence = {f"author of {kind_of(thing)}": 1.0}
        if thing.within and thing.within[-1] not in ("mainentity", "mainentityofpage"):
            evidence["inner"] = 1.0
        if all(map(_is_organization, thing.properties["author"])):
            evidence["organization"] = 1.0
        yield from _stated(people, f"{thing.origin} author", evidence)
    if "person" in thing.types and not thing.within:
        yield from _stated(thing.texts("name", 1), f"{thing.origin} person", {"person": 1.0})


def _stated(values: list[str], source: str, evidence: dict[str, float]) -> Iterator[Candidate]:
    people = dict.fromkeys(name for value in values[:_MOST_VALUES] for name in names_stated(clean(value)))
    if people:
        yield Candidate(SEPARATOR.join(people), source, evidence)


def _is_organization(value: Json) -> bool:
    kinds = value.get("@type") if isinstance(value, dict) else None
    return any(
        isinstance(kind, str) and kind.endswith("Organization")
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    )
