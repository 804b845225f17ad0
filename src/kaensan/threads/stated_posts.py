"""What the elements around a post say in their attributes: who wrote it and when.

Some boards name the author there, as in `data-author="Ann"`; some show neither name nor date before a script has run.
"""

from __future__ import annotations

from kaensan.dates.found_dates import read_date
from kaensan.page import Page
from kaensan.page.normalise import normalise
from kaensan.threads.post_records import Records

__all__ = ["stated_post"]

_AUTHOR = ("data-author", "author", "data-username", "data-user-name")
_WHEN = ("created-timestamp", "data-created", "created", "data-timestamp", "timestamp")
_LONGEST = 60
"""characters of a name or a date; a longer value is something else"""
_HIGHEST = 24
"""elements from a body outwards that are looked at: boards nest a body ten deep in its record"""


def stated_post(page: Page, records: Records, number: int) -> tuple[str | None, str | None]:
    """The author and the date (ISO 8601) that the attributes around the body of a post give, the nearest first."""
    around = _outward(page, records.bodies[number], records.roots[number])
    held = page.elements.attrs.of_rows(around, (*_AUTHOR, *_WHEN))
    author = date = None
    for element in around:
        said = {name: _line(value) for name, value in held.get(element, {}).items()}
        author = author or next((said[name] for name in _AUTHOR if said.get(name)), None)
        date = date or next((when for name in _WHEN if (when := read_date(said.get(name, "")))), None)
    return author, date


def _line(value: str | None) -> str:
    """A value as one line in normal form; nothing where it is too long."""
    return " ".join(normalise(value).split()) if value and len(value) <= _LONGEST else ""


def _outward(page: Page, body: int, root: int) -> list[int]:
    """The elements from a body to its record."""
    parent = page.elements.parent
    path = [body]
    while path[-1] != root and len(path) < _HIGHEST and int(parent[path[-1]]) >= root:
        path.append(int(parent[path[-1]]))
    return path
