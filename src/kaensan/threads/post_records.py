"""Where a post begins and ends: the element around each body, and the rows that belong to it.

Around each body there is a largest element that holds no other body: the record of the post. In threads that nest
replies inside the post they answer, the record is the nearest element of the kind that every post has one of. Rows
between two records, inside what holds them all, belong to the record that follows.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.page import Page
from kaensan.page.elements import Elements
from kaensan.page.tags import family

__all__ = ["Ancestry", "Records", "find_records"]

_ROOT = family("html body")
_COMMON = 0.8
"""share of the posts that must have an element for it to count as one that every post has"""
_LEAD = 40
"""rows before the first record that may belong to it"""
_CLASSES = 8
"""classes of an element that are looked at"""
_HIGHEST = 64
"""elements between a body and its record: no board nests deeper, but a page may be made to"""


_Nearest = dict[int | str, int]
"""elements by their kinds"""


@record
class Records:
    """The posts of a page as parts of its tables."""

    bodies: list[int]
    """the element that holds the body of each post, in document order"""
    roots: list[int]
    """the element around each post"""
    owner: NDArray[np.int32]
    """per row of `texts` the post it belongs to, -1 for none"""
    body: NDArray[np.bool_]
    """per row whether it lies in a body"""
    lead: NDArray[np.bool_]
    """per row whether it stands before its record rather than in it"""
    parent: list[int]
    """per post the post inside whose record it lies, -1 for none"""
    heads: tuple[tuple[int, int], ...] = ()
    """per post the rows at the start of its body that are none of its words; empty where bodies hold nothing else"""
    feet: tuple[tuple[int, int], ...] = ()
    """the same at its end"""

    def __len__(self) -> int:
        return len(self.bodies)

    def around(self, post: int) -> NDArray[np.int64]:
        """The rows of a post outside its body, in order."""
        rows, start = self._around
        return rows[start[post] : start[post + 1]]

    def beside_words(self, post: int) -> list[tuple[int, int]]:
        """The rows in the body of a post that are none of its words."""
        return [*self.heads[post : post + 1], *self.feet[post : post + 1]]

    @cached_property
    def _around(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows outside bodies, post by post, and where those of each post start."""
        rows = np.flatnonzero((self.owner >= 0) & ~self.body)
        rows = rows[np.argsort(self.owner[rows], kind="stable")]
        return rows, np.searchsorted(self.owner[rows], np.arange(len(self) + 1))


def find_records(page: Page, bodies: list[int], looked: NDArray[np.int64], ancestry: Ancestry | None = None) -> Records:
    """The records of the posts with the given bodies; `looked` is what `groups.looks` tells of the page.

    Who asks several times gives the `ancestry` of the page, which remembers what it looked at.
    """
    ancestry = ancestry or Ancestry(page.elements, looked)
    elements = page.elements
    roots = _single_roots(elements, bodies)
    for post, root in _common_roots(elements, bodies, ancestry).items():
        if _rows(elements, root) > _rows(elements, roots[post]):
            roots[post] = root
    owner, lead = _owners(page, bodies, roots)
    body = np.zeros(len(page.texts), np.bool_)
    for element in bodies:
        body[elements.first_text[element] : elements.end_text[element]] = True
    return Records(bodies, roots, owner, body, lead, _nesting(elements, roots))


def _rows(elements: Elements, element: int) -> int:
    return int(elements.end_text[element] - elements.first_text[element])


def _single_roots(elements: Elements, bodies: list[int]) -> list[int]:
    """The largest element around each body that holds no other body."""
    roots = []
    for post, body in enumerate(bodies):
        before = bodies[post - 1] if post else -1
        after = bodies[post + 1] if post + 1 < len(bodies) else len(elements)
        root, above = body, int(elements.parent[body])
        while above > before and elements.end[above] <= after and not _ROOT[elements.tag[above]]:
            root, above = above, int(elements.parent[above])
        roots.append(root)
    return roots


def _common_roots(elements: Elements, bodies: list[int], ancestry: Ancestry) -> dict[int, int]:
    """The nearest element around each body of the largest kind that nearly every body has one of for itself."""
    if len(bodies) < 2:
        return {}
    nearest = [ancestry.of(body) for body in bodies]
    shared = Counter(chain.from_iterable(nearest))
    first, second = nearest[0], nearest[1]
    best: dict[int, int] = {}
    most = 0
    for name, count in shared.items():
        if count < _COMMON * len(bodies):
            continue
        if name in first and first[name] == second.get(name):  # as most are, being around all posts
            continue
        around = {post: found[name] for post, found in enumerate(nearest) if name in found}
        if len(set(around.values())) < len(around):
            continue
        rows = sum(_rows(elements, root) for root in around.values())
        if rows > most:
            best, most = around, rows
    return best


class Ancestry:
    """The nearest element of each kind around others; what elements have in common is looked at once.

    `looked` is what `groups.looks` tells of the page.
    """

    def __init__(self, elements: Elements, looked: NDArray[np.int64]) -> None:
        self._elements, self._look = elements, looked[0]
        self._parents: list[int] = elements.parent.tolist()
        self._known: dict[int, _Nearest] = {}

    def of(self, element: int) -> _Nearest:
        """The nearest element of each kind around one, itself not counted, and not farther than `_HIGHEST`."""
        known = self._known if self._elements.depth[element] <= _HIGHEST else {}
        climbed: list[int] = []
        above = self._parents[element]
        while above >= 0 and above not in known and len(climbed) < _HIGHEST:
            climbed.append(above)
            above = self._parents[above]
        found: _Nearest = known.get(above, {})
        for above in reversed(climbed):
            own = dict.fromkeys(self._kinds(above), above)
            found = known[above] = {**own, **found, **own}  # in the order of nearness
        return found

    def _kinds(self, element: int) -> tuple[int | str, ...]:
        """Alike in all their classes, or in one of them: some boards add the number of the post as a class."""
        return int(self._look[element]), *self._elements.get(element, "class").split()[:_CLASSES]


def _owners(page: Page, bodies: list[int], roots: list[int]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    elements = page.elements
    owner = np.full(len(page.texts), -1, np.int32)
    for post in np.argsort(elements.depth[roots], kind="stable").tolist():  # inner records last: they own their rows
        owner[elements.first_text[roots[post]] : elements.end_text[roots[post]]] = post
    lead = np.zeros(len(owner), np.bool_)
    if len(bodies) < 2:
        return owner, lead
    around = bodies[0]
    while elements.end[around] <= bodies[-1]:
        around = int(elements.parent[around])
    reached = int(elements.first_text[around])
    for number, post in enumerate(np.argsort(elements.first_text[roots], kind="stable").tolist()):
        start = int(elements.first_text[roots[post]])
        begin = max(reached, start - _LEAD) if number == 0 else reached
        rows = np.arange(begin, start)
        rows = rows[owner[rows] < 0]
        owner[rows] = post
        lead[rows] = True
        reached = max(reached, int(elements.end_text[roots[post]]))
    return owner, lead


def _nesting(elements: Elements, roots: list[int]) -> list[int]:
    """The innermost other record around each record."""
    order = sorted(range(len(roots)), key=lambda post: (roots[post], -int(elements.end[roots[post]])))
    parent = [-1] * len(roots)
    around: list[int] = []
    for post in order:
        while around and elements.end[roots[around[-1]]] <= roots[post]:
            around.pop()
        if around and roots[around[-1]] != roots[post]:
            parent[post] = around[-1]
        around.append(post)
    return parent
