"""Who wrote a page.

Candidates come from JSON-LD, meta elements, links that say `rel=author`, elements whose class or id speaks of an
author, and lines such as “By …” or “โดย …”. As with titles, agreement decides (see docs/explanation/metadata.md).
"""

from __future__ import annotations

from kaensan.cached import Remembered
from kaensan.metadata.author_claims import claimed_authors
from kaensan.metadata.bylines import visible_authors
from kaensan.metadata.evidence import Candidate, choose, continuations, keep_best_place, merge
from kaensan.metadata.marks import PLACES, Marks
from kaensan.metadata.metadata import SEPARATOR
from kaensan.metadata.person_names import looks_like_name, name_shape
from kaensan.page import Page
from kaensan.page.normalise import letters_of

__all__ = ["AUTHOR_WEIGHTS", "author_candidates", "find_authors"]

AUTHOR_WEIGHTS: dict[str, float] = {
    # claims made for machines
    "meta author": 2.2,
    "meta article:author": 3.0,
    "meta creator": 1.1,
    "meta contributor": 1.9,
    "meta citation_author": 1.9,
    "meta twitter:data": 0.7,
    "author of article": 4.3,
    "author of page": 3.4,
    "author of other": 2.4,
    "author of comment": 0.2,
    "inner": -1.7,
    "organization": -1.0,
    "person": -2.8,
    # elements that are marked as an author
    "author class": 0.3,
    "byline class": 0.3,
    "writer class": 0.8,
    "user class": 1.3,
    "credit class": -1.0,
    "rel author": 0.6,
    "itemprop author": 0.4,
    "in author class": 0.9,
    "in credit class": 0.4,
    "in profile link": 0.9,
    "in rel author": -2.5,
    "first of its kind": 1.2,
    # lines of text
    "byline by": 0.6,
    "byline preposition": 1.6,
    "byline label": 1.2,
    "byline thai": 1.0,  # set by hand, like the label: no gold has Thai bylines
    # where they stand
    "just after headline": 2.4,
    "after headline": 0.4,
    "far after headline": -0.7,
    "far before headline": -1.3,
    "aside": -1.0,
    "in figure": -2.0,
    "in footer, aside or nav": -0.6,
    # what the names look like
    "looks like a name": 1.9,
    "one word": 0.9,
    "many words": -1.7,
    "generic": -2.3,
    "team": -0.6,
    "starts another": 1.2,
    "extends another": -0.6,
    "confirmed members": 1.0,
    "part of a list": -0.3,
    "part of a stated list": -2.0,  # set by hand: a byline is often cut after the first name
    "is site name": -0.4,  # set by hand: a person goes before the site, and half of the gold names sites
}
_THRESHOLD = 1.9

_STATED = frozenset({"meta author", "meta article:author", "author of article"})
"""Claims that settle the matter where two of them agree on names of people and none disagrees."""


_SHORTEST_START = 4
"""Characters of a candidate that others are said to continue."""


def find_authors(marks: Marks, headline: int, site: str | None, *, signed: bool = True) -> Candidate | None:
    """The authors of a page, joined by `SEPARATOR`; `headline` is the row of `texts` with the title, or -1.

    A page that is not `signed` has only the authors that it claims, not those that its text names.
    """
    return choose(author_candidates(marks, headline, site, signed=signed), AUTHOR_WEIGHTS, _THRESHOLD)


def author_candidates(marks: Marks, headline: int, site: str | None, *, signed: bool = True) -> list[Candidate]:
    """Everything that could be the author, with the evidence; one candidate where the page's claims settle it."""
    page = marks.page
    owners = _owners(page, site)
    key = Remembered(_key).__getitem__
    claims = merge((_without_owners(claim, owners) for claim in claimed_authors(page)), key)
    candidates = claims
    if signed and not _is_settled(claims, owners):
        seen = list(visible_authors(marks, headline))
        keep_best_place(seen, key, PLACES, AUTHOR_WEIGHTS)
        candidates = merge([*claims, *seen], key)
    for candidate in candidates:
        candidate.evidence.update(name_shape(_people(candidate), owners))
    _compare(candidates)
    return candidates


def _people(candidate: Candidate) -> tuple[str, ...]:
    return tuple(candidate.value.split(SEPARATOR))


def _key(value: str) -> str:
    """Names in whatever order, case and punctuation."""
    if SEPARATOR not in value:
        return letters_of(value)
    return SEPARATOR.join(sorted(map(letters_of, value.split(SEPARATOR))))


def _owners(page: Page, site: str | None) -> frozenset[str]:
    """The names of the site and its publisher, as letters."""
    names = [site or "", *page.head.meta.get("application-name", [])[:1], *page.head.meta.get("publisher", [])[:1]]
    for thing in page.head.things:
        if "publisher" in thing.properties and not thing.within:
            names += thing.texts("publisher", 1)
    return frozenset(letters_of(name) for name in names if name)


def _without_owners(claim: Candidate, owners: frozenset[str]) -> Candidate:
    """A claim without the name of the site, where it names somebody else too."""
    people = [name for name in _people(claim) if letters_of(name) not in owners]
    return Candidate(SEPARATOR.join(people), claim.source, claim.evidence) if people else claim


def _is_settled(claims: list[Candidate], owners: frozenset[str]) -> bool:
    stated = [claim for claim in claims if not _STATED.isdisjoint(claim.evidence)]
    if len(stated) != 1 or len(_STATED & stated[0].evidence.keys()) < 2 or "inner" in stated[0].evidence:
        return False
    if any("person" in claim.evidence for claim in claims if claim is not stated[0]):
        return False
    return all(looks_like_name(name) and letters_of(name) not in owners for name in _people(stated[0]))


def _compare(candidates: list[Candidate]) -> None:
    """Note which candidates continue others, and which lists of names others confirm.

    A name that a longer candidate starts with is likelier: what follows it there is a role, a date, a blurb. Unless
    the longer one is a list of names; then the list is likelier, the more of its names are candidates themselves.
    """
    values = [candidate.value.casefold() for candidate in candidates]
    people = [frozenset(map(letters_of, _people(candidate))) for candidate in candidates]
    offered = frozenset(name for names in people if len(names) == 1 for name in names)
    lists = [(all_names, other) for all_names, other in zip(people, candidates, strict=True) if len(all_names) > 1]
    continued = continuations(values, _SHORTEST_START, SEPARATOR)
    for candidate, names, longer in zip(candidates, people, continued, strict=True):
        if len(names) > 1:
            candidate.evidence["confirmed members"] = len(names & offered) / len(names)
        for at in longer:
            candidate.evidence["starts another"] = 1.0
            candidates[at].evidence["extends another"] = 1.0
        for all_names, other in lists:
            if names < all_names:
                stated = not _STATED.isdisjoint(other.evidence) and "inner" not in other.evidence
                candidate.evidence["part of a stated list" if stated else "part of a list"] = 1.0
