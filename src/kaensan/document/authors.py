"""Who wrote a page.

Candidates come from JSON-LD, meta elements, links that say `rel=author`, elements whose class or id speaks of an
author, and lines such as “By …” or “โดย …”. As with titles, agreement decides (see docs/explanation/metadata.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from kaensan.document.cleaning import clean
from kaensan.document.evidence import Candidate, choose, merge
from kaensan.document.marks import Marks, Words
from kaensan.document.names import BYLINE, looks_like_name, name_shape, names_in, names_stated
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.lenient_json import Json
from kaensan.page.structured import kind_of

__all__ = ["AUTHOR_WEIGHTS", "SEPARATOR", "author_candidates", "find_authors"]

AUTHOR_WEIGHTS: dict[str, float] = {
    # claims made for machines
    "meta author": 3.2,
    "meta article:author": 2.1,
    "meta creator": 1.1,
    "meta contributor": 0.9,
    "meta citation_author": 0.8,
    "meta twitter:data": 1.0,
    "author of article": 2.8,
    "author of page": 1.5,
    "author of other": 0.8,
    "author of comment": 0.2,
    "inner": -0.7,
    "organization": -0.9,
    "person": -0.6,
    # elements that are marked as an author
    "author class": 1.2,
    "byline class": 0.6,
    "writer class": 0.2,
    "user class": 1.1,
    "rel author": 0.9,
    "itemprop author": 0.6,
    "profile link": 0.3,
    "in author class": 0.6,
    "in credit class": 1.0,
    "in profile link": 0.8,
    "in rel author": 0.3,
    "first of its kind": 1.3,
    # lines of text
    "byline by": 1.0,
    "byline preposition": 1.8,
    "byline label": 1.0,
    "byline thai": 1.0,  # set by hand, like the label: no gold has Thai bylines
    "line near headline": -1.4,
    # where they stand
    "just before headline": -0.4,
    "just after headline": 2.3,
    "after headline": 1.0,
    "far after headline": -0.3,
    "far before headline": -0.5,
    "aside": -0.8,
    "in footer, aside or nav": -1.1,
    # what the names look like
    "looks like a name": 1.6,
    "one word": 0.6,
    "several": 0.8,
    "many words": -1.0,
    "generic": -1.0,
    "team": -0.6,
    "is site name": -0.3,
    "starts another": 1.1,
    "extends another": -1.2,
}
_THRESHOLD = 3.0

SEPARATOR = "; "
"""Between the names of several authors."""

_META = {
    "meta author": ("author", "article:author_name", "parsely-author", "sailthru.author", "cxenseparse:author", "byl"),
    "meta article:author": ("article:author", "og:article:author"),
    "meta creator": ("dc.creator", "dc:creator", "dcterms.creator", "creator"),
    "meta contributor": ("dc.contributor", "dcterms.contributor"),
    "meta citation_author": ("citation_author",),
}
_CLASS = Words(
    author="author|autor|auteur|verfasser",
    byline="by-?_?line",
    writer="writer|journalist|reporter|columnist|redakteur|contributor",
    user="user-?_?name|nick-?_?name|screen-?_?name|display-?_?name|profile-?_?name|member-?_?name|poster|topic-?starter",
    credit="vcard|creator|posted-?_?by|written-?_?by|submitted-?_?by|credit|post-?_?meta|entry-?_?meta",
)
_AUTHOR = Words(author="author|creator")
_PROFILE = Words(
    profile=r"[/?&](?:authors?|autor(?:en)?|auteurs?|users?|members?|profiles?|people|person|by|writers?|contributors?|u"
    r"|uid|userid)[/\-=]|/@\w"
)
_AROUND = {"author class", "credit class", "profile link", "rel author"}
_LONGEST = 150
_MOST_MARKS, _MOST_LINES = 200, 3000
_BESIDE = 400
_GAP = 3
_Range = tuple[int, int, dict[str, float]]
"""Rows of `texts` that may name an author: first, one past the last, evidence."""


def find_authors(marks: Marks, headline: int, site: str | None) -> Candidate | None:
    """The authors of a page, joined by `SEPARATOR`; `headline` is the row of `texts` with the title, or -1."""
    return choose(author_candidates(marks, headline, site), AUTHOR_WEIGHTS, _THRESHOLD)


def author_candidates(marks: Marks, headline: int, site: str | None) -> list[Candidate]:
    """Everything that could be the author, with the evidence."""
    found = merge([*_claims(marks.page), *_visible(marks, headline)], _same)
    for one in found:
        one.evidence.update(name_shape(tuple(one.value.split(SEPARATOR)), site))
    _compare(found)
    return found


def _same(value: str) -> str:
    return re.sub(r"[\W_]+", "", value.casefold())


def _compare(candidates: list[Candidate]) -> None:
    """A name that a longer candidate starts with is likelier; what follows it there is a role, a date, a blurb."""
    keys = [_same(one.value) for one in candidates]
    for one, key in zip(candidates, keys, strict=True):
        for other, longer in zip(candidates, keys, strict=True):
            if len(key) > 3 and len(longer) > len(key) and longer.startswith(key):
                one.evidence["starts another"] = 1.0
                other.evidence["extends another"] = 1.0


def _claims(page: Page) -> Iterator[Candidate]:
    head = page.head
    for fact, names in _META.items():
        for name in names:
            if values := head.meta.get(name):
                yield from _stated(values, f"meta {name}", {fact: 1.0})
    for number in ("1", "2"):  # pairs of label and value for link previews: “Written by”, “Ann Lee”
        labels = head.meta.get(f"twitter:label{number}", [])
        if labels and re.search(r"by|von|par\b|por\b|autor|auteur|author|โดย|ผู้เขียน", labels[0], re.I):
            values = head.meta.get(f"twitter:data{number}", [])
            yield from _stated(values, f"meta twitter:data{number}", {"meta twitter:data": 1.0})
    for thing in head.things:
        if people := thing.texts("author"):
            evidence = {f"author of {kind_of(thing)}": 1.0}
            if thing.within and thing.within[-1] not in ("mainentity", "mainentityofpage"):
                evidence["inner"] = 1.0
            if any(map(_is_organization, thing.properties["author"])):
                evidence["organization"] = 1.0
            yield from _stated(people, f"{thing.origin} author", evidence)
        if "person" in thing.types and not thing.within:
            yield from _stated(thing.texts("name")[:1], f"{thing.origin} person", {"person": 1.0})


def _stated(values: list[str], source: str, evidence: dict[str, float]) -> Iterator[Candidate]:
    people = dict.fromkeys(name for value in values[:50] for name in names_stated(clean(value)))
    if people:
        yield Candidate(SEPARATOR.join(people), source, evidence)


def _is_organization(value: Json) -> bool:
    kinds = value.get("@type") if isinstance(value, dict) else None
    return any(
        isinstance(kind, str) and kind.endswith("Organization")
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    )


def _visible(marks: Marks, headline: int) -> Iterator[Candidate]:
    """What the reader sees: elements marked as an author, bylines, and name-like lines next to the headline."""
    texts = marks.page.texts
    if not len(texts):
        return
    for first, end, evidence in [*_marked(marks), *_lines(marks, headline)]:
        if not texts.visible[first]:
            continue
        people = names_in(clean(inline_text(texts, first, end)))
        if not people:
            continue
        if marks.aside[texts.parent[first]]:
            evidence["aside"] = 1.0
        evidence.update(marks.place(first, headline))
        yield Candidate(SEPARATOR.join(people), "byline", evidence, first)


def _marked(marks: Marks) -> list[_Range]:
    """The text ranges of short elements whose attributes speak of an author."""
    elements, size = marks.page.elements, marks.text_size
    kinds: dict[int, set[str]] = {}
    for attribute in ("class", "id"):
        for row, kind in marks.find(attribute, _CLASS):
            kinds.setdefault(row, set()).add(f"{kind} class")
    for attribute in ("rel", "itemprop"):
        for row, _ in marks.find(attribute, _AUTHOR):
            kinds.setdefault(row, set()).add(f"{attribute} author")
    for row, _ in marks.find("href", _PROFILE):
        kinds.setdefault(row, set()).add("profile link")
    ranges: list[_Range] = []
    seen: set[str] = set()
    for row in sorted(kinds):
        first, end = int(elements.first_text[row]), int(elements.end_text[row])
        if end == first or size[end] - size[first] > _LONGEST:
            continue
        evidence = dict.fromkeys(sorted(kinds[row]), 1.0)
        if seen.isdisjoint(evidence):
            evidence["first of its kind"] = 1.0
        seen.update(kinds[row])
        up = int(elements.parent[row])
        for _ in range(3):
            evidence.update({f"in {kind}": 1.0 for kind in _AROUND & kinds.get(up, set())})
            up = int(elements.parent[up]) if up >= 0 else -1
        ranges.append((first, end, evidence))
        if len(ranges) == _MOST_MARKS:
            break
    return [*ranges, *_together(ranges)]


def _together(ranges: list[_Range]) -> Iterator[_Range]:
    """Neighbouring ranges with the same marks: several authors, each in an element of its own."""
    by_marks: dict[frozenset[str], list[_Range]] = {}
    for first, end, evidence in ranges:
        run = by_marks.setdefault(frozenset(evidence) - {"first of its kind"}, [])
        if run and not 0 <= first - run[-1][1] <= _GAP:
            if len(run) > 1:
                yield run[0][0], run[-1][1], dict(run[0][2])
            run.clear()
        run.append((first, end, evidence))
    for run in by_marks.values():
        if len(run) > 1:
            yield run[0][0], run[-1][1], dict(run[0][2])


def _lines(marks: Marks, headline: int) -> Iterator[_Range]:
    """Blocks that start like a byline, and blocks next to the headline that look like a name."""
    texts = marks.page.texts
    near = int(texts.start[headline]) + _BESIDE if headline >= 0 else -1
    for block in np.flatnonzero((marks.block_size >= 3) & (marks.block_size <= _LONGEST))[:_MOST_LINES].tolist():
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        opening = texts.strings[first].strip()
        found = BYLINE.match(opening if end == first + 1 else f"{opening} …")
        if found:
            yield first, end, {f"byline {found.lastgroup}": 1.0}
        elif headline < first and texts.start[first] < near and not texts.heading[first]:
            people = names_in(clean(inline_text(texts, first, end)))
            if len(people) == 1 and looks_like_name(people[0]):
                yield first, end, {"line near headline": 1.0}
