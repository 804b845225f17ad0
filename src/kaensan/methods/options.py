"""Checks that options of several methods share."""

from __future__ import annotations

from collections.abc import Iterable

from kaensan.errors import UsageError
from kaensan.page.tags import tag_id

__all__ = ["check_choice", "check_names"]


def check_choice(option: str, value: str, known: Iterable[str]) -> None:
    """Refuse a value that is none of the known ones."""
    choices = tuple(known)
    if value not in choices:
        raise UsageError(f"{option} is one of {', '.join(choices)}, not {value!r}")


def check_names(names: Iterable[str]) -> None:
    """Refuse element names that are not in the table of tags."""
    for name in names:
        if not tag_id(name):
            raise UsageError(f"{name!r} is no known HTML element; name elements in lower case, without brackets")
