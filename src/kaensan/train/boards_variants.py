"""The same board page in other clothes: fewer posts, shorter posts, no names.

Boards differ in how many posts a page has and how long they are as much as in their markup; the training pages are too
few to show it all.
"""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.groups import looks
from kaensan.methods.lstm.tokens import VOID, places
from kaensan.page import Page, parse
from kaensan.page.tags import tag_id
from kaensan.threads.post_records import find_records

__all__ = ["vary"]

_MARK = "data-kaensan-body"
_NAMES = frozenset({"class", "id", "itemprop", "itemtype", "itemscope", "role"})
_MOST_POSTS = 4
_SHORTEST, _LONGEST = 2, 9


def vary(page: Page, bodies: list[int], number: int, rng: np.random.Generator) -> tuple[Page, list[int]] | None:
    """One variant: few posts, few posts without names, or all posts without names; half of them cut short."""
    dropped = np.zeros(len(page.elements), np.bool_)
    if number % 3 != 2:
        dropped[_surplus(page, bodies, rng)] = True
    short = np.zeros(len(page.texts), np.bool_)
    if rng.random() < 0.5:
        for body in bodies:
            short[page.elements.first_text[body] : page.elements.end_text[body]] = True
    source = _rewritten(page, frozenset(bodies), page.elements.inherit(dropped), short, rng, bare=number % 3 != 0)
    varied = parse(source, page.url)
    has_text = varied.elements.end_text > varied.elements.first_text
    marked = [
        row
        for row, attrs in enumerate(varied.elements.attrs)
        if has_text[row] and any(name == _MARK for name, _ in attrs)
    ]
    return (varied, marked) if marked else None


def _surplus(page: Page, bodies: list[int], rng: np.random.Generator) -> list[int]:
    """The records of all posts but a few."""
    if len(bodies) < 2:
        return []
    roots = find_records(page, bodies, looks(page.elements)).roots
    kept = int(rng.integers(1, min(_MOST_POSTS, len(bodies)) + 1))
    start = int(rng.integers(0, len(bodies) - kept + 1)) if rng.random() < 0.3 else 0
    stays = set(roots[start : start + kept])
    elements = page.elements
    return [
        root for root in roots if root not in stays and not any(root <= other < elements.end[root] for other in stays)
    ]


def _rewritten(
    page: Page,
    bodies: frozenset[int],
    dropped: NDArray[np.bool_],
    short: NDArray[np.bool_],
    rng: np.random.Generator,
    *,
    bare: bool,
) -> str:
    """The page as markup again, with the bodies marked."""
    elements, texts = page.elements, page.texts
    at_start, at_end, at_row = places(page)
    pair = ~VOID[elements.tag]
    events = [(int(at_start[row]), 0, row) for row in np.flatnonzero(~dropped).tolist()]
    events += [(int(at_end[row]), 1, row) for row in np.flatnonzero(~dropped & pair).tolist()]
    events += [(int(at_row[row]), 2, row) for row in np.flatnonzero(~dropped[texts.parent]).tolist()]
    parts: list[str] = []
    for _, kind, row in sorted(events):
        if kind == 0:
            attrs = [(name, value) for name, value in elements.attrs[row] if not (bare and name in _NAMES)]
            attrs += [(_MARK, "")] if row in bodies else []
            parts.append(
                f"<{elements.names[row]}" + "".join(f' {name}="{escape(value or "")}"' for name, value in attrs) + ">"
            )
            if elements.tag[row] == tag_id("title"):
                parts.append(escape(page.unread.get(row, "")))
        elif kind == 1:
            parts.append(f"</{elements.names[row]}>")
        else:
            text = texts.strings[row]
            if short[row]:
                text = " ".join(text.split()[: int(rng.integers(_SHORTEST, _LONGEST))])
            parts.append((" " if texts.spaced[row] else "") + escape(text))
    return "".join(parts)
