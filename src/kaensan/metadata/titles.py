"""The title of a page: its headline, without the name of the site.

Candidates are the headings, `<title>` and its parts, OpenGraph, JSON-LD, and any block of text that `<title>`
repeats. A candidate is good when others agree with it; the weights were fitted to half of the pages that come with
gold titles under a free licence (see docs/explanation/metadata.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote, urlsplit

import numpy as np

from kaensan.cached import Remembered
from kaensan.metadata.cleaning import clean
from kaensan.metadata.evidence import Candidate, choose, merge, with_letters
from kaensan.metadata.mark_columns import first_with_text
from kaensan.metadata.repeated_blocks import repeated_blocks
from kaensan.metadata.trigrams import Compared, add_shares
from kaensan.page import Page
from kaensan.page.budget import FREE_STEPS
from kaensan.page.inline import inline_text
from kaensan.page.normalise import letters_of
from kaensan.page.tags import TAGS, tag_id
from kaensan.page.texts import Context

__all__ = ["TITLE_WEIGHTS", "find_title", "title_candidates"]

TITLE_WEIGHTS: dict[str, float] = {
    # where it stands
    "h1": 1.8,
    "later h1": 1.3,
    "h2": 0.6,
    "later h2": -0.3,
    "h3": 0.3,
    "later h3": -0.7,
    "h4": -0.3,
    "later h4": -0.7,
    "heading": 0.4,
    "text": 0.6,
    "hidden": -0.3,
    "links home": -0.3,
    # who claims it
    "title start": 0.9,
    "title middle": 1.0,
    "og:title": 0.7,
    "og:title start": 0.8,
    "twitter:title": 0.4,
    "json-ld headline": 0.9,
    "json-ld name": -0.2,
    "microdata headline": 0.5,
    "microdata name": 0.3,
    "claimed heading": 0.4,
    # what agrees with it
    "in title": 1.2,
    "covers title": 1.4,
    "in og:title": 0.8,
    "covers og:title": 0.4,
    "covers h1": 0.8,
    "in address": 1.8,
    # its shape
    "length": 0.7,
    "short": -1.0,
    "has site name": -0.9,
}

_MOST_OF_A_BLOCK = sum(
    TITLE_WEIGHTS[said]
    for said in ("text", "in title", "covers title", "in og:title", "covers og:title", "covers h1", "in address")
)
"""What can speak for a block of text but for its length: each of these is 1 at most."""
_ROUNDING = 1e-6
"""By which a sum in another order may differ, and much more."""

_SIGNS = "»«·•›‹"
"""Signs that also stand inside headlines, and part a title only before or after the name of the site."""
_SEPARATOR = re.compile(
    "|".join(
        (r" [-–—|:/~]{1,3} | \| ?|\| ?|_| @ |: ", *(f" {sign} ?" for sign in _SIGNS), *(f"{sign} ?" for sign in _SIGNS))
    )
)
"""Where a title may be cut. Each way starts with a plain character, so that a search passes over all others."""
_MOST_PARTS = 8
"""Separators of a title that are tried."""
_LONGEST, _LONGEST_CLAIM = 400, 2000
"""Characters of a heading and of a claim that may be a title."""
_MOST_BLOCKS = 3000
"""Blocks of text that are compared with `<title>`."""
_OPENING = 3
"""Letters at the start of a block that `<title>` must hold too, for comparing all of the block to be worth while."""
_PERMALINK = " ¶#§🔗"
"""Signs that link a heading to itself; icon fonts have them among the private characters."""
_MOST_THINGS = 200
"""Things in the structured data of a page that are asked for their name."""
_LEVELS = ("h1", "h2", "h3", "h4")
_MOST_HEADINGS = (8, 8, 4, 4)
"""Headings of each level that may be the title."""
_LEVEL_OF_TAG = np.zeros(len(TAGS), np.uint8)
_LEVEL_OF_TAG[[tag_id(level) for level in _LEVELS]] = np.arange(1, len(_LEVELS) + 1)
"""The level of a heading by the number of its tag, 0 for other tags."""
_IN_HEADING = int(Context.HEADING)
_SITE_TYPES = frozenset({"website", "organization", "newsmediaorganization", "corporation", "localbusiness", "person"})


def find_title(page: Page, site: str | None) -> Candidate | None:
    """The title of the page."""
    letters = Remembered(letters_of)
    candidates = _named(page, site, letters)
    best = choose(candidates, TITLE_WEIGHTS)
    if best is None or not _is_beyond_blocks(best, candidates, letters, page):
        candidates = _with_blocks(candidates, page, site, letters)
        best = choose(candidates, TITLE_WEIGHTS)
    if not candidates and (signs := clean(page.head.title)):  # a title without a letter
        return Candidate(signs, "title")
    return best


def title_candidates(page: Page, site: str | None) -> list[Candidate]:
    """Everything that could be the title, with the evidence."""
    letters = Remembered(letters_of)
    return _with_blocks(_named(page, site, letters), page, site, letters)


def _named(page: Page, site: str | None, letters: Remembered[str, str]) -> list[Candidate]:
    """The headings and what the page claims as its title, with the evidence; `letters` are by value."""
    candidates = _merged([*_headings(page), *_claims(page, site)], page, letters)
    _weigh(candidates, candidates, letters, page, site)
    return candidates


def _with_blocks(
    candidates: list[Candidate], page: Page, site: str | None, letters: Remembered[str, str]
) -> list[Candidate]:
    """The candidates and blocks of text, which add to those that they repeat."""
    offered = _merged([*candidates, *_blocks(page)], page, letters)
    _weigh(offered[len(candidates) :], offered, letters, page, site)
    return offered


def _merged(offered: list[Candidate], page: Page, letters: Remembered[str, str]) -> list[Candidate]:
    """Those with letters, candidates of the same letters as one."""
    readable, size = with_letters(offered, letters.__getitem__)
    if size > FREE_STEPS:
        steps = page.budget.steps("title candidates")
        readable = [each for each in readable if steps.spend(len(each.value))]
    return merge(readable, letters.__getitem__)


def _is_beyond_blocks(best: Candidate, candidates: list[Candidate], letters: Remembered[str, str], page: Page) -> bool:
    """Whether no block of text can be better than the best of the other candidates, or make another the best.

    A block that repeats another candidate adds that it is text, and tells where one stands that no heading shows.
    """
    if best.row < 0:
        return False
    size = len(letters[page.head.title[:_LONGEST_CLAIM]])  # a block has no letters but those of the title
    rivals = [each.score(TITLE_WEIGHTS) + TITLE_WEIGHTS["text"] for each in candidates if each is not best]
    rivals.append(_MOST_OF_A_BLOCK + TITLE_WEIGHTS["length"] * _length(size))
    return best.score(TITLE_WEIGHTS) > max(rivals) + _ROUNDING


def _headings(page: Page) -> Iterator[Candidate]:
    elements, texts = page.elements, page.texts
    for level, rows in zip(_LEVELS, first_with_text(elements, _LEVEL_OF_TAG, _MOST_HEADINGS), strict=True):
        for number, row in enumerate(rows):
            first, end = elements.first_text.item(row), elements.end_text.item(row)
            text = _without_permalink(clean(inline_text(texts, first, end)))
            if len(text) > _LONGEST:
                continue
            evidence = {level if number == 0 else f"later {level}": 1.0, "heading": 1.0}
            if not texts.visible.item(first):
                evidence["hidden"] = 1.0
            anchor = texts.anchor.item(first)
            if anchor >= 0 and _is_home(elements.get(anchor, "href")):
                evidence["links home"] = 1.0
            yield Candidate(text, level, evidence, first)


def _without_permalink(heading: str) -> str:
    if heading.isascii():
        return heading.rstrip(_PERMALINK)
    end = len(heading)
    while end and (heading[end - 1] in _PERMALINK or "\ue000" <= heading[end - 1] <= "\uf8ff"):
        end -= 1
    return heading[:end]


def _is_home(address: str) -> bool:
    """Whether an address leads to the first page of a site.

    >>> _is_home("/"), _is_home("https://a.example/index.html?a=1"), _is_home("https://a.example/news/")
    (True, True, False)
    """
    path = address.partition("#")[0].partition("?")[0].rstrip("/")
    if path.count("/") > 2 and path.isprintable() and path.rpartition("/")[2] not in _HOME:
        return False  # the usual link, which need not be taken apart
    try:
        return urlsplit(address).path.strip("/") in _HOME
    except ValueError:
        return False


_HOME = frozenset({"", "index.html", "index.php", "home"})
"""Paths of the first page of a site."""


def _claims(page: Page, site: str | None) -> Iterator[Candidate]:
    head = page.head
    for source, values in (
        ("title", [head.title] if head.title else []),
        ("og:title", head.opengraph.get("title", [])[:1]),
        ("twitter:title", head.meta.get("twitter:title", [])[:1]),
    ):
        for value in (clean(value[:_LONGEST_CLAIM]) for value in values):
            yield Candidate(value, source, {source: 1.0})
            if source != "twitter:title":
                yield from _parts(value, source, site)
    for thing in head.things[:_MOST_THINGS]:
        named = [name for name in ("headline", "name") if name in thing.properties]
        if named and len(thing.within) < 2 and _SITE_TYPES.isdisjoint(thing.types):
            for name in named:
                for value in thing.texts(name, 1):
                    source = f"{thing.origin} {name}"
                    yield Candidate(clean(value[:_LONGEST_CLAIM]), source, {source: 1.0})


def _parts(title: str, source: str, site: str | None) -> Iterator[Candidate]:
    """What is left of a title when parts are cut off at its separators: every run of neighbouring parts."""
    cuts = [cut for cut in islice(_SEPARATOR.finditer(title), _MOST_PARTS) if _may_cut(title, cut, site)]
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(title)]
    for first, start in enumerate(starts):
        for last in range(first, len(ends)):
            if first == 0 and last == len(ends) - 1:
                continue
            place = "start" if first == 0 else "end" if last == len(ends) - 1 else "middle"
            if place == "start" or source == "title":
                part = title[start : ends[last]].strip()
                yield Candidate(part, f"{source}, cut", {f"{source} {place}": 1.0})


def _may_cut(title: str, cut: re.Match[str], site: str | None) -> bool:
    """Whether a separator parts a title from something else: a sign does where the name of the site is beyond it."""
    if cut.group().strip() not in _SIGNS:
        return True
    name = letters_of(site or "")
    return bool(name) and any(name in part or part in name for part in _sides(title, cut))


def _sides(title: str, cut: re.Match[str]) -> list[str]:
    """The parts of a title on both sides of a cut, up to the next sign of the same kind, as letters."""
    sign = cut.group().strip()
    sides = title[: cut.start()].rpartition(sign)[2], title[cut.end() :].partition(sign)[0]
    return [side for side in map(letters_of, sides) if side]


def _blocks(page: Page) -> Iterator[Candidate]:
    """Blocks of text, outside headings, that `<title>` repeats."""
    texts = page.texts
    title = page.head.title[:_LONGEST_CLAIM]
    whole = letters_of(title)
    if len(whole) < 4:
        return
    title = title.casefold()
    sizes = max(4, len(whole) // 5), 2 * len(whole) + 20
    starts = texts.block_start
    for block in repeated_blocks(texts, whole, *sizes, _MOST_BLOCKS, _IN_HEADING):
        first, end = starts.item(block), starts.item(block + 1)
        opening = texts.strings[first].lstrip()[:_OPENING].casefold()
        if opening not in title and opening.isalnum():
            continue
        text = clean(inline_text(texts, first, end))
        own = letters_of(text)
        if len(own) > 3 and own in whole:
            yield Candidate(text, "text", {} if texts.anchor.item(first) >= 0 else {"text": 1.0}, first)


def _weigh(
    candidates: list[Candidate], offered: list[Candidate], letters: dict[str, str], page: Page, site: str | None
) -> None:
    """Add to some of all candidates what can only be said in comparison: agreement, length, the name of the site."""
    if not candidates:
        return
    head = page.head
    title = letters_of(head.title[:_LONGEST_CLAIM])
    shared = letters_of(next(iter(head.opengraph.get("title", [])), "")[:_LONGEST_CLAIM])
    address = page.url or head.canonical or ""
    try:
        slug = letters_of(unquote(urlsplit(address).path))
    except ValueError:
        slug = ""
    name = letters_of(site or "")
    headline = next((letters[candidate.value] for candidate in offered if "h1" in candidate.evidence), "")
    plain_values = [letters[candidate.value] for candidate in candidates]
    compared = [
        Compared(title, "in title", "covers title"),
        Compared(shared, "in og:title", "covers og:title", unknown=0.5),
        Compared(slug, "in address", None, unknown=0.3),
        Compared(headline, None, "covers h1"),
    ]
    add_shares([candidate.evidence for candidate in candidates], plain_values, compared)
    for candidate, plain in zip(candidates, plain_values, strict=True):
        evidence = candidate.evidence
        evidence["length"] = _length(len(plain))
        if len(plain) < 8:
            evidence["short"] = 1.0
        if name and name in plain and name != plain:
            evidence["has site name"] = 1.0
        if "heading" in evidence and not _CLAIMS.isdisjoint(evidence):
            evidence["claimed heading"] = 1.0


def _length(letters: int) -> float:
    return min(letters, 100) / 50


_CLAIMS = frozenset({"title", "title start", "title middle", "title end", "og:title"})
