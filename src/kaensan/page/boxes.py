"""Runs of a page put into boxes: what stands side by side becomes an element, and the page is read anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import turbohtml

from kaensan.page.page import Page, parse

__all__ = ["Run", "with_boxes"]

_MARK = "data-box"
"""the attribute of a box"""


class Run(NamedTuple):
    """Nodes side by side: from an element, or from what follows it, to before another one."""

    first: int
    """an element, by its row"""
    end: int | None
    """the element before which the run ends; None where it is the last of its parent"""
    behind: bool = False
    """whether the run begins behind its first element"""


def with_boxes(page: Page, runs: Iterable[Run]) -> tuple[Page, list[int]]:
    """The page with a box around each run that is not empty, and the rows of the boxes in its elements.

    >>> page = parse("<body><b>Ann</b> Tea?<hr><b>Bob</b> Yes.<hr>")
    >>> rules = [row for row, name in enumerate(page.elements.names) if name == "hr"]
    >>> boxed, boxes = with_boxes(page, [Run(rules[0], rules[1], behind=True)])
    >>> boxed.texts.strings[boxed.elements.first_text[boxes[0]] : boxed.elements.end_text[boxes[0]]]
    ['Bob', ' Yes.']
    """
    tree = turbohtml.parse(page.source, positions=False, allow_declarative_shadow_roots=False)
    nodes: list[Any] = list(tree.iter_elements())
    for run in runs:
        first = nodes[run.first].next_sibling if run.behind else nodes[run.first]
        last = nodes[run.end].previous_sibling if run.end is not None else None
        if first is not None and (run.end is None or first is not nodes[run.end]):
            first.wrap_siblings(turbohtml.Element("div", {_MARK: ""}), until=last)
    boxed = parse(tree.html, page.url)
    return boxed, [box for box, _ in boxed.elements.having(_MARK)]
