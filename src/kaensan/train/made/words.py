"""The words that made pages are filled with: lists in seventeen languages, a file each.

A list is one line, or a name with an entry on each of the indented lines below:

    share: Share | Print | Save
    news:
      Nobody was hurt, but the road stayed closed until evening

Names in braces are gaps, see `Writer.filled`. Entries are put into markup as they are: they hold neither `<` nor `"`.
"""

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
    lists: dict[str, list[str]] = {}
    name = ""
    for line in (_FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        entries = line
        if not line.startswith(" "):
            name, _, entries = line.partition(":")
        lists.setdefault(name, []).extend(entry.strip() for entry in entries.split(" | ") if entry.strip())
    return {name: tuple(entries) for name, entries in lists.items()}
