"""The page in its own look: its markup made safe, and the styles that it brings along.

Styles go to the client as text beside the markup. The studio puts them into its frame as objects, so that no policy has
to allow inline styles; style sheets and pictures on the web are counted and not loaded.
"""

from __future__ import annotations

from kaensan.page import Page
from kaensan.serve.work.safe_page import ViewOptions, render_view
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]

_MOST = 1_000_000
"""Characters of style sheets that are sent: the longest that pages carry in themselves have some hundred thousand."""
_ROOTS = ("html", "body")
_NAMES = ("class", "id", "style", "dir", "lang")


def answer(task: Task) -> Answer:
    """The view, the page's own style sheets, and what it says of its root elements."""
    page = task.page()
    return json_answer(
        {
            "view": render_view(page, ViewOptions(own_look=True)),
            "styles": _styles(page),
            **{name: _root(page, name) for name in _ROOTS},
            "linked": _linked(page),
        }
    )


def _styles(page: Page) -> list[dict[str, str]]:
    """The style sheets in the page, in their order, each with the media that it is for."""
    room = _MOST
    found = []
    for row, name in enumerate(page.elements.names):
        if name == "style" and (text := page.unread.get(row)) and len(text) <= room:
            room -= len(text)
            found.append({"media": page.elements.get(row, "media"), "css": text})
    return found


def _root(page: Page, name: str) -> dict[str, str]:
    """The attributes of the first element of a name that its styles may ask for."""
    elements = page.elements
    row = next((row for row, found in enumerate(elements.names) if found == name), None)
    if row is None:
        return {}
    return {key: value for key in _NAMES if (value := elements.get(row, key)[:_LONGEST])}


_LONGEST = 2_000
"""Characters of an attribute of `html` or `body`."""


def _linked(page: Page) -> int:
    """How many style sheets the page would load from the web."""
    elements = page.elements
    return sum(
        name == "link" and "stylesheet" in elements.get(row, "rel").lower().split()
        for row, name in enumerate(elements.names)
    )
