"""Metadata as YAML front matter, which Obsidian, Jekyll, Hugo and pandoc read."""

from __future__ import annotations

import re
from datetime import datetime

from kaensan.render.options import FrontMatter

__all__ = ["front_matter"]

_PLAIN = re.compile(r"[A-Za-z\u00c0-\u024f\u0e01-\u0e4e][\w .,()/\u0e00-\u0e7f-]*", re.ASCII)
"""Values that YAML reads as text without quotes: they start with a letter and hold no sign that means anything."""
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
"""Words that YAML 1.1 takes for something else."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d)?)?")
"""Days and moments that YAML reads as such."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NOT_PRINTABLE = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"\\\\]')


def front_matter(fields: FrontMatter) -> str:
    """The fields that have a value between two lines of dashes, quoted so that every reader of YAML agrees.

    >>> print(front_matter({"title": "Bridges: a history", "author": ("Ann Lee", "Bo Ek"), "date": "2024-10-12"}))
    ---
    title: "Bridges: a history"
    author:
      - Ann Lee
      - Bo Ek
    date: 2024-10-12
    ---
    """
    lines = ["---"]
    for name, value in fields.items():
        if isinstance(value, str):
            lines.append(f"{name}: {_scalar(value)}")
        elif value:
            lines += [f"{name}:", *(f"  - {_scalar(member)}" for member in value)]
    return "\n".join([*lines, "---"]) if len(lines) > 1 else ""


def _scalar(value: str) -> str:
    if _DATE.fullmatch(value) and _is_moment(value):
        return value
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS and not value.endswith(" "):
        return value
    return f'"{_NOT_PRINTABLE.sub(_escape, value)}"'


def _is_moment(value: str) -> bool:
    """Whether there is such a day: readers of YAML end in an error on others."""
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if "\ud800" <= character <= "\udfff":  # half of a character, which no text may hold
        character = "\ufffd"
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"
