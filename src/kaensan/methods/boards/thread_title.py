"""The title of a thread: the text outside the posts that agrees best with what the page says about itself."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.row_columns import may_be_said_in
from kaensan.methods.boards.rows import PART_BITS, Rows
from kaensan.page import Page
from kaensan.page.normalise import letters_of
from kaensan.page.tags import family, tag_id

__all__ = ["ShownTitle", "find_shown_title"]

_HEADING = {tag_id(f"h{level}"): weight for level, weight in enumerate((3.0, 2.5, 2.0, 1.5, 1.0, 1.0), start=1)}
_IS_HEADING = family("h1 h2 h3 h4 h5 h6")
_STRONG = family("b strong")
_SHORTEST, _LONGEST = 2, 400
_LONGEST_CLAIM = 2000
_MOST_CLAIMS = 50
"""claims that are compared with every text of the page"""
_BETWEEN = "\n"
"""parts joined claims; no claim holds it, nor does what is looked for in them"""
_TITLE = PART_BITS["title"]
_AGREES = 4.0
_NAMED = 0.6
_FAR = 1.0
_LATER = 2.0
_IN_POST = 3.0
_PREFIX = re.compile(r"(?<![a-z])(?:label|prefix|badge)", re.I)
"""names of what boards set before a title: a kind of question, a state"""
_LONGEST_PREFIX = 24
"""characters of it"""
_WHOLE = 0.5
"""share of a claim from which a text is what the claim is about; one that covers less than half as much is the name of
the site or of a section"""


class ShownTitle(NamedTuple):
    """Where a page shows the title of a thread."""

    element: int
    """that holds it, maybe with lines that are none of it; -1 where no title is shown"""
    first: int = 0
    end: int = 0
    """its rows"""


def find_shown_title(page: Page, rows: Rows, bodies: list[int]) -> ShownTitle:
    """The title of the thread with the given bodies of posts, as the page shows it."""
    elements = page.elements
    content = np.zeros(len(page.texts), np.bool_)
    for body in bodies:
        content[elements.first_text[body] : elements.end_text[body]] = True
    opening = _opening_post(page, bodies)
    offered = dict.fromkeys(letters_of(claim[:_LONGEST_CLAIM]) for claim in _claims(page)[:_MOST_CLAIMS])
    claims = [claim for claim in offered if len(claim) >= _SHORTEST]
    together, starts = _BETWEEN.join(claims), tuple(claim.rstrip("…") for claim in claims)
    first = int(np.argmax(content)) if content.any() else len(content)
    agreeing: list[tuple[ShownTitle, float]] = []
    for shown, text in _candidates(page, rows, content, together):
        said = letters_of(text)
        if not _SHORTEST <= len(said) <= _LONGEST:
            continue
        possible = said in together or said.startswith(starts)  # two looks instead of one for each claim
        agreement = max((_agreement(said, claim) for claim in claims), default=0.0) if possible else 0.0
        if agreement or int(elements.tag[shown.element]) in _HEADING:
            agreeing.append((shown, agreement))
    whole = max((agreement for _, agreement in agreeing), default=0.0)
    best, most = ShownTitle(-1), 0.0
    for shown, agreement in agreeing:
        if whole >= _WHOLE and agreement < whole / 2:
            continue
        at = shown.first
        score = _AGREES * agreement + _standing(page, rows, shown.element)
        score -= _FAR * (at - first if at > first else first - at) / max(len(content), 1)
        score -= _LATER if at > first else 0.0
        score -= _IN_POST if opening[0] <= at < opening[1] else 0.0
        if score > most:
            best, most = shown, score
    return best


def _opening_post(page: Page, bodies: list[int]) -> tuple[int, int]:
    """The rows of the first of several posts: a title in there is the subject of the post."""
    if len(bodies) < 2:
        return 0, 0
    elements = page.elements
    root, above = bodies[0], int(elements.parent[bodies[0]])
    while above >= 0 and elements.end[above] <= bodies[1]:
        root, above = above, int(elements.parent[above])
    return int(elements.first_text[root]), int(elements.end_text[root])


def _claims(page: Page) -> list[str]:
    """What the page says its title is, outside its text."""
    head = page.head
    claims = [head.title, *head.meta.get("og:title", []), *head.meta.get("twitter:title", [])]
    for thing in head.things:
        if any(kind.endswith(("posting", "question", "article")) for kind in thing.types):
            claims += [*thing.texts("headline"), *thing.texts("name")]
    return claims


def _agreement(said: str, claim: str) -> float:
    """How much of a claim a text covers, when it lies wholly in it; a claim may be cut short at the end."""
    if said in claim:
        return len(said) / len(claim)
    short = claim.rstrip("…")
    return 0.9 if len(short) > 20 and said.startswith(short) else 0.0


def _standing(page: Page, rows: Rows, element: int) -> float:
    """What the tags and names around a text say for its being a title."""
    elements = page.elements
    score, strong, named = 0.0, False, False
    above = element
    for _ in range(4):
        score = max(score, _HEADING.get(int(elements.tag[above]), 0.0))
        strong |= bool(_STRONG[elements.tag[above]])
        named |= bool(rows.kinds[above] & _TITLE)
        above = int(elements.parent[above])
        if above < 0 or elements.end_text[above] - elements.first_text[above] > 6:
            break
    return score + (0.8 if strong else 0.0) + (_NAMED if named else 0.0)


def _is_prefix(page: Page, row: int) -> bool:
    """Whether a row in a heading is what stands before a title."""
    texts = page.texts
    named = _PREFIX.search(page.elements.get(int(texts.parent[row]), "class")) is not None
    return named and len(texts.strings[row].strip()) <= _LONGEST_PREFIX


def _candidates(page: Page, rows: Rows, content: NDArray[np.bool_], claims: str) -> list[tuple[ShownTitle, str]]:
    """What may be the title, with its text: headings, and single rows or lines that may be in a claim."""
    elements, texts = page.elements, page.texts
    found: dict[int, tuple[ShownTitle, str]] = {}
    is_heading, parent = _IS_HEADING[elements.tag], texts.parent
    headings = is_heading & (elements.end_text > elements.first_text)
    for element in headings.nonzero()[0].tolist():
        first, end = int(elements.first_text[element]), int(elements.end_text[element])
        while first < end - 1 and _is_prefix(page, first):
            first += 1
        if not content[first:end].any() and end - first < 12:
            found[element] = ShownTitle(element, first, end), " ".join(texts.strings[first:end])
    alone = elements.end_text[parent] - elements.first_text[parent] == 1
    said = may_be_said_in(texts.codes, texts.start, claims)
    lines = np.diff(texts.block_start)[texts.block] == 1
    some = rows.readable & ~content & ((alone & (is_heading[parent] | said)) | (lines & said))
    for row in some.nonzero()[0].tolist():
        element = int(parent[row])
        found.setdefault(element if alone[row] else ~row, (ShownTitle(element, row, row + 1), texts.strings[row]))
    return list(found.values())
