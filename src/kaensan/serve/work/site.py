"""What is known of a page's site: rules that were taught or learned, shown, proposed, tried and taken back."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import UsageError
from kaensan.methods import load
from kaensan.page import Page, parse
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.problems import Problem, invalid_field
from kaensan.serve.taught import TaughtRules
from kaensan.serve.work.task import Answer, Task, json_answer, open_store
from kaensan.sites import place_of
from kaensan.sites.address import plain_host
from kaensan.sites.field_rules import read_field
from kaensan.sites.rules import FIELDS
from kaensan.sites.selector import match, names_of, outermost

__all__ = ["forget", "known", "propose", "save"]

_MOST_SELECTORS = 8
_OUTWARDS = 4
"""Elements around a text whose names are proposed: its own, its block, and what holds the block."""
_WIDER = 8
"""How many times as many rows as the narrowest selector another may mean."""
_MOST_PAGES = 20
"""Other pages of the site that a rule is tried on."""


def known(task: Task) -> Answer:
    """The rules of the page's site, each with the rows that it means on this page."""
    page = task.page()
    place = place_of(page)
    if place is None:
        return json_answer({"host": None, "taught": [], "learned": []})
    return json_answer(
        {
            "host": place.host,
            "taught": [
                {**rule.to_dict(), "rows": _rows(page, rule.selector).tolist()}
                for rule in _taught(task).of_site(place.host)
            ],
            "learned": [_learned(page, rule) for rule in _learned_rules(task, place.host)],
        }
    )


def _learned_rules(task: Task, host: str) -> list[Any]:
    store = open_store(task.stores.site)
    return store.rules(host) if store else []


def _learned(page: Page, rule: Any) -> dict[str, Any]:
    found = rule.text.apply(page).rows if rule.text else None
    rows = [] if found is None else np.flatnonzero(found).tolist()
    return {**rule.to_dict(), "lines": rule.lines(), "rows": rows}


def propose(task: Task) -> Answer:
    """Selectors that mean a row, each with what it would do on this page and on the other pages known of the site."""
    page = task.page()
    place = place_of(page)
    if place is None:
        raise invalid_field("url", "a rule belongs to a site: say the address of the page first")
    key, row = task.options["key"], task.options["row"]
    if not 0 <= row < len(page.texts):
        raise invalid_field("row", f"the page has the rows 0 to {len(page.texts) - 1}")
    others = list(_other_pages(task, page, place.host))
    kept = [load(None).label(other).kept for other in others]
    return json_answer(
        {
            "host": place.host,
            "key": key,
            "selectors": [
                _trial(page, selector, key, list(zip(others, kept, strict=True))) for selector in _selectors(page, row)
            ],
        }
    )


def _selectors(page: Page, row: int) -> list[str]:
    """Names of the elements around a row, those that mean the fewest rows first; none that means far more."""
    elements, texts = page.elements, page.texts
    element = int(texts.parent[row])
    meant: dict[str, int] = {}
    for _ in range(_OUTWARDS):
        if element < 0 or elements.names[element] in ("body", "html"):
            break
        for selector in names_of(elements, element):
            if not selector.isalpha():  # a tag alone says nothing about the site
                meant.setdefault(selector, len(_rows(page, selector)))
        element = int(elements.parent[element])
    widest = _WIDER * min(meant.values(), default=0) + _WIDER
    usable = [selector for selector, count in meant.items() if count <= widest]
    return sorted(usable, key=lambda selector: meant[selector])[:_MOST_SELECTORS]


def _trial(page: Page, selector: str, key: str, others: list[tuple[Page, NDArray[np.bool_]]]) -> dict[str, Any]:
    """What a selector means here, and on the other pages."""
    rows = _rows(page, selector)
    tried = []
    for other, kept in others:
        meant = _rows(other, selector)
        changed = int(kept[meant].sum()) if key == "remove" else int((~kept[meant]).sum())
        tried.append(
            {"url": other.url, "rows": len(meant), "changed": changed, "example": _example(other, selector, key, meant)}
        )
    return {"selector": selector, "rows": rows.tolist(), "example": _example(page, selector, key, rows), "pages": tried}


def _example(page: Page, selector: str, key: str, rows: NDArray[np.int64]) -> str | None:
    """What the rule would say on a page: the value of a field, or the beginning of the text."""
    if key in FIELDS:
        values = (read_field(page, key, element) for element in match(page.elements, selector).tolist())
        return next(filter(None, values), None)
    return " ".join(page.texts.strings[row].strip() for row in rows[:5].tolist())[:120] or None


def _rows(page: Page, selector: str) -> NDArray[np.int64]:
    elements = page.elements
    meant = np.zeros(len(page.texts), np.bool_)
    try:
        matched = outermost(elements, match(elements, selector))
    except ValueError:  # written by hand, in more of CSS than learned rules use
        return np.zeros(0, np.int64)
    for element in matched:
        meant[elements.first_text[element] : elements.end_text[element]] = True
    return np.flatnonzero(meant)


def _other_pages(task: Task, page: Page, host: str) -> Iterator[Page]:
    """Pages of the site in the gold store and in the store of sites, without this one."""
    seen = {page.source}
    for other in _known_pages(task, host):
        if other.source not in seen:
            seen.add(other.source)
            yield other
        if len(seen) > _MOST_PAGES:
            return


def _known_pages(task: Task, host: str) -> Iterator[Page]:
    if task.stores.gold:
        gold = GoldStore(Path(task.stores.gold))
        for name in gold.ids_of_site(host, _MOST_PAGES):
            record = gold.get(name)
            if record is not None:
                yield parse(base64.b64decode(record["html"]), record["url"])
    if store := open_store(task.stores.site):
        for example in store.examples(host)[-_MOST_PAGES:]:
            yield example.page


def save(task: Task) -> Answer:
    """Teach a rule."""
    url, key, selector = task.options["url"], task.options["key"], task.options["selector"]
    try:
        match(parse("<p>x</p>").elements, selector)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if not plain_host(url):
        raise invalid_field("url", "a rule belongs to a site: say the address of the page")
    return json_answer(_taught(task).add(url, key, selector).to_dict(), 201)


def forget(task: Task) -> Answer:
    """Take a rule back."""
    if not _taught(task).forget(task.options["id"]):
        raise Problem(404, "unknown", f"there is no rule {task.options['id']}")
    return json_answer({})


def _taught(task: Task) -> TaughtRules:
    assert task.stores.taught is not None
    return TaughtRules(task.stores.taught)
