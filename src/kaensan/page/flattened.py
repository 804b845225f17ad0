"""Data that was flattened into one list before it was written, as Nuxt and others do (`devalue`).

The first value is the whole; members of objects and lists are places of the list where their values stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from kaensan.page.safe_readers import Json

__all__ = ["flattened_strings"]


def flattened_strings(values: list[Json]) -> Iterator[tuple[str, str]]:
    """Every string with the names that lead to it; each place of the list is visited once.

    >>> list(flattened_strings([["Reactive", 1], {"title": 2, "body": 3}, "Tea", "A drink."]))
    [('title', 'Tea'), ('body', 'A drink.')]
    """
    seen: set[int] = set()
    stack: list[tuple[str, int]] = [("", 0)]
    while stack:
        path, place = stack.pop()
        if place in seen or not 0 <= place < len(values):
            continue
        seen.add(place)
        value = values[place]
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, dict):
            stack.extend((name, member) for name, member in reversed(value.items()) if type(member) is int)
        elif isinstance(value, list):
            stack.extend((path, member) for member in reversed(value) if type(member) is int)
