"""The templates: Jinja2 files that write a page as some board software does, or a page that is no thread.

The first line of each says which software it is, whether its pages are a `thread`, `questions` or `none`, and in which
languages they may be filled. In the markup the attributes `data-gold-body`, `data-gold-author` and `data-gold-date`
mark, once for each post, the innermost element with its words, and the elements with its author and its date as shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kaensan.train.boards_pages import SHARED_ENGINES

__all__ = ["TEMPLATES", "Template", "read_templates"]

TEMPLATES = Path(__file__).parent / "templates"
"""their folder"""

_FACTS = re.compile(r"\{#\s*software:\s*(.+?);\s*kind:\s*(thread|questions|none);\s*languages:\s*([a-z ]+?)\s*#\}")
_ENGINES = {
    "stack": "stackexchange",
    "simple": "smf",
    "tinhte": "xenforo",
    "2ch": "5ch",
    "old": "reddit",
    "new": "reddit",
    "punbb": "fluxbb",
    "buddypress": "bbpress",
}
"""the software by the first word of its name, where others share its markup or that word does not name it"""
_OF_NOBODY = frozenset({"home", "modern", "page", "news"})
"""first words of software that is nobody's: each such page was written by itself"""
_OF_BOARDS = ("forum", "topic", "board", "thread", "discourse", "reddit")
"""parts of the names of templates of boards that are no threads"""
_WORD = re.compile(r"[a-z0-9.]*[a-z][a-z0-9.]*")


@dataclass(frozen=True)
class Template:
    """One layout of a board software."""

    name: str
    software: str
    kind: str
    """`thread`, `questions` or `none`"""
    languages: tuple[str, ...]
    nested: bool
    """whether it shows each post under the one it answers"""

    @property
    def at_a_board(self) -> bool:
        """Whether it is a page of a board, be it a thread or only a list of them."""
        return self.kind != "none" or any(part in self.name for part in _OF_BOARDS)

    @property
    def engine(self) -> str:
        """The software without its version, by the names of `boards_pages`: what is never on both sides of a split."""
        return _engine(self.software)


def _engine(software: str) -> str:
    found = _WORD.search(software.lower())
    word = found[0].rstrip(".") if found else software.lower()
    named = next((engine for engine in sorted(SHARED_ENGINES) if engine and engine in software.lower()), None)
    return named or _ENGINES.get(word, software if word in _OF_NOBODY else word)


@cache
def read_templates() -> tuple[Template, ...]:
    """All templates by name; none where the program was installed without them, as wheels are."""
    found = []
    for path in sorted(TEMPLATES.glob("*.html")):
        source = path.read_text("utf-8")
        facts = _FACTS.match(source)
        if facts is None:
            raise ValueError(f"{path.name} does not begin with its software, kind and languages")
        found.append(Template(path.stem, facts[1], facts[2], tuple(facts[3].split()), ".depth" in source))
    return tuple(found)
