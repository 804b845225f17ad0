"""Bodies that are paragraphs: what holds those of one post, and nothing but words, is the body.

Where most posts are of one paragraph, the paragraphs look as much like bodies as the elements around them do, and
lists, pictures and the second paragraphs of a few posts would be lost.
"""

from __future__ import annotations

from itertools import pairwise

from kaensan.methods.boards.ranking import Ranking
from kaensan.page.tags import family

__all__ = ["whole_bodies"]

_PARAGRAPH = family("p")
_WORDS = family("p ul ol pre dl table figure blockquote h2 h3 h4 h5 h6")
"""elements that an editor writes beside a paragraph"""
_SAME = 0.5
"""share of the elements around bodies that hold nothing besides, from which what others hold besides is words too"""
_APART = 0.55
"""share of the paragraphs that must stand in elements of their own: else they are parts of one text …"""
_MANY = 3
"""… unless so many elements hold them"""
_FEWEST = 2
"""elements that hold nothing besides, at least"""


def whole_bodies(ranking: Ranking, bodies: list[int]) -> list[int]:
    """The elements around some paragraphs, where most of them hold nothing else and the others lists and the like; the
    paragraphs where they do not."""
    elements = ranking.page.elements
    if not _PARAGRAPH[elements.tag[bodies]].all():
        return bodies
    held: dict[int, list[int]] = {}
    for body in bodies:
        held.setdefault(int(elements.parent[body]), []).append(body)
    besides = {element: _besides(ranking, element, own) for element, own in held.items()}
    same = sum(others == [] for others in besides.values())
    around = sorted(held)
    if same < max(_SAME * len(around), _FEWEST) or len(around) < min(_APART * len(bodies), _MANY):
        return bodies
    if any(elements.end[one] > other for one, other in pairwise(around)):
        return bodies  # replies inside what they answer
    whole = [[element] if besides[element] is not None else held[element] for element in around]
    return [body for of_element in whole for body in of_element]


def _besides(ranking: Ranking, element: int, paragraphs: list[int]) -> list[int] | None:
    """What else than some paragraphs an element holds, in order; None where it is not only what editors write."""
    elements = ranking.page.elements
    others = [child for child in _children(ranking, element) if child not in paragraphs]
    words = all(_WORDS[elements.tag[child]] and not elements.get(child, "class") for child in others)
    return others if words and not _has_own_text(ranking, element) else None


def _children(ranking: Ranking, element: int) -> list[int]:
    """The elements right inside one that hold text that is shown."""
    elements, readable = ranking.page.elements, ranking.rows.readable
    children, child, end = [], element + 1, int(elements.end[element])
    while child < end:
        if readable[elements.first_text[child] : elements.end_text[child]].any():
            children.append(child)
        child = int(elements.end[child])
    return children


def _has_own_text(ranking: Ranking, element: int) -> bool:
    """Whether text stands right inside an element."""
    elements, rows = ranking.page.elements, ranking.rows
    inside = slice(int(elements.first_text[element]), int(elements.end_text[element]))
    return bool(((ranking.page.texts.parent[inside] == element) & rows.readable[inside]).any())
