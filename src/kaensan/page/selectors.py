"""CSS selectors and XPath over a page: what is wrong with one, and the rows of the elements that it selects."""

from __future__ import annotations

from typing import Any

import turbohtml

from kaensan.cached import cached_property
from kaensan.page.page import Page

__all__ = ["SelectableTree", "is_xpath", "selector_problem"]


def is_xpath(selector: str) -> bool:
    """Whether a selector is an XPath; any other is CSS."""
    return selector.startswith(("/", "(", "./"))


def selector_problem(selector: str) -> str | None:
    """What is wrong with a selector, in words; None when nothing is.

    >>> selector_problem("div.story > p"), selector_problem("//h1")
    (None, None)
    >>> selector_problem("(count(//p))")
    'this XPath gives a value, not elements'
    """
    blank = turbohtml.parse("<p></p>")
    try:
        if not is_xpath(selector):
            blank.select(selector)
            return None
        selected = blank.xpath(selector)
    except ValueError as error:  # a broken CSS selector is one too
        return str(error)
    return None if isinstance(selected, list) else "this XPath gives a value, not elements"


class SelectableTree:
    """The tree of a page, for selectors; parsed when the first one is asked for."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @cached_property
    def _row(self) -> dict[Any, int]:
        return {node: row for row, node in enumerate(self._page.tree.iter_elements())}

    def rows(self, selector: str) -> list[int]:
        """The rows in `page.elements` of the elements that the selector selects."""
        tree = self._page.tree
        nodes = tree.xpath(selector) if is_xpath(selector) else tree.select(selector)
        selected: list[Any] = nodes if isinstance(nodes, list) else []
        return [self._row[node] for node in selected if not isinstance(node, str) and node in self._row]
