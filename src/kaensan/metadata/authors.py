"""Who wrote a page.

Candidates come from JSON-LD, meta elements, links that say `rel=author`, elements whose class or id speaks of an
author, and lines such as “By …” or “โดย …”. As with titles, agreement decides (see docs/explanation/metadata.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from kaensan.metadata.cleaning import clean
from kaensan.metadata.evidence import Candidate, choose, merge
from kaensan.metadata.marks import Marks, Words
from kaensan.metadata.person_names import BYLINE, looks_like_name, name_shape, names_in, names_stated
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.lenient_json import Json
from kaensan.page.structured import kind_of

__all__ = ["AUTHOR_WEIGHTS", "SEPARATOR", "author_candidates", "find_authors"]

AUTHOR_WEIGHTS: dict[str, float] = {
    # claims made for machines
    "meta author": 2.8,
    "meta article:author": 1.7,
    "meta creator": 0.9,
    "meta contributor": 0.8,
    "meta citation_author": 0.8,
    "meta twitter:data": 0.9,
    "author of article": 2.6,
    "author of page": 1.4,
    "author of other": 0.8,
    "author of comment": 0.2,
    "inner": -0.8,
    "organization": -0.8,
    "person": -0.7,
    # elements that are marked as an author
    "author class": 0.7,
    "byline class": 0.2,
    "user class": 1.0,
    "credit class": -0.4,
    "rel author": 0.9,
    "itemprop author": 0.5,
    "profile link": 0.2,
    "in author class": 0.6,
    "in credit class": 1.0,
    "in profile link": 0.8,
    "in rel author": 0.3,
    "first of its kind": 1.1,
    # lines of text
    "byline by": 0.9,
    "byline preposition": 1.7,
    "byline label": 0.9,
    "byline thai": 1.0,  # set by hand, like the label: no gold has Thai bylines
    # where they stand
    "just before headline": -0.5,
    "just after headline": 2.5,
    "after headline": 1.0,
    "far after headline": -0.5,
    "far before headline": -0.6,
    "aside": -0.8,
    "in footer, aside or nav": -0.9,
    # what the names look like
    "looks like a name": 1.7,
    "one word": 0.8,
    "several": 0.3,
    "many words": -1.0,
    "generic": -1.2,
    "team": -0.8,
    "is site name": -0.4,
    "starts another": 1.3,
    "extends another": -1.0,
}
_THRESHOLD = 2.5

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
_MOST_MARKS, _MOST_LINES, _MOST_THINGS = 200, 3000, 500
_GAP, _MOST_TOGETHER = 1, 8


class _Range(NamedTuple):
    """Rows of `texts` that may name an author."""

    first: int
    end: int
    evidence: dict[str, float]
    look: str = ""
    """the class of the element"""


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
    """A name that a longer candidate starts with is likelier; what follows it there is a role, a date, a blurb.

    Unless the longer one is a list of names of which this is the first.
    """
    named = sorted(((one.value.casefold(), one) for one in candidates), key=itemgetter(0))
    starts: list[tuple[str, Candidate]] = []  # the names that the one before starts with, each a start of the next
    for longer, other in named:  # in order, so what starts with a name follows it
        while starts and not longer.startswith(starts[-1][0]):
            starts.pop()
        for name, one in starts:
            if _goes_on(longer[len(name) : len(name) + len(SEPARATOR)]):
                one.evidence["starts another"] = 1.0
                other.evidence["extends another"] = 1.0
        if len(longer) > 3:
            starts.append((longer, other))


def _goes_on(rest: str) -> bool:
    return rest != "" and not rest[0].isalnum() and not rest.startswith(SEPARATOR)


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
    for thing in head.things[:_MOST_THINGS]:
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
    """What the reader sees: elements marked as an author, and bylines."""
    texts = marks.page.texts
    if not len(texts):
        return
    elements = [one for one in _marked(marks) if texts.visible[one.first]]
    lines = [one for one in _bylines(marks) if texts.visible[one.first]]
    for run in [*_together(elements), *([one] for one in (*elements, *lines))]:
        named = [names_in(clean(inline_text(texts, one.first, one.end))) for one in run]
        people = dict.fromkeys(name for names in named for name in names)
        if not people or (len(run) > 1 and not all(map(looks_like_name, people))):
            continue
        first = run[0].first
        beside = {"aside": 1.0} if marks.aside[texts.parent[first]] else {}
        evidence = {**run[0].evidence, **beside, **marks.place(first, headline)}
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
        ranges.append(_Range(first, end, evidence, elements.get(row, "class")))
        if len(ranges) == _MOST_MARKS:
            break
    return ranges


def _together(ranges: list[_Range]) -> Iterator[list[_Range]]:
    """Runs of neighbouring elements that look the same: several authors, each in an element of its own."""
    runs: dict[str, list[_Range]] = {}
    for one in ranges:
        run = runs.setdefault(one.look, [])
        if run and not 0 <= one.first - run[-1].end <= _GAP:
            if 1 < len(run) <= _MOST_TOGETHER:
                yield run
            run = runs[one.look] = []
        run.append(one)
    yield from (run for run in runs.values() if 1 < len(run) <= _MOST_TOGETHER)


def _bylines(marks: Marks) -> Iterator[_Range]:
    """Blocks that start like a byline."""
    texts = marks.page.texts
    for block in np.flatnonzero((marks.block_size >= 3) & (marks.block_size <= _LONGEST))[:_MOST_LINES].tolist():
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        opening = texts.strings[first].strip()
        found = BYLINE.match(opening if end == first + 1 else f"{opening} …")
        if found:
            yield _Range(first, end, {f"byline {found.lastgroup}": 1.0})
