"""Rules for headline, author and date: the element that shows them on every page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from kaensan.dates.found_dates import read_date, read_timestamp
from kaensan.metadata.cleaning import clean
from kaensan.metadata.metadata import SEPARATOR
from kaensan.metadata.person_names import names_in
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.sites.induce import InduceOptions
from kaensan.sites.labelled import LabelledPage
from kaensan.sites.rules import FIELDS, Clause
from kaensan.sites.selector import names_of

__all__ = ["induce_fields", "read_field"]

_LONGEST = {"title": 400, "author": 160, "date": 120}
_AGREE = 0.8
_CANDIDATES = 12


def read_field(page: Page, name: str, element: int) -> str | None:
    """What an element says about a field: a title as it stands, names out of a byline, a date as ISO 8601."""
    elements = page.elements
    if name == "date":
        for attribute in ("datetime", "content", "title", "data-date"):
            stated = elements.get(element, attribute)
            found = read_date(stated[:100]) or read_timestamp(stated) if stated else None
            if found:
                return found
    first, end = int(elements.first_text[element]), int(elements.end_text[element])
    if end - first > _LONGEST[name] or page.texts.length[first:end].sum() > _LONGEST[name]:
        return None  # before its text is put together: elements in each other share theirs
    text = clean(inline_text(page.texts, first, end))
    if not text or len(text) > _LONGEST[name]:
        return None
    if name == "title":
        return text
    if name == "date":
        return read_date(text)
    return SEPARATOR.join(names_in(text)) or None


def find_field(page: Page, name: str, clause: Clause) -> tuple[str, int] | None:
    """The value that a rule finds on a page and its element; None when it gives no single result."""
    found = clause.find(page)
    if len(found) != 1:
        return None
    value = read_field(page, name, found[0])
    return (value, found[0]) if value else None


def induce_fields(pages: Sequence[LabelledPage], options: InduceOptions) -> dict[str, Clause]:
    """For each field the name of the element that shows it, where one agrees with the labels on nearly all pages."""
    fields: dict[str, Clause] = {}
    for name in FIELDS:
        known = [page for page in pages if getattr(page, name)]
        if len(known) >= options.fewest:
            clause = _induce(name, known)
            if clause:
                fields[name] = clause
    return fields


def _induce(name: str, pages: Sequence[LabelledPage]) -> Clause | None:
    named: Counter[str] = Counter()
    size: Counter[str] = Counter()
    for labelled in pages:
        elements = labelled.page.elements
        smallest: dict[str, int] = {}
        for element in _showing(labelled, name):
            texts = int(elements.end_text[element] - elements.first_text[element])
            for one in names_of(elements, element):
                smallest[one] = min(texts, smallest.get(one, texts))
        named.update(smallest.keys())
        size.update(smallest)
    best: tuple[float, bool, float, int, str] | None = None
    for selector, count in named.most_common(4 * _CANDIDATES):
        if count < _AGREE * len(pages):
            continue
        clause = Clause(selector)
        right = sum(_agrees(labelled, name, clause) for labelled in pages) / len(pages)
        told = any(mark in selector for mark in ".#[")
        rank = (right, told, -size[selector] / count, -len(selector), selector)
        if right >= _AGREE and (best is None or rank > best):
            best = rank
    return Clause(best[-1]) if best else None


def _agrees(labelled: LabelledPage, name: str, clause: Clause) -> bool:
    found = find_field(labelled.page, name, clause)
    return found is not None and _same(name, found[0], getattr(labelled, name))


def _same(name: str, value: str, wanted: str) -> bool:
    if name == "date":
        return value[:10] == wanted[:10]
    return "".join(value.casefold().split()) == "".join(wanted.casefold().split())


def _showing(labelled: LabelledPage, name: str) -> list[int]:
    """The elements of a page that say what the label says, in document order."""
    page, wanted = labelled.page, getattr(labelled, name)
    elements, texts = page.elements, page.texts
    total = np.concatenate([[0], np.cumsum(texts.length)])
    size = total[elements.end_text] - total[elements.first_text]
    candidates = np.flatnonzero((size > 0) & (size <= _LONGEST[name]))
    if name == "title":
        letters = sum(not char.isspace() for char in wanted)
        candidates = candidates[size[candidates] == letters]
    found: list[int] = []
    for element in candidates[:20_000].tolist():
        value = read_field(page, name, element)
        if value and _same(name, value, wanted):
            found.append(element)
            if len(found) == _CANDIDATES:
                break
    return found
