"""The words that made pages are filled with: short lists in seventeen languages, a file each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["LANGUAGES", "Words", "read_words"]

_FOLDER = Path(__file__).parent / "words"

LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.txt")))
"""the languages that pages can be made in"""

Words = dict[str, tuple[str, ...]]
"""Lists by what they are of: `months`, `sentences`, `names`, …"""


@cache
def read_words(language: str) -> Words:
    """The lists of a language.

    >>> read_words("de")["months"][2]
    'März'
    """
    lines = (_FOLDER / f"{language}.txt").read_text("utf-8").splitlines()
    lists = (line.partition(":") for line in lines if line)
    return {name: tuple(entry.strip() for entry in entries.split(" | ")) for name, _, entries in lists}
